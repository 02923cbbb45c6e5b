import { behindStop } from "../text/markdown.ts";
import { scoreText } from "../text/numbers.ts";
import { callCode as callText, typedCode as typedText } from "../text/typed.ts";

declare const brand: unique symbol;

/** Words of our own, which mean nothing to Markdown or HTML; they come from `say` alone. */
export type Words = string & { readonly [brand]: "Words" };

/**
 * One piece of a sentence that is more than words of our own: it says what it is, so that letters, rounding, cutting,
 * quoting and escaping are left to whoever draws it.
 */
export type Marked =
  | { is: "strong"; of: Sentence }
  /** A design by design_id: its letter, with its title where `titled`. */
  | { is: "design"; id: string; titled: boolean }
  /** A reviewer by reviewer_id, or a model by provider/model: people are told the model. */
  | { is: "reviewer"; id: string }
  | { is: "model"; name: string }
  | { is: "requirement"; id: string; text: string | null; room: Room }
  /** Words of somebody else, in quotation marks, and as they are: a name, a subject, a reason. */
  | { is: "quote"; text: string; room: Room }
  | { is: "words"; text: string; room: Room }
  /** A score on 0–10, or on the scale of its criterion. */
  | { is: "score"; value: number }
  /** A line to type, a call of the tool, something else to copy. */
  | { is: "typed"; words: readonly string[] }
  | { is: "call"; op: string; args: Readonly<Record<string, unknown>> }
  | { is: "code"; text: string }
  | { is: "path"; text: string }
  /** An experiment by its id, which leads to its page where there is one; elsewhere it is words. */
  | { is: "experiment"; id: string }
  /** Words that lead to a part of the page they stand on, by its id; elsewhere they are words. */
  | { is: "place"; to: string; of: Words };

export type SentencePart = Words | Marked;
export type Sentence = readonly SentencePart[];

/**
 * How much of somebody's words there is room for: a name, a line, one sentence, a choice beside another, what a design
 * is, what a provider says, a note that stands alone, and all of what was cut before.
 */
export type Room = "name" | "line" | "sentence" | "choice" | "summary" | "message" | "note" | "all";

/** What a sentence takes between its words: parts, sentences, numbers, words that our own code lists; no plain string. */
type Value<V> = V extends string ? (string extends V ? never : V) : V extends number | Marked | Sentence ? V : never;

/** A sentence as our own code writes it: say`${design(id)} is better`. */
export function say<const V extends readonly unknown[]>(
  words: TemplateStringsArray,
  ...values: { [I in keyof V]: Value<V[I]> }
): Sentence {
  return words.flatMap((text, at) => [
    ...partsOf(text),
    ...partsOf(values[at] as SentencePart | Sentence | number | undefined),
  ]);
}

function partsOf(value: string | number | SentencePart | Sentence | undefined): Sentence {
  if (value === undefined || value === "") return [];
  return typeof value === "object" ? ([value].flat() as Sentence) : [String(value) as Words];
}

export const design = (id: string): Marked => ({ is: "design", id, titled: false });
export const titled = (id: string): Marked => ({ is: "design", id, titled: true });
export const reviewer = (id: string): Marked => ({ is: "reviewer", id });
export const model = (name: string): Marked => ({ is: "model", name });
export const quote = (text: string, room: Room = "sentence"): Marked => ({ is: "quote", text: unstopped(text), room });
export const words = (text: string, room: Room = "name"): Marked => ({ is: "words", text, room });
export const scored = (value: number): Marked => ({ is: "score", value });
export const typed = (...line: readonly string[]): Marked => ({ is: "typed", words: line });
export const call = (op: string, args: Readonly<Record<string, unknown>> = {}): Marked => ({ is: "call", op, args });
export const copied = (text: string): Marked => ({ is: "code", text });
export const place = <N extends string>(to: string, of: string extends N ? never : N): Marked => ({
  is: "place",
  to,
  of: String(of) as Words,
});
export const experimentNamed = (id: string): Marked => ({ is: "experiment", id });
export const path = (text: string): Marked => ({ is: "path", text });
export const required = (id: string, text: string | null = null, room: Room = "sentence"): Marked => ({
  is: "requirement",
  id,
  text: text && unstopped(text),
  room,
});
export const strong = (of: Marked | Sentence): Marked => ({ is: "strong", of: partsOf(of) });

