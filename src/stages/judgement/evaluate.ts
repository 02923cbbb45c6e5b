import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { calledIn } from "../../artifacts/names.ts";
import type { Note } from "../../artifacts/note.ts";
import type { ProgressWord } from "../../artifacts/progress.ts";
import { type CoverageAnswer, type CoverageEntry, checkedOf } from "../../artifacts/requirement.ts";
import type { ScoreSample } from "../../artifacts/score.ts";
import { criteriaFor, type Part, personaOf, type Reviewer, seatOf } from "../../artifacts/task.ts";
import type { Identities } from "../../blind/identities.ts";
import { quoteFinder } from "../../blind/quotes.ts";
import type { Held } from "../../experiment/answers.ts";
import { stringsOf } from "../../experiment/attention.ts";
import { type BlindDesign, blindDesign, prepareIdentities, scanPrompt } from "../../experiment/blind-design.ts";
import type { Cell } from "../../experiment/cells.ts";
import { identitiesOf } from "../../experiment/identities-of.ts";
import { shuffled } from "../../experiment/shuffled.ts";
import type { View } from "../../experiment/view.ts";
import { askInTurn, type StandIn } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { telling } from "../../prompting/ledger-lines.ts";
import { asOneCell, crew } from "../../prompting/settle.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { failureSaid } from "../said.ts";
import { orderOfCells } from "./cell-order.ts";
import { type EvaluatorInput, type EvaluatorOutput, evaluatorAgent } from "./evaluator.ts";
import { type JudgingSeat, keepAnswer } from "./keep-answer.ts";
import type { StandIns } from "./stand-ins.ts";
import { createStandIns } from "./stand-ins.ts";

export type EvaluateResult = {
  /** With a row for each fallback that answered in another's place. */
  experiment: Experiment;
  reviews: number;
  scores: number;
  failures: Failure[];
  notes: Note[];
};

/** How many cells of a call were taken, will not come and have ended. */
export type CellCount = { taken: number; lost: number; finished: number };

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
 * that is drawn from the experiment's seed. `masked`: the experiment whose authors' names are, where it is another.
 */
