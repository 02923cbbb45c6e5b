import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import type { Forecast } from "../artifacts/cost.ts";
import type { Note } from "../artifacts/note.ts";
import type { PendingWork } from "../artifacts/status.ts";
import { saysNothing } from "../command/placeholder.ts";
import { LabError } from "../errors.ts";
import { withDesigners } from "../experiment/plan.ts";
import { NOTHING, statusOf } from "../experiment/status.ts";
import { viewOf } from "../experiment/view.ts";
import type { Lab, PayingLab } from "../prompting/lab.ts";
import { forecast } from "../stages/forecast.ts";
import { planOf, type SetupInput, topicQuestion } from "../stages/setup.ts";
import type { Experiment } from "../store/experiment.ts";
import { call } from "../text/call.ts";
import { isBlank } from "../text/clean.ts";
import { typed } from "../text/typed.ts";
import { names, type StartArgs, sentences } from "./args.ts";
import { confirm } from "./confirm.ts";
import type { OpContext, Overrides } from "./op.ts";
import { checkBase } from "./output-dir.ts";
import { openToWrite } from "./outside.ts";
import { refuseSetupArgs, refuseTooFew, refuseUnfinished } from "./refusals.ts";

/** What a call of run or generate comes to before anything is asked of a model. */
export type Started =
  /** What would be asked; `notes` are about the choice of its models. */
  | { kind: "dry-run"; forecast: Forecast; notes: Note[] }
  /** A task that may be set up, with the lab that may ask for it. */
  | { kind: "new"; lab: PayingLab; input: SetupInput }
  | { kind: "resumed"; lab: PayingLab; experiment: Experiment; notes: Note[] };

/** What run and generate change in the configuration. */
export function overridesOf(given: StartArgs): Overrides {
  const { qualitative, quantitative, strict_isolation, output_dir, limits } = given;
  // An empty list is not given: it would replace the configured one with nothing.
  const designers = names(given.design_models) ?? [];
  const reviewers = names(given.review_models) ?? [];
  return {
    ...(designers.length > 0 && { design_models: designers }),
    ...(reviewers.length > 0 && { review_models: reviewers }),
    ...((qualitative !== undefined || quantitative !== undefined) && {
      review: {
        ...(qualitative !== undefined && { qualitative: { enabled: qualitative } }),
        ...(quantitative !== undefined && { quantitative: { enabled: quantitative } }),
      },
    }),
    ...(strict_isolation !== undefined && { hooks: { design_isolation: { strict_mode: strict_isolation } } }),
    ...(output_dir !== undefined && { output: { base_dir: output_dir } }),
    ...(limits !== undefined && { limits }),
  };
}

/**
 * Reads what is to be done, and refuses it or has it allowed before anything is made. Throws LabError when neither or
 * both of task and experiment are given, when the task's newest experiment is unfinished, and when the person says no
 * to the price.
 */
export async function start(lab: Lab, context: OpContext, given: StartArgs, scope: Scope): Promise<Started> {
  const { task, experiment: reference } = given;
  if (reference === undefined) return startNew(lab, context, given, scope);
  if (task === undefined) return startAgain(lab, context, given, scope, reference);
  throw new LabError("Give task for a new experiment or experiment to go on with one; found both.", {
    advice: `To go on: ${typed("resume", reference.slice(0, 100))} (${call("run", { experiment: reference.slice(0, 100) })})`,
  });
}

/** Whether all phases are to be gone through, or setup and designs alone. */
type Scope = "all" | "designs";

async function startAgain(
  lab: Lab,
  context: OpContext,
  given: StartArgs,
  scope: Scope,
  reference: string,
): Promise<Started> {
  const experiment = await openToWrite(lab, context, reference);
  refuseSetupArgs(experiment, given);
  const { task } = experiment;
  const joining = names(given.design_models) ?? [];
  const designers = await withDesigners(lab, task, joining);
  const { artifacts, ledger } = await viewOf(experiment);
  const { pending } = statusOf({ ...task, designers }, artifacts, ledger);
  const remaining = { task, criteria: task.criteria, topic: null, pending: within(scope, pending), named: joining };
  const expected = await forecast(lab, remaining);
  const { hosts_own: models } = expected;
  const notes: Note[] = models.length > 0 ? [{ kind: "hosts-own", models }] : [];
  if (given.dry_run) return { kind: "dry-run", forecast: expected, notes: [...lab.held, ...notes] };
  return { kind: "resumed", lab: await confirm(lab, context, experiment.dir, remaining), experiment, notes };
}

async function startNew(lab: Lab, context: OpContext, given: StartArgs, scope: Scope): Promise<Started> {
  const input = setupInput(given);
  await checkBase(lab, context, given.output_dir);
  if (!given.fresh) await refuseUnfinished(lab, input.task);
  const { notes, topic, ...plan } = await planOf(lab);
  const { criteria, samples } = lab.config.review.quantitative;
  if (scope === "all") refuseTooFew(lab, plan);
  const { pending } = statusOf({ ...plan, score_samples: samples }, NOTHING, []);
  const asked = topicQuestion(input);
  const remaining = {
    task: input,
    criteria,
    topic: asked === null ? null : { model: topic, input: asked },
    pending: within(scope, pending),
  };
  if (given.dry_run)
    return { kind: "dry-run", forecast: await forecast(lab, remaining), notes: [...lab.held, ...notes] };
  return { kind: "new", lab: await confirm(lab, context, lab.base, remaining), input };
}

function within(scope: Scope, pending: readonly PendingWork[]): readonly PendingWork[] {
  return scope === "all" ? pending : pending.filter(({ kind }) => kind === "design");
}

function setupInput(given: StartArgs): SetupInput {
  const { task = "", topic } = given;
  if (saysNothing(task)) {
    const found = isBlank(task)
      ? "nothing"
      : `${JSON.stringify(task.trim().slice(0, 100))}, which names nothing to design`;
    throw new LabError(`Cannot start: a task is needed, found ${found}. No model was asked.`, {
      advice: `Ask the person what is to be designed, and invent nothing. To start, type /design-lab run and after it what is to be designed.`,
    });
  }
  const input = {
    task: task.trim(),
    requirements: sentences(given.requirements),
    constraints: sentences(given.constraints),
    non_functional_requirements: sentences(given.non_functional_requirements),
    ...(topic !== undefined && { topic }),
  };
  const excess = exceededBound(input, BOUNDS.task);
  if (excess === null) return input;
  throw new LabError(`Cannot start: ${excess}. Nothing was asked.`, {
    advice: "Shorten it: what is long belongs in files of the project, which designers can read.",
  });
}
