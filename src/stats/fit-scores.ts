import { type Belief, CONSTANTS, pooledVariance, priorVariance, spreadOf } from "./belief.ts";
import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { type Incidence, varianceWithin } from "./incidence.ts";
import type { Fit } from "./score-model.ts";

/** What one table of composite scores says of its designs. Arrays are in the incidence's positions. */
export type ScoresFit = {
  models: ChosenModel;
  /** The additive model's fit; null when it could not be fitted. */
  adjusted: Fit | null;
  /** The fit that ranks. */
  fit: Fit;
  belief: Belief;
  /** The standard deviation of one score that is expected before the residuals are seen, in points of 0–10. */
  priorDeviation: number;
};

/** Fits the model that ranks and forms the belief around it. At least one score. */
export function fitScores(
  incidence: Incidence,
  composites: readonly number[],
  method: "adjusted" | "mean",
  constants = CONSTANTS,
): ScoresFit {
  const models = chooseModel(incidence, composites, method);
  const adjusted = models.additive?.solve(composites) ?? null;
  const fit = models.ranking === models.additive && adjusted ? adjusted : models.ranking.solve(composites);
  // The plain mean has no severity in it, so the noise around it comes from the additive model wherever there is one.
  const noise =
    adjusted && models.additive ? { model: models.additive, fit: adjusted } : { model: models.ranking, fit };
  const prior = priorVariance(varianceWithin(incidence, composites), constants);
  const belief = {
    theta: fit.theta,
    spread: spreadOf(models.ranking.covariance(), constants),
    ...pooledVariance(noise.fit.rss, noise.model.degreesOfFreedom, prior),
  };
  return { models, adjusted, fit, belief, priorDeviation: Math.sqrt(prior) };
}
