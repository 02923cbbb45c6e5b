import { Value } from "@sinclair/typebox/value";
import type { AvailableModel } from "../artifacts/model.ts";
import { hasKnownMaker, vendorOf } from "../artifacts/model.ts";
import { ModelId } from "./schema.ts";

/** Models that the lab chooses by itself, at the most; and designs of one that is all there is. */
const WANTED = 3;

/**
 * Who designs where nobody named anyone: up to three models of the providers that the person set up, one of each
 * provider first; one that is all there is three times.
 */
export function defaultDesigners(available: readonly AvailableModel[]): string[] {
  return alone(filledUp([], WANTED, choosable(available), available));
}

/** Models that the lab may choose among by itself: the person's own; those that the host brought only where there are none. */
export function choosable(available: readonly AvailableModel[]): readonly AvailableModel[] {
  // One whose name no configuration can hold is never chosen.
  const sound = available.filter(({ id }) => Value.Check(ModelId, id));
  const own = sound.filter(({ hosts_own }) => !hosts_own);
  return writers(own.length > 0 ? own : sound);
}

/** The ids and, up to so many in all, the models that come next after them. */
export function filledUp(
  ids: readonly string[],
  wanted: number,
  models: readonly AvailableModel[],
  available: readonly AvailableModel[],
): string[] {
  const chosen = available.filter(({ id }) => ids.includes(id));
  const more: AvailableModel[] = [];
  while (ids.length + more.length < wanted) {
    const next = nextModel(models, [...chosen, ...more]);
    if (next === null) break;
    more.push(next);
  }
  return [...ids, ...more.map(({ id }) => id)];
}

/** The designers; a model that is all there is writes three designs. */
export function alone(ids: readonly string[]): string[] {
  const [only, ...others] = new Set(ids);
  return only !== undefined && others.length === 0 && ids.length < WANTED ? Array(WANTED).fill(only) : [...ids];
}

/** The model of the person's own providers that would come next after those of these ids; null when there is none. */
export function oneMore(ids: readonly string[], available: readonly AvailableModel[]): AvailableModel | null {
  const chosen = available.filter(({ id }) => ids.includes(id));
  return nextModel(writers(available.filter(({ hosts_own }) => !hosts_own)), chosen);
}

/** Those that write text; where none does as far as the host knows, all of them. */
function writers(models: readonly AvailableModel[]): readonly AvailableModel[] {
  const writing = models.filter(({ writes_text }) => writes_text);
  return writing.length > 0 ? writing : models;
}

/**
 * The first model of a provider that none was chosen of, providers by name. Once all are there: no other name of a
 * model that is chosen, none dearer than the dearest chosen, a maker the lab knows, one whose maker and then whose
 * family is new, the dearest of those that are no dearer and the cheapest of the others, the newest, the first by name.
 */
function nextModel(models: readonly AvailableModel[], chosen: readonly AvailableModel[]): AvailableModel | null {
  const others = models.filter(({ id }) => !chosen.some((each) => each.id === id));
  const [provider] = others
    .map((model) => model.provider)
    .filter((name) => !chosen.some((each) => each.provider === name))
    .sort();
  if (provider !== undefined) return firstOf(others.filter((model) => model.provider === provider));
  const dearest = Math.max(0, ...chosen.map(priceOf));
  const vendors = new Set(chosen.map(({ id }) => vendorOf(id)));
  const families = new Set(chosen.map(familyOf));
  return best(others, (model) => {
    const price = priceOf(model);
    return [
      chosen.some((each) => isSame(each, model)) ? 1 : 0,
      price > dearest ? 1 : 0,
      hasKnownMaker(model.id) ? 0 : 1,
      vendors.has(vendorOf(model.id)) ? 1 : 0,
      families.has(familyOf(model)) ? 1 : 0,
      price > dearest ? price : -price,
      -(model.released ?? 0),
    ];
  });
}

/**
 * A provider's default. Where the host names none that writes text: of the newest models of each family the one with
 * the middle price, neither the dearest nor the least able; of makers that the lab knows, where it knows any.
 */
function firstOf(models: readonly AvailableModel[]): AvailableModel | null {
  const named = models.find((model) => model.default);
  if (named) return named;
  const newest = [...new Set(models.map(familyOf))].flatMap((family) => {
    const members = models.filter((model) => familyOf(model) === family);
    return best(members, (model) => [-(model.released ?? 0), priceOf(model)]) ?? [];
  });
  const known = newest.filter(({ id }) => hasKnownMaker(id));
  const candidates = known.length > 0 ? known : newest;
  const prices = candidates.map(priceOf).filter((price) => price > 0);
  const middle = prices.sort((a, b) => a - b)[(prices.length - 1) >> 1] ?? 0;
  return best(candidates, (model) => [priceOf(model) === middle ? 0 : 1, -(model.released ?? 0)]);
}

/** The smallest by these keys, then by name; null of none. */
function best(models: readonly AvailableModel[], keysOf: (model: AvailableModel) => number[]): AvailableModel | null {
  const [first] = models
    .map((model) => ({ model, keys: keysOf(model) }))
    .sort((a, b) => compare(a.keys, b.keys) || (a.model.id < b.model.id ? -1 : 1));
  return first?.model ?? null;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What a provider brings out on one day in one family is one model under several names: dated, fast, latest. */
function isSame(a: AvailableModel, b: AvailableModel): boolean {
  return a.provider === b.provider && a.released !== null && a.released === b.released && familyOf(a) === familyOf(b);
}

/** A model of no family that the host knows is one by itself. */
function familyOf({ provider, family, id }: AvailableModel): string {
  return family === null ? id : `${provider} ${family}`;
}

/** US dollars for a million tokens of output, as what a session costs is mostly output; 0 when unknown. */
function priceOf({ price }: AvailableModel): number {
  return price?.output ?? 0;
}
