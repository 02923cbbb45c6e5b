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
  const lower = text.toLowerCase();
  const taken = new Uint8Array(lower.length + 1);
  // One place further on, so that what stands before the first letter is there and none.
  const letters = new Uint8Array(lower.length + 2);
  for (const { 0: letter, index } of lower.matchAll(/[\p{L}\p{N}]/gu)) {
    letters.fill(1, index + 1, index + 1 + letter.length);
  }
  const first = new Map<number, number>();
  for (const { at, length, whole, placesIn } of names) {
    for (const start of placesIn(lower)) {
      const bare = start + length;
      const end = whole && lower[bare] === "s" ? bare + 1 : bare;
      if (taken[start] || taken[end - 1] || (whole && (letters[start] || letters[end + 1]))) continue;
      taken.fill(1, start, end);
      letters.fill(0, start + 1, end + 1);
      if (!first.has(at)) first.set(at, start);
    }
  }
  return [...first].sort(([, a], [, b]) => a - b).map(([at]) => at);
}
