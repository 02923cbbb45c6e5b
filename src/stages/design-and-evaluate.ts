import type { Design } from "../artifacts/design.ts";
import { PARTS } from "../artifacts/task.ts";
import { cellsToAsk } from "../experiment/cells.ts";
import type { View } from "../experiment/view.ts";
import type { PayingLab } from "../prompting/lab.ts";
import { type GenerateResult, generate } from "./designs/generate.ts";
import { prepareReport } from "./files.ts";
import { beginEvaluation, type EvaluateResult } from "./judgement/evaluate.ts";

/** When the designers have surely been asked and the lab has nothing to do but wait, milliseconds. */
const MODELS_THINK = 100;

export type Worked = { designs: GenerateResult; evaluation: EvaluateResult; tooFew: boolean };

/**
 * Asks for what is missing of an experiment: designs, and evaluations of each design as soon as it is there, while
 * slower designers still write. Where scores are wanted nothing is evaluated before there are as many designs as a
 * ranking needs: what could never be ranked costs nothing. `tooFew` says that there never were.
 */
export async function designAndEvaluate(lab: PayingLab, view: View): Promise<Worked> {
  const { experiment, artifacts, status } = view;
  const needed = status.scores.wanted > 0 ? lab.config.min_designs : 0;
  const evaluation = await beginEvaluation(lab, view);
  const waiting: Design[] = [];
  let there = 0;

  function evaluateWhenEnough(design: Design): void {
    waiting.push(design);
    if (++there < needed) return;
    for (const each of waiting.splice(0)) {
      evaluation.take(each, cellsToAsk(experiment.task, { ...artifacts, designs: [each] }, { parts: PARTS }));
    }
  }

  /** Cells that would be asked for a design, once it is there. */
  const planned = ({ design_id }: { design_id: string }): number =>
    status.pending.filter((each) => each.kind === "cell" && each.design_id === design_id && each.sessions > 0).length;

  for (const design of artifacts.designs) evaluateWhenEnough(design);
  const designing = generate(lab, view, (design, designer) => {
    if (design === null) evaluation.without(planned(designer));
    else evaluateWhenEnough(design);
  });
  setTimeout(() => {
    evaluation.prepare();
    if (status.scores.wanted > 0) void prepareReport();
  }, MODELS_THINK);
  // Also when a design could not be stored, what is being paid for is waited for and kept.
  await designing.catch(() => undefined);
  const evaluated = await evaluation.finish();
  return { designs: await designing, evaluation: evaluated, tooFew: there < needed };
}
