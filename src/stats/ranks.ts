import { normal } from "jstat";

/** Scores nearer than this, in points of 0–10, are equal: rounding never decides a rank. */
export const EPSILON = 1e-9;

/** Competition ranks, the highest score first: 9, 7, 7, 5 have ranks 1, 2, 2, 4. */
export function competitionRanks(scores: readonly number[]): number[] {
  const ranks = new Array<number>(scores.length).fill(0);
  for (const group of tiedGroups(scores)) {
    for (const at of group.members) ranks[at] = group.before + 1;
  }
  return ranks;
}

/** Mid-ranks, the highest score first: 9, 7, 7, 5 have ranks 1, 2.5, 2.5, 4. */
export function midRanks(scores: readonly number[]): number[] {
  const ranks = new Array<number>(scores.length).fill(0);
  for (const { members, before } of tiedGroups(scores)) {
    for (const at of members) ranks[at] = before + (members.length + 1) / 2;
  }
  return ranks;
}

/**
 * Blom's normal scores, what a rank is worth on a scale of deviations: Φ⁻¹((r − .375)/(n + .25)), r counted from the
 * worst and the mean rank of equals (Blom 1958, "Statistical estimates and transformed beta-variables").
 */
export function blomScores(values: readonly number[]): number[] {
  const n = values.length;
  return midRanks(values).map((rank) => normal.inv((n + 1 - rank - 0.375) / (n + 0.25), 0, 1));
}

/** Positions of equal scores together, best first, with the number of positions before each group. */
export function tiedGroups(scores: readonly number[]): { members: number[]; before: number }[] {
  const order = scores.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const groups: { members: number[]; before: number }[] = [];
  let head = Number.NaN;
  order.forEach((at, before) => {
    const score = scores[at] ?? 0;
    const group = groups.at(-1);
    if (group && head - score <= EPSILON) {
      group.members.push(at);
    } else {
      groups.push({ members: [at], before });
      head = score;
    }
  });
  return groups;
}

/**
 * The runs of a ranking in which no two designs can be told apart, each as long as it can be and none inside another.
 * Runs may overlap: A like B and B like C does not make A like C.
 *
 * @param size How many designs are ranked; positions count from the best.
 * @param isApart Whether the design at the first position can be told from the one at the second, which ranks lower.
 * @returns Runs as positions, best first; empty when all can be told apart.
 */
export function tieGroups(size: number, isApart: (better: number, worse: number) => boolean): number[][] {
  const groups: number[][] = [];
  let reached = 0;
  const nearestTold = Array.from({ length: size }, (_, at) => {
    let other = at + 1;
    while (other < size && !isApart(at, other)) other++;
    return other;
  });
  for (let first = 0; first < size; first++) {
    let last = size - 1;
    for (let at = first; at <= last; at++) last = Math.min(last, (nearestTold[at] ?? size) - 1);
    if (last <= first || last <= reached) continue;
    groups.push(Array.from({ length: last - first + 1 }, (_, at) => first + at));
    reached = last;
  }
  return groups;
}

/** True when a sum of squares is no more than what rounding leaves of numbers that are equal. */
export function isRounding(sumOfSquares: number, values: readonly number[]): boolean {
  const size = values.reduce((sum, value) => sum + value * value, 0);
  return !(sumOfSquares > 1e-24 * size);
}

/** True when all values are equal, but for rounding. */
export function isConstant(values: readonly number[]): boolean {
  const first = values[0] ?? 0;
  return isRounding(
    values.reduce((sum, value) => sum + (value - first) ** 2, 0),
    values,
  );
}

/**
 * The same plain data with every number rounded to ten decimals and without a negative zero, so that a file shows 6.8
 * where arithmetic left 6.799999999999999.
 */
export function tidy<T>(value: T): T {
  if (typeof value === "number") return roundTen(value) as T;
  if (Array.isArray(value)) return value.map((item) => tidy(item)) as T;
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidy(item)])) as T;
  }
  return value;
}

function roundTen(value: number): number {
  return (Number.isInteger(value) ? value : Math.round(value * 1e10) / 1e10) + 0;
}
