import type { RankingNote } from "../artifacts/ranking-note.ts";
import { isPlanned, type Reviewer } from "../artifacts/reviewer.ts";
import type { Score } from "../artifacts/score.ts";
import type { Plan } from "../artifacts/task.ts";
import { meanScore } from "../stats/composite.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { answersOf } from "./answers.ts";
import { addStandIn } from "./plan.ts";

/** The panel as minds: one row for each model that judges, whatever names its files go by. */
export type Minds = {
  reviewers: readonly Reviewer[];
  /** At most one for each mind and design: the mean of all that it gave. */
  scores: Score[];
  /** Under the minds' ids; a mind may have said something of a design more than once. */
  reviews: Artifacts["reviews"];
  /** How many scoring minds there are. */
  scoring: number;
};

/**
 * Puts every answer under the row of the model that gave it: its own where it has one, else a stand-in's. Experiments
 * of before filed a fallback's answer under the reviewer that failed, so that one model could count as several.
 */
export function mindsOf(plan: Plan, { reviews, scores }: Pick<Artifacts, "reviews" | "scores">): Minds {
  let rows = [...plan.reviewers];
  for (const { by, part } of answersOf({ reviews, scores })) {
    if (!rows.some(({ model }) => model === by)) rows = addStandIn({ ...plan, reviewers: rows }, by, [part]);
  }
  const idOf = (model: string): string => rows.find((row) => row.model === model)?.reviewer_id ?? "";
  const given = new Map<string, Score[]>();
  for (const score of scores) {
    const place = JSON.stringify([score.design_id, score.scorer_model]);
    given.set(place, [...(given.get(place) ?? []), score]);
  }
  return {
    reviewers: rows,
    scores: [...given.values()].flatMap((files) => merged(files, idOf)),
    reviews: reviews.map((review) => ({ ...review, reviewer_id: idOf(review.reviewer_model) })),
    scoring: new Set(scores.map(({ scorer_model }) => scorer_model)).size,
  };
}

/** Several files of one mind for one design are samples of one score. */
function merged(files: readonly Score[], idOf: (model: string) => string): Score[] {
  const [first, ...others] = files;
  if (!first) return [];
  const reviewer_id = idOf(first.scorer_model);
  if (others.length === 0) return [{ ...first, reviewer_id }];
  const samples = files.flatMap((file) => file.samples);
  return [{ ...first, reviewer_id, samples, ...meanScore(samples) }];
}

/** What a reader must know of answers and designs that come from another model than the plan names. */
export function fallbackNotes(plan: Plan, artifacts: Pick<Artifacts, "designs" | "reviews" | "scores">): RankingNote[] {
  return [...standInNotes(plan, artifacts), ...designNotes(plan, artifacts)];
}

function standInNotes(plan: Plan, artifacts: Pick<Artifacts, "reviews" | "scores">): RankingNote[] {
  const answers = answersOf(artifacts);
  const foreign = answers.filter(({ by, requested }) => by !== requested);
  return [...new Set(foreign.map(({ by }) => by))].map((model) => {
    const own = foreign.filter(({ by }) => by === model);
    const places = answers.filter(({ by, part }) => by === model && part === "score").map(({ design_id }) => design_id);
    return {
      kind: "stand-in",
      model,
      in_place_of: [...new Set(own.map(({ requested }) => requested))],
      designs: new Set(own.map(({ design_id }) => design_id)).size,
      on_panel: plan.reviewers.some((reviewer) => reviewer.model === model && isPlanned(reviewer)),
      merged: places.length > new Set(places).size,
    };
  });
}

function designNotes({ designers }: Plan, { designs }: Pick<Artifacts, "designs">): RankingNote[] {
  return designs.flatMap(({ design_id, generating_model }): RankingNote[] => {
    const planned = designers.find((designer) => designer.design_id === design_id)?.model;
    if (planned === undefined || planned === generating_model) return [];
    const others = designs.filter(
      (other) => other.generating_model === generating_model && other.design_id !== design_id,
    );
    return [
      {
        kind: "design-stand-in",
        design_id,
        model: generating_model,
        in_place_of: planned,
        also_wrote: others.map((other) => other.design_id),
      },
    ];
  });
}
