/**
 * How large a value may be. `characters` counts UTF-16 units of all strings and keys together, `text` those of one
 * string, `items` the entries of one list or object, `values` all values at any depth, `depth` lists and objects
 * inside one another.
 */
export type Bounds = { characters: number; text: number; items: number; values: number; depth: number };

/**
 * The most that is taken in and given out, far above what models and people write: a long design has 60,000
 * characters, a long review 40 points. Whatever walks, scans or prints a value may count on these. An artifact holds
 * what was answered and where it came from, so its bounds are wider than those of the answer.
 */
export const BOUNDS = {
  /** One answer of a model, of any agent. */
  answer: { characters: 400_000, text: 200_000, items: 500, values: 10_000, depth: 12 },
  /** The text of a task, and any file that says nothing else. */
  task: { characters: 2_000_000, text: 1_000_000, items: 2_000, values: 20_000, depth: 12 },
  /** 200 options with all that may be said of each. */
  question: { characters: 200_000, text: 100_000, items: 200, values: 15_000, depth: 6 },
  /** What a person answers to one question. */
  person: { characters: 200_000, text: 100_000, items: 200, values: 2_000, depth: 5 },
  /** One of them, or a question, with who and when. */
  question_line: { characters: 201_000, text: 100_000, items: 200, values: 15_100, depth: 8 },
  /** What a host answers to the command: a reply with its facts, among them a whole ranking. */
  desk: { characters: 20_000_000, text: 5_000_000, items: 50_000, values: 1_100_000, depth: 20 },
  ledger_line: { characters: 50_000, text: 20_000, items: 500, values: 2_000, depth: 8 },
} as const satisfies Record<string, Bounds>;

/** The largest end of a criterion's scale and the largest weight, so that sums over a matrix stay exact. */
export const MAX_SCALE = 1_000_000;
/** The most tokens, dollars, seconds or sessions that anything can have taken; a number past it was never counted. */
export const MAX_AMOUNT = 1e12;

/**
 * The first bound that a value breaks, as "risks[3].mitigation: at most 200000 characters, found 250000"; null when
 * it keeps all. Stops at the first and goes no deeper than the bound, so that it may be asked before anything else is.
 */
export function exceededBound(value: unknown, bounds: Bounds): string | null {
  return keeps(value, bounds, 0, { characters: 0, values: 0 }) ? null : firstExceeded(value, bounds);
}

/** Whether a value keeps all bounds, without a word about where it does not: nearly every value does. */
function keeps(value: unknown, bounds: Bounds, depth: number, seen: { characters: number; values: number }): boolean {
  if (++seen.values > bounds.values) return false;
  if (typeof value === "string") {
    seen.characters += value.length;
    return value.length <= bounds.text && seen.characters <= bounds.characters;
  }
  if (typeof value !== "object" || value === null) return true;
  if (depth >= bounds.depth) return false;
  if (Array.isArray(value)) {
    return value.length <= bounds.items && value.every((inner) => keeps(inner, bounds, depth + 1, seen));
  }
  const keys = Object.keys(value);
  if (keys.length > bounds.items) return false;
  for (const key of keys) {
    seen.characters += key.length;
    if (!keeps((value as Record<string, unknown>)[key], bounds, depth + 1, seen)) return false;
  }
  return seen.characters <= bounds.characters;
}

function firstExceeded(value: unknown, bounds: Bounds): string | null {
  const left: Step[] = [{ value, depth: 0, key: "", above: null }];
  let characters = 0;
  let values = 0;
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value: found, depth } = place;
    if (++values > bounds.values) return `at most ${bounds.values} values in all, found more`;
    if (typeof found === "string") {
      if (found.length > bounds.text) return at(place, `at most ${bounds.text} characters, found ${found.length}`);
      characters += found.length;
    } else if (typeof found === "object" && found !== null) {
      if (depth >= bounds.depth) return at(place, `at most ${bounds.depth} lists and objects inside one another`);
      const isList = Array.isArray(found);
      const items = isList ? found.length : Object.keys(found).length;
      if (items > bounds.items) return at(place, `at most ${bounds.items} entries, found ${items}`);
      for (const [key, inner] of Object.entries(found).reverse()) {
        if (!isList) characters += key.length;
        left.push({ value: inner, depth: depth + 1, key: isList ? `[${key}]` : key, above: place });
      }
    }
    if (characters > bounds.characters) return `at most ${bounds.characters} characters in all, found more`;
  }
  return null;
}

type Step = { value: unknown; depth: number; key: string; above: Step | null };

const MAX_KEY = 40;
const MAX_NAMED = 6;

/** The sentence with the path of its place, the outermost keys only where that is deep. */
function at(place: Step, problem: string): string {
  const keys: string[] = [];
  for (let each: Step | null = place; each !== null; each = each.above) keys.push(each.key.slice(0, MAX_KEY));
  const named = keys.reverse().filter((key) => key !== "");
  const path = named
    .slice(0, MAX_NAMED)
    .reduce((path, key) => path + (path && !key.startsWith("[") ? "." : "") + key, "");
  return path === "" ? problem : `${path}${named.length > MAX_NAMED ? "…" : ""}: ${problem}`;
}
