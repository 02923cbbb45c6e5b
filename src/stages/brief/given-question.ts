import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { letterOf } from "../../artifacts/names.ts";
import { questionIn } from "../../questions/check.ts";
import { keyOf } from "../../questions/options.ts";
import { type NewQuestion, QUESTIONS, rowOf, TYPE_NAMES, type TypeName } from "../../questions/types.ts";
import { BRIEFER_TOLD, briefPlace } from "../../story/briefer-told.ts";

/** When each type fits an interview; null for what the lab alone asks, which is whether its own text is approved. */
const FITS: Record<TypeName, string | null> = {
  pick_one: "the usual one: the person chooses one way, or one range of a quantity",
  pick_many: "where several may hold together: who uses it, what has to be kept",
  confirm: "whether something that is there, or that follows from what was said, holds",
  ask_text: "where no list can hold the answer: names, a process, what went wrong",
  ask_code: "a schema, an interface, a configuration, a query or a log line, word for word",
  ask_image: "a sketch or a screenshot; you are told its name alone, so ask in words what it shows",
  ask_file: "an export, a specification, a sample: what is text you read",
  show_options: "where each way has several sides: pros and cons beside each other",
  show_diff: "a text of theirs, as an interface or a rule, before and after a change that the design would need",
  show_plan: null,
  review_section: "your own understanding of one part, in a few paragraphs, to be taken or mended",
  rank: "what gives way first: two to seven goals that cannot all be had",
  rate: "how much each of several things matters, where their order alone says too little",
  thumbs: "a quick yes or no of taste",
  slider: "one quantity inside one power of ten",
  emoji_react: "how somebody feels about how it is today; rarely",
};

/** The types of question that an interview may ask. */
const OFFERED = TYPE_NAMES.filter((type) => FITS[type] !== null);

const closed = { additionalProperties: false };
const Text = (description: string, maxLength: number) => Type.String({ minLength: 1, maxLength, description });
const Sides = (description: string) =>
  Type.Optional(Type.Array(Text("One of them", 500), { maxItems: 6, description }));

const Option = Type.Object(
  {
    label: Text("What the person reads, a few words", 200),
    description: Type.Optional(Text("What it means and what it costs: money, time, risk, what becomes harder", 1_000)),
    recommended: Type.Optional(Type.Boolean({ description: "Whether you would take it; of one option at most" })),
    pros: Sides("show_options alone"),
    cons: Sides("show_options alone"),
  },
  closed,
);

/** A question as a model writes it: the fields of all types in one flat object, which models fill in more surely. */
export const GivenQuestion = Type.Object(
  {
    type: Type.Union(OFFERED.map((type) => Type.Literal(type))),
    text: Text("The question, a sentence or two, about one thing", 1_000),
    why: Text("What it changes in the design, one sentence for the person", 500),
    context: Type.Optional(Text("What the person must know to answer, where that is needed", 4_000)),
    options: Type.Optional(
      Type.Array(Option, { minItems: 1, maxItems: 12, description: "pick_one, pick_many, show_options, rank, rate" }),
    ),
    other: Type.Optional(Type.Boolean({ description: "pick_one: whether the person may say something else" })),
    min: Type.Optional(Type.Number({ description: "slider, rate: the lowest; pick_many: the fewest" })),
    max: Type.Optional(Type.Number({ description: "slider, rate: the highest; pick_many: the most" })),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "slider, rate" })),
    unit: Type.Optional(Text("slider: what is counted", 100)),
    default: Type.Optional(Type.Number({ description: "slider: where it stands at first" })),
    yes: Type.Optional(Text("confirm: what yes means", 200)),
    no: Type.Optional(Text("confirm: what no means", 200)),
    multiline: Type.Optional(Type.Boolean({ description: "ask_text" })),
    placeholder: Type.Optional(Text("ask_text: what an answer may look like", 300)),
    language: Type.Optional(Text("ask_code, show_diff: as a code fence names it", 40)),
    accept: Type.Optional(
      Type.Array(Text("A type", 60), { maxItems: 20, description: "ask_image, ask_file: image/png, image/*, .csv" }),
    ),
    multiple: Type.Optional(Type.Boolean({ description: "ask_image, ask_file: whether several may be given" })),
    before: Type.Optional(Text("show_diff: the text as it is", 10_000)),
    after: Type.Optional(Text("show_diff: the text as it would be", 10_000)),
    title: Type.Optional(Text("review_section: its heading", 200)),
    markdown: Type.Optional(Text("review_section: its text", 10_000)),
    emoji: Type.Optional(Type.Array(Text("One emoji", 32), { maxItems: 20, description: "emoji_react: the choice" })),
  },
  closed,
);
export type GivenQuestion = Static<typeof GivenQuestion>;

/** "- pick_one (one of several options): the usual one …", a line a type, for a prompt. */
export const TYPES_TEXT = OFFERED.map((type) => `- ${type} (${rowOf(type).summary}): ${FITS[type]}`).join("\n");

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

/** The options of these are ways to go, of which each has its price. */
const PRICED: readonly string[] = ["pick_one", "pick_many", "show_options"];

/** The questions as they are asked; or what is wrong with them, in sentences for the model. */
export function questionsOf(
  given: readonly GivenQuestion[],
  before: readonly { text: string }[],
): { questions: NewQuestion[]; faults: string[] } {
  const known = new Set(before.map(({ text }) => keyOf(text)));
  const questions: NewQuestion[] = [];
  const faults: string[] = [];
  for (const [at, each] of given.entries()) {
    const where = ["questions", at];
    const checked = questionIn(shapedOf(each), where, briefPlace);
    if (Array.isArray(checked)) {
      faults.push(...checked);
      continue;
    }
    faults.push(...badOptions(each, where));
    const key = keyOf(checked.text);
    if (known.has(key)) faults.push(BRIEFER_TOLD.askedBefore(where));
    known.add(key);
    questions.push(checked);
  }
  return { questions, faults };
}

/** The question with the fields of its type alone; its options get letters as ids, as people call them. */
function shapedOf({ options, ...rest }: GivenQuestion): unknown {
  const lettered = options?.map((option, at) => ({ id: letterOf(at).toLowerCase(), ...option }));
  const step = rest.type === "slider" ? { step: rest.step ?? stepOf(rest) } : {};
  const whole = { ...rest, ...step, ...(lettered && { options: lettered }) };
  return Value.Clean(QUESTIONS[rest.type], structuredClone(whole));
}

/** From one whole number to the next, or a tenth of one on a short scale. */
const stepOf = ({ min = 0, max = 0 }: GivenQuestion): number => (max - min > 5 ? 1 : 0.1);

function badOptions({ type, options = [] }: GivenQuestion, where: (string | number)[]): string[] {
  if (!PRICED.includes(type)) return [];
  if (options.length < 2) return [BRIEFER_TOLD.alternatives(where)];
  const bare = options.findIndex(
    ({ description, pros = [], cons = [] }) => !description && pros.length + cons.length < 2,
  );
  return bare < 0 ? [] : [BRIEFER_TOLD.bareOption([...where, "options", bare])];
}
