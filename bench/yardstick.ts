import { inverse, Matrix, solve } from "ml-matrix";
import { mean, sum } from "simple-statistics";
import { LabError } from "../src/errors.ts";
import type { Belief } from "../src/stats/belief.ts";
import { bestProbabilities, canonicalOrder, reorder, restore } from "../src/stats/uncertainty.ts";
import type { Ratings } from "./ratings.ts";

/** An item that no judge ties to the others is known this little: its variance in squared errors of one rating. */
const UNKNOWN = 1e6;
/** One dense matrix of so many items squared is inverted. */
const MOST_ITEMS = 3_000;
/** With more degrees of freedom t is normal. */
const NORMAL = 1_000;

/**
 * The probability that each of these items is the best of them, by the judges that are left once some are taken out:
 * the posterior, under a flat prior, of the two-way fit score = item + judge of all that the others rated, with the
 * residual variance pooled over the whole panel. Few ratings leave it near chance. Throws a LabError for more than
 * 3,000 items, or where nothing is left to tell a residual from.
 */
export type Yardstick = (items: readonly number[], without: readonly number[]) => number[];

/**
 * Fits all ratings once. Of the normal equations of the items, judges swept out, L = Σ_j (diag(1_j) − 1_j·1_j'/n_j) and
 * b; taking judges out takes A off L and c off b, both zero but in the rows S of what these judges rated, so that
 * G' = G_S(I − A_S·G_S)⁻¹ and θ' = θ + G'(A·θ − c) need a matrix of that size alone (Woodbury 1950).
 */
export function yardstickOf({ panel, byJudge, byItem }: Ratings): Yardstick {
  const items = byItem.length;
  const freedom = sum(byItem.map((judges) => judges.length)) - items - byJudge.length + 1;
  const cannot = `Cannot hold panels of "${panel}" against the judges left out`;
  if (items > MOST_ITEMS) throw new LabError(`${cannot}: needs at most ${MOST_ITEMS} items, found ${items}`);
  if (freedom < 1) {
    throw new LabError(`${cannot}: needs more ratings than items and judges together, found ${items + byJudge.length}`);
  }
  const all = Matrix.eye(items, items).mul(1 / UNKNOWN);
  const right = Matrix.zeros(items, 1);
  for (const rated of byJudge) addJudge(rated, all, right, (item) => item);
  const known = inverse(all);
  const theta = known.mmul(right).to1DArray();
  const residuals = byJudge.flatMap((rated) => {
    const off = [...rated].map(([item, score]) => score - (theta[item] ?? 0));
    const severity = mean(off);
    return off.map((each) => each - severity);
  });
  const variance = Math.max(1e-12, sum(residuals.map((each) => each ** 2)) / freedom);

  return (wanted, without) => {
    const touched = [...new Set([...wanted, ...without.flatMap((judge) => [...(byJudge[judge]?.keys() ?? [])])])];
    const placeOf = new Map(touched.map((item, at) => [item, at]));
    const gone = Matrix.zeros(touched.length, touched.length);
    const taken = Matrix.zeros(touched.length, 1);
    for (const judge of without) {
      addJudge(byJudge[judge] ?? new Map(), gone, taken, (item) => placeOf.get(item) ?? 0);
    }
    const block = known.selection(touched, touched);
    const own = [...wanted.keys()];
    const left = solve(
      Matrix.sub(Matrix.eye(touched.length), block.mmul(gone)),
      block.selection([...touched.keys()], own),
    ).transpose();
    const before = Matrix.columnVector(touched.map((item) => theta[item] ?? 0));
    const shift = left.mmul(Matrix.sub(gone.mmul(before), taken)).to1DArray();
    const spread = left.selection(own, own);
    return bestOf({
      theta: wanted.map((item, at) => (theta[item] ?? 0) + (shift[at] ?? 0)),
      spread: Matrix.add(spread, spread.transpose()).div(2),
      variance,
      freedom: Math.min(freedom, NORMAL),
    });
  };
}

/** Adds what one judge's ratings say of items, severity swept out, to the normal equations. */
function addJudge(
  rated: ReadonlyMap<number, number>,
  matrix: Matrix,
  right: Matrix,
  place: (item: number) => number,
): void {
  const level = mean([...rated.values()]);
  const places = [...rated.keys()].map(place);
  for (const [item, score] of rated) right.set(place(item), 0, right.get(place(item), 0) + score - level);
  for (const a of places) {
    matrix.set(a, a, matrix.get(a, a) + 1);
    for (const b of places) matrix.set(a, b, matrix.get(a, b) - 1 / rated.size);
  }
}

function bestOf(belief: Belief): number[] {
  const order = canonicalOrder(belief);
  return restore(bestProbabilities(reorder(belief, order)), order);
}
