import type { Ranking } from "../artifacts/ranking.ts";
import type { View } from "./view.ts";

/** What is another since a ranking was made, so that its numbers are of other texts and judgements than today's. */
export type SinceRanked = {
  /** Designs, in the order of the plan: their text is another, they are not there any more, or they came. */
  changed: string[];
  gone: string[];
  added: string[];
  /** Whether the criteria are others. */
  criteria: boolean;
  /** How many came, or were given anew. */
  scores: number;
  reviews: number;
  /** People that count, by id: who is done since, and whose vote that was counted is none now. */
  voted: string[];
  unvoted: string[];
};

/** Null where the ranking is of what is there today. */
export function sinceRanked({ artifacts, people }: View, ranking: Ranking): SinceRanked | null {
  const { designs, reviews, scores, stale } = artifacts;
  const known = new Set(ranking.notes.flatMap((note) => (note.kind === "stale-file" ? keyOf(note.stale) : [])));
  const since = stale.filter((each) => each.artifact !== "look" && !known.has(keyOf(each)));
  const there = new Set(designs.map(({ design_id }) => design_id));
  const ranked = new Set(ranking.designs.map(({ design_id }) => design_id));
  const edited = new Set(since.flatMap(({ changed, design_id }) => (changed === "design" ? [design_id] : [])));
  const isNew = ({ provenance }: { provenance: { finished_at: string } }): boolean =>
    provenance.finished_at > ranking.timestamp;
  const counts = people.filter((each) => each.counts === "counted");
  // One that came with the files was counted where it was said.
  const still = people.filter((each) => each.counts !== "beside");
  const found: SinceRanked = {
    changed: designs.flatMap(({ design_id }) => (edited.has(design_id) ? [design_id] : [])),
    gone: [...ranked].filter((id) => !there.has(id)),
    added: [...there].filter((id) => !ranked.has(id)),
    criteria: since.some(({ changed }) => changed === "criteria"),
    scores: scores.filter(isNew).length,
    reviews: reviews.filter(isNew).length,
    voted: counts.flatMap(({ reviewer_id, done_at }) => (done_at > ranking.timestamp ? [reviewer_id] : [])),
    unvoted: (ranking.people?.counted ?? []).flatMap(({ reviewer_id }) =>
      still.some((each) => each.reviewer_id === reviewer_id) ? [] : [reviewer_id],
    ),
  };
  return Object.values(found).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
    ? found
    : null;
}

const keyOf = ({ path, design_id, changed }: { path: string; design_id: string; changed: string }): string =>
  JSON.stringify([path.split(/[\\/]/u).at(-1), design_id, changed]);
