import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import type { Markdown } from "../text/markdown.ts";
import { found } from "../text/wording.ts";
import { MAX_WORDS } from "./limits.ts";

/** Why something is not taken: words that follow "must be" and "found", and the place inside it where that is known. */
export type Refusal = { ok: false; needed: string; found: string; path?: (string | number)[] };

/** What a person's words came to. */
export type Reading<A> = { ok: true; answer: A } | Refusal;

/** All that there is to know of one type of question, but its control on the page. */
export type Row<P extends TProperties = TProperties, A extends TObject = TObject> = {
  /** When to ask it, for whoever writes questions. */
  summary: string;
  /** What a question of it has beside id, type, text, context, required and why. */
  fields: P;
  answer: A;
  /** The first thing wrong with a question that its schema cannot say. */
  wrong?(question: Static<TObject<P>>): Refusal | null;
  /** The first thing wrong with an answer to this very question that its schema cannot say. */
  refuses?(question: Static<TObject<P>>, answer: Static<A>): Refusal | null;
  /** What is asked, below the question's own text: options with letters, documents, and how to answer in a line. */
  text(question: Static<TObject<P>>): Markdown;
  /** An answer from a typed line without invisible letters; what it returns is still held against `refuses`. */
  read(question: Static<TObject<P>>, typed: string): Reading<Static<A>>;
  /** A sentence that says an answer back: "You chose S3." */
  understood(question: Static<TObject<P>>, answer: Static<A>): Markdown;
};

/** Keeps the types of one row's question and answer for its own functions. */
export const row = <P extends TProperties, A extends TObject>(given: Row<P, A>): Row<P, A> => given;

export const took = <A>(answer: A): Reading<A> => ({ ok: true, answer });

/** `value` is shown as what was found. */
export function needs(needed: string, value: unknown, path?: (string | number)[]): Refusal {
  return { ok: false, needed, found: found(value), ...(path && { path }) };
}

/** As `needs`, where words of our own say what was found. */
export const needsNot = (needed: string, words: string, path?: (string | number)[]): Refusal => ({
  ok: false,
  needed,
  found: words,
  ...(path && { path }),
});

export const line = (description: string, maxLength = 500) => Type.String({ minLength: 1, maxLength, description });
export const freeText = (description: string) => line(description, MAX_WORDS);
export const closed = <P extends TProperties>(fields: P) => Type.Object(fields, { additionalProperties: false });

export const Feedback = Type.Optional(freeText("What the person says to it"));
