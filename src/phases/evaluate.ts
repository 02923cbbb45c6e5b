import type { Lab } from "../asking/lab.ts";
import { asOneCell, settleAll } from "../asking/settle.ts";
import { heldOf } from "../experiment/answers.ts";
import { blindDesign, identitiesOf } from "../experiment/blind-design.ts";
import type { Cell } from "../experiment/cells.ts";
import { shuffled } from "../experiment/shuffled.ts";
import { createStandIns } from "../experiment/stand-ins.ts";
import type { View } from "../experiment/view.ts";
import type { Failure } from "../schemas/failure.ts";
import type { Note } from "../schemas/note.ts";
import type { Experiment } from "../store/experiment.ts";
import { type CellResult, evaluateCell } from "./evaluate-cell.ts";

export type EvaluateResult = {
  /** With a row for each fallback that answered in another's place. */
  experiment: Experiment;
  reviews: number;
  scores: number;
  failures: Failure[];
  notes: Note[];
};

/** Asks every cell for its missing parts, all at once, in an order drawn from the experiment's seed. */
export async function evaluate(lab: Lab, view: View, cells: readonly Cell[]): Promise<EvaluateResult> {
  const { experiment, artifacts } = view;
  const { task } = experiment;
  const { designs } = artifacts;
  const identities = identitiesOf(task, designs, lab.config, await lab.available());
  const wanted = designs.filter(({ design_id }) => cells.some((cell) => cell.design_id === design_id));
  const blind = new Map(wanted.map((design) => [design.design_id, blindDesign(design, identities)]));
  const held = heldOf(task, artifacts, task.score_samples);
  const standIns = createStandIns(experiment, lab.config.fallback_models, held);
  let finished = 0;
  lab.step("evaluations", 0, cells.length);
  const done = await settleAll(
    shuffled(cells, task.seed, "cells").flatMap((cell) => {
      const design = blind.get(cell.design_id);
      if (!design) return [];
      const work = evaluateCell({ lab, experiment, identities, blind: design, held, standIns }, cell);
      return asOneCell(work, (message) => defect(experiment, cell, message)).then((made) => {
        const failed = made.failures[0] ? `: ${made.failures[0].kind}` : "";
        lab.step("evaluations", ++finished, cells.length, `evaluation ${finished} of ${cells.length}${failed}`);
        return made;
      });
    }),
    lab.budget.halt,
  );
  return {
    experiment: standIns.experiment(),
    reviews: done.filter(({ made }) => made.includes("review")).length,
    scores: done.filter(({ made }) => made.includes("score")).length,
    failures: done.flatMap(({ failures }) => failures),
    notes: standIns.passedOver().map((passed) => ({ kind: "fallback-on-panel", ...passed })),
  };
}

async function defect({ ledger }: Experiment, cell: Cell, message: string): Promise<CellResult> {
  const { design_id, parts } = cell;
  const { reviewer_id, model } = cell.reviewer;
  const about = { model, design_id, reviewer_id, kind: "defect" as const, message };
  await ledger.append({ ...about, event: "failed", phases: [...parts] });
  return { made: [], failures: parts.map((phase) => ({ ...about, phase })) };
}
