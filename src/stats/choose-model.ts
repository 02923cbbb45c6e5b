import { sampleVariance } from "simple-statistics";
import type { ModelReason } from "../artifacts/ranking-note.ts";
import { additiveModel } from "./additive-model.ts";
import type { Incidence } from "./incidence.ts";
import { meanModel } from "./mean-model.ts";
import type { ScoreModel } from "./score-model.ts";

/** The model that ranks, the additive one where it can be fitted, and the reason where it cannot. */
export type ChosenModel = { ranking: ScoreModel; additive: ScoreModel | null; reason: ModelReason | null };

/** The additive model when it is asked for and can be fitted, else the plain mean. */
export function chooseModel(incidence: Incidence, values: readonly number[], method: "adjusted" | "mean"): ChosenModel {
  const fitted = fitAdditive(incidence, values);
  if ("reason" in fitted) return { ranking: meanModel(incidence), additive: null, reason: fitted.reason };
  return { ranking: method === "mean" ? meanModel(incidence) : fitted, additive: fitted, reason: null };
}

/**
 * The additive model; where cells are missing its severities are shrunk by λ = min(1, σ²/σ_r²), the variance of errors
 * over that of severities as plain least squares finds them: a reviewer's severity is known from few designs, and
 * taking all of it out would add its error to theirs. Scores without noise are not shrunk. A complete panel needs
 * none: there severity cancels out of every difference.
 */
export function fitAdditive(incidence: Incidence, values: readonly number[]): ScoreModel | { reason: ModelReason } {
  const plain = additiveModel(incidence);
  if ("reason" in plain || incidence.observations.length === incidence.designs * incidence.reviewers) return plain;
  return additiveModel(incidence, { shrinkage: shrinkageOf(plain, values) });
}

/** λ of a plain fit: at most 1, and 1 where no degree of freedom is left to tell. */
function shrinkageOf(plain: ScoreModel, values: readonly number[]): number {
  const { rss, severity } = plain.solve(values);
  if (plain.degreesOfFreedom < 1 || severity.length < 2) return 1;
  const errors = rss / plain.degreesOfFreedom;
  const severities = sampleVariance(severity);
  return errors >= severities ? 1 : errors / severities;
}
