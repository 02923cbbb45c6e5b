import { basename, dirname } from "node:path";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import type { Forecast, Sizes } from "../../artifacts/cost.ts";
import type { Note } from "../../artifacts/note.ts";
import type { PresetName } from "../../artifacts/preset.ts";
import { saysNothing } from "../../command/in-doubt.ts";
import { startBrief, startLine } from "../../command/run-line.ts";
import { UsageError } from "../../errors.ts";
import { briefChanged, taskBriefOf, textsOf } from "../../experiment/brief.ts";
import { resume, withExperimentLock, withFolderLock } from "../../experiment/open.ts";
import { withDesigners } from "../../experiment/plan.ts";
import { statusOf } from "../../experiment/status.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { writeBriefFiles } from "../../stages/files.ts";
import { forecast } from "../../stages/forecast.ts";
import { thriftNotes } from "../../stages/judgement/look.ts";
import type { Ranked } from "../../stages/judgement/rank.ts";
import { isBare, type NewPlan, planOf, type SetupInput, setup, setupFrom } from "../../stages/setup.ts";
import { newWork, sizesOf } from "../../stages/sizes.ts";
import type { Remaining } from "../../stages/stage.ts";
import { running } from "../../stages/stages.ts";
import type { Begun } from "../../store/begun.ts";
import type { Experiment } from "../../store/experiment.ts";
import { hasTask, openEither } from "../../store/open.ts";
import { leftOpen } from "../../story/brief-stands.ts";
import { forecastSaid } from "../../story/forecast.ts";
import { call } from "../../text/call.ts";
import { isBlank } from "../../text/clean.ts";
import type { Markdown } from "../../text/markdown.ts";
import { typed } from "../../text/typed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { names, type StartArgs, sentences } from "../args.ts";
import type { Facts, OpContext, Overrides, Reply } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { checkBase, openEitherToWrite } from "../paths/outside.ts";
import { confirm } from "../person/confirm.ts";
import {
  approvedBrief,
  refuseChanged,
  refuseSetupArgs,
  refuseTextArgs,
  refuseTooFew,
  refuseTwoPanels,
  refuseUnfinished,
} from "../refusals.ts";
import { reply, type Work } from "./reply.ts";

/**
 * The reply of a call of run or generate: what it would ask, or what came of `work` on its experiment, which is set up
 * or gone on with, `again`, and locked. Nothing is made before the call is known to be possible and allowed. Throws
 * LabError when neither or both of task and experiment are given, when the task's newest experiment is unfinished, and
 * when the person says no to the price.
 */
export async function started(
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
    const sizes = "input" in plan && !namesModels(given) ? await sizesOf(planning, plan, judged) : null;
    const said = forecastSaid(expected, {
      notes: [...planning.held, ...plan.notes, ...own],
      start: lineOf(op, given, plan),
      thrifty: judged && plan.notes.some(({ kind }) => kind === "thrifty"),
      sizes: sizes && { ...sizes, lines: linesOf(op, given, plan) },
      open: "input" in plan && isBare(plan.input) ? leftOpen(startLine("brief", { task: plan.input.task })) : [],
    });
    return { text: blocksText(said), facts: { forecast: expected, ...presetFacts(sizes) } };
  }
  const lab = await confirm(planning, context, folderOf(planning, plan), running, remaining);
  return opened(lab, plan, given, async ({ experiment, again, before, notes }) => {
    const done = await work(lab, experiment, again);
    return reply(lab, done.view, before, { ...done.work, notes: [...own, ...notes, ...done.work.notes] }, done.ranked);
  });
}

/** Where what is asked for will be kept. */
function folderOf({ base }: Lab, plan: Planned): string {
  return "experiment" in plan ? plan.experiment.dir : (plan.begun?.dir ?? base);
}

/** An experiment that is locked: `before` is how many lines its ledger had, `again` whether it had its plan already. */
type Opened = { experiment: Experiment; again: boolean; before: number; notes: readonly Note[] };

/** Works on the experiment of a call, which is set up, or gone on with, and locked. */
async function opened(
  lab: PayingLab,
  plan: Planned,
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
    const { experiment, notes } = await setup(lab, input);
    return withExperimentLock(lab, experiment, (locked) =>
      work({ experiment: locked, again: false, before: 0, notes }),
    );
  }
  return withFolderLock(lab, begun.dir, async () => {
    const now = await openEither([dirname(begun.dir)], begun.dir, { ...lab, fits: () => true });
    // Another process was quicker: its plan holds.
    if (hasTask(now)) return work({ ...(await resume(lab, now)), again: true, notes: [] });
    const approved = await approvedBrief(now, lab.now);
    refuseChanged(approved, input);
    await writeBriefFiles(begun.dir, approved.brief);
    return work({ ...(await setupFrom(lab, now, input)), again: false });
  });
}

/** The experiment as the work has left it, and what is said of the work. */
type Done = { view: View; work: Work; ranked: Ranked | null };

/** What of a call can be known before anything is asked: all that remains of an experiment, or of a task to set up. */
type Planned = { remaining: Remaining; notes: Note[] } & (
  | { experiment: Experiment }
  /** `begun`: where its folder is there already, and its brief approved. */
  | { input: SetupInput; plan: NewPlan; begun: Begun | null }
);

