import { Matrix } from "ml-matrix";
import { mean } from "simple-statistics";
import type { Incidence } from "./incidence.ts";
import type { ScoreModel } from "./score-model.ts";

/**
 * y_ij = θ_i: a design's plain mean over whoever scored it. The severity reported beside it is each reviewer's mean
 * distance from the designs' means, centred; it is not used for the means.
 */
export function meanModel({ designs, reviewers, observations }: Incidence): ScoreModel {
  const counts = new Array<number>(designs).fill(0);
  for (const { design } of observations) counts[design] = (counts[design] ?? 0) + 1;

  return {
    method: "mean",
    degreesOfFreedom: observations.length - designs,
    betaError: () => null,
    severityError: () => null,
    covariance: () => Matrix.diag(counts.map((count) => 1 / count)),
    solve(values) {
      const theta = groupMeans(
        values,
        observations.map((place) => place.design),
        designs,
      );
      const residuals = observations.map(({ design }, at) => (values[at] ?? 0) - (theta[design] ?? 0));
      const raw = groupMeans(
        residuals,
        observations.map((place) => place.reviewer),
        reviewers,
      );
      const centre = mean(raw);
      return {
        theta,
        severity: raw.map((value) => value - centre),
        beta: null,
        residuals,
        rss: residuals.reduce((sum, value) => sum + value * value, 0),
      };
    },
  };
}

function groupMeans(values: readonly number[], groups: readonly number[], size: number): number[] {
  const members = Array.from({ length: size }, () => [] as number[]);
  for (const [at, value] of values.entries()) members[groups[at] ?? 0]?.push(value);
  return members.map((group) => mean(group));
}
