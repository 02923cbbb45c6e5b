import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { competitionRanks } from "./competition-ranks.ts";
import { compositeScore } from "./composite.ts";
import { pooledVariance } from "./draws.ts";
import { type CompactIncidence, compact } from "./incidence.ts";
import type { RankingInput } from "./input.ts";
import { meanModel } from "./mean-model.ts";
import type { Fit } from "./score-model.ts";
import type { Panel } from "./score-panel.ts";
import { type Uncertainty, uncertaintyOf } from "./uncertainty.ts";

/** The panel's scores, the model fitted to them and how sure its order is. Arrays by design are in incidence positions. */
export type RankingFit = {
  /** Of the panel's cells, in their order; designIds and reviewerIds are positions in the panel. */
  incidence: CompactIncidence;
  /** The composite score of each cell, 0–10. */
  composites: readonly number[];
  models: ChosenModel;
  /** Plain means. */
  average: readonly number[];
  /** The additive model's fit; null when it could not be fitted. */
  adjusted: Fit | null;
  /** The fit that ranks. */
  fit: Fit;
  ranks: readonly number[];
  /** Incidence positions, best first; designs of one rank by design_id. */
  order: readonly number[];
  /** The design that is alone at rank 1. */
  leader: number | null;
  uncertainty: Uncertainty;
};

/** Fits and draws. Null when there is no score or all weights are zero, so that nothing can be ranked. */
export function fitRanking(panel: Panel, options: RankingInput["options"]): RankingFit | null {
  const composites = panel.cells.flatMap(({ score }) => compositeScore(score.scores, panel.criteria) ?? []);
  if (composites.length === 0) return null;
  const incidence = compact(panel.cells);
  const models = chooseModel(incidence, options.method);
  const average = meanModel(incidence).solve(composites).theta;
  const adjusted = models.additive?.solve(composites) ?? null;
  const fit = models.ranking === models.additive && adjusted ? adjusted : models.ranking.solve(composites);
  const ranks = competitionRanks(fit.theta);
  const order = [...ranks.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
  const [first, second] = order;
  const leader = first === undefined || (second !== undefined && ranks[second] === 1) ? null : first;
  // The plain mean has no severity in it, so the noise around it comes from the additive model wherever there is one.
  const noise =
    adjusted && models.additive ? { model: models.additive, fit: adjusted } : { model: models.ranking, fit };
  const uncertainty = uncertaintyOf(
    {
      theta: fit.theta,
      covariance: models.ranking.covariance(),
      ...pooledVariance(noise.fit.rss, noise.model.degreesOfFreedom),
    },
    options,
  );
  return { incidence, composites, models, average, adjusted, fit, ranks, order, leader, uncertainty };
}
