import type { Note } from "../../artifacts/note.ts";
import { noteSaid } from "../../story/call-notes.ts";
import type { Markdown } from "../../text/markdown.ts";
import { drawn } from "./drawn.ts";
import { dashed } from "./lines.ts";

/** The notes of a call as sentences: those to be read before all else, and the others. */
export function sortCallNotes(notes: readonly Note[]): { first: Markdown[]; others: Markdown[] } {
  return {
    first: notes.filter(({ kind }) => kind === "hosts-own").map(noteText),
    others: notes.filter(({ kind }) => kind !== "hosts-own").map(noteText),
  };
}

/** All of them as bullets, those to be read before all else first. */
export function noteBullets(notes: readonly Note[]): Markdown[] {
  const { first, others } = sortCallNotes(notes);
  return dashed([...first, ...others]);
}

/** What a note of a call says. */
export const noteText = (note: Note): Markdown => drawn(noteSaid(note));
