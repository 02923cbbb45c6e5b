import type { Design } from "../artifacts/design.ts";
import { PARTS } from "../artifacts/task.ts";
import { type Cell, cellsToAsk, sparing, unspared } from "../experiment/cells.ts";
import type { View } from "../experiment/view.ts";
import type { PayingLab } from "../prompting/lab.ts";
import { wavesSaid } from "../story/stage-words.ts";
import { type GenerateResult, generateDesigns } from "./designs/generate.ts";
import { prepareReport } from "./files.ts";
import { beginEvaluation, type EvaluateResult, type EvaluationWork } from "./judgement/evaluate.ts";
import { takeLook, type Waves, wavesOf } from "./judgement/look.ts";

/** When the designers have surely been asked and the lab has nothing to do but wait, milliseconds. */
const MODELS_THINK = 100;

export type Worked = { designs: GenerateResult; evaluation: EvaluateResult; tooFew: boolean };

/** A design and what is to be asked of it. */
type Asking = { design: Design; cells: Cell[] };

/**
 * Asks for what is missing of an experiment: designs, and evaluations of each design as soon as it is there, while
 * slower designers still write. Where scores are wanted nothing is evaluated before there are as many designs as a
 * ranking needs: what could never be ranked costs nothing. `tooFew` says that there never were. Of a thrifty plan some
 * reviewers wait until the others have judged every design. Nobody waits for what follows once all are `designed`.
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
  const evaluation = await beginEvaluation(lab, view);
  const waiting: Design[] = [];
  const held: Asking[] = [];
  let there = 0;

  function evaluateWhenEnough(design: Design): void {
    waiting.push(design);
    if (++there < needed) return;
    for (const each of waiting.splice(0)) {
      const asked = cellsToAsk(experiment.task, { ...artifacts, designs: [each] }, { parts: PARTS });
      const all = asked.flatMap((cell) => unspared(isSpared, cell) ?? []);
      const later = all.filter(({ reviewer }) => isFurther(waves, reviewer.reviewer_id));
      evaluation.take(
        each,
        all.filter((cell) => !later.includes(cell)),
      );
      if (later.length > 0) held.push({ design: each, cells: later });
    }
  }

  /** Cells that would be asked for a design, once it is there. */
  const planned = ({ design_id }: { design_id: string }): number =>
    status.pending.filter((each) => each.kind === "cell" && each.design_id === design_id && each.sessions > 0).length;

  if (waves !== null) {
    const { first, further } = waves;
    lab.progress.say({ text: wavesSaid(first.length, further.length), kind: "news" });
  }
  for (const design of artifacts.designs) evaluateWhenEnough(design);
  const designing = generateDesigns(lab, view, (design, designer) => {
    if (design === null) evaluation.without(planned(designer));
    else evaluateWhenEnough(design);
  });
  setTimeout(() => {
    evaluation.prepare();
    if (status.scores.wanted > 0) void prepareReport(lab.config);
  }, MODELS_THINK);
  // Also when a design could not be stored, what is being paid for is waited for and kept.
  const written = await designing.then(
    () => true,
    () => false,
  );
  const following = designed();
  if (waves !== null && held.length > 0 && written) await askFurther(lab, evaluation, waves, held);
  const evaluated = await evaluation.finish();
  await following;
  return { designs: await designing, evaluation: evaluated, tooFew: there < needed };
}

function isFurther(waves: Waves | null, id: string): boolean {
  return waves?.further.some(({ reviewer_id }) => reviewer_id === id) === true;
}

/**
 * Has the further reviewers judge the designs that are still in question. Nobody looks before the first have judged all:
 * where a limit or a person stopped them, the next call goes on and looks then.
 */
async function askFurther(lab: PayingLab, evaluation: EvaluationWork, waves: Waves, held: Asking[]): Promise<void> {
  const settled = await evaluation.settled().catch(() => null);
  if (settled === null) return;
  const { experiment, failures } = settled;
  const stopped = failures.some(({ kind }) => kind === "budget" || kind === "aborted");
  if (stopped || lab.signal.aborted || lab.budget.stopped() !== null) return;
  const look = await takeLook(lab, experiment, waves);
  const isSpared = sparing(experiment.task, { look });
  evaluation.without(look.spared.length);
  for (const { design, cells } of held) {
    evaluation.take(
      design,
      cells.flatMap((cell) => unspared(isSpared, cell) ?? []),
    );
  }
}
