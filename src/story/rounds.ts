import type { Came } from "../artifacts/lineage.ts";
import type { Requirement } from "../artifacts/requirement.ts";
import { type ChildOutcome, cameOf, improved, type RoundOutcome } from "../experiment/round-outcome.ts";
import { count, probability } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { childSaid, roundBlocks, roundSaid } from "./refine.ts";
import { listed, type Sentence, say, strong, together, words } from "./sentence.ts";

/** What stands over all that is said of rounds. */
export const BETTER_DESIGNS = say`Better designs`;

/** What a design of a round is, by the names of what it was made of: "a revision of B", "a merge of A and B". */
export function madeOf({ is, of }: { is: "revision" | "merge"; of: readonly string[] }): Sentence {
  const parents = listed(of.map((name) => words(name)));
  return is === "merge" ? say`a merge of ${parents}` : say`a revision of ${parents}`;
}

/** The same of what came of one. */
export const childIs = ({ is, parents }: Pick<ChildOutcome, "is" | "parents">): Sentence =>
  madeOf({ is, of: parents.map(({ name }) => name) });

/**
 * What stands beside the verdict of a ranking: which design of a round was better than what it was made of, and where a
 * round has another first of the designs that are ranked. `first`: the ranking's first place.
 */
export function besideRanking(outcomes: readonly RoundOutcome[], first: readonly string[]): Sentence[] {
  return outcomes.flatMap((outcome) => {
    const better = new Set(improved(outcome));
    const children = outcome.children.filter(({ child }) => better.has(child.row.design_id));
    return [...children.map(betterBeside), ...otherParent(outcome, first)];
  });
}

function betterBeside(child: ChildOutcome): Sentence {
  const called = say`${words(child.name)}, ${childIs(child)},`;
  const parents = listed(child.parents.map(({ name }) => words(name)));
  if (child.is === "revision")
    return say`${strong(say`${called} is better than ${parents}`)}: judged anew beside it, blind, ${probability(child.numbers?.p_better ?? null)} sure.`;
  const p = child.numbers?.plain?.p_best.find(({ design_id }) => design_id === child.numbers?.merge)?.p ?? null;
  return say`${strong(say`${called} is the best of its round`)}: judged anew beside them, blind, ${probability(p)} likely.`;
}

/** Where a round that holds the ranking's first names another of its parents the best. */
function otherParent({ children, ranking, number }: RoundOutcome, first: readonly string[]): Sentence[] {
  const parents = children.flatMap((each) => each.parents);
  const winner = parents.find(({ id }) => id === ranking?.summary.winner);
  if (winner === undefined || first.includes(winner.of) || !parents.some(({ of }) => first.includes(of))) return [];
  const p = ranking?.designs.find(({ design_id }) => design_id === winner.id)?.p_best ?? null;
  return [
    say`${strong(say`Judged anew in round ${number}, ${words(winner.name)} is the best of its texts`)}, ${probability(p)} likely.`,
  ];
}

/** Each round with what came of it, for a page: whether anything is better stands first. */
export function roundsBlocks(outcomes: readonly RoundOutcome[], requirements: readonly Requirement[]): Block[] {
  return outcomes.flatMap((outcome) => [
    ...(outcomes.length > 1 ? [say`${strong(say`Round ${outcome.number}`)}`] : []),
    ...roundSaid(outcome),
    ...roundBlocks(outcome, requirements),
  ]);
}

/** The same in sentences alone. */
export const roundsSaid = (outcomes: readonly RoundOutcome[]): Sentence[] => outcomes.flatMap(roundSaid);

/** What came of a design of a round, in a row. */
export type CameOf = { name: string; is: "revision" | "merge"; of: readonly string[]; came: Came };

const IN_ROW: Readonly<Record<Came, Sentence>> = {
  better: say`is better`,
  worse: say`is worse`,
  "not better": say`is not better`,
  wins: say`is the best of its round`,
  leads: say`leads its round and is no winner`,
  "leads, length could explain it": say`leads its round, and its length could explain it`,
  "does not lead": say`is not the best of its round`,
  "no verdict": say`cannot be told from it`,
  "not-written": say`is not written`,
  "not-judged": say`is not judged yet`,
  unchanged: say`says the same`,
};
const NEWS: ReadonlySet<Came> = new Set(["better", "wins", "leads, length could explain it"]);