/**
 * Requirements by number and first words where one is named first, by number alone after that. `named` holds those that
 * were, and gains what these sentences name.
 */
export function namedOnce(sentences: readonly Sentence[], named: Set<string> = new Set()): Sentence[] {
  const once = (part: SentencePart): SentencePart => {
    if (typeof part === "string") return part;
    if (part.is === "strong") return { ...part, of: part.of.map(once) };
    if (part.is !== "requirement" || part.text === null) return part;
    if (named.has(part.id)) return { ...part, text: null };
    named.add(part.id);
    return { ...part, room: "name" };
  };
  return sentences.map((sentence) => sentence.map(once));
}

/** The requirements that a sentence names with their words. */
export function requirementsIn(sentence: Sentence): string[] {
  const named = new Set<string>();
  namedOnce([sentence], named);
  return [...named];
}

/** Without the full stop at its end, which would stand inside the sentence that quotes it; that of "a.m." is no such. */
const unstopped = (text: string): string => text.replace(/(?<![.…]|\b\p{L}\.\p{L})[.。]\s*$/u, "");

/** " (x)": who the one reviewer is of which is told; nothing in files of before, which do not say. */
export const whose = (id: string | null | undefined): Sentence => (id ? say` (${reviewer(id)})` : []);

/** Sentences one after the other, with white space or punctuation of our own between them; what is empty is left out. */
export function together(
  pieces: readonly (Sentence | Marked)[],
  between: " " | ", " | ", and " | ", then " | " before " | "; " | ": ",
): Sentence {
  const said = pieces.filter((piece) => "is" in piece || piece.length > 0);
  return said.flatMap((piece, at) => [...partsOf(at > 0 ? between : ""), ...partsOf(piece)]);
}

/** "a", "a and b", "a, b and c"; beyond `most` items "a, b and 7 more". */
export function listed(items: readonly (Sentence | Marked)[], most = Number.POSITIVE_INFINITY): Sentence {
  const more = say`${items.length - most + 1} more`;
  const named = items.length > most ? [...items.slice(0, most - 1), more] : items;
  return named.length < 2 ? partsOf(named[0]) : say`${together(named.slice(0, -1), ", ")} and ${partsOf(named.at(-1))}`;
}

/** A sentence without the full stops of our own behind what has ended it already, such as “…?” or a text that was cut. */
export function stopped(sentence: Sentence, shown: (part: Marked) => string): Sentence {
  return sentence.map((part, at) => {
    const before = sentence[at - 1];
    if (typeof part !== "string" || before === undefined) return part;
    return behindStop(part, () => (typeof before === "string" ? before : shown(before)));
  });
}

/** A sentence where nothing can be marked, as in a cell of a table or a row of a terminal; ids by what they are called. */
export function unmarked(sentence: Sentence, called: (id: string) => string): string {
  const shown = (part: Marked): string => unmarkedPart(part, called);
  return stopped(sentence, shown)
    .map((part) => (typeof part === "string" ? part : shown(part)))
    .join("");
}

function unmarkedPart(part: Marked, called: (id: string) => string): string {
  switch (part.is) {
    case "strong":
      return unmarked(part.of, called);
    case "design":
    case "reviewer":
      return called(part.id);
    case "experiment":
      return part.id;
    case "model":
      return part.name;
    case "requirement":
      return part.text === null ? part.id : `${part.id} “${part.text}”`;
    case "quote":
      return `“${part.text}”`;
    case "score":
      return scoreText(part.value);
    case "typed":
      return typedText(...part.words);
    case "call":
      return callText(part.op, part.args);
    case "place":
      return part.of;
    case "words":
    case "code":
    case "path":
      return part.text;
  }
}
