import type { LearnedErrors } from "../artifacts/learned.ts";
import type { AvailableModel } from "../artifacts/model.ts";

/** What two reviewers share less by than this is no reason to take another one. */
const LEAST_GAIN = 0.05;

/**
 * Listed reviewers in the order in which places are given to them: as they are listed, but one that has a place gives it
 * to one that has none, that costs no more and whose errors the others share less, as earlier experiments show.
 *
 * @param places How many of them are asked.
 */
export function orderReviewers(
  listed: readonly string[],
  places: number,
  available: readonly AvailableModel[],
  learned: LearnedErrors | null,
): string[] {
  const order = [...listed];
  if (learned === null) return order;
  const price = new Map(available.map((model) => [model.id, model.price]));
  const costsNoMore = (id: string, than: string) => {
    const [own, other] = [price.get(id), price.get(than)];
    return own != null && other != null && own.input <= other.input && own.output <= other.output;
  };
  const known = new Map(learned.pairs.map(({ one, other, correlation }) => [keyOf(one, other), correlation]));
  // Of a pair that is not known NaN, which is no gain.
  const shared = (id: string, without: string) =>
    order
      .slice(0, places)
      .reduce((sum, other) => sum + (other === without ? 0 : (known.get(keyOf(id, other)) ?? Number.NaN)), 0);
  for (let round = 0; round < listed.length; round++) {
    const swaps = order.slice(0, places).flatMap((out, from) =>
      order.slice(places).flatMap((next, by) => {
        const gain = shared(out, out) - shared(next, out);
        return gain >= LEAST_GAIN && costsNoMore(next, out) ? [{ from, to: places + by, gain }] : [];
      }),
    );
    const [best] = swaps.sort((a, b) => b.gain - a.gain);
    if (best === undefined) break;
    const [out, next] = [order[best.from] as string, order[best.to] as string];
    order[best.from] = next;
    order[best.to] = out;
  }
  return order;
}

const keyOf = (one: string, other: string): string => JSON.stringify([one, other].sort());
