import type { Note } from "../artifacts/note.ts";
import type { Ranking, Verdict } from "../artifacts/ranking.ts";

/** What a note is about: of two notes of one cause one stands. What has no other wording is its own cause. */
function causeOf(note: Note): string {
  switch (note.kind) {
    case "one-reviewer":
      return "one-reviewer";
    case "few-reviewers":
      return note.scored === 1 ? "one-reviewer" : note.kind;
    case "few-designs":
      return note.designs === 1 ? "one-design" : note.kind;
    case "nothing-ranked":
      return "unranked";
    case "problem":
    case "unusable-file":
      return JSON.stringify(note.problem);
    case "below-min-designs":
    case "below-min-reviewers":
    case "too-few-designs":
      return "refused";
    default:
      return JSON.stringify(note);
  }
}

/** The causes that the sentence of a verdict gives itself. */
const BY_VERDICT: Readonly<Record<Verdict["kind"], readonly string[]>> = {
  unranked: ["unranked"],
  "nobody-compares": ["unranked"],
  "one-design": ["one-design"],
  winner: [],
  "one-opinion": ["one-reviewer"],
  tie: [],
  ahead: [],
};

/** A ranking's notes without what its verdict says, which stands above them wherever they stand. */
export function besideVerdict(ranking: Ranking): Ranking["notes"] {
  const said = BY_VERDICT[ranking.summary.verdict.kind];
  return ranking.notes.filter((note) => !said.includes(causeOf(note)));
}

/**
 * A call's notes without what stands elsewhere in its reply: what the ranking found out stands in place of what was
 * foretold, and so does why there is no ranking where one was tried.
 */
export function besideRanking(notes: readonly Note[], ranking: Ranking | null, refused: boolean): Note[] {
  const known = ranking?.notes.map(causeOf) ?? [];
  const said = new Set([...known, ...(ranking !== null || refused ? ["refused"] : [])]);
  return notes.filter((note) => {
    const cause = causeOf(note);
    return !said.has(cause) && said.add(cause);
  });
}
