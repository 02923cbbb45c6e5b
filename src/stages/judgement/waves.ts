import type { Design } from "../../artifacts/design.ts";
import { type Cell, sparing, unspared } from "../../experiment/cells.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import type { EvaluationWork } from "./evaluate.ts";
import { takeLook, type Waves } from "./look.ts";

/** A design or a planted copy, where it is evaluated, of which design it is, and what is to be asked of it. */
export type ToJudge = { into: EvaluationWork; design: Design; of: string; cells: Cell[] };

/** Asks all that waits for nobody; returns what waits for what the first reviewers say, where there is any. */
export function askFirst({ cells, ...asking }: ToJudge, waves: Waves | null): ToJudge[] {
  const isFurther = ({ reviewer }: Cell): boolean =>
    waves?.further.some(({ reviewer_id }) => reviewer_id === reviewer.reviewer_id) === true;
  asking.into.take(
    asking.design,
    cells.filter((cell) => !isFurther(cell)),
  );
  const later = cells.filter(isFurther);
  return later.length > 0 ? [{ ...asking, cells: later }] : [];
}

/** Whether a person or a limit has stopped the call. */
export const isStopped = (lab: PayingLab): boolean => lab.signal.aborted || lab.budget.stopped() !== null;

/**
 * Has the further reviewers judge the designs that are still in question. Nobody looks before the first have judged all:
 * where a limit or a person stopped them, the next call goes on and looks then.
 */
export async function askFurther(
  lab: PayingLab,
  evaluation: EvaluationWork,
  waves: Waves,
  held: readonly ToJudge[],
): Promise<void> {
  const settled = await evaluation.settled().catch(() => null);
  if (settled === null) return;
  const { experiment, failures } = settled;
  const stopped = failures.some(({ kind }) => kind === "budget" || kind === "aborted");
  if (stopped || isStopped(lab)) return;
  const look = await takeLook(lab, experiment, waves);
  const isSpared = sparing(experiment.task, { look });
  for (const { into, design, of, cells } of held) {
    const left = cells.flatMap((cell) => {
      if (of === design.design_id) return unspared(isSpared, cell) ?? [];
      return isSpared({ design_id: of, reviewer_id: cell.reviewer.reviewer_id }, "score") ? [] : cell;
    });
    into.without(cells.length - left.length);
    into.take(design, left);
  }
}
