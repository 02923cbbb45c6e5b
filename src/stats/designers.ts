import { studentt } from "jstat";
import type { Matrix } from "ml-matrix";
import { mean } from "simple-statistics";
import type { DesignerGroup } from "../artifacts/study-result.ts";
import { compact, groupedDesigns, type Observation } from "./incidence.ts";
import { additiveModel } from "./models.ts";
import { tidy } from "./ranks.ts";

/** Experiments that a model designed in before its interval is told, and before it is put in an order. */
export const LEAST_OF_DESIGNER = { interval: 3, order: 5 } as const;
/** From this probability on one model is called the better designer. */
export const SURE_OF_ORDER = 0.95;
const LEVEL = 0.975;
/** What lies no further apart is equal, but for the last digits of sums. Points. */
const EQUAL = 1e-9;

/** One design of one experiment: who designed it, and its quality by that panel, 0–10. */
export type DesignerScore = { seat: string; score: number };

/**
 * Who designs better: score_me = α_m + γ_e + error, model and experiment, by least squares (the two-way additive model of
 * Yates 1934), so that designs are compared within their experiments alone. The error is pooled over all: σ̂² = RSS/ν,
 * ν = n − G − k + 1 for n scores of k models in G experiments, and α_a − α_b over its standard error is t of ν degrees of
 * freedom. Models that no chain of experiments connects stand in groups of their own.
 *
 * @param experiments The designs of each; several of one seat count as their mean. One with a single seat compares nothing.
 */
export function compareDesigners(experiments: readonly (readonly DesignerScore[])[]): DesignerGroup[] {
  const cells = experiments
    .map((own) => [...Map.groupBy(own, ({ seat }) => seat)].map(([seat, all]) => ({ seat, score: meanOf(all) })))
    .filter((own) => own.length > 1);
  const seats = [...new Set(cells.flat().map(({ seat }) => seat))].toSorted();
  const placed = cells.flatMap((own, reviewer) =>
    own.map(({ seat, score }) => ({ at: { design: seats.indexOf(seat), reviewer, self: false }, score })),
  );
  const whole = compact(placed.map(({ at }) => at));
  const groups = groupedDesigns(whole).map((group) => {
    const inside = new Set(group.map((position) => whole.designIds[position]));
    return placed.filter(({ at }) => inside.has(at.design));
  });
  const compared = groups.map((own) => groupOf(own, seats));
  return tidy(compared.toSorted((a, b) => b.experiments - a.experiments || b.rows.length - a.rows.length));
}

const meanOf = (all: readonly DesignerScore[]): number => mean(all.map(({ score }) => score));

function groupOf(placed: readonly { at: Observation; score: number }[], seats: readonly string[]): DesignerGroup {
  const incidence = compact(placed.map(({ at }) => at));
  const model = additiveModel(incidence);
  if ("reason" in model) throw new Error(`models that are connected cannot be compared: ${model.reason}`);
  const { theta, rss } = model.solve(placed.map(({ score }) => score));
  const freedom = model.degreesOfFreedom;
  const variance = freedom > 0 ? rss / freedom : null;
  const covariance = model.covariance();
  const level = mean(theta);
  const limit = freedom > 0 ? studentt.inv(LEVEL, freedom) : 0;
  const rows = incidence.designIds.map((id, position) => {
    const experiments = incidence.observations.filter(({ design }) => design === position).length;
    const known = variance !== null && experiments >= LEAST_OF_DESIGNER.interval;
    const half = known ? limit * Math.sqrt(variance * aboveMean(covariance, position)) : null;
    return { seat: seats[id] ?? "", experiments, effect: (theta[position] ?? 0) - level, half };
  });
  const ordered = [...rows.keys()].filter((at) => (rows[at]?.experiments ?? 0) >= LEAST_OF_DESIGNER.order);
  const better = ordered.flatMap((a) =>
    ordered.flatMap((b) => {
      const apart = (theta[a] ?? 0) - (theta[b] ?? 0);
      if (variance === null || !(apart > EQUAL)) return [];
      const error = Math.sqrt(variance * (covariance.get(a, a) + covariance.get(b, b) - 2 * covariance.get(a, b)));
      const p = error > 0 ? studentt.cdf(apart / error, freedom) : 1;
      return p < SURE_OF_ORDER ? [] : [{ better: rows[a]?.seat ?? "", worse: rows[b]?.seat ?? "", p }];
    }),
  );
  return {
    rows: rows.toSorted((a, b) => b.effect - a.effect || (a.seat < b.seat ? -1 : 1)),
    experiments: incidence.reviewers,
    deviation: variance === null ? null : Math.sqrt(variance),
    freedom,
    better,
  };
}

/** c'Vc of α_m − ᾱ, for an error variance of 1. */
function aboveMean(covariance: Matrix, position: number): number {
  const size = covariance.rows;
  const contrast = Array.from({ length: size }, (_, at) => (at === position ? 1 : 0) - 1 / size);
  let sum = 0;
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) sum += (contrast[a] ?? 0) * (contrast[b] ?? 0) * covariance.get(a, b);
  }
  return Math.max(0, sum);
}
