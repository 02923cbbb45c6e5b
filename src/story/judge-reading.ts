import type { OwnAnswer, OwnPart } from "../artifacts/ballot.ts";
import { askedSaid } from "./meets.ts";
import { type Sentence, say } from "./sentence.ts";

/** What stands between a design's summary and its whole text. */
export const GLANCE = {
  title: "Its main points",
  choice: "Decides first",
  risk: "Gravest risk it names",
  components: "Components",
  answers: "Requirements it names by number",
  no_choice: "It names no decision.",
  no_risk: "It names no risk.",
  whole: "The whole text",
};

/** What is wanted of who reads the quotes, once for all of them. */
export const OWN_WORDS =
  "These are sentences of the design that name a requirement by its number. They do not show whether the design meets it.";

/** How many requirements a design names by number: what it says in other words no program can tell. */
export const answersSaid = (answers: readonly OwnAnswer[]): Sentence =>
  say`Its text names ${askedSaid(answers.map(({ id }) => id))} by number`;

/** Where in a design a quote stands. */
export const IN_PART = {
  summary: "summary",
  assumptions: "assumptions",
  architecture: "architecture",
  components: "components",
  connections: "connections",
  data_flow: "data flow",
  tradeoffs: "trade-offs",
  risks: "risks",
  open_questions: "open questions",
  notes: "notes",
} as const satisfies Record<OwnPart, string>;

/** Two designs beside each other. */
export const TWO_SIDES = {
  title: "Two of them side by side",
  lead: "Choose any two. What both decide about one topic stands first, what they decide differently before what they chose alike.",
  approach: "Approach",
  rest: "Components, connections, assumptions and questions",
  back: (first: string, second: string): string => `Back to the question on ${first} and ${second}`,
  open: "Set two designs side by side",
  pair: (first: string, second: string): string => `Set ${first} and ${second} side by side`,
  shared: "The same topic, decided by both",
  alone: "Other decisions of each",
  both_risks: "Risks that both name",
  own_risks: "Other risks of each",
  none: "None.",
  alike: ", chosen alike",
} as const;
