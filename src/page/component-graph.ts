import type { Design } from "../schemas/design.ts";

/** An arrow between two components, by their positions. */
export type Link = { from: number; to: number };

/** Shorter names stand by chance in any text. Characters. */
const MIN_NAME = 3;

/**
 * Which component names which in its description, responsibilities or interfaces. A name counts as a whole word or
 * phrase, in any case, with a plural ending; the longer of two names that overlap is meant.
 */
export function linksOf(components: Design["components"]): Link[] {
  return components.flatMap(({ description, responsibilities, interfaces = [] }, from) =>
    namedIn([description, ...responsibilities, ...interfaces].join("\n"), components)
      .filter((to) => to !== from)
      .map((to) => ({ from, to })),
  );
}

/** The steps from one component to the next in the order in which a sentence of the data flow names them. */
export function flowOf(data_flow: string, components: Design["components"]): Link[] {
  const steps = data_flow.split(/(?<=[.!?;])\s|[。！？\n]/u).flatMap((sentence) => {
    const named = namedIn(sentence, components);
    return named.slice(1).map((to, at) => ({ from: named[at] ?? to, to }));
  });
  return [...new Map(steps.map((step) => [`${step.from} ${step.to}`, step])).values()];
}

/** Positions of the components that a text names, each once, in the order of their first mention. */
function namedIn(text: string, components: Design["components"]): number[] {
  const names = components
    .map(({ name }, at) => ({ at, name: name.trim().toLowerCase() }))
    .filter(({ name }) => [...name].length >= MIN_NAME || /[^\p{ASCII}]/u.test(name))
    .sort((a, b) => b.name.length - a.name.length);
  let left = text.toLowerCase();
  const found: { at: number; place: number }[] = [];
  for (const { at, name } of names) {
    const pattern = wholeName(name);
    const place = left.search(pattern);
    if (place < 0) continue;
    // What is taken leaves a gap of its own length, so that places stay comparable.
    left = left.replace(pattern, (mention) => "\n".repeat(mention.length));
    found.push({ at, place });
  }
  return found.sort((a, b) => a.place - b.place).map(({ at }) => at);
}

/** A name between letters of other scripts, where words are not divided by spaces, counts wherever it stands. */
function wholeName(name: string): RegExp {
  const plain = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(name)
    ? new RegExp(`(?<![\\p{L}\\p{N}])${plain}s?(?![\\p{L}\\p{N}])`, "gu")
    : new RegExp(plain, "gu");
}
