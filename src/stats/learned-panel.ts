import type { LearnedErrors } from "../artifacts/learned.ts";
import { ERROR_CORRELATION } from "./belief.ts";
import type { LearnedMind } from "./incidence.ts";

/**
 * The correlations of the errors of these models with each other, by their places: what was learned of a pair, else the
 * constant; 1 on the diagonal. Null where nothing was learned of any two of them.
 */
export function correlationsOf(models: readonly string[], { pairs }: LearnedErrors): number[][] | null {
  const known = new Map(
    pairs.flatMap(({ one, other, correlation }) => [
      [JSON.stringify([one, other]), correlation],
      [JSON.stringify([other, one]), correlation],
    ]),
  );
  const of = (one: string, other: string) => known.get(JSON.stringify([one, other]));
  const isKnown = models.some((one) => models.some((other) => one !== other && of(one, other) !== undefined));
  if (!isKnown) return null;
  return models.map((one, at) => models.map((other, by) => (at === by ? 1 : (of(one, other) ?? ERROR_CORRELATION))));
}

/** Times that weights are divided: more go towards those of generalised least squares, which trust correlations too much. */
const ROUNDS = 2;

/**
 * What each of a panel weighs, 1 in the mean: w_j is divided by (R·w)_j, what it shares with the panel, a few times, so
 * that none falls to 0 or below it.
 */
export function weightsBy(correlations: readonly (readonly number[])[], rounds = ROUNDS): number[] {
  let weights = correlations.map(() => 1);
  for (let round = 0; round < rounds; round++) {
    const divided = weights.map(
      (weight, at) => weight / (correlations[at] ?? []).reduce((sum, rho, by) => sum + rho * (weights[by] ?? 0), 0),
    );
    const whole = divided.reduce((sum, each) => sum + each, 0);
    weights = divided.map((each) => (each * weights.length) / whole);
  }
  return weights;
}

/** What was learned of the models that scored, by their positions in the panel; empty where nothing was. */
export function learnedMinds(
  cells: readonly { reviewer: number }[],
  reviewers: readonly { model: string; person?: number }[],
  learned: LearnedErrors | undefined,
): ReadonlyMap<number, { learned: LearnedMind }> {
  if (learned === undefined) return new Map();
  const places = [...new Set(cells.map(({ reviewer }) => reviewer))]
    .filter((at) => reviewers[at]?.person === undefined)
    .sort((a, b) => a - b);
  const correlations = correlationsOf(
    places.map((at) => reviewers[at]?.model ?? ""),
    learned,
  );
  if (correlations === null) return new Map();
  const weights = weightsBy(correlations);
  return new Map(
    places.map((reviewer, at) => {
      return [reviewer, { learned: { at, weight: weights[at] ?? 1, correlations: correlations[at] ?? [] } }];
    }),
  );
}
