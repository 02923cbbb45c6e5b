import type { Design } from "../../artifacts/design.ts";
import { finderOf } from "./occurrences.ts";

/** An arrow between two components, by their positions. */
export type Link = { from: number; to: number };

/** Shorter names stand by chance in any text. Characters. */
const MIN_NAME = 3;

/**
 * Which component names which in its description, responsibilities or interfaces. A name counts as a whole word or
 * phrase, in any case, with a plural ending; the longer of two names that overlap is meant. Time grows with the length
 * of the texts and the number of names, whatever they are made of.
 */
export function linksOf(components: Design["components"]): Link[] {
  const names = namesOf(components);
  return components.flatMap(({ description, responsibilities, interfaces = [] }, from) =>
    namedIn([description, ...responsibilities, ...interfaces].join("\n"), names)
      .filter((to) => to !== from)
      .map((to) => ({ from, to })),
  );
}

/** The steps from one component to the next in the order in which a sentence of the data flow names them. */
export function flowOf(data_flow: string, components: Design["components"]): Link[] {
  const names = namesOf(components);
  const steps = data_flow.split(/(?<=[.!?;])\s|[。！？\n]/u).flatMap((sentence) => {
    const named = namedIn(sentence, names);
    return named.slice(1).map((to, at) => ({ from: named[at] ?? to, to }));
  });
  return [...new Map(steps.map((step) => [`${step.from} ${step.to}`, step])).values()];
}

/** A component's name in small letters; `whole` where it counts only between what is no letter. */
type Name = { at: number; length: number; whole: boolean; placesIn: (text: string) => number[] };

/** The names that are looked for, the longest first. Those between letters of scripts without spaces count anywhere. */
function namesOf(components: Design["components"]): Name[] {
  return components
    .map(({ name }, at) => ({ at, name: name.trim().toLowerCase() }))
    .filter(({ name }) => [...name].length >= MIN_NAME || /[^\p{ASCII}]/u.test(name))
    .map(({ at, name }) => ({
      at,
      length: name.length,
      whole: /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(name),
      placesIn: finderOf(name),
    }))
    .sort((a, b) => b.length - a.length);
}

/** Positions of the components that a text names, each once, in the order of their first mention. */
function namedIn(text: string, names: readonly Name[]): number[] {
  let left = text.toLowerCase();
  const found: { at: number; place: number }[] = [];
  for (const name of names) {
    const [first, ...more] = mentionsIn(left, name);
    if (first === undefined) continue;
    // What is taken leaves a gap of its own length, so that places stay comparable.
    left = withGaps(left, [first, ...more]);
    found.push({ at: name.at, place: first.start });
  }
  return found.sort((a, b) => a.place - b.place).map(({ at }) => at);
}

type Span = { start: number; end: number };

/** Where a text holds a name, from left to right and apart, its plural ending included. */
function mentionsIn(text: string, { length, whole, placesIn }: Name): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const start of length > text.length ? [] : placesIn(text)) {
    if (start < from || (whole && isWordBefore(text, start))) continue;
    const bare = start + length;
    const end = whole && text[bare] === "s" ? bare + 1 : bare;
    if (whole && isWordAt(text, end)) continue;
    found.push({ start, end });
    from = end;
  }
  return found;
}

function withGaps(text: string, spans: readonly Span[]): string {
  const pieces = spans.map(
    ({ start, end }, at) => text.slice(spans[at - 1]?.end ?? 0, start) + "\n".repeat(end - start),
  );
  return pieces.join("") + text.slice(spans.at(-1)?.end ?? 0);
}

function isWordAt(text: string, at: number): boolean {
  return at < text.length && WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isWordBefore(text: string, at: number): boolean {
  const before = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? at - 2 : at - 1;
  return before >= 0 && isWordAt(text, before);
}

const WORD = /[\p{L}\p{N}]/u;
