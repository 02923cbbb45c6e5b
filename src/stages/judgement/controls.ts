import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Design } from "../../artifacts/design.ts";
import { designSha256 } from "../../artifacts/hashes.ts";
import { calledIn } from "../../artifacts/names.ts";
import type { ControlsLack } from "../../artifacts/note.ts";
import { type Designer, PARTS, seatOf, type Task } from "../../artifacts/task.ts";
import { type Cell, cellsToAsk } from "../../experiment/cells.ts";
import {
  controlsChanged,
  controlsLack,
  controlsTask,
  isUnchanged,
  missingOfControls,
} from "../../experiment/controls.ts";
import { shuffled } from "../../experiment/shuffled.ts";
import { plantedControls } from "../../experiment/spoil.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { saveControls } from "../../store/within.ts";
import { beginEvaluation, type CellCount, type EvaluateResult, type EvaluationWork } from "./evaluate.ts";
import type { ToJudge } from "./waves.ts";

/** The cells of planted copies that are to be asked, with the copies and what each is a copy of. */
type PlantedWork = { controls: View; asked: { design: Design; of: string; cells: Cell[] }[] };

/**
 * The planted copies of an experiment that wants them, which are made where they are not there or what they are copies of
 * was changed since; or what they lack. For whoever holds its lock.
 *
 * @param designs All that are there.
 */
async function plantControls(view: View, designs: readonly Design[]): Promise<PlantedWork | ControlsLack> {
  const { experiment, controls } = view;
  const { task } = experiment;
  const there = controls !== null && isUnchanged(controlsChanged(controls, task, designs)) ? controls : null;
  const { rows, texts } = there ? { rows: there.experiment.task.designers, texts: [] } : spoiledCopies(task, designs);
  const lack = there ? null : (controlsLack(task, designs.length) ?? lackOfTexts(texts));
  if (lack !== null) return lack;
  const own = controlsTask(task, rows, controls?.experiment.task.reviewers ?? []);
  const isSame = there !== null && isDeepStrictEqual(there.experiment.task, own);
  const planted = isSame ? there : await viewOf(await saveControls(experiment, own, texts));
  const cells = cellsToAsk(own, planted.artifacts, { parts: PARTS });
  const wanted = missingOfControls(planted, own, { task, artifacts: view.artifacts });
  const isWanted = ({ design_id, reviewer }: Cell): boolean =>
    wanted.some((each) => each.design_id === design_id && each.reviewer.reviewer_id === reviewer.reviewer_id);
  return {
    controls: planted,
    asked: planted.artifacts.designs.map((design) => ({
      design,
      of: rows.find(({ design_id }) => design_id === design.design_id)?.lineage?.of[0] ?? "",
      cells: cells.filter((cell) => cell.design_id === design.design_id && isWanted(cell)),
    })),
  };
}

/** What came of planted copies; nulls where none are wanted, or nobody could be asked. */
export type ControlsWorked = { lack: ControlsLack | null; made: EvaluateResult | null };

/** Begins the evaluation of planted copies, with the cells of designs that were counted before: what is to be asked of it. */
export async function beginControls(
  lab: PayingLab,
  view: View,
  designs: readonly Design[],
  count: CellCount,
): Promise<{ lack: ControlsLack | null; into: EvaluationWork | null; asked: ToJudge[] }> {
  const work = await plantControls(view, designs);
  if ("of" in work) return { lack: work, into: null, asked: [] };
  const into = await beginEvaluation(lab, work.controls, { count, masked: view });
  return { lack: null, into, asked: work.asked.map((each) => ({ into, ...each })) };
}

/** Each cell by itself, in an order drawn from the seed: their place tells nobody which is of a copy. */
export function mixed(asked: readonly ToJudge[], { seed }: Pick<Task, "seed">): ToJudge[] {
  const cells = asked.flatMap((each) => each.cells.map((cell) => ({ ...each, cells: [cell] })));
  return shuffled(cells, seed, "with copies");
}

const lackOfTexts = (texts: readonly Design[]): ControlsLack | null =>
  texts.length > 0 ? null : { of: "texts", found: texts.length };

/** Two copies of designs with two criteria spoiled in each, under ids that tell nothing; none where there cannot be two. */
function spoiledCopies(task: Task, designs: readonly Design[]): { rows: Designer[]; texts: Design[] } {
  const copies = plantedControls(
    designs.map((design) => ({ design_id: design.design_id, body: design })),
    task.criteria,
    task.seed,
  ).flatMap(({ design_id: of, body, done }, at) => {
    const original = designs.find(({ design_id }) => design_id === of);
    const row = task.designers.find(({ design_id }) => design_id === of);
    if (!original || !row) return [];
    const design_id = idOf(task, at);
    const planted = { of_sha256: designSha256(original), sha256: designSha256(body), done };
    const { connections: _, additional_notes: __, ...rest } = original;
    return [
      {
        row: {
          design_id,
          ...seatOf(row),
          ...(row.entrant && { entrant: row.entrant }),
          lineage: { is: "control" as const, of: [of], name: `copy of ${calledIn(task, of)}` },
        },
        text: { ...rest, ...body, design_id, planted },
      },
    ];
  });
  return { rows: copies.map(({ row }) => row), texts: copies.map(({ text }) => text) };
}

function idOf({ seed, experiment_id }: Task, at: number): string {
  return createHash("sha256")
    .update(JSON.stringify([seed, experiment_id, at]))
    .digest("hex")
    .slice(0, 8);
}
