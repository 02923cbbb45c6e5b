import type { Ranking } from "./ranking.ts";

/** True when all that tells the designs apart is one reviewer's scores: no probability means anything then. */
export function isOneOpinion({ notes }: Pick<Ranking, "notes">): boolean {
  return notes.some((note) => typeof note !== "string" && note.kind === "null" && note.reason === "one-opinion");
}
