/** What makes a question good, for every model that asks. */
export const GOOD = `A good question
- changes the design: two answers lead to two different systems;
- can be answered by this person in a minute, without research;
- offers real alternatives, each with what it costs; the one that you would take is marked as recommended; where there may be another answer, other is true;
- asks one thing.
Two good ones, of another idea:
- "When the payment provider is down for an hour, what happens to orders meanwhile?" (pick_one. "They wait and are charged later": needs a durable queue, about a week more of work; "They go through a second provider": a second contract, and some are charged twice unless that is prevented; "They are refused": simplest, and those sales are lost.) Each answer is another system.
- "How many orders come on the busiest day?" (pick_one. "Up to 1,000": one process and one database; "Up to 100,000": more machines, somebody to run them; "More": parts that fail alone, months of work.) A number that the person alone knows; a quantity that may differ by powers of ten is asked in ranges, not by a slider.`;

/** What makes one not worth the person's time. */
export const NOT_WORTH = `A question is not worth asking where
- the idea, a document, an answer or the project's code answers it;
- every answer leads to the same design;
- it asks for a decision that designers are there to make, or for what the person cannot know.
Two that are not worth it:
- "Should the system be reliable and secure?" Everybody says yes, and nothing follows from it.
- "Should we use Kafka or RabbitMQ?" That is for the designers. Ask what decides it: what may be lost, how much comes at once, who runs it at night.`;