export async function beginEvaluation(
  lab: PayingLab,
  view: View,
  { masked = view, count = { taken: 0, lost: 0, finished: 0 } }: { masked?: View; count?: CellCount } = {},
): Promise<EvaluationWork> {
  const { experiment, held } = view;
  const { task } = experiment;
  const identities = identitiesOf(masked.experiment.task, masked.artifacts.designs, lab.config, await lab.available());
  const standIns = createStandIns(experiment, lab.config.fallback_models, held);
  const orderOf = orderOfCells(task);
  const cells = crew<CellResult>(lab.budget.halt);
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
    const letter = calledIn(task, design_id);
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

async function defect(lab: PayingLab, { ledger }: Experiment, cell: Cell, message: string): Promise<CellResult> {
  const { design_id, parts } = cell;
  const { reviewer_id, model } = cell.reviewer;
  const about = { model, design_id, reviewer_id, kind: "defect" as const, message };
  await telling(lab, ledger.append)({ ...about, event: "failed", phases: [...parts] });
  return { made: [], failures: parts.map((phase) => ({ ...about, phase })) };
}

/** What is the same for all sessions of one cell. */
type CellWork = {
  lab: PayingLab;
  experiment: Experiment;
  identities: Identities;
  blind: BlindDesign;
  held: Held;
  standIns: StandIns;
  /** Which of those that wait for a place is asked first; the smallest is. */
  order: number;
};

/** Which parts of a cell were made, and what failed. */
export type CellResult = { made: readonly Part[]; failures: Failure[] };

/**
 * Asks for the cell's parts in one session, then for the further samples of its score, each on its own. Where the
 * reviewer fails for good a stand-in does all of it in its own name; but one that has given a sample speaks for itself.
 */
export async function evaluateCell(work: CellWork, cell: Cell): Promise<CellResult> {
  const { parts, samples } = cell;
  const begun = parts.includes("score") && samples.length > 0;
  const first = await askOnce(work, cell, begun ? [] : work.standIns.forCell(cell));
  if ("failures" in first) return { made: [], failures: first.failures };
  let session = first;
  while (parts.includes("score") && session.samples.length < work.experiment.task.score_samples) {
    const next = await askOnce(work, { ...session, parts: ["score"] }, []);
    if ("failures" in next) return { made: parts, failures: next.failures };
    session = next;
  }
  return { made: parts, failures: [] };
}

/** One session, stored as soon as it has answered: who answered, with the samples that are there now. */
async function askOnce(
  work: CellWork,
  { parts, ...asked }: JudgingSeat & { parts: readonly Part[] },
  others: Iterable<StandIn>,
): Promise<JudgingSeat | { failures: Failure[] }> {
  const { lab, experiment, identities, blind, order } = work;
  const { task, ledger } = experiment;
  const { design_id } = blind.design;
  const { reviewer, samples } = asked;
  const { reviewer_id, model } = reviewer;
  const persona = personaOf(task, reviewer);
  const input: EvaluatorInput = {
    ...task,
    persona: persona?.text,
    design: blind.text,
    criteria: shuffled(criteriaFor(task, reviewer), task.seed, `criteria ${reviewer_id}`),
    checked: asksCoverage(parts, samples) ? checkedOf(task) : [],
    parts,
    nonce: lab.nonce(),
    design_id,
  };
  const whole = `${evaluatorAgent.system(input)}\n${evaluatorAgent.prompt(input)}`;
  const identity_scan = scanPrompt(whole, blind, identities, input.nonce);
  const keep = keeperOf(experiment.dir);
  const question = {
    input,
    model,
    phases: [...parts],
    design_id,
    reviewer_id,
    order,
    keep,
    temperature: persona?.temperature,
  };
  const answer = await askInTurn(lab, ledger.append, evaluatorAgent, question, others);
  if (answer.state === "failed") {
    const { state: _, ...how } = answer;
    return { failures: parts.map((phase) => ({ phase, ...how, model, design_id, reviewer_id })) };
  }
  const seat = answer.model === model ? asked : await seatStandIn(work, answer.model, reviewer, parts);
  const { coverage: said = {} } = answer.value as EvaluatorOutput;
  const coverage = coverageEntries(input.checked.length > 0, said, blind.text);
  return { ...seat, samples: await keepAnswer(work, seat, parts, answer, { identity_scan, coverage }) };
}

/** The seat of a stand-in that has answered. */
async function seatStandIn(
  { held, standIns, blind }: CellWork,
  model: string,
  requested: Reviewer,
  parts: readonly Part[],
): Promise<JudgingSeat> {
  const reviewer = await standIns.join(seatOf({ ...requested, model }), parts);
  return { reviewer, requested_model: requested.model, samples: held.samplesOf(blind.design.design_id, reviewer) };
}

/** A further sample of a score is not asked again what the first answered. */
function asksCoverage(parts: readonly Part[], samples: readonly ScoreSample[]): boolean {
  return parts.includes("review") || samples.length === 0;
}

/**
 * What a reviewer said of each requirement, with whether its quotes really stand in what it was shown. An entry that is
 * not there was not answered; no list at all says that nothing was `asked`.
 */
function coverageEntries(asked: boolean, answer: CoverageAnswer, shown: string): { coverage?: CoverageEntry[] } {
  if (!asked) return {};
  // A quote over a line break: JSON spells that break as two letters.
  const finders = [shown, stringsOf(JSON.parse(shown))].map(quoteFinder);
  return {
    coverage: Object.entries(answer).map(([requirement_id, { quote = "", status }]) => ({
      requirement_id,
      status,
      quote,
      quote_found: finders.some((stands) => stands(quote)),
    })),
  };
}
