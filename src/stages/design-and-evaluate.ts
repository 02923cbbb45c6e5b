import type { Design } from "../artifacts/design.ts";
import type { ControlsLack } from "../artifacts/note.ts";
import { PARTS } from "../artifacts/task.ts";
import { type Cell, cellsToAsk, sparing, unspared } from "../experiment/cells.ts";
import { shuffled } from "../experiment/shuffled.ts";
import type { View } from "../experiment/view.ts";
import type { PayingLab } from "../prompting/lab.ts";
import { wavesSaid } from "../story/stage-words.ts";
import { type GenerateResult, generateDesigns } from "./designs/generate.ts";
import { prepareReport } from "./files.ts";
import { type PlantedWork, plantControls } from "./judgement/controls.ts";
import { beginEvaluation, type EvaluateResult, type EvaluationWork } from "./judgement/evaluate.ts";
import { takeLook, type Waves, wavesOf } from "./judgement/look.ts";

/** When the designers have surely been asked and the lab has nothing to do but wait, milliseconds. */
const MODELS_THINK = 100;

export type Worked = {
  designs: GenerateResult;
  evaluation: EvaluateResult;
  /** What came of planted copies, or what they lack; null where none are wanted, or nobody could be asked. */
  controls: EvaluateResult | ControlsLack | null;
  tooFew: boolean;
};

/** A design or a planted copy, where it is evaluated, what is to be asked of it, and of which design it is. */
type Asking = { into: EvaluationWork; design: Design; of: string; cells: Cell[] };

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
  const held: Asking[] = [];
  const last: Asking[] = [];
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
      else ask(asking);
    }
  }

  function ask({ cells, ...asking }: Asking): void {
    const later = cells.filter(({ reviewer }) => isFurther(waves, reviewer.reviewer_id));
    asking.into.take(
      asking.design,
      cells.filter((cell) => !later.includes(cell)),
    );
    if (later.length > 0) held.push({ ...asking, cells: later });
  }

  /** The evaluation of planted copies, and what is asked of them; what they lack; null where nobody can be asked. */
  async function beginControls(): Promise<{ into: EvaluationWork; planted: PlantedWork } | ControlsLack | null> {
    if (!isPlanting || isStopped(lab) || there < needed) return null;
    const work = await plantControls(view, [...artifacts.designs, ...written]);
    if ("of" in work) return work;
    return { planted: work, into: await beginEvaluation(lab, work.controls, { count, masked: view }) };
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
  const planting = stored ? beginControls() : Promise.resolve(null);
  const begun = await planting.catch(() => null);
  const copies = begun === null || "of" in begun ? null : begun;
  const planted = copies ? copies.planted.asked.map((each) => ({ into: copies.into, ...each })) : [];
  const cells = [...last, ...planted].flatMap((each) => each.cells.map((cell) => ({ ...each, cells: [cell] })));
  for (const each of shuffled(cells, experiment.task.seed, "with copies")) ask(each);
  if (waves !== null && held.length > 0 && stored) await askFurther(lab, evaluation, waves, held);
  const evaluated = await evaluation.finish();
  const controls = copies ? await copies.into.finish() : begun !== null && "of" in begun ? begun : null;
  await following;
  await planting;
  return { designs: await designing, evaluation: evaluated, controls, tooFew: there < needed };
}

const isStopped = (lab: PayingLab): boolean => lab.signal.aborted || lab.budget.stopped() !== null;

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
