import type { Failure, Phase } from "../schemas/failure.ts";
import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { Task } from "../schemas/task.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { completeScores } from "./cells.ts";

/**
 * What the plan asked for, is not there, and last ended in a failure: one entry for each design or part of a cell.
 * The ledger tells how it ended; the artifacts on disk tell whether it was mended since.
 */
export function openFailures(
  task: Task,
  { designs, reviews, scores }: Artifacts,
  ledger: readonly LedgerLine[],
): Failure[] {
  const last = new Map<string, LedgerLine>();
  for (const line of ledger) {
    if (line.event !== "failed" && line.event !== "done") continue;
    for (const phase of line.phases ?? []) last.set(key(phase, line.design_id, line.reviewer_id), line);
  }
  const failures: Failure[] = [];
  const look = (phase: Phase, model: string, design_id: string, reviewer_id?: string): void => {
    const line = last.get(key(phase, design_id, reviewer_id));
    if (line?.event !== "failed" || line.kind === undefined) return;
    failures.push({
      phase,
      model,
      design_id,
      ...(reviewer_id !== undefined && { reviewer_id }),
      kind: line.kind,
      message: line.message ?? "",
    });
  };
  const has = (
    items: readonly { design_id: string; reviewer_id?: string }[],
    design_id: string,
    reviewer_id?: string,
  ) => items.some((item) => item.design_id === design_id && item.reviewer_id === reviewer_id);

  const complete = completeScores(task, scores);
  for (const { design_id, model } of task.designers) {
    if (!designs.some((design) => design.design_id === design_id)) {
      look("generate", model, design_id);
      continue;
    }
    for (const { reviewer_id, model: reviewer, parts } of task.reviewers) {
      if (parts.includes("review") && !has(reviews, design_id, reviewer_id))
        look("review", reviewer, design_id, reviewer_id);
      if (parts.includes("score") && !has(complete, design_id, reviewer_id))
        look("score", reviewer, design_id, reviewer_id);
    }
  }
  return failures;
}

function key(phase: Phase, design_id: string | undefined, reviewer_id: string | undefined): string {
  return JSON.stringify([phase, design_id ?? null, reviewer_id ?? null]);
}
