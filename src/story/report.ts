import type { ModelUsage, Spent } from "../artifacts/cost.ts";
import { amount, count, dollars, duration, tokensText } from "../text/numbers.ts";
import type { Account } from "./account.ts";
import { type Block, heading, lead, list, notice, type Table } from "./block.ts";
import type { PlanSheet } from "./plan-sheet.ts";
import { listed, model, place, type Sentence, say, strong, together, words } from "./sentence.ts";

/** The sections of a report in the order in which a person decides: what its contents call each, and its title. */
export const SECTIONS = {
  verdict: { name: "Verdict", title: "The verdict" },
  task: { name: "Task", title: "The task" },
  designs: { name: "Designs", title: "The designs" },
  coverage: { name: "Requirements", title: "Requirements, design by design" },
  scores: { name: "Scores", title: "Scores" },
  better: { name: "Better designs", title: "Better designs" },
  points: { name: "Reviews", title: "What reviewers said" },
  compare: { name: "Side by side", title: "Two designs side by side" },
  full: { name: "Full text", title: "Each design in full" },
  disagreements: { name: "Disagreements", title: "Where reviewers disagree" },
  statistics: { name: "Trust", title: "How far the numbers can be trusted" },
  account: { name: "Cost", title: "Failures, flags, time and cost" },
  configuration: { name: "Configuration", title: "What made this report" },
} as const;
export type SectionId = keyof typeof SECTIONS;

/** What stands above all sections: what was decided, what is not there, and what was cut so that the page stays small. */
export const reportHead = (
  { decision, incomplete }: Pick<Account, "decision" | "incomplete">,
  cut: { text: number; items: number } | null,
): Block[] => [
  notice(decision ?? []),
  notice(
    incomplete === null
      ? []
      : say`${strong(say`Incomplete:`)} ${incomplete}. The ranking uses what there is; see ${WHAT_FAILED}.`,
  ),
  cutSaid(cut),
];

/** What was cut so that a page stays small. */
export const cutSaid = (cut: { text: number; items: number } | null): Block =>
  notice(
    cut === null
      ? []
      : say`Texts of more than ${amount(cut.text)} characters and lists of more than ${amount(cut.items)} items are cut here, so that the page stays small; the experiment's files hold them whole.`,
  );

/** What a print ends with where it leaves out what does not decide, and what made the page. */
export const printedShort: Sentence = say`This is what decides. With “Print everything” ticked, the report prints the rest too.`;
/** In place of a page that a defect kept from being drawn. */
export const undrawnSaid = (reason: string): string =>
  `This page could not be drawn: ${reason}. The ranking is in ranking.md and ranking.json.`;
export const madeFrom = (experiment_id: string): Sentence =>
  say`Made by opencode-designlab from the files of ${words(experiment_id, "all")}.`;

const WHAT_FAILED = place("account", "what failed");
export const designMissing = (by: string): Sentence => say`There is no design by ${model(by)}; see ${WHAT_FAILED}.`;

/** How sure an answer is, behind it: by how much it leads, why that is no surer, what gives an order where none is. */
export function surenessSaid({ told: { margin, doubt, sure }, order }: Pick<Account, "told" | "order">): Sentence {
  return together([margin ?? [], doubt ? say`No surer, for ${doubt}.` : [], forAnOrder(order), sure ?? []], " ");
}

/** What to type for an order where there is none; nothing where there is one. */
export const forAnOrder = (order: Sentence | null): Sentence => (order === null ? [] : say`For an order, ${order}.`);

/** What is to be known before a ranking is relied on: the gravest first. */
export const beforeRelying: Sentence = say`Before you rely on it`;

/** All that weakens a result, the gravest first, and where it stands; beside the verdict how much that is. */
export const weakensTold = ({ warnings, weakens }: Pick<Account, "warnings" | "weakens">): Block[] => {
  const look =
    warnings.length === 0 ? [] : [say`${together(warnings, " ")} ${place("flags", "All that deserves a look")}`];
  const all = [...look, ...weakens];
  return all.length === 0 ? [] : [{ is: "heading", of: beforeRelying, id: "weakens" }, list(all)];
};
export const weakensCounted = ({ warnings, weakens }: Pick<Account, "warnings" | "weakens">): Sentence => {
  const all = weakens.length + (warnings.length === 0 ? 0 : 1);
  if (all === 0) return [];
  return say`${place("weakens", all === 1 ? "One thing weakens this result" : `${count(all, "thing")} weaken this result`)}.`;
};

