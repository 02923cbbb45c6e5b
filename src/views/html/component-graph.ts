import type { Design } from "../../artifacts/design.ts";

/** An arrow between two components, by their positions, and what passes there. */
export type Link = { from: number; to: number; what: string };

/**
 * A design's connections between two of its components, each pair once in each direction, with the first that is said
 * of it. Names are compared without case and outer blanks; a connection of what is no component is left out.
 */
export function linksOf({ components, connections = [] }: Pick<Design, "components" | "connections">): Link[] {
  const places = new Map(components.map(({ name }, at) => [keyOf(name), at] as const).reverse());
  const links = connections.flatMap(({ from, to, what }): Link[] => {
    const [start, end] = [places.get(keyOf(from)), places.get(keyOf(to))];
    return start === undefined || end === undefined || start === end ? [] : [{ from: start, to: end, what }];
  });
  return [...new Map(links.reverse().map((link) => [`${link.from} ${link.to}`, link])).values()].reverse();
}

const keyOf = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
