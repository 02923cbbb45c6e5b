import type { ScoreSample } from "../schemas/score.ts";
import { PARTS, type Part, type Plan, type Reviewer, type Task } from "../schemas/task.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { designsNamed, matching } from "./named.ts";

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

/** Every reviewer with every design of the plan, also designs that are not there; design by design. */
export function plannedCells({ designers, reviewers }: Plan): { design_id: string; reviewer: Reviewer }[] {
  return designers.flatMap(({ design_id }) => reviewers.map((reviewer) => ({ design_id, reviewer })));
}

/** What is there, for looking up. */
export type Held = {
  designs: ReadonlySet<string>;
  /** Whether a part of a cell is there; a score once it has every sample that the plan asks for. */
  has(part: Part, design_id: string, reviewer: Reviewer): boolean;
  samplesOf(design_id: string, reviewer: Reviewer): readonly ScoreSample[];
};

export function heldOf(task: Pick<Task, "score_samples">, { designs, reviews, scores }: Artifacts): Held {
  const samples = new Map(scores.map((score) => [key(score), score.samples]));
  const there: Record<Part, Set<string>> = {
    review: new Set(reviews.map(key)),
    score: new Set(completeScores(task, scores).map(key)),
  };
  return {
    designs: new Set(designs.map(({ design_id }) => design_id)),
    has: (part, design_id, { reviewer_id }) => there[part].has(key({ design_id, reviewer_id })),
    samplesOf: (design_id, { reviewer_id }) => samples.get(key({ design_id, reviewer_id })) ?? [],
  };
}

/** The parts of a cell that its reviewer is asked for and that are not there. */
export function missingParts(held: Held, design_id: string, reviewer: Reviewer): Part[] {
  return PARTS.filter((part) => reviewer.parts.includes(part) && !held.has(part, design_id, reviewer));
}

/** The cells with a design that have something to be asked: what is missing or stale, or everything named with force. */
export function cellsToAsk(task: Task, artifacts: Artifacts, filter: CellFilter): Cell[] {
  const held = heldOf(task, artifacts);
  const reviewers = matching(task.reviewers, filter.reviewers, "reviewer", ({ reviewer_id, model }) => [
    reviewer_id,
    model,
  ]);
  return designsNamed(artifacts.designs, filter.designs).flatMap(({ design_id }) =>
    reviewers.flatMap((reviewer) => {
      const again = filter.force === true;
      const open = again ? reviewer.parts : missingParts(held, design_id, reviewer);
      const parts = filter.parts.filter((part) => open.includes(part));
      const samples = again ? [] : held.samplesOf(design_id, reviewer);
      return parts.length > 0 ? [{ design_id, reviewer, parts, samples }] : [];
    }),
  );
}

/** The scores that have every sample the plan asks for. */
export function completeScores<T extends { samples: readonly unknown[] }>(
  task: Pick<Task, "score_samples">,
  scores: readonly T[],
): T[] {
  return scores.filter(({ samples }) => samples.length >= task.score_samples);
}

function key({ design_id, reviewer_id }: { design_id: string; reviewer_id: string }): string {
  return JSON.stringify([design_id, reviewer_id]);
}
