import { diffArrays } from "diff";

/** One node of a text's syntax, comments and white space left out. Equal pieces of one comparison have the same id. */
export type Piece = {
  name: string;
  /** The text itself, where it has no parts. */
  text: string | null;
  parts: readonly Piece[];
  id: number;
};

/** `comments`: what was left out. `sound`: whether the grammar knew all that stands there. */
export type Parsed = { root: Piece; comments: string; sound: boolean };

/** Gives every shape of a piece a number, the same for the same shape: two texts that are compared share one. */
export type Numbers = Map<string, number>;

export function leaf(numbers: Numbers, name: string, text: string): Piece {
  return { name, text, parts: [], id: numberOf(numbers, JSON.stringify([name, text])) };
}

export function node(numbers: Numbers, name: string, parts: readonly Piece[]): Piece {
  return { name, text: null, parts, id: numberOf(numbers, `${name}(${parts.map(({ id }) => id).join(" ")})`) };
}

function numberOf(numbers: Numbers, shape: string): number {
  const known = numbers.get(shape) ?? numbers.size;
  numbers.set(shape, known);
  return known;
}

/** A piece that came, and what it stands in, from the whole down to the piece right around it. */
export type Added = { piece: Piece; within: readonly Piece[] };

/**
 * What came where nothing went and nothing changed: a piece may only have got more parts. Null for any other change.
 */
export function addedTo(before: Piece, after: Piece, within: readonly Piece[] = []): Added[] | null {
  if (before.id === after.id) return [];
  if (before.name !== after.name || before.text !== null || after.text !== null) return null;
  const around = [...within, after];
  const changes = diffArrays(ids(before), ids(after), { maxEditLength: MOST_PARTS });
  if (!changes) return null;
  const all: Added[] = [];
  let [from, to] = [0, 0];
  for (let n = 0; n < changes.length; ) {
    if (!changes[n]?.added && !changes[n]?.removed) {
      from += changes[n]?.count ?? 0;
      to += changes[n]?.count ?? 0;
      n += 1;
      continue;
    }
    let [gone, come] = [0, 0];
    for (; changes[n]?.added || changes[n]?.removed; n++) {
      if (changes[n]?.added) come += changes[n]?.count ?? 0;
      else gone += changes[n]?.count ?? 0;
    }
    const added = grown(before.parts.slice(from, from + gone), after.parts.slice(to, to + come), around);
    if (added === null) return null;
    all.push(...added);
    from += gone;
    to += come;
  }
  return all;
}

/** Parts that differ before two pieces count as others, and pieces in one place that may have grown. */
const MOST_PARTS = 400;
const MOST_GROWN = 4;

const ids = ({ parts }: Piece): number[] => parts.map(({ id }) => id);

/** Each of those that stood there is found again, in their order, with more in it; the rest came. */
function grown(gone: readonly Piece[], come: readonly Piece[], within: readonly Piece[]): Added[] | null {
  if (gone.length > MOST_GROWN) return null;
  const all: Added[] = [];
  let next = 0;
  for (const old of gone) {
    let inside: Added[] | null = null;
    for (; inside === null && next < come.length; next++) {
      const candidate = come[next];
      if (candidate) inside = addedTo(old, candidate, within);
      if (inside === null && candidate) all.push({ piece: candidate, within });
    }
    if (inside === null) return null;
    all.push(...inside);
  }
  return [...all, ...come.slice(next).map((piece) => ({ piece, within }))];
}

/** The piece and all in it, in the order in which they stand. */
export function* allIn(piece: Piece): Generator<Piece> {
  yield piece;
  for (const part of piece.parts) yield* allIn(part);
}

/** The text of a piece without what stands between its parts. */
export function textIn(piece: Piece): string {
  return piece.text ?? piece.parts.map(textIn).join("");
}

export const partOf = (piece: Piece | undefined, ...names: readonly string[]): Piece | undefined =>
  piece?.parts.find(({ name }) => names.includes(name));
