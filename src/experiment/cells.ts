import type { Part } from "../agents/evaluator-parts.ts";
import { LabError } from "../errors.ts";
import type { ScoreSample } from "../schemas/score.ts";
import type { Reviewer, Task } from "../schemas/task.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { nearest } from "../text/nearest.ts";

/** One reviewer and one design, with the parts that are to be asked. */
export type Cell = {
  design_id: string;
  reviewer: Reviewer;
  parts: Part[];
  /** Samples of the score that are there and stay. */
  samples: readonly ScoreSample[];
};

export type CellFilter = {
  parts: readonly Part[];
  /** Only these reviewers, as ids or models, and these designs, as ids or models; all when absent. */
  reviewers?: readonly string[] | undefined;
  designs?: readonly string[] | undefined;
  /** Also what is stored already. */
  force?: boolean | undefined;
};

/** The cells of the plan that have something to be asked: what is missing or stale, or everything named with force. */
export function cellsToAsk(task: Task, { designs, reviews, scores }: Artifacts, filter: CellFilter): Cell[] {
  const wantedDesigns = designsNamed(designs, filter.designs);
  const wantedReviewers = matching(task.reviewers, filter.reviewers, "reviewer", ({ reviewer_id, model }) => [
    reviewer_id,
    model,
  ]);
  const samples = new Map(scores.map((score) => [key(score), score.samples]));
  const complete = completeScores(task, scores);
  const stored = {
    review: new Set(reviews.map(key)),
    score: new Set(complete.map(key)),
  };
  return wantedDesigns.flatMap(({ design_id }) =>
    wantedReviewers.flatMap((reviewer) => {
      const parts = filter.parts.filter((part) => {
        if (!reviewer.parts.includes(part)) return false;
        return filter.force === true || !stored[part].has(key({ design_id, reviewer_id: reviewer.reviewer_id }));
      });
      const kept =
        filter.force === true ? [] : (samples.get(key({ design_id, reviewer_id: reviewer.reviewer_id })) ?? []);
      return parts.length > 0 ? [{ design_id, reviewer, parts, samples: kept }] : [];
    }),
  );
}

/** The scores that have every sample the plan asks for. */
export function completeScores<T extends { samples: readonly unknown[] }>(task: Task, scores: readonly T[]): T[] {
  return scores.filter(({ samples }) => samples.length >= task.score_samples);
}

function key({ design_id, reviewer_id }: { design_id: string; reviewer_id: string }): string {
  return JSON.stringify([design_id, reviewer_id]);
}

/** The designs of those ids or models; all when there are no names. Throws LabError for a name that names none. */
export function designsNamed<T extends { design_id: string; generating_model: string }>(
  designs: readonly T[],
  names: readonly string[] | undefined,
): T[] {
  return matching(designs, names, "design", ({ design_id, generating_model }) => [design_id, generating_model]);
}

/** Items that one of `names` names; every item when there are no names. Throws LabError for a name that names none. */
export function matching<T>(
  items: readonly T[],
  names: readonly string[] | undefined,
  what: string,
  namesOf: (item: T) => readonly string[],
): T[] {
  if (names === undefined || names.length === 0) return [...items];
  const known = [...new Set(items.flatMap(namesOf))];
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const have =
      near.length > 0 ? `the nearest: ${near.join(", ")}` : `there are: ${known.slice(0, 6).join(", ") || "none"}`;
    throw new LabError(`This experiment has no ${what} "${name.slice(0, 100)}"; ${have}.`);
  }
  return items.filter((item) => namesOf(item).some((name) => names.includes(name)));
}