/** What stands behind a part that is closed as the page opens. */
export const CLOSED = {
  scores: (of: { apart: boolean; criteria: number; scores: number; reviewers: number }): string => {
    const each = `${count(of.scores, "answer")} of ${count(of.reviewers, "reviewer")}, each with its reasons`;
    return of.apart
      ? each
      : `Charts and means, overall and of ${of.criteria === 1 ? "the criterion" : `all ${of.criteria} criteria`}; ${each}`;
  },
  points: (of: { for: number; against: number; missing: number; reviewers: number }): string =>
    of.reviewers === 0
      ? POINTS.unreviewed
      : `${of.for} for it, ${of.against} against it, ${of.missing} that it does not consider; by ${count(of.reviewers, "reviewer")}`,
  risk: (reviewers: number): string => `The rating of ${count(reviewers, "reviewer")}`,
  compare: (designs: number): string => `Any two of the ${designs} designs`,
  disagreements: (found: number): string =>
    found === 1
      ? "The one disagreement, with both reasons"
      : `${count(found, "disagreement")}, the widest first, each with both reasons`,
};

/** How a plan stands and what is next, and where the whole of it is. */
export const planInLine = ({ line }: Pick<PlanSheet, "line">): Sentence => say`${strong(say`Plan:`)} ${line}`;
export const PLAN_PAGE = { name: "The whole plan", title: "The plan", back: "The report" };

/** What the figures of a design are called on its card. */
export const BEST = "Chance to be best";
export const SAMPLES = "Samples of each score";
export const TASK_GIVEN = "The task as it was given";

/** What stands beside two designs that are compared. */
export const SIDES = {
  lead: "Choose any two. Requirements on which reviewers see them differently stand first, then what they decide about the same topic.",
  same: "Choose two different designs.",
  requirements: "Requirements on which they differ",
  rest: "Components, trade-offs, risks and questions",
};

/** What a design says, under names that are the page's. */
export const DESIGN_PARTS = {
  assumptions: "It takes for granted",
  unmitigated: "No mitigation is named.",
  drawing:
    "The arrows are the connections that the design states between its components; below a name stand its interfaces.",
};
export const drawnComponents = (components: number): string =>
  `The ${components} components as boxes with arrows between them; the list says the same.`;
/** What a drawing of a source is called, by the source's first line. */
export const drawnMermaid = (first: string): string =>
  `A drawing of the text below it, in Mermaid: ${first.slice(0, 40)}`;
export const asWritten = (letter: string): Sentence =>
  say`Design ${words(letter)} as its model wrote it. What reviewers say of it stands in the report, once there is one.`;

/** What stands above what reviewers said in words, by whether any did. */
export const pointsLead = (reviews: number): string =>
  reviews === 0
    ? "No review in words was asked for, or none is there."
    : "Sentences that say the same stand together; the number is how many of those who reviewed the design named the point. One that a single reviewer saw may be the one that matters.";
export const POINTS = {
  missing: "What it does not consider",
  unreviewed: "Nobody reviewed it in words.",
  risk: "How risky it would be to build",
  ratings: "Each reviewer's rating of the risk.",
};

/** What is read where a score has no reason, or a reviewer was not asked for one. */
export const NO_REASON = "No reason is stored.";

