import type { Unranked } from "../artifacts/ranking-note.ts";
import { LabError } from "../errors.ts";
import type { Belief } from "./belief.ts";
import { fitRanking, type RankingFit, whyUnranked } from "./fit.ts";
import { preparePanel, type RankingInput } from "./panel.ts";
import { competitionRanks, EPSILON, tidy } from "./ranks.ts";
import { uncertaintyOf } from "./uncertainty.ts";

/** What a merge loses for each doubling of its length over its longest parent, in points of 0–10. */
export const LENGTH_PENALTY = 0.5;

/** A text of a blind round that was made of several others of it, by design_id. */
export type Merge = { merge: string; parents: readonly string[] };

/**
 * What a round says of a merge: by P(best) of the whole round, never by single pairs.
 *
 * - "wins": the round names it the winner, and still does with its length taken off.
 * - "leads, length could explain it": the round names it the winner, and no longer with its length taken off.
 * - "leads": alone in front, but no winner even with its length. Nobody wins.
 * - "does not lead": another text is first, or shares the first place.
 * - null: the round has no order; `reason` says why.
 */
export type MergeVerdict = {
  merge: string;
  parents: string[];
  result: "wins" | "leads, length could explain it" | "leads" | "does not lead" | null;
  reason: Unranked | "unscored" | null;
  /** From this P(best) on a round of so many texts names a winner. */
  bound: number | null;
  /** As the round has it. */
  plain: MergeStanding | null;
  /** The same with `penalty` points off the merge's quality. */
  shortened: MergeStanding | null;
  /** .5 points for each doubling of its length over its longest parent; 0 where it is not longer. */
  penalty: number;
  /** In characters; `longest` is of the longest parent, `ratio` null where that has none. */
  length: { merge: number; longest: number; ratio: number | null };
};

/** Who is alone in front of a round (null where several share it), who wins it, and P(best) of every scored text, best first. */
export type MergeStanding = {
  leader: string | null;
  winner: string | null;
  p_best: { design_id: string; p: number }[];
};

/**
 * Ranks a merge among all texts of its round, as it is and with its length taken off.
 *
 * @param round The round as a panel, as compareRevisions() takes it.
 *
 * Throws a LabError for a text that is not in the round, and for a merge of fewer than two.
 */
export function judgeMerge(round: RankingInput, { merge, parents }: Merge): MergeVerdict {
  const lengths = new Map(round.designs.map(({ design_id, length }) => [design_id, length]));
  const cannot = `Cannot judge merge ${merge}`;
  if (new Set(parents).size < 2)
    throw new LabError(`${cannot}: needs two texts that it was made of, found ${new Set(parents).size}`);
  for (const id of [merge, ...parents])
    if (!lengths.has(id))
      throw new LabError(`${cannot}: needs ${id} in the round, found ${[...lengths.keys()].join(", ") || "none"}`);
  if (parents.includes(merge))
    throw new LabError(`${cannot}: needs other texts than itself, found it among its parents`);

  const own = lengths.get(merge) ?? 0;
  const longest = Math.max(...parents.map((id) => lengths.get(id) ?? 0));
  const ratio = longest > 0 ? own / longest : null;
  const penalty = LENGTH_PENALTY * Math.max(0, Math.log2(ratio ?? 1));
  const said = { merge, parents: [...parents], penalty, length: { merge: own, longest, ratio } };
  const panel = preparePanel(round);
  const fitted = fitRanking(panel, round.options);
  const at = fitted?.ids.indexOf(merge) ?? -1;
  if (!fitted || at < 0) {
    const reason = fitted ? "unscored" : whyUnranked(panel);
    return tidy({ ...said, result: null, reason, bound: fitted?.bound ?? null, plain: null, shortened: null });
  }
  const plain = standing(fitted, fitted.belief);
  const { theta } = fitted.belief;
  const shortened = standing(fitted, { ...fitted.belief, theta: theta.with(at, (theta[at] ?? 0) - penalty) });
  return tidy({
    ...said,
    result: resultOf(merge, plain, shortened),
    reason: null,
    bound: fitted.bound,
    plain,
    shortened,
  });
}

function resultOf(merge: string, plain: MergeStanding, shortened: MergeStanding): MergeVerdict["result"] {
  if (plain.leader !== merge) return "does not lead";
  if (plain.winner !== merge) return "leads";
  return shortened.winner === merge ? "wins" : "leads, length could explain it";
}

function standing({ ids, bound, opinions }: RankingFit, belief: Belief): MergeStanding {
  const ranks = competitionRanks(belief.theta);
  const { best } = uncertaintyOf(belief, 0);
  const order = [...ids.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
  const [first = 0, second] = order;
  const alone = second === undefined || ranks[second] !== 1;
  const wins = alone && second !== undefined && opinions > 1 && (best[first] ?? 0) >= bound - EPSILON;
  const leader = alone ? (ids[first] ?? null) : null;
  return {
    leader,
    winner: wins ? leader : null,
    p_best: order.map((place) => ({ design_id: ids[place] ?? "", p: best[place] ?? 0 })),
  };
}
