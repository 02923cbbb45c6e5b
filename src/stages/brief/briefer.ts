import { type Static, type TObject, Type } from "@sinclair/typebox";
import {
  BRIEF_LIST_NAMES,
  BRIEF_LISTS,
  type BriefBody,
  type BriefList,
  CRITERIA_LETTER,
  MAX_PROPOSED,
} from "../../artifacts/brief.ts";
import { Criterion } from "../../artifacts/criterion.ts";
import { ROLES } from "../../artifacts/stages/stages.ts";
import { fence } from "../../blind/fence.ts";
import { type Agent, JSON_ONLY, schemaText } from "../../prompting/agent.ts";
import { BRIEFER_TOLD, briefPlace } from "../../story/briefer-told.ts";
import { bodyOf, criteriaFaults, faultsIn, givenCriteria, givenItems, unsaidFaults } from "./body.ts";
import { GivenQuestion, GOOD, NOT_WORTH, questionsOf, TYPES_TEXT } from "./given-question.ts";
import { type Told, toldText } from "./told.ts";

/** The parts of a brief that a person can name: the task with its topic, and each list. */
export type BriefPart = "task" | BriefList | "criteria";

type BrieferInput = Told & {
  /** What an item may have come from beside the idea: ids of questions, paths of files. */
  sources: readonly string[];
  /** What designs are judged by anyhow. */
  judgedBy: readonly Pick<Criterion, "name" | "description">[];
  /** The brief that stands, and what is to change of it; null where none does. */
  change: BriefChange | null;
};

export type BriefChange = {
  brief: BriefBody;
  /** What the person said to it, by part, and to the whole of it; null where answers were changed. */
  words: { parts: Partial<Record<BriefPart, string>>; whole: string | null } | null;
  /** The parts that may change. */
  parts: readonly BriefPart[];
  /** Questions that may be asked first. */
  left: number;
};

const closed = { additionalProperties: false };
const text = (description: string, maxLength: number) => Type.String({ minLength: 1, maxLength, description });

const Item = Type.Object(
  {
    text: text("One statement, understood without the others", 1_200),
    from: Type.Array(text("A source", 1_000), {
      maxItems: 12,
      description: 'Where it came from: "idea", ids of questions, paths of files; [] for an assumption of your own',
    }),
  },
  closed,
);
const ProposedCriterion = Type.Object(
  {
    name: Type.String({ ...Criterion.properties.name, description: "One to three words that stand in tables" }),
    text: text("The question that a reviewer answers of each design, one sentence", 300),
    weight: Type.Number({ minimum: 0.5, maximum: 2, description: "1 for as much as another criterion, 2 for twice" }),
    from: Item.properties.from,
  },
  closed,
);

const items = (description: string) => Type.Array(Item, { maxItems: 40, description });

const FIELDS = {
  topic: text("Three to six words that name what is to be designed", 80),
  task: text("What is to be designed, for whom and why, in one to four paragraphs, without the lists below", 12_000),
  requirements: items("What the system must do, each something that a design does or does not"),
  constraints: items("What must be respected: technology, budget, team, law, what is there already"),
  non_functional_requirements: items(
    "How well it must do it, each testable: a number with its unit and when it holds, or a state that can be observed",
  ),
  assumptions: items("What you take for granted because nobody said otherwise, said as an assumption"),
  out_of_scope: items("What is not to be designed, so that nobody does"),
  open_questions: items("What nobody could answer and designers must know to be open"),
  criteria: Type.Array(ProposedCriterion, {
    maxItems: MAX_PROPOSED,
    description: "What decides for this person, where they ranked or said it; else []",
  }),
};

/** What a model answers that writes or changes a brief: all fields, or those that may change, or questions. */
export type BrieferAnswer = Partial<Static<TObject<typeof FIELDS>>> & { questions?: GivenQuestion[] };

