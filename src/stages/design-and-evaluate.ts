import type { Design } from "../artifacts/design.ts";
import { PARTS } from "../artifacts/task.ts";
import { cellsToAsk, sparing, unspared } from "../experiment/cells.ts";
import type { View } from "../experiment/view.ts";
import type { PayingLab } from "../prompting/lab.ts";
import { wavesSaid } from "../story/stage-words.ts";
import { type GenerateResult, generateDesigns } from "./designs/generate.ts";
import { prepareReport } from "./files.ts";
import { beginControls, type ControlsWorked, mixed } from "./judgement/controls.ts";
import { beginEvaluation, type EvaluateResult } from "./judgement/evaluate.ts";
import { wavesOf } from "./judgement/look.ts";
import { askFirst, askFurther, isStopped, type ToJudge } from "./judgement/waves.ts";

/** When the designers have surely been asked and the lab has nothing to do but wait, milliseconds. */
const MODELS_THINK = 100;

export type Worked = {
  designs: GenerateResult;
  evaluation: EvaluateResult;
  controls: ControlsWorked;
  tooFew: boolean;
};

/**
 * Asks for what is missing of an experiment: designs, and evaluations of each design as soon as it is there, while
 * slower designers still write. Where scores are wanted nothing is evaluated before there are as many designs as a
 * ranking needs: what could never be ranked costs nothing. `tooFew` says that there never were. Of a thrifty plan some
 * reviewers wait until the others have judged every design. Planted copies are asked about together with the last design,
 * so that their place tells no provider what they are. Nobody waits for what follows once all are `designed`.
 */
export async function designAndEvaluate(
  lab: PayingLab,
  view: View,
  designed: () => Promise<void> = async () => {},
): Promise<Worked> {
  const { experiment, artifacts, status } = view;
  const needed = status.scores.wanted > 0 ? lab.config.min_designs : 0;
  const waves = artifacts.look === undefined ? wavesOf(experiment.task, artifacts.scores) : null;
  const isSpared = sparing(experiment.task, artifacts);
  const count = { taken: 0, lost: 0, finished: 0 };
  const evaluation = await beginEvaluation(lab, view, { count });
  const isPlanting = experiment.task.control === true && status.scores.wanted > 0;
  const waiting: Design[] = [];
  const held: ToJudge[] = [];
  const last: ToJudge[] = [];
  const written: Design[] = [];
  let there = 0;
  let open = experiment.task.designers.length - artifacts.designs.length;

  function evaluateWhenEnough(design: Design): void {
    waiting.push(design);
    if (++there < needed) return;
    for (const each of waiting.splice(0)) {
      const asked = cellsToAsk(experiment.task, { ...artifacts, designs: [each] }, { parts: PARTS });
      const cells = asked.flatMap((cell) => unspared(isSpared, cell) ?? []);
      const asking = { into: evaluation, design: each, of: each.design_id, cells };
      if (isPlanting && open === 0) last.push(asking);
      else held.push(...askFirst(asking, waves));
    }
  }

  /** Cells that would be asked for a design, once it is there. */
  const cellsOf = ({ design_id }: { design_id: string }): number =>
    status.pending.filter((each) => each.kind === "cell" && each.design_id === design_id && each.sessions > 0).length;

  if (waves !== null) {
    const { first, further } = waves;
    lab.progress.say({ text: wavesSaid(first.length, further.length), kind: "news" });
  }
  for (const design of artifacts.designs) evaluateWhenEnough(design);
  const designing = generateDesigns(lab, view, (design, designer) => {
    open--;
    if (design === null) evaluation.without(cellsOf(designer));
    else {
      written.push(design);
      evaluateWhenEnough(design);
    }
  });
  setTimeout(() => {
    evaluation.prepare();
    if (status.scores.wanted > 0) void prepareReport(lab.config);
  }, MODELS_THINK);
  // Also when a design could not be stored, what is being paid for is waited for and kept.
  const stored = await designing.then(
    () => true,
    () => false,
  );
  const following = designed();
  const isWanted = isPlanting && stored && there >= needed && !isStopped(lab);
  const planting = isWanted ? beginControls(lab, view, [...artifacts.designs, ...written], count) : null;
  const copies = await planting?.catch(() => null);
  held.push(...mixed([...last, ...(copies?.asked ?? [])], experiment.task).flatMap((each) => askFirst(each, waves)));
  if (waves !== null && held.length > 0 && stored) await askFurther(lab, evaluation, waves, held);
  const evaluated = await evaluation.finish();
  const made = (await copies?.into?.finish()) ?? null;
  await following;
  const controls = { lack: (await planting)?.lack ?? null, made };
  return { designs: await designing, evaluation: evaluated, controls, tooFew: there < needed };
}
