import { skeletonOf } from "../text/fold.ts";
import { claimedNames, type NamedSpan } from "./claims.ts";
import { type Identities, knownNames } from "./identities.ts";
import { type FoundName, findNames } from "./names.ts";

/**
 * Replaces by "[author]" what would tell a reviewer who wrote a text: the configured ids, their distinctive parts and
 * the makers of those models wherever they stand, and every known name of a model or maker where it claims
 * authorship. Letters that look alike, separators and invisible characters make no difference. ADR 4 draws the line,
 * ADR 20 says how names and claims are found. `masked` holds each thing found once, as it was written.
 */
export function mask(text: string, identities: Identities): { text: string; masked: string[] } {
  const masked = new Set<string>();
  let current = text;
  // What is left of a name can form another with what stands around it, hence until nothing is found.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = find(current, identities);
    if (found.length === 0) break;
    const kept: string[] = [];
    let from = 0;
    for (const { start, end } of found) {
      masked.add(current.slice(start, end));
      kept.push(current.slice(from, start), MASK);
      from = end;
    }
    current = kept.join("") + current.slice(from);
  }
  return { text: current, masked: [...masked] };
}

/** `mask` for every string inside a JSON value; a string under a key such as "author" counts as a claim. */
export function maskValue<T>(value: T, identities: Identities): { value: T; masked: string[] } {
  const masked = new Set<string>();
  const visit = (item: unknown, key: string): unknown => {
    if (typeof item === "string") {
      const label = CLAIMING_KEY.test(key) ? "author: " : "";
      const result = mask(label + item, identities);
      for (const name of result.masked) masked.add(name);
      return result.text.slice(label.length);
    }
    if (Array.isArray(item)) return item.map((inner) => visit(inner, key));
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => [mask(name, identities).text, visit(inner, name)]),
    );
  };
  return { value: visit(value, "") as T, masked: [...masked] };
}

/**
 * What `mask` would still find in a prompt that is about to be sent, the exempt text itself left out. A design stands
 * in it as JSON, so that its line breaks and quotation marks are escaped.
 */
export function scan(prompt: string, identities: Identities): string[] {
  const { exempt = "" } = identities;
  const rest = exempt.trim() === "" ? prompt : prompt.replaceAll(exempt, "\n");
  return mask(rest.replace(/\\[nrt"]/g, "  "), identities).masked;
}

/** What stands in the place of what is masked. */
export const MASK = "[author]";
const MAX_ROUNDS = 5;
const CLAIMING_KEY = /(?:^|[_-])(?:author|authors|model|assistant|designer|llm|creator|by|signature)$/i;

type Span = { start: number; end: number };

/** Where names stand that have to go, in the original, from left to right and apart. */
function find(text: string, identities: Identities): Span[] {
  const { lexicon, told } = knownNames(identities);
  const skeleton = skeletonOf(text);
  const isSmall = ({ start }: FoundName): boolean => /[a-z]/.test(text[skeleton.at[start] ?? 0] ?? "");
  // "Google Maps" names neither Google nor a model for the author of anything.
  const namesProduct = ({ maker, kind, end }: FoundName): boolean =>
    maker && kind === "ambiguous" && PRODUCT.test(text.slice(skeleton.at[end - 1], (skeleton.at[end] ?? 0) + MAX_WORD));
  const found = findNames(lexicon, skeleton).filter((name) => !namesProduct(name));
  const names = found.map((name): FoundName & NamedSpan => {
    const small = isSmall(name) && !/\d/.test(skeleton.text.slice(name.start, name.end));
    return { ...name, weight: name.kind !== "ambiguous" ? "plain" : small ? "small" : "ambiguous" };
  });
  const claimed = claimedNames(skeleton.text, names);
  const spans = names
    .filter((name) => {
      const tells = name.kind === "bare" && !told.has(name.key) && !(name.apart && isSmall(name));
      return tells || claimed.has(name);
    })
    .map(({ start, end }) => ({ start: skeleton.at[start] ?? 0, end: endOf(text, skeleton.at[end - 1] ?? 0) }));
  return joined(spans.sort((a, b) => a.start - b.start || b.end - a.end));
}

/** After a name's last letter a word with a capital, other than what makers call themselves and their models. */
const PRODUCT = /^\S [A-Z](?!I\b|esearch\b|rain\b|abs\b|eam\b|nc\b|LC\b|emini\b|eep|lama\b|opilot\b|hi\b|ova\b)[\w-]/;
const MAX_WORD = 12;

/** After the letter that stands at `at`, with the marks on it and what is invisible after it. */
function endOf(text: string, at: number): number {
  const next = at + String.fromCodePoint(text.codePointAt(at) ?? 0).length;
  MARKS.lastIndex = next;
  return next + (MARKS.exec(text)?.[0].length ?? 0);
}

const MARKS = /[\p{M}\p{DI}]*/uy;

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}