/** Writes the brief, or changes what a person named of it. */
export const brieferAgent: Agent<BrieferInput, TObject> = {
  role: "briefer",
  title: (_input, model) => `designlab: brief by ${model}`,
  system: () =>
    "You write the task that several designers and their reviewers get, from a person's idea and answers. You add nothing that nobody said, you leave nothing out that somebody said, and you design nothing.",
  prompt: (input) =>
    [
      ...(input.change === null ? [WRITE] : [CHANGE]),
      RULES,
      criteriaRule(input.judgedBy),
      `Sources that from may name beside "idea": ${input.sources.map((each) => JSON.stringify(each)).join(", ") || "none"}.`,
      "Write in the language of the idea.",
      toldText(input),
      ...(input.change === null ? [] : changeText(input.change, input.nonce)),
      `Answer with this schema:\n${schemaText(brieferAgent.output(input))}`,
      JSON_ONLY,
    ].join("\n\n"),
  output({ change }) {
    if (change === null) return Type.Object({ ...FIELDS, criteria: Type.Optional(FIELDS.criteria) }, closed);
    const names = change.parts.flatMap((part) => (part === "task" ? (["topic", "task"] as const) : [part]));
    const questions = Type.Array(GivenQuestion, { maxItems: Math.min(3, change.left) });
    return Type.Object(
      {
        ...Object.fromEntries(names.map((name) => [name, Type.Optional(FIELDS[name])])),
        ...(change.left > 0 && { questions: Type.Optional(questions) }),
      },
      { ...closed, minProperties: 1 },
    );
  },
  check(input, given) {
    const { questions = [], ...fields } = given as BrieferAnswer;
    if (questions.length > 0) {
      const before = input.asked.map(({ question }) => question);
      const both = Object.keys(fields).length > 0 ? [BRIEFER_TOLD.both] : [];
      return [...both, ...questionsOf(questions, before).faults];
    }
    const { body, faults } = bodyOf(fields, input);
    if (faults.length > 0) return faults;
    const same = input.change?.words != null && JSON.stringify(body) === JSON.stringify(bodyOf({}, input).body);
    if (same) return [BRIEFER_TOLD.same];
    const judgedBy = input.judgedBy.map(({ name }) => name);
    return [...faultsIn(body), ...(fields.criteria === undefined ? [] : criteriaFaults(body, judgedBy))];
  },
  wishes(input, given) {
    const { questions = [], ...fields } = given as BrieferAnswer;
    return questions.length > 0 ? [] : unsaidFaults(bodyOf(fields, input).body);
  },
  called: briefPlace,
  tools: () => ROLES.briefer.tools,
};

const WRITE = "Write the brief of what is to be designed, from the idea and the answers below.";
const CHANGE =
  "Change the brief below as its person says, who has read it. Give the lists that change whole, and no other; in a list that changes, each item that nobody speaks of stays word for word. Where you cannot tell what is meant, ask up to three questions instead, if the schema has a place for them.";

const RULES = [
  "- Every answer is in it, and what was found already where it binds the design. What was skipped, cancelled or is still open becomes an assumption (say what you assume) or an open question, with the question's id in from.",
  "- A requirement is one thing that a reviewer can look for in a design. No item says what another says.",
  '- A non-functional requirement can be tested: "95 % of orders are confirmed within 2 s at 50 a second", "no order is charged twice", not "fast and reliable". Where nobody gave the number, the number that you would take is an assumption.',
  "- A figure or a quote stands in an item only as its sources say it.",
  "- What the person ranked is kept beside the lists as priorities, in their order, and told to everybody. It is no requirement, no constraint and no non-functional requirement.",
  "- Only what the person decided is a constraint. A technology that nobody asked for does not stand in a brief.",
].join("\n");

/** When a brief proposes criteria, and beside which. */
function criteriaRule(judgedBy: BrieferInput["judgedBy"]): string {
  const there = judgedBy.map(({ name, description }) => `${JSON.stringify(name)} (${description})`);
  return `- Reviewers score each design by: ${there.join("; ")}. criteria adds up to ${MAX_PROPOSED} more, only for what the person ranked first or said that it decides and none of these asks; [] where there is no such thing. Designers are not told them: what a design must do is a requirement too.`;
}

function changeText({ brief, words, left }: BriefChange, nonce: string): string[] {
  const said =
    words === null
      ? ["Answers above were given or changed since it was written: bring it up to date."]
      : [
          ...Object.entries(words.parts).map(([part, said]) => `SAID TO ${part}:\n${fence(said, nonce)}`),
          ...(words.whole === null ? [] : [`SAID TO THE WHOLE:\n${fence(words.whole, nonce)}`]),
        ];
  const { topic, task } = brief;
  const lists = BRIEF_LIST_NAMES.map((list) => [
    list,
    givenItems(brief[list]).map((item, at) => ({ number: `${BRIEF_LISTS[list]}${at + 1}`, ...item })),
  ]);
  const criteria = givenCriteria(brief.criteria ?? []).map((each, at) => ({
    number: `${CRITERIA_LETTER}${at + 1}`,
    ...each,
  }));
  const shown = JSON.stringify({ topic, task, ...Object.fromEntries(lists), criteria });
  const asking = left > 0 ? [GOOD, NOT_WORTH, `Types of question:\n${TYPES_TEXT}`] : [];
  return [`BRIEF:\n${fence(shown, nonce)}`, ...said, ...asking];
}