/** One design of a round in a row: "B2, a revision of B, is better". */
export const childInRow = (child: CameOf): Sentence =>
  say`${words(child.name)}, ${madeOf(child)}, ${IN_ROW[child.came]}`;

/** What came of all rounds in a row: what is better, else what was tried. Null where there was none. */
export function roundsInRow(children: readonly CameOf[]): Sentence | null {
  if (children.length === 0) return null;
  const news = children.filter(({ came }) => NEWS.has(came));
  const told = (news.length > 0 ? news : children).map(childInRow);
  const rest = told.length - MAX_ROW;
  return together([...told.slice(0, MAX_ROW), ...(rest > 0 ? [say`and ${rest} more`] : [])], "; ");
}
const MAX_ROW = 2;

/** The same in a line of a list of experiments. */
export function roundsInList(children: readonly CameOf[]): Sentence | null {
  const said = roundsInRow(children);
  return said && say`Better designs: ${said}`;
}

/** One design of a round as a list of those that are there names it. */
export const childrenThere = (child: ChildOutcome): Sentence => {
  const { design } = child.child;
  const title = design === null ? [] : say` “${words(design.title, "line")}”`;
  return say`${childInRow({ name: child.name, is: child.is, of: child.parents.map(({ name }) => name), came: cameOf(child) })}${title}`;
};

/** What a design of a round is and what came of it, as it is shown alone: its points and the parts that it took over too. */
export function childShown(child: ChildOutcome, outcome: RoundOutcome): Block[] {
  const { design } = child.child;
  const name = words(child.name);
  return [
    say`${strong(say`${name} is ${childIs(child)}`)}, of round ${outcome.number}. ${childSaid(child, outcome)}`,
    ...answersSaidOf(design?.answers ?? []),
    ...originsTold(child),
  ];
}

/** What a designer did about each point of its reviewers. */
function answersSaidOf(answers: NonNullable<NonNullable<ChildOutcome["child"]["design"]>["answers"]>): Block[] {
  if (answers.length === 0) return [];
  return [say`What its designer did about what reviewers said:`, list(answers.map(pointAnswered))];
}

/** One point of reviewers, and what was done about it or why not. */
export const pointAnswered = ({ text, done, how }: { text: string; done: boolean; how: string }): Sentence =>
  say`“${words(text, "sentence")}”: ${done ? say`taken up` : say`not taken up`}. ${words(how, "sentence")}`;

function originsTold(child: ChildOutcome): Block[] {
  const origins = originLines(child);
  return origins.length === 0 ? [] : [say`Where its parts come from:`, list(origins)];
}

/** Each part of a merge with the designs that it comes from. */
export function originLines({ child: { design }, parents }: Pick<ChildOutcome, "child" | "parents">): Sentence[] {
  return (design?.origins ?? []).map(({ part, name, from }) => {
    const named = parents.filter(({ of }) => from.includes(of)).map((each) => words(each.name));
    const where = named.length === 0 ? say`new` : say`from ${listed(named)}`;
    return say`${PART[part]} “${words(name, "sentence")}”: ${where}`;
  });
}
const PART = { component: "Component", tradeoff: "Trade-off", risk: "Risk" } as const;

/** What of a round runs or is missing: designs that are not written, and evaluations that are not there. */
export function roundOpen(
  { number, designs, cells }: { number: number; designs: readonly CameOf[]; cells: { there: number; wanted: number } },
  running: boolean,
): Sentence {
  const what =
    designs.length > 0
      ? say`${listed(designs.map((each) => say`${words(each.name)}, ${madeOf(each)},`))} ${designs.length === 1 ? say`is` : say`are`} ${running ? say`being written` : say`to be written`}`
      : say`${cells.there} of ${count(cells.wanted, "evaluation")} ${cells.there === 1 ? say`is` : say`are`} there`;
  return say`${strong(say`Round ${number} of better designs:`)} ${what}.`;
}
