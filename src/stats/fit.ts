import type { Unranked } from "../artifacts/ranking-note.ts";
import { fitScores, type ScoresFit } from "./belief.ts";
import { compositeScore, totalWeight } from "./composite.ts";
import { type CompactIncidence, compact, type Incidence, opinionsOf, withReviewers } from "./incidence.ts";
import { meanModel } from "./models.ts";
import type { Panel, RankingInput } from "./panel.ts";
import { competitionRanks, EPSILON } from "./ranks.ts";
import { type Uncertainty, uncertaintyOf } from "./uncertainty.ts";
import { type Grounds, toldApart } from "./verdict.ts";

/** The panel's scores, the model fitted to them and how sure its order is. Arrays by design are in incidence positions. */
export type RankingFit = ScoresFit & {
  /** Of the panel's cells, in their order; designIds and reviewerIds are positions in the panel. */
  incidence: CompactIncidence;
  /** By incidence position: design_ids and reviewer_ids. */
  ids: readonly string[];
  reviewerIds: readonly string[];
  /** The composite score of each cell, 0–10. */
  composites: readonly number[];
  /** The scores on which agreement is computed. */
  agreeing: { rest: Incidence; values: readonly number[] };
  /** Plain means. */
  average: readonly number[];
  ranks: readonly number[];
  /** Incidence positions, best first; designs of one rank by design_id. */
  order: readonly number[];
  /** The design that is alone at rank 1. */
  leader: number | null;
  /** Reviewers whose scores tell designs apart. */
  opinions: number;
  /** From this probability on designs are told apart. */
  bound: number;
  /** The leader, where P(best) and the number of opinions name it the winner. */
  winner: number | null;
  /** What confidence hangs on. */
  grounds: Grounds;
  uncertainty: Uncertainty;
};

/**
 * Fits the model and says how sure the order is. Null when there is no score, all weights are zero or nobody compares:
 * means of different reviewers' scores are no order.
 */
export function fitRanking(panel: Panel, options: RankingInput["options"]): RankingFit | null {
  const composites = panel.cells.flatMap(({ score }) => compositeScore(score.scores, panel.criteria) ?? []);
  if (composites.length === 0) return null;
  const incidence = compact(panel.cells);
  const fitted = fitScores(incidence, composites, options.method);
  const ranks = competitionRanks(fitted.fit.theta);
  const opinions = opinionsOf(incidence, composites);
  if (nobodyCompares(incidence, ranks, opinions)) return null;
  const order = [...ranks.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
  const [first, second] = order;
  const leader = first === undefined || (second !== undefined && ranks[second] === 1) ? null : first;
  const uncertainty = uncertaintyOf(fitted.belief, options.draws);
  const { designs } = incidence;
  const bound = toldApart(designs);
  const best = uncertainty.best[first ?? 0] ?? 0;
  const heard = designs > 1 && opinions > 1 ? leader : null;
  const apart = first === undefined || second === undefined ? 0 : uncertainty.beatsAnyway(first, second);
  return {
    ...fitted,
    incidence,
    ids: incidence.designIds.flatMap((at) => panel.designs[at]?.design_id ?? []),
    reviewerIds: incidence.reviewerIds.flatMap((at) => panel.reviewers[at]?.reviewer_id ?? []),
    composites,
    agreeing: withReviewers(incidence, composites, (at) => panel.first?.has(incidence.reviewerIds[at] ?? -1) ?? true),
    average: meanModel(incidence).solve(composites).theta,
    ranks,
    order,
    leader,
    opinions,
    bound,
    winner: best >= bound - EPSILON ? heard : null,
    grounds: { best, designs, opinions, apart },
    uncertainty,
  };
}

/** Whether no reviewer scored two designs, or those that did give them one score and the order comes from elsewhere. */
function nobodyCompares(
  { designs, reviewers, observations }: CompactIncidence,
  ranks: readonly number[],
  opinions: number,
) {
  if (designs < 2 || opinions > 0) return false;
  return observations.length === reviewers || ranks.some((rank) => rank > 1);
}

/** Why there is no fit. */
export function whyUnranked({ cells, criteria }: Panel): Unranked {
  if (cells.length === 0) return "no-score";
  return totalWeight(criteria) > 0 ? "nobody-compares" : "no-weight";
}
