import type { DesignChange, RankAmong } from "../artifacts/comparison.ts";
import type { Names } from "../artifacts/names.ts";
import { listed, model, quote, type Sentence, say, scored, strong, together, words } from "./sentence.ts";
import type { ComparedExperiment, ComparedExperiments } from "./story.ts";

/** Models of one panel that are named. */
const MAX_MODELS = 6;

/** What stands above how designs moved from one experiment to another, by their ids. */
export const fromTo = (earlier: string, later: string): Sentence =>
  say`From ${words(earlier, "all")} to ${words(later, "all")}, one task`;

/** How each design of two experiments on one task moved among those that are in both, and what only one of them has. */
export function changeLines(changes: readonly DesignChange[], rows: readonly ComparedExperiment[]): Sentence[] {
  const both = changes.filter(({ before, after }) => before !== null && after !== null).length;
  return changes.map(({ before, after, model: by, move, criterion }) => {
    if (before === null || after === null) {
      const [at, own] = before ? ([0, before] as const) : ([1, after] as const);
      if (own === null) return say`by ${model(by)}`;
      const ranked = rows[at]?.story?.ranking.designs.filter(({ rank }) => rank !== null).length ?? 0;
      const place = own.rank === null ? say`not ranked` : say`rank ${own.rank} of ${ranked}`;
      return say`${strong(calledIn(rows[at], own))} in ${at + 1} only, by ${model(by)}: ${place}.`;
    }
    const [one, other] = [calledIn(rows[0], before), calledIn(rows[1], after)];
    const same = JSON.stringify(one) === JSON.stringify(other);
    const who = same ? say`${strong(one)} in 1 and in 2` : say`${strong(one)} in 1 and ${strong(other)} in 2`;
    const most = criterion
      ? say`, most on ${strong(words(criterion.name, "choice"))} (${scored(criterion.before)} to ${scored(criterion.after)})`
      : say``;
    return say`${who}, by ${model(by)}: ${moved(before, after, move, both)}${most}.`;
  });
}

/** A letter is another design's in another experiment, so that each is called by its own. */
function calledIn(row: ComparedExperiment | undefined, { design_id }: RankAmong): Sentence {
  const { designs, titles }: Pick<Names, "designs" | "titles"> = row?.story?.names ?? NOBODY;
  const title = titles.get(design_id);
  const letter = words(designs.get(design_id) ?? design_id, "choice");
  return title === undefined ? say`${letter}` : say`${letter} ${quote(title, "name")}`;
}

const NOBODY = { designs: new Map<string, string>(), titles: new Map<string, string>() };

function moved(before: RankAmong, after: RankAmong, move: DesignChange["move"], both: number): Sentence {
  if (move === null) return say`not ranked in both`;
  if (both === 1) return say`no other is in both`;
  return move === "stays"
    ? say`stays at place ${after.among ?? 0} of the ${both} in both`
    : say`${move} from place ${before.among ?? 0} to ${after.among ?? 0} of the ${both} in both`;
}

/** Whether the same models judged the first two, for other judges give other scores. */
export function panelsOf(rows: readonly ComparedExperiment[]): Sentence | null {
  const [first, second] = rows.map(({ story }) => new Set(story?.names.reviewers.values() ?? []));
  if (!first || !second) return null;
  const only = (own: Set<string>, other: Set<string>) => [...own].filter((name) => !other.has(name)).map(model);
  const [gone, come] = [only(first, second), only(second, first)];
  const parts = [
    ...(gone.length > 0 ? [say`only in 1 ${listed(gone, MAX_MODELS)}`] : []),
    ...(come.length > 0 ? [say`only in 2 ${listed(come, MAX_MODELS)}`] : []),
  ];
  return parts.length === 0 ? say`The same models judged both.` : say`Other models judged: ${together(parts, "; ")}.`;
}

/** What scores of one of the experiments say of those of another. */
export function comparability({ one_task }: ComparedExperiments): Sentence {
  return one_task
    ? say`The task is one, but each experiment was scored anew: a small difference between two of them means nothing.`
    : say`The tasks differ, so a score of one says nothing about a score of another.`;
}
