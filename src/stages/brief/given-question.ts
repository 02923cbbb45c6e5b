import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { letterOf } from "../../artifacts/names.ts";
import { questionIn } from "../../questions/check.ts";
import { keyOf } from "../../questions/options.ts";
import { type NewQuestion, QUESTION_TYPES, QUESTIONS } from "../../questions/types.ts";

/** The types of question that an interview has use for; the others show what is there already, or take files. */
const OFFERED = ["pick_one", "pick_many", "confirm", "ask_text", "rank", "rate", "slider", "show_options"] as const;

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
  },
  closed,
);
export type GivenQuestion = Static<typeof GivenQuestion>;

/** "pick_one: one of several options; …", for a prompt. */
export const TYPES_TEXT = OFFERED.map((type) => `- ${type}: ${QUESTION_TYPES[type].summary}`).join("\n");

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
    const where = `questions[${at}]`;
    const checked = questionIn(shapedOf(each), ["questions", at]);
    if (Array.isArray(checked)) {
      faults.push(...checked);
      continue;
    }
    faults.push(...badOptions(each, where));
    const key = keyOf(checked.text);
    if (known.has(key)) faults.push(`${where} was asked before: ask something else, or end`);
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

function badOptions({ type, options = [] }: GivenQuestion, where: string): string[] {
  if (!PRICED.includes(type)) return [];
  if (options.length < 2) return [`${where}.options: two real alternatives are needed at least`];
  const bare = options.findIndex(
    ({ description, pros = [], cons = [] }) => !description && pros.length + cons.length < 2,
  );
  return bare < 0 ? [] : [`${where}.options[${bare}].description must say what it means and what it costs`];
}
