const NUMBER = /^(?:summary|designs|reliability|robustness|bias|assumptions)\b[\w.[\]]* is /;
const FILE = /^Left out: |^\S+ is left out: /;

/** The notes of a ranking by what a reader wants of them. */
export type SortedNotes = {
  /** What to know before trusting the ranking. */
  cautions: string[];
  /** Files that were not used. */
  files: string[];
  /** Why a number is null, or what is assumed. */
  numbers: string[];
};

/** Sorts a ranking's notes by their form: "path is null: …" is about a number, "x is left out: …" about a file. */
export function sortNotes(notes: readonly string[]): SortedNotes {
  const sorted: SortedNotes = { cautions: [], files: [], numbers: [] };
  for (const note of notes) sorted[NUMBER.test(note) ? "numbers" : FILE.test(note) ? "files" : "cautions"].push(note);
  return sorted;
}
