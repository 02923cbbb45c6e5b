import { dirname } from "node:path";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import type { Brief } from "../../artifacts/brief.ts";
import type { Forecast } from "../../artifacts/cost.ts";
import type { Note } from "../../artifacts/note.ts";
import { UsageError } from "../../errors.ts";
import { type BriefView, briefChanged, briefOf, taskBriefOf, textsOf } from "../../experiment/brief.ts";
import { findUnfinished, resume, withExperimentLock } from "../../experiment/open.ts";
import { withDesigners } from "../../experiment/panel.ts";
import { statusOf } from "../../experiment/status.ts";
import type { View } from "../../experiment/view.ts";
import { viewOf } from "../../experiment/view.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { writeBriefFiles } from "../../stages/files.ts";
import { forecast } from "../../stages/forecast.ts";
import { thriftNotes } from "../../stages/judgement/look.ts";
import type { Ranked } from "../../stages/judgement/rank.ts";
import {
  choosePanel,
  type NewPanel,
  newWork,
  type SetupInput,
  setUpExperiment,
  setupFrom,
} from "../../stages/setup.ts";
import type { Remaining } from "../../stages/stage.ts";
import { running } from "../../stages/stages.ts";
import type { Begun } from "../../store/begun.ts";
import type { Experiment } from "../../store/experiment.ts";
import { withFolderLock } from "../../store/lock.ts";
import { hasTask, openEither } from "../../store/open.ts";
import { missingSaid } from "../../story/amounts.ts";
import { briefNext, stands } from "../../story/brief-stands.ts";
import { unmarked } from "../../story/sentence.ts";
import { isBlank } from "../../text/clean.ts";
import type { Markdown } from "../../text/markdown.ts";
import { join, md } from "../../text/markdown.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { names, type StartArgs } from "../args.ts";
import type { OpContext, Reply } from "../op.ts";
import { checkBase, openEitherToWrite } from "../paths/outside.ts";
import { confirm } from "../person/confirm.ts";
import { refuseChanged, refuseSetupArgs, refuseTextArgs, refuseTooFew, refuseTwoPanels } from "../refusals.ts";
import { estimate } from "./estimate.ts";
import { overridesOf, setupInput } from "./given.ts";
import { reply, type Work } from "./reply.ts";

/**
 * The reply of a call of run or generate: what it would ask, or what came of `work` on its experiment, which is set up
 * or gone on with, `again`, and locked. Nothing is made before the call is known to be possible and allowed. Throws
 * LabError when neither or both of task and experiment are given, when the task's newest experiment is unfinished, and
 * when the person says no to the price.
 */
export async function startRun(
  op: "run" | "generate",
  given: StartArgs,
  context: OpContext,
  work: (lab: PayingLab, experiment: Experiment, again: boolean) => Promise<Done>,
): Promise<Markdown | Reply> {
  refuseTwoPanels(given);
  const planning = await context.lab(overridesOf(given, context.home));
  const plan = await planFor(planning, context, given, op);
  const all = plan.remaining;
  const judged = op === "run";
  const pending = judged ? all.pending : all.pending.filter(({ kind }) => kind === "design");
  const remaining = { ...all, pending };
  const expected = await forecast(planning, running, remaining);
  const own = "input" in plan ? [] : hostsOwn(expected);
  if (given.dry_run) {
    return estimate(op, given, { lab: planning, plan, expected, own });
  }
  const lab = await confirm(planning, context, folderOf(planning, plan), running, remaining);
  return workOn(lab, plan, given, async ({ experiment, again, before, notes }) => {
    const done = await work(lab, experiment, again);
    return reply(lab, done.view, before, { ...done.work, notes: [...own, ...notes, ...done.work.notes] }, done.ranked);
  });
}

/** Where what is asked for will be kept. */
function folderOf({ base }: Lab, plan: PlannedCall): string {
  return "experiment" in plan ? plan.experiment.dir : (plan.begun?.dir ?? base);
}

/** An experiment that is locked: `before` is how many lines its ledger had, `again` whether it had its plan already. */
type Opened = { experiment: Experiment; again: boolean; before: number; notes: readonly Note[] };

/** Works on the experiment of a call, which is set up, or gone on with, and locked. */
async function workOn(
  lab: PayingLab,
  plan: PlannedCall,
  given: StartArgs,
  work: (opened: Opened) => Promise<Reply>,
): Promise<Reply> {
  if ("experiment" in plan) {
    // What was spared is said with the ranking.
    const notes = plan.notes.filter(({ kind }) => kind === "brief-changed");
    return withExperimentLock(lab, plan.experiment, async (locked) => {
      const joining = { designers: names(given.design_models), thrifty: given.thrifty };
      return work({ ...(await resume(lab, locked, joining)), again: true, notes });
    });
  }
  const { input, begun } = plan;
  if (begun === null) {
    const { experiment, notes } = await setUpExperiment(lab, input);
    return withExperimentLock(lab, experiment, (locked) =>
      work({ experiment: locked, again: false, before: 0, notes }),
    );
  }
  return withFolderLock(lab, begun.dir, async () => {
    const now = await openEither([dirname(begun.dir)], begun.dir, { ...lab, fits: () => true });
    // Another process was quicker: its plan holds.
    if (hasTask(now)) return work({ ...(await resume(lab, now)), again: true, notes: [] });
    const approved = await requireApproved(now, lab.now);
    refuseChanged(approved, input);
    await writeBriefFiles(begun.dir, approved.brief);
    return work({ ...(await setupFrom(lab, now, input)), again: false });
  });
}