/** The line that starts the same call; null where it cannot be typed. */
function lineOf(op: "run" | "generate", given: StartArgs, plan: Planned): string | null {
  return "begun" in plan && plan.begun ? startBrief(op, basename(plan.begun.dir), given) : startLine(op, given);
}

/** The same with each preset. */
function linesOf(op: "run" | "generate", { preset: _, ...given }: StartArgs, plan: Planned) {
  const lineWith = (preset: PresetName) => lineOf(op, { preset, ...given }, plan);
  return { quick: lineWith("quick"), standard: lineWith("standard"), thorough: lineWith("thorough") };
}

/** The presets as fields of their names. */
function presetFacts(sizes: Sizes | null): Facts {
  return sizes === null ? {} : { presets: Object.fromEntries(sizes.presets.map((each) => [each.preset, each])) };
}

/** The host's own models among those that are asked though nobody named them. */
function hostsOwn({ hosts_own: models }: Forecast): Note[] {
  return models.length > 0 ? [{ kind: "hosts-own", models }] : [];
}

async function planFor(lab: Lab, context: OpContext, given: StartArgs, op: "run" | "generate"): Promise<Planned> {
  const { task, experiment: reference } = given;
  if (reference === undefined) return planNew(lab, context, given, op);
  if (task === undefined) {
    const found = await openEitherToWrite(lab, context, reference);
    return hasTask(found) ? planAgain(lab, given, found) : planBrief(lab, given, op, found);
  }
  throw new UsageError("Give task for a new experiment or experiment to go on with one; found both.", {
    advice: `To go on: ${typed("resume", reference.slice(0, 100))} (${call("run", { experiment: reference.slice(0, 100) })})`,
  });
}

async function planAgain(lab: Lab, given: StartArgs, experiment: Experiment): Promise<Planned> {
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

async function planBrief(lab: Lab, given: StartArgs, op: "run" | "generate", begun: Begun): Promise<Planned> {
  const { id, brief } = await approvedBrief(begun, lab.now);
  refuseTextArgs(id, given);
  const input = within({
    task: brief.task.trim(),
    requirements: textsOf(brief.requirements),
    constraints: textsOf(brief.constraints),
    non_functional_requirements: textsOf(brief.non_functional_requirements),
    topic: brief.topic,
    brief: taskBriefOf(brief),
  });
  const plan = await planOf(lab);
  if (op === "run") refuseTooFew(lab, plan);
  return { input, plan, begun, notes: plan.notes, remaining: newWork(lab, { input, plan }) };
}

async function planNew(lab: Lab, context: OpContext, given: StartArgs, op: "run" | "generate"): Promise<Planned> {
  const input = setupInput(given);
  await checkBase(lab, context, given.output_dir);
  if (!given.fresh) await refuseUnfinished(lab, input.task);
  const plan = await planOf(lab);
  if (op === "run") refuseTooFew(lab, plan);
  return { input, plan, begun: null, notes: plan.notes, remaining: newWork(lab, { input, plan }) };
}

/** Whether the call itself says who designs or who reviews; an empty list says nothing. */
function namesModels({ design_models, review_models }: StartArgs): boolean {
  return [design_models, review_models].some((given) => (names(given) ?? []).length > 0);
}

/** What run and generate change in the configuration. */
function overridesOf(given: StartArgs, home: string): Overrides {
  const { preset, qualitative, quantitative, thrifty, strict_isolation, output_dir, limits } = given;
  // An empty list is not given: it would replace the configured one with nothing.
  const designers = names(given.design_models) ?? [];
  const reviewers = names(given.review_models) ?? [];
  return {
    // Who names models wants these and no others, whatever preset is configured.
    ...(namesModels(given) ? { preset: null } : { preset }),
    ...(designers.length > 0 && { design_models: designers }),
    ...(reviewers.length > 0 && { review_models: reviewers }),
    ...((qualitative !== undefined || quantitative !== undefined || thrifty !== undefined) && {
      review: {
        ...(thrifty !== undefined && { thrifty }),
        ...(qualitative !== undefined && { qualitative: { enabled: qualitative } }),
        ...(quantitative !== undefined && { quantitative: { enabled: quantitative } }),
      },
    }),
    ...(strict_isolation !== undefined && { hooks: { design_isolation: { strict_mode: strict_isolation } } }),
    ...(output_dir !== undefined && { output: { base_dir: atHome(output_dir, home) } }),
    ...(limits !== undefined && { limits }),
  };
}

function setupInput(given: StartArgs): SetupInput {
  const { task = "", topic } = given;
  if (saysNothing(task)) {
    const found = isBlank(task)
      ? "nothing"
      : `${JSON.stringify(task.trim().slice(0, 100))}, which names nothing to design`;
    throw new UsageError(`Cannot start: a task is needed, found ${found}. No model was asked.`, {
      advice: `Ask the person what is to be designed, and invent nothing. To start, type /design-lab run and after it what is to be designed.`,
    });
  }
  return within({
    task: task.trim(),
    requirements: sentences(given.requirements),
    constraints: sentences(given.constraints),
    non_functional_requirements: sentences(given.non_functional_requirements),
    ...(topic !== undefined && { topic }),
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
