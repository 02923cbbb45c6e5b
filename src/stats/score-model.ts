import type { Matrix } from "ml-matrix";

/** What a model of the scores says about one set of numbers, one for each place of the incidence. */
export type Fit = {
  /** Quality of each design. */
  theta: number[];
  /** What each reviewer adds to every score; negative is severe. Sums to 0. */
  severity: number[];
  /** What a reviewer adds to its own model's design; null where nobody scored its own. */
  beta: number | null;
  /** Score minus what the model expects, by place. */
  residuals: number[];
  /** Weighted sum of squared residuals. */
  rss: number;
};

/** A linear model of scores over one incidence. It is built once and solved for as many sets of numbers as needed. */
export type ScoreModel = {
  method: "adjusted" | "mean";
  /** Cells minus parameters. */
  degreesOfFreedom: number;
  solve(values: readonly number[]): Fit;
  /** Covariance of theta for an error variance of 1, but for one number added to every entry. */
  covariance(): Matrix;
  /** Standard error of beta for this weighted sum of squared residuals; null without beta or a degree of freedom. */
  betaError(rss: number): number | null;
  /** The largest standard error of a severity for this sum; null without severities or a degree of freedom. */
  severityError(rss: number): number | null;
};
