import type { Brief } from "../../artifacts/brief.ts";
import type { Note } from "../../artifacts/note.ts";
import { UsageError } from "../../errors.ts";
import { type BriefView, briefChanged, briefOf, taskBriefOf, textsOf } from "../../experiment/brief.ts";
import { type Entering, withEntrants } from "../../experiment/entrants.ts";
import { withDesigners } from "../../experiment/panel.ts";
import { statusOf } from "../../experiment/status.ts";
import { viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { thriftNotes } from "../../stages/judgement/look.ts";
import { rubricNotes } from "../../stages/judgement/rubric-notes.ts";
import { choosePanel, type NewPanel, newWork, type SetupInput } from "../../stages/setup.ts";
import type { Remaining } from "../../stages/stage.ts";
import type { Begun } from "../../store/begun.ts";
import type { Experiment } from "../../store/experiment.ts";
import { hasTask } from "../../store/open.ts";
import { briefNext, stands } from "../../story/brief-stands.ts";
import { isBlank } from "../../text/clean.ts";
import { join, md } from "../../text/markdown.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { StartArgs } from "../args.ts";
import type { OpContext } from "../op.ts";
import { checkBase, openEitherToWrite } from "../paths/outside.ts";
import { refuseSetupArgs, refuseTextArgs, refuseTooFew } from "../refusals.ts";
import { joinsOf, readEntering } from "./entering.ts";
import { setupInput } from "./given.ts";
import { designersNamed, scoredBy } from "./joining.ts";
import { personaNotes } from "./persona-notes.ts";
import { refuseUnfinished, within } from "./startable.ts";

/** What of a call can be known before anything is asked: all that remains of an experiment, or of a task to set up. */
export type PlannedCall = { remaining: Remaining; notes: Note[] } & (
  | { experiment: Experiment; entering: readonly Entering[] }
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
    return hasTask(found) ? planAgain(lab, context, given, found) : planBrief(lab, context, given, op, found);
  }
  throw new UsageError("Give task for a new experiment or experiment to go on with one; found both.", {
    advice: `To go on: ${typedCode("resume", reference.slice(0, 100))} (${callCode("run", { experiment: reference.slice(0, 100) })})`,
  });
}

async function planNew(lab: Lab, context: OpContext, given: StartArgs, op: "run" | "generate"): Promise<PlannedCall> {
  const entering = await readEntering(lab, context, given);
  const input = { ...within(setupInput(given)), entering };
  await checkBase(lab, context, given.output_dir);
  if (!given.fresh) await refuseUnfinished(lab, input.task);
  const plan = await choosePanel(lab, entering);
  if (op === "run") refuseTooFew(lab, plan);
  const remaining = { ...newWork(lab, { input, plan }), joins: joinsOf(plan, entering) };
  const notes = [...plan.notes, ...rubricNotes(lab), ...(await personaNotes(lab, plan, remaining))];
  return { input, plan, begun: null, notes, remaining };
}

async function planAgain(lab: Lab, context: OpContext, given: StartArgs, experiment: Experiment): Promise<PlannedCall> {
  refuseSetupArgs(experiment, given);
  const entering = await readEntering(lab, context, given);
  const joining = designersNamed(lab, experiment.task, given);
  const named = joining.map(({ model }) => model);
  const { designers: asked, ...played } = await withDesigners(lab, experiment.task, joining);
  const { reviewers } = experiment.task;
  const designers = await withEntrants(lab, { designers: asked, reviewers }, entering);
  const task = { ...experiment.task, designers, ...played, thrifty: given.thrifty ?? experiment.task.thrifty ?? false };
  const { artifacts, ledger } = await viewOf(experiment);
  const { pending } = statusOf(task, artifacts, ledger);
  const remaining = { task, ...scoredBy(task), topic: null, pending, named, joins: joinsOf(task, entering) };
  const changed = (await briefChanged(experiment))
    ? [{ kind: "brief-changed" as const, experiment_id: task.experiment_id }]
    : [];
  const notes = [
    ...changed,
    ...(await personaNotes(lab, task, remaining)),
    ...(artifacts.look ? [] : thriftNotes(task)),
  ];
  return { experiment, entering, remaining, notes };
}

async function planBrief(
  lab: Lab,
  context: OpContext,
  given: StartArgs,
  op: "run" | "generate",
  begun: Begun,
): Promise<PlannedCall> {
  const { id, brief } = await requireApproved(begun, lab.now);
  refuseTextArgs(id, given);
  const entering = await readEntering(lab, context, given);
  const text = within({
    task: brief.task.trim(),
    requirements: textsOf(brief.requirements),
    constraints: textsOf(brief.constraints),
    non_functional_requirements: textsOf(brief.non_functional_requirements),
    topic: brief.topic,
    brief: taskBriefOf(brief),
    ...(brief.criteria && { criteria: brief.criteria }),
  });
  const input = { ...text, entering };
  const plan = await choosePanel(lab, entering);
  if (op === "run") refuseTooFew(lab, plan);
  const remaining = { ...newWork(lab, { input, plan }), joins: joinsOf(plan, entering) };
  const notes = [...plan.notes, ...rubricNotes(lab, input.criteria), ...(await personaNotes(lab, plan, remaining))];
  return { input, plan, begun, notes, remaining };
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