/** The experiment as the work has left it, and what is said of the work. */
type Done = { view: View; work: Work; ranked: Ranked | null };

/** The host's own models among those that are asked though nobody named them. */
function hostsOwn({ hosts_own: models }: Forecast): Note[] {
  return models.length > 0 ? [{ kind: "hosts-own", models }] : [];
}

/** What of a call can be known before anything is asked: all that remains of an experiment, or of a task to set up. */
export type PlannedCall = { remaining: Remaining; notes: Note[] } & (
  | { experiment: Experiment }
  /** `begun`: where its folder is there already, and its brief approved. */
  | { input: SetupInput; plan: NewPanel; begun: Begun | null }
);

/** Finds out what a call comes to. Throws LabError for one that cannot be made; makes nothing and asks no model. */
export async function planFor(
  lab: Lab,
  context: OpContext,
  given: StartArgs,
  op: "run" | "generate",
): Promise<PlannedCall> {
  const { task, experiment: reference } = given;
  if (reference === undefined) return planNew(lab, context, given, op);
  if (task === undefined) {
    const found = await openEitherToWrite(lab, context, reference);
    return hasTask(found) ? planAgain(lab, given, found) : planBrief(lab, given, op, found);
  }
  throw new UsageError("Give task for a new experiment or experiment to go on with one; found both.", {
    advice: `To go on: ${typedCode("resume", reference.slice(0, 100))} (${callCode("run", { experiment: reference.slice(0, 100) })})`,
  });
}

async function planNew(lab: Lab, context: OpContext, given: StartArgs, op: "run" | "generate"): Promise<PlannedCall> {
  const input = within(setupInput(given));
  await checkBase(lab, context, given.output_dir);
  if (!given.fresh) await refuseUnfinished(lab, input.task);
  const plan = await choosePanel(lab);
  if (op === "run") refuseTooFew(lab, plan);
  return { input, plan, begun: null, notes: plan.notes, remaining: newWork(lab, { input, plan }) };
}

async function planAgain(lab: Lab, given: StartArgs, experiment: Experiment): Promise<PlannedCall> {
  refuseSetupArgs(experiment, given);
  const named = names(given.design_models) ?? [];
  const designers = await withDesigners(lab, experiment.task, named);
  const task = { ...experiment.task, designers, thrifty: given.thrifty ?? experiment.task.thrifty ?? false };
  const { artifacts, ledger } = await viewOf(experiment);
  const { pending } = statusOf(task, artifacts, ledger);
  const remaining = { task, criteria: task.criteria, topic: null, pending, named };
  const changed = (await briefChanged(experiment))
    ? [{ kind: "brief-changed" as const, experiment_id: task.experiment_id }]
    : [];
  return { experiment, remaining, notes: [...changed, ...(artifacts.look ? [] : thriftNotes(task))] };
}

async function planBrief(lab: Lab, given: StartArgs, op: "run" | "generate", begun: Begun): Promise<PlannedCall> {
  const { id, brief } = await requireApproved(begun, lab.now);
  refuseTextArgs(id, given);
  const input = within({
    task: brief.task.trim(),
    requirements: textsOf(brief.requirements),
    constraints: textsOf(brief.constraints),
    non_functional_requirements: textsOf(brief.non_functional_requirements),
    topic: brief.topic,
    brief: taskBriefOf(brief),
  });
  const plan = await choosePanel(lab);
  if (op === "run") refuseTooFew(lab, plan);
  return { input, plan, begun, notes: plan.notes, remaining: newWork(lab, { input, plan }) };
}

/** Throws LabError where the newest experiment of a task can be gone on with. */
async function refuseUnfinished(lab: Lab, task: string): Promise<void> {
  const unfinished = await findUnfinished(lab, task);
  if (unfinished === null) return;
  const { id, status } = unfinished;
  throw new UsageError(
    `The newest experiment of this very task, ${id}, is unfinished: ${unmarked(missingSaid(status), String)}. Nothing was started.`,
    {
      advice: `Go on with it: ${typedCode("resume", id)} (${callCode("run", { experiment: id })}). To start anew, type /design-lab run --fresh and after it the task (fresh: true beside the task).`,
    },
  );
}

/** The approved brief of what began with questions. Throws LabError, with how it stands, where there is none. */
export async function requireApproved(begun: Begun, now: () => Date): Promise<BriefView & { brief: Brief }> {
  const view = await briefOf(begun, now);
  const { brief, state, id, problems } = view;
  if (brief !== null && isBlank(brief.task)) {
    throw new UsageError(`Cannot start ${id}: the task of its brief.json shows nothing. Nothing was asked.`, {
      advice: `Write it there; ${typedCode("show", id)} says how the brief stands.`,
    });
  }
  if (brief !== null && state === "approved") return { ...view, brief };
  throw new UsageError(`Cannot start ${id}: an approved brief is needed. ${drawn(stands(view))}. Nothing was asked.`, {
    advice: join(
      briefNext(view).map((each) => md`${drawn(each)}.`),
      " ",
    ),
    problems,
  });
}

/** Throws LabError for more than a task may hold. */
function within(input: SetupInput): SetupInput {
  const excess = exceededBound(input, BOUNDS.task);
  if (excess === null) return input;
  throw new UsageError(`Cannot start: ${excess}. Nothing was asked.`, {
    advice: "Shorten it: what is long belongs in files of the project, which designers can read.",
  });
}
