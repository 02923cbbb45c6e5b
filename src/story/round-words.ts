import type { ChildCame } from "../artifacts/lineage.ts";
import type { Task } from "../artifacts/task.ts";
import { count } from "../text/numbers.ts";
import { WITHHELD } from "./held-back.ts";
import { listed, type Sentence, say, strong, together, typed, words } from "./sentence.ts";

/** What stands over all that is said of rounds. */
export const BETTER_DESIGNS = say`Better designs`;

/** What follows an experiment in a line that is about one of its rounds; nothing of the experiment itself. */
export const roundOption = ({ round }: Pick<Task, "round">): string[] =>
  round === undefined ? [] : [`--round=${round.number}`];

/** What a person judges, as questions and errors name it: an experiment by its id, or a round of one. */
export const judgedName = ({ experiment_id, round }: Pick<Task, "experiment_id" | "round">): string =>
  round === undefined ? experiment_id : `round ${round.number} of ${experiment_id}`;

/** What stands over the designs that a person judges. */
export const judgedTopic = ({ topic, round }: Pick<Task, "topic" | "round">): string =>
  round === undefined ? topic : `${topic}: round ${round.number} of better designs`;

/** That what came of a round is told to nobody yet. */
export const roundHeld = ({ round }: Pick<Task, "round">): Sentence =>
  say`${strong(say`Round ${round?.number ?? 0} of better designs is ${WITHHELD}.`)}`;

/** That a round is not whole, and what goes on with it. */
export const roundUnfinished = (id: string, number: number): Sentence =>
  say`${strong(say`Round ${number} of better designs is not at its end:`)} ${typed("refine", id)} goes on with it.`;

/** What a design of a round is, by the names of what it was made of: "a revision of B", "a merge of A and B". */
export function madeOf({ is, of }: { is: "revision" | "merge"; of: readonly string[] }): Sentence {
  const parents = listed(of.map((name) => words(name)));
  return is === "merge" ? say`a merge of ${parents}` : say`a revision of ${parents}`;
}

/** What came of a design of a round, in a row. */
export type CameOf = { name: string; is: "revision" | "merge"; of: readonly string[]; came: ChildCame };

const IN_ROW: Readonly<Record<ChildCame, Sentence>> = {
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
const NEWS: ReadonlySet<ChildCame> = new Set(["better", "wins", "leads, length could explain it"]);

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

/** What of a round runs or is missing: designs that are not written, and evaluations that are not there. */
export function roundOpen(
  {
    number,
    designs,
    cells,
  }: { number: number; designs: readonly Omit<CameOf, "came">[]; cells: { there: number; wanted: number } },
  running: boolean,
): Sentence {
  const what =
    designs.length > 0
      ? say`${listed(designs.map((each) => say`${words(each.name)}, ${madeOf(each)},`))} ${designs.length === 1 ? say`is` : say`are`} ${running ? say`being written` : say`to be written`}`
      : say`${cells.there} of ${count(cells.wanted, "evaluation")} ${cells.there === 1 ? say`is` : say`are`} there`;
  return say`${strong(say`Round ${number} of better designs:`)} ${what}.`;
}
