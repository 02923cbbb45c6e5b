/** What an edit is, whatever it says of itself. `tests`: more than one; `mixed`: a test and what it asks for at once. */
export type CorpusKind =
  | "test"
  | "tests"
  | "mixed"
  | "implementation"
  | "refactoring"
  | "deletion"
  | "check_removed"
  | "comments"
  | "formatting"
  | "annotations"
  | "other";

export type CorpusLanguage = "typescript" | "python" | "go" | "rust" | "ruby" | "java";

/** One edit of one file, as a verifier is asked about it. */
export type CorpusEdit = {
  id: string;
  language: CorpusLanguage;
  path: string;
  before: string | null;
  after: string | null;
  is: CorpusKind;
  /** What a verifier that is right says of it where every test passes. */
  green: "allowed" | "refused";
  note: string;
};

type Told = Pick<CorpusEdit, "is" | "green" | "note">;

/** An edit of a text that stands, by what is replaced in it; each `from` must stand there exactly once. */
export function changed(base: string, ...swaps: readonly (readonly [from: string, to: string])[]): string {
  return swaps.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`"${from}" stands ${parts.length - 1} times in:\n${text}`);
    return parts.join(to);
  }, base);
}

/** The edits of one language: each by its id, its path, its two texts and what it is. */
export function editsIn(
  language: CorpusLanguage,
  edits: Readonly<Record<string, readonly [path: string, before: string | null, after: string | null, told: Told]>>,
): CorpusEdit[] {
  return Object.entries(edits).map(([name, [path, before, after, told]]) => ({
    id: `${language}: ${name}`,
    language,
    path,
    before,
    after,
    ...told,
  }));
}
