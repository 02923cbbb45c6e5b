import { median, sampleStandardDeviation } from "simple-statistics";
import { groupsOf, type Incidence, scorersOf } from "./incidence.ts";
import { EPSILON, isConstant } from "./ranks.ts";

/** A reviewer's spread may be this many times the panel's median before the reviewer counts for less. */
export const SPREAD_LIMIT = 1.15;
/** Of two reviewers nothing says which one spreads its scores too widely. */
const LEAST_OPINIONS = 3;

/**
 * The same table in which a reviewer with widely spread scores weighs less: w = min(1, c·m/s), s the standard deviation
 * of its own values, m the median of s over reviewers that tell designs apart. In the additive model this is what
 * brings its spread down to c·m. Fewer than three such reviewers all weigh 1, and so does an order, which has no spread.
 *
 * @param values One number for each place of the incidence, points of 0–10.
 * @param limit c; Infinity takes every limit away.
 */
export function limitInfluence<I extends Incidence>(
  incidence: I,
  values: readonly number[],
  limit: number = SPREAD_LIMIT,
): I {
  const given = groupsOf(incidence, values, "reviewer");
  const scorers = new Set(scorersOf(incidence));
  const spreads = given.map((own, at) =>
    scorers.has(at) && own.length > 1 && !isConstant(own) ? sampleStandardDeviation(own) : 0,
  );
  // A spread as small as what numbers are rounded by says nothing.
  const telling = spreads.filter((spread) => spread > EPSILON);
  const most = telling.length < LEAST_OPINIONS ? Number.POSITIVE_INFINITY : limit * median(telling);
  return {
    ...incidence,
    observations: incidence.observations.map(({ influence: _, ...place }) => {
      const spread = spreads[place.reviewer] ?? 0;
      return spread > most ? { ...place, influence: most / spread } : place;
    }),
  };
}

/** What reviewers with a limited influence weigh, by their positions; of several tables the least. */
export function limitedIn(tables: readonly (Incidence & { reviewerIds: readonly number[] })[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { observations, reviewerIds } of tables) {
    for (const { reviewer, influence } of observations) {
      const at = reviewerIds[reviewer] ?? -1;
      if (influence !== undefined) found.set(at, Math.min(influence, found.get(at) ?? 1));
    }
  }
  return found;
}
