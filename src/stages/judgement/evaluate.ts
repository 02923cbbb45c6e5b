import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { letterOf } from "../../artifacts/names.ts";
import type { Note } from "../../artifacts/note.ts";
import type { ProgressWord } from "../../artifacts/progress.ts";
import type { Task } from "../../artifacts/task.ts";
import { type BlindDesign, blindDesign, identitiesOf, prepareIdentities } from "../../experiment/blind-design.ts";
import { type Cell, plannedCells } from "../../experiment/cells.ts";
import type { View } from "../../experiment/view.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { telling } from "../../prompting/ledger-lines.ts";
import { asOneCell, crew } from "../../prompting/settle.ts";
import type { Experiment } from "../../store/experiment.ts";
import { failureSaid } from "../said.ts";
import { type CellResult, evaluateCell } from "./evaluate-cell.ts";
import { shuffled } from "./shuffled.ts";
import { createStandIns } from "./stand-ins.ts";

export type EvaluateResult = {
  /** With a row for each fallback that answered in another's place. */
  experiment: Experiment;
  reviews: number;
  scores: number;
  failures: Failure[];
  notes: Note[];
};

/** An evaluation to which designs come one by one. */
export type EvaluationWork = {
  /** Does what can be done before there is a design. */
  prepare(): void;
  /** So many of the cells that the call expects will not come: their design failed. */
  without(cells: number): void;
  /** Asks the cells of a design for their parts, all at once. */
  take(design: Design, cells: readonly Cell[]): void;
  /** Waits for every cell that was taken so far: what failed, and the experiment with a row for each stand-in. */
  settled(): Promise<Pick<EvaluateResult, "experiment" | "failures">>;
  /** Waits for every cell that was taken. */
  finish(): Promise<EvaluateResult>;
};

/**
 * Begins to evaluate. Among the cells that wait for a place at a moment, the next is the first in an order of all cells
 * that is drawn from the experiment's seed.
 */
export async function beginEvaluation(lab: PayingLab, { experiment, artifacts, held }: View): Promise<EvaluationWork> {
  const { task } = experiment;
  const identities = identitiesOf(task, artifacts.designs, lab.config, await lab.available());
  const standIns = createStandIns(experiment, lab.config.fallback_models, held);
  const orderOf = orderOfCells(task);
  const cells = crew<CellResult>(lab.budget.halt);
  const count = { taken: 0, lost: 0, finished: 0 };
  const total = (): number => Math.max(count.taken, (lab.progress.expected()?.evaluations ?? 0) - count.lost);

  async function ask(cell: Cell, blind: () => BlindDesign): Promise<CellResult> {
    const begin = async () =>
      evaluateCell({ lab, experiment, identities, blind: blind(), held, standIns, order: orderOf(cell) }, cell);
    const made = await asOneCell(begin(), (message) => defect(lab, experiment, cell, message));
    count.finished++;
    lab.progress.say(saidOf(cell, made));
    return made;
  }

  /** What has ended, with model and design. */
  function saidOf({ design_id, reviewer }: Cell, { failures: [failure] }: CellResult): ProgressWord {
    const of = `evaluation ${count.finished} of ${total()}`;
    const letter = letterOf(task.designers.findIndex((designer) => designer.design_id === design_id));
    if (failure === undefined) return { text: `${of}: ${letter} by ${reviewer.model}`, kind: "step" };
    return failureSaid(of, failure.kind, `${failure.model} on design ${letter}`);
  }

  return {
    prepare: () => prepareIdentities(identities),
    without(cells) {
      count.lost += cells;
    },
    take(design, wanted) {
      count.taken += wanted.length;
      let made: BlindDesign | null = null;
      const blind = (): BlindDesign => {
        made ??= blindDesign(design, identities);
        return made;
      };
      for (const cell of wanted.toSorted((a, b) => orderOf(a) - orderOf(b))) cells.add(ask(cell, blind));
    },
    async settled() {
      const done = await cells.settled();
      return { experiment: standIns.experiment(), failures: done.flatMap(({ failures }) => failures) };
    },
    async finish() {
      const done = await cells.settled();
      return {
        experiment: standIns.experiment(),
        reviews: done.filter(({ made }) => made.includes("review")).length,
        scores: done.filter(({ made }) => made.includes("score")).length,
        failures: done.flatMap(({ failures }) => failures),
        notes: standIns.passedOver().map((passed) => ({ kind: "fallback-on-panel", ...passed })),
      };
    },
  };
}

/** Asks every cell for its missing parts. */
export async function evaluate(lab: PayingLab, view: View, cells: readonly Cell[]): Promise<EvaluateResult> {
  const evaluation = await beginEvaluation(lab, view);
  for (const design of view.artifacts.designs) {
    const its = cells.filter(({ design_id }) => design_id === design.design_id);
    if (its.length > 0) evaluation.take(design, its);
  }
  return evaluation.finish();
}

/** The place of each cell in one order of all cells of the plan, drawn from its seed; 1 is the first, designers have 0. */
function orderOfCells(task: Task): (cell: Pick<Cell, "design_id" | "reviewer">) => number {
  const keyOf = ({ design_id, reviewer }: Pick<Cell, "design_id" | "reviewer">): string =>
    JSON.stringify([design_id, reviewer.reviewer_id]);
  const places = new Map(shuffled(plannedCells(task), task.seed, "cells").map((cell, at) => [keyOf(cell), at + 1]));
  return (cell) => places.get(keyOf(cell)) ?? places.size + 1;
}

async function defect(lab: PayingLab, { ledger }: Experiment, cell: Cell, message: string): Promise<CellResult> {
  const { design_id, parts } = cell;
  const { reviewer_id, model } = cell.reviewer;
  const about = { model, design_id, reviewer_id, kind: "defect" as const, message };
  await telling(lab, ledger.append)({ ...about, event: "failed", phases: [...parts] });
  return { made: [], failures: parts.map((phase) => ({ ...about, phase })) };
}
