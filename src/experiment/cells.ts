import type { ScoreSample } from "../artifacts/score.ts";
import {
  isAsked,
  isPlanned,
  PARTS,
  type Part,
  type Plan,
  partsFor,
  type Reviewer,
  reviewerNames,
  type Task,
} from "../artifacts/task.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { type Held, heldOf } from "./answers.ts";
import { designsNamed, matching } from "./named.ts";

/** One reviewer and one design, with the parts that are to be asked. */
export type Cell = {
  design_id: string;
  reviewer: Reviewer;
  parts: Part[];
  /** Samples of the score that are there and stay. */
  samples: readonly ScoreSample[];
};

type CellFilter = {
  parts: readonly Part[];
  /** Only these reviewers, as ids or models, and these designs, as ids or models; all when absent. */
  reviewers?: readonly string[] | undefined;
  designs?: readonly string[] | undefined;
  /** Also what is stored already. */
  force?: boolean | undefined;
};

/** Every planned reviewer with each design it is to judge, also designs that are not there; design by design. */
export function plannedCells({ designers, reviewers }: Plan): { design_id: string; reviewer: Reviewer }[] {
  return designers.flatMap(({ design_id }) =>
    reviewers
      .filter((reviewer) => partsFor(reviewer, design_id).length > 0)
      .map((reviewer) => ({ design_id, reviewer })),
  );
}

type Place = { design_id: string; reviewer_id: string };

/** Tells the parts of a cell that need not be asked for: those that a thrifty plan's look spares, if it has had one. */
export function sparing(
  { thrifty }: Pick<Task, "thrifty">,
  { look }: Pick<Artifacts, "look">,
): (at: Place, part: Part) => boolean {
  const keyOf = ({ design_id, reviewer_id }: Place): string => JSON.stringify([design_id, reviewer_id]);
  const spared = new Map((thrifty === true && look ? look.spared : []).map((cell) => [keyOf(cell), cell.parts]));
  return (at, part) => spared.get(keyOf(at))?.includes(part) === true;
}

/** A cell without what is spared of it; null where nothing is left to ask. */
export function unspared(isSpared: ReturnType<typeof sparing>, cell: Cell): Cell | null {
  const at = { design_id: cell.design_id, reviewer_id: cell.reviewer.reviewer_id };
  const parts = cell.parts.filter((part) => !isSpared(at, part));
  return parts.length > 0 ? { ...cell, parts } : null;
}

/** The parts of a cell that its reviewer is asked for and that are not there. */
export function missingParts(held: Held, design_id: string, reviewer: Reviewer): Part[] {
  const wanted = partsFor(reviewer, design_id);
  return PARTS.filter((part) => wanted.includes(part) && !held.has(part, design_id, reviewer));
}

/**
 * Sessions that it takes to make the parts of a cell: one asks for all of them, each further sample of the score has its
 * own; none for a reviewer that no session asks.
 */
export function sessionsFor({ reviewer, parts, samples }: Omit<Cell, "design_id">, score_samples: number): number {
  if (!isAsked(reviewer)) return 0;
  return Math.max(1, parts.includes("score") ? score_samples - samples.length : 1);
}

/** The cells with a design that have something to be asked: what is missing or stale, or everything named with force. */
export function cellsToAsk(task: Task, artifacts: Artifacts, filter: CellFilter): Cell[] {
  const held = heldOf(task, artifacts);
  const reviewers = matching(task.reviewers.filter(isPlanned), filter.reviewers, "reviewer", reviewerNames).filter(
    isAsked,
  );
  return designsNamed(task, artifacts.designs, filter.designs).flatMap(({ design_id }) =>
    reviewers.flatMap((reviewer) => {
      const again = filter.force === true;
      const open = again ? partsFor(reviewer, design_id) : missingParts(held, design_id, reviewer);
      const parts = filter.parts.filter((part) => open.includes(part));
      const samples = again ? [] : held.samplesOf(design_id, reviewer);
      return parts.length > 0 ? [{ design_id, reviewer, parts, samples }] : [];
    }),
  );
}
