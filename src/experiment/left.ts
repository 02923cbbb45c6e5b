import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { PendingWork } from "../schemas/pending-work.ts";
import type { Task } from "../schemas/task.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { cellsToAsk } from "./cells.ts";

/** What the plan wants and is not there, in the order in which a run would ask for it. */
export function pendingWork(task: Task, artifacts: Artifacts, ledger: readonly LedgerLine[]): PendingWork[] {
  const begun = notEnded(ledger);
  const there = new Set(artifacts.designs.map(({ design_id }) => design_id));
  const designs = task.designers.filter(({ design_id }) => !there.has(design_id));
  const cells = cellsToAsk(task, artifacts, { parts: ["review", "score"] });
  return [
    ...designs.map(({ design_id, model }) => ({
      what: "design",
      design_id,
      by: model,
      begun: begun.has(key({ design_id })),
    })),
    ...cells.map(({ design_id, reviewer: { reviewer_id, model }, parts }) => ({
      what: parts.join(" and "),
      design_id,
      by: model,
      begun: begun.has(key({ design_id, reviewer_id })),
    })),
  ];
}

/** What was started and has not ended: it runs now, or the process that ran it is gone. */
function notEnded(ledger: readonly LedgerLine[]): Set<string> {
  const begun = new Set<string>();
  for (const line of ledger) {
    if (line.event === "started") begun.add(key(line));
    else if (line.event === "done" || line.event === "failed") begun.delete(key(line));
  }
  return begun;
}

function key({ design_id, reviewer_id }: { design_id?: string | undefined; reviewer_id?: string | undefined }): string {
  return JSON.stringify([design_id ?? null, reviewer_id ?? null]);
}