/** What stands above the scores: how charts of them are read, or why there are none. */
export function scoresLead(of: { apart: boolean; own: boolean; adjusted: boolean; winner: boolean }): string {
  if (of.apart) return "Each design was scored by other reviewers, so no mean stands beside another.";
  return [
    "Each ring is one reviewer's score; the band reaches from the lowest to the highest",
    of.own ? "; a cross is a model's score of its own design, which is not counted" : "",
    ". The dot and the number are their mean",
    of.adjusted ? ", overall after evening out how strict each reviewer is" : "",
    of.winner ? ". The winner is drawn in colour." : ".",
  ].join("");
}
export const SCORES = {
  adjusted: "Adjusted score, which ranks",
  mean: "Mean score, of 10",
  table: "These scores as a table",
  unscored: "a review without a score",
  overall: "Its own overall mark:",
  improvements: "What it would change",
};
export const meansCaption = (reviewers: number): string =>
  `The mean over the reviewers and, smaller, the lowest and the highest score of ${count(reviewers, "reviewer")}.`;
/** `out`: some are left out of the ranking. */
export const cellsCaption = (out: boolean): string =>
  `Each reviewer's own score of each design, of 10. Choose a score to read the reasons. ✎ stands for a review in words without a score, a dashed frame for a model's own design${out ? ", whose score is struck through, for it is not counted" : ""}.`;
export const fromCriteria = (score: string): string => `: ${score} of 10, from the criteria`;

/** What stands above where reviewers disagree: what is shown, or that nobody could or did. */
export function disagreementsLead(found: number, scoring: number): string {
  if (found > 0)
    return "The highest and the lowest score of one design on one criterion, each with its reason. Read both before you side with the mean.";
  return scoring < 2
    ? "One reviewer scored, so nobody could disagree."
    : "No two reviewers differ by a fifth of a scale or more on any criterion.";
}
export const moreDisagree = (more: number): Block =>
  lead(more > 0 ? say`${more} more stand in the ${place("matrix", "scores reviewer by reviewer")}.` : []);

/** What hides the rows of a matrix that tell no design from another. */
export const hideAgreed = (rows: number): string =>
  rows === 1 ? "Hide the row on which all agree" : `Hide the ${rows} rows on which all agree`;

/** What was used, and how long it took from the first to the last in seconds; null where nothing says. */
type Used = { usage: readonly ModelUsage[]; spent: Spent; seconds: number | null };

/** What went wrong, what deserves a look, and what it took: the end of a report. */
export function reportAccount({ failed, notes, attention, quotes }: Account, used: Used): Block[] {
  const wrong = [...failed.ways, ...notes.files];
  const look = [...attention, ...quotes];
  return [
    ...(wrong.length === 0
      ? [say`Every design, review and score that was asked for is there: none of them failed.`]
      : [heading(say`What failed`), list(wrong)]),
    ...(look.length === 0
      ? []
      : [
          { is: "heading" as const, of: say`What deserves a look`, id: "flags" },
          lead(say`None of this changes a number.`),
          list(look),
        ]),
    ...(used.usage.length === 0 ? [] : [heading(say`Time and cost`), tookSaid(used), usageTable(used.usage)]),
  ];
}

function tookSaid({ spent, seconds }: Used): Sentence {
  const { unpriced, uncounted } = spent;
  const price =
    unpriced.length === 0
      ? []
      : say` and what ${listed(unpriced.map((name) => words(name, "all")))} cost, whose price is unknown`;
  const tokens = uncounted === 0 ? [] : say`, and what ${count(uncounted, "session")} of them took, which is not known`;
  const time = seconds === null ? [] : say`; ${duration(seconds)} from the first to the last`;
  return say`${count(spent.sessions, "session")}, ${tokensText(spent)}, ${dollars(spent.cost)}${price}${tokens}${time}.`;
}

function usageTable(usage: readonly ModelUsage[]): Table {
  return {
    is: "table",
    named: "Time and cost for each model",
    head: ["Model", "Sessions", "Failed", "Tokens", "Cost", "Time", "Slowest"],
    rows: usage.map(({ model, spent, failed, seconds, slowest }) => [
      model,
      String(spent.sessions),
      String(failed),
      spent.uncounted > 0 ? "unknown" : amount(spent.tokens),
      spent.unpriced.length + spent.uncounted > 0 ? "unknown" : dollars(spent.cost),
      duration(seconds),
      duration(slowest),
    ]),
    align: ["l", "r", "r", "r", "r", "r", "r"],
  };
}
