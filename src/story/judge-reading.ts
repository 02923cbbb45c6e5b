import type { OwnAnswer, OwnPart } from "../artifacts/ballot.ts";
import { askedSaid } from "./meets.ts";
import { listed, type Sentence, say, words } from "./sentence.ts";

/** What stands between a design's summary and its whole text. */
export const GLANCE = {
  title: "Its main points",
  choice: "Decides first",
  risk: "Gravest risk it names",
  cost: "Cost it states",
  components: "Components",
  answers: "On the requirements",
  no_choice: "It names no decision.",
  no_risk: "It names no risk.",
  no_cost: "No sum of money and no time of work was found in its text.",
  whole: "The whole text",
};

/** What is wanted of who reads the quotes, once for all of them. */
export const OWN_WORDS =
  "Quotes are looked up by a program in the design's own text. They show where it speaks of a requirement, not whether it meets it; what stands in other words is not found.";

/** How a quote was found, or that none was. */
export function answerSaid({ id, found }: Pick<OwnAnswer, "id" | "found">): Sentence {
  if (found === "by-number") return say`It names ${words(id)}`;
  return found === "by-words"
    ? say`It does not name ${words(id)}; nearest by its words`
    : say`Neither its number nor its words were found.`;
}

/** Over all requirements how many are named, spoken of, or not found: "names 3 of 6, shares words with 2; not found: R4". */
export function answersSaid(answers: readonly OwnAnswer[]): Sentence {
  const of = (found: OwnAnswer["found"]) => answers.filter((each) => each.found === found);
  const missing = of("nowhere").map(({ id }) => words(id));
  const parts = [
    ...(of("by-number").length > 0 ? [say`names ${of("by-number").length}`] : []),
    ...(of("by-words").length > 0 ? [say`shares words with ${of("by-words").length}`] : []),
  ];
  const silent =
    missing.length === 0 ? [] : say`${parts.length > 0 ? say`; ` : []}not found: ${listed(missing, MAX_MISSING)}`;
  return say`Of ${askedSaid(answers.map(({ id }) => id))} its text ${listed(parts)}${silent}`;
}

const MAX_MISSING = 8;

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
  alone: "Decided by one alone",
  both_risks: "Risks that both name",
  own_risks: "Risks that one alone names",
  none: "None.",
  alike: ", chosen alike",
} as const;
