import type { RankingNote } from "../artifacts/ranking-note.ts";
import type { ScoreSample } from "../artifacts/score.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import {
  isPlanned,
  type Panel,
  type Part,
  type Reviewer,
  reviewerRow,
  type Seated,
  type Task,
} from "../artifacts/task.ts";

/** The part of a task that says what is wanted. */
export type PanelWanted = Panel & Pick<Task, "score_samples" | "thrifty">;

/** A stored review or score, and the model that gave it. */
type Given = {
  part: Part;
  design_id: string;
  reviewer_id: string;
  by: string;
  /** The model that was to give it, where `by` is a fallback of it; else `by`. */
  requested: string;
  /** Of a score; one at least. A review has none. */
  samples: readonly ScoreSample[];
};

function answersOf({ reviews, scores }: Pick<Artifacts, "reviews" | "scores">): Given[] {
  return [
    ...reviews.map(({ reviewer_model: by, ...review }) => ({ part: "review" as const, by, samples: [], ...review })),
    ...scores.map(({ scorer_model: by, ...score }) => ({ part: "score" as const, by, ...score })),
  ].map(({ part, design_id, reviewer_id, by, samples, provenance: { requested_model: requested = by } }) => {
    return { part, design_id, reviewer_id, by, requested, samples };
  });
}

/** What is there of the cells of a plan. */
export type Held = {
  designs: ReadonlySet<string>;
  /**
   * Whether a part of a cell is there, by its own reviewer or by a stand-in; a score once it has every sample that the
   * plan asks for.
   */
  has(part: Part, design_id: string, reviewer: Reviewer): boolean;
  /** The same, where a score of fewer samples is a score too. */
  hasAny(part: Part, design_id: string, reviewer: Reviewer): boolean;
  /** Whether a model has given a part of a design as this one. */
  gave(part: Part, design_id: string, seat: Seated): boolean;
  /** Samples that this reviewer itself gave. */
  samplesOf(design_id: string, reviewer: Reviewer): readonly ScoreSample[];
};

/** Looks up what is there. An answer fills the cell of its reviewer; a stand-in's that of whom it was asked for. */
export function heldOf(plan: PanelWanted, artifacts: Artifacts): Held {
  const answers = answersOf(artifacts);
  const whole = answers.filter(({ part, samples }) => part === "review" || samples.length >= plan.score_samples);
  const given = new Map(answers.map((answer) => [keyOf(answer), answer]));
  const filled = cellsOf(plan, whole);
  const begun = cellsOf(plan, answers);
  return {
    designs: new Set(artifacts.designs.map(({ design_id }) => design_id)),
    has: (part, design_id, { reviewer_id }) => filled.has(keyOf({ part, design_id, reviewer_id })),
    hasAny: (part, design_id, { reviewer_id }) => begun.has(keyOf({ part, design_id, reviewer_id })),
    gave: (part, design_id, { model, persona }) =>
      whole.some(
        (each) =>
          each.part === part &&
          each.design_id === design_id &&
          each.by === model &&
          reviewerRow(plan, each.reviewer_id).persona === persona,
      ),
    samplesOf: (design_id, { reviewer_id }) =>
      given.get(keyOf({ part: "score", design_id, reviewer_id }))?.samples ?? [],
  };
}

function cellsOf({ reviewers }: Pick<Panel, "reviewers">, answers: readonly Given[]): Set<string> {
  const standing = new Set(reviewers.filter(({ stand_in }) => stand_in).map(({ reviewer_id }) => reviewer_id));
  const replaced = answers
    .filter(({ reviewer_id }) => standing.has(reviewer_id))
    .flatMap((answer) =>
      reviewers
        .filter((reviewer) => isPlanned(reviewer) && reviewer.model === answer.requested)
        .filter(({ persona }) => persona === reviewerRow({ reviewers }, answer.reviewer_id).persona)
        .map(({ reviewer_id }) => ({ ...answer, reviewer_id })),
    );
  return new Set([...answers, ...replaced].map(keyOf));
}

function keyOf({ part, design_id, reviewer_id }: Pick<Given, "part" | "design_id" | "reviewer_id">): string {
  return JSON.stringify([part, design_id, reviewer_id]);
}

/** What a reader must know of answers and designs that come from another model than the plan names. */
export function fallbackNotes(
  plan: Panel,
  artifacts: Pick<Artifacts, "designs" | "reviews" | "scores">,
): RankingNote[] {
  return [...standInNotes(plan, artifacts), ...designNotes(plan, artifacts)];
}

function standInNotes(plan: Panel, artifacts: Pick<Artifacts, "reviews" | "scores">): RankingNote[] {
  const foreign = answersOf(artifacts).filter(({ by, requested }) => by !== requested);
  return [...new Set(foreign.map(({ by }) => by))].map((model) => {
    const own = foreign.filter(({ by }) => by === model);
    return {
      kind: "stand-in",
      model,
      in_place_of: [...new Set(own.map(({ requested }) => requested))],
      designs: new Set(own.map(({ design_id }) => design_id)).size,
      on_panel: plan.reviewers.some((reviewer) => reviewer.model === model && isPlanned(reviewer)),
    };
  });
}

function designNotes({ designers }: Panel, { designs }: Pick<Artifacts, "designs">): RankingNote[] {
  return designs.flatMap(({ design_id, generating_model }): RankingNote[] => {
    const { model: planned, entrant } = designers.find((designer) => designer.design_id === design_id) ?? {};
    if (planned === undefined || entrant !== undefined || planned === generating_model) return [];
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
