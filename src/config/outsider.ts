import type { AvailableModel } from "../schemas/model.ts";
import { vendorOf } from "../text/vendor.ts";
import type { Config } from "./schema.ts";

/**
 * The model to ask for a judgement that no designer can give: one that designs nothing, of a vendor that designs nothing
 * first, then a provider's default, then the dearest that costs no more than the dearest designer, then by name. Null
 * when every model that is offered designs.
 */
export function outsider(designers: readonly string[], available: readonly AvailableModel[]): AvailableModel | null {
  const vendors = new Set(designers.map(vendorOf));
  const designing = available.filter(({ id }) => designers.includes(id));
  const dearest = Math.max(0, ...designing.map(({ price }) => price?.output ?? 0));
  const keysOf = ({ id, default: first, price }: AvailableModel): number[] => {
    const output = price?.output ?? 0;
    return [
      vendors.has(vendorOf(id)) ? 1 : 0,
      first ? 0 : 1,
      output > dearest ? 1 : 0,
      output > dearest ? output : -output,
    ];
  };
  const others = available.filter(({ id }) => !designers.includes(id));
  const [best] = others.sort((a, b) => compare(keysOf(a), keysOf(b)) || (a.id < b.id ? -1 : 1));
  return best ?? null;
}

/** Whether any reviewer is configured; a panel that is configured is never changed. */
export function namesReviewers({ review_models, review: { qualitative, quantitative } }: Config): boolean {
  return [review_models, qualitative.models, quantitative.models].some((list) => list.length > 0);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
