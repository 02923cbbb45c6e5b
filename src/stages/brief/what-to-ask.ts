/** What makes a question good, for every model that asks. */
export const GOOD = `A good question
- changes the design: two answers lead to two different systems;
- can be answered by this person in a minute, without research;
- offers real alternatives, each with what it costs; the one that you would take is marked as recommended;
- asks one thing.
Two good ones:
- "When the mail provider is down for an hour, what should happen to what is sent meanwhile?" (pick_one: "It waits and goes out later": needs a durable queue, about a week more of work; "It goes out by a second provider": a second contract, some mails twice; "It is dropped and reported": simplest, people ask why nothing came). Each answer is another system.
- "How many e-mails leave on the busiest day?" (slider, 1,000 to 5,000,000, unit e-mails). A number that only the person knows, and that decides between one process and a cluster.`;

/** What makes one not worth the person's time. */
export const NOT_WORTH = `A question is not worth asking where
- the idea, a document, an answer or the project's code answers it;
- every answer leads to the same design;
- it asks for a decision that designers are there to make, or one that the person cannot know.
Two that are not worth it:
- "Should the system be reliable and secure?" Everybody says yes, and nothing follows from it.
- "Should we use Kafka or RabbitMQ?" That is for the designers. Ask what decides it: what may be lost, how much comes at once, who runs it at night.`;
