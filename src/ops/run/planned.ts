import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import type { Brief } from "../../artifacts/brief.ts";
import type { Note } from "../../artifacts/note.ts";
import { UsageError } from "../../errors.ts";
import { type BriefView, briefOf } from "../../experiment/brief.ts";
import type { Entering } from "../../experiment/entrants.ts";
import { findUnfinished } from "../../experiment/open.ts";
import type { Lab } from "../../prompting/lab.ts";
import { rubricNotes } from "../../stages/judgement/rubric-notes.ts";
import { choosePanel, type NewPanel, newWork, type SetupInput } from "../../stages/setup.ts";
import type { Remaining } from "../../stages/stage.ts";
import type { Begun } from "../../store/begun.ts";
import type { Experiment } from "../../store/experiment.ts";
import { hasTask } from "../../store/open.ts";
import { missingSaid } from "../../story/amounts.ts";
import { briefNext, stands } from "../../story/brief-stands.ts";
import { unmarked } from "../../story/sentence.ts";
import { isBlank } from "../../text/clean.ts";
import { join, md } from "../../text/markdown.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { StartArgs } from "../args.ts";
import type { OpContext } from "../op.ts";
import { checkBase, openEitherToWrite } from "../paths/outside.ts";
import { refuseTextArgs, refuseTooFew } from "../refusals.ts";
import { briefInput } from "./brief-input.ts";
import { controlNotes } from "./control-notes.ts";
import { joinsOf, readEntering } from "./entering.ts";
import { setupInput } from "./given.ts";
import { planAgain } from "./joining.ts";
import { personaNotes } from "./persona-notes.ts";

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
  if (reference === undefined) return planNew(lab, context, given, { op, begun: null });
  if (task === undefined) {
    const found = await openEitherToWrite(lab, context, reference);
    return hasTask(found) ? planAgain(lab, context, given, found) : planNew(lab, context, given, { op, begun: found });
  }
  throw new UsageError("Give task for a new experiment or experiment to go on with one; found both.", {
    advice: `To go on: ${typedCode("resume", reference.slice(0, 100))} (${callCode("run", { experiment: reference.slice(0, 100) })})`,
  });
}

/** Of a task, or of a brief that `begun` and is approved. */
async function planNew(
  lab: Lab,
  context: OpContext,
  given: StartArgs,
  { op, begun }: { op: "run" | "generate"; begun: Begun | null },
): Promise<PlannedCall> {
  const text = within(begun === null ? setupInput(given) : briefInput(await readApproved(lab, given, begun)));
  if (begun === null) await checkBase(lab, context, given.output_dir);
  if (begun === null && !given.fresh) await refuseUnfinished(lab, text.task);
  const entering = await readEntering(lab, context, given);
  const input = { ...text, entering };
  const plan = await choosePanel(lab, entering);
  if (op === "run") refuseTooFew(lab, plan);
  const remaining = { ...newWork(lab, { input, plan }), joins: joinsOf(plan, entering) };
  const adding = op === "run" ? controlNotes(lab, plan, remaining) : [];
  const added = [...(await personaNotes(lab, plan, remaining)), ...(await adding)];
  const notes = [...plan.notes, ...rubricNotes(lab, input.criteria), ...added];
  return { input, plan, begun, notes, remaining };
}

/** Throws LabError where the newest experiment of a task can be gone on with. */
async function refuseUnfinished(lab: Lab, task: string): Promise<void> {
  const unfinished = await findUnfinished(lab, task);
  if (unfinished === null) return;
  const { id, status, copies } = unfinished;
  throw new UsageError(
    `The newest experiment of this very task, ${id}, is unfinished: ${unmarked(missingSaid(status, copies), String)}. Nothing was started.`,
    {
      advice: `Go on with it: ${typedCode("resume", id)} (${callCode("run", { experiment: id })}). To start anew, type ${typedCode("run", "--fresh")} and after it the task (${callCode("run", { task: "…", fresh: true })}).`,
    },
  );
}

/** Throws LabError for more than a task may hold. */
function within(input: SetupInput): SetupInput {
  const excess = exceededBound(input, BOUNDS.task);
  if (excess === null) return input;
  throw new UsageError(`Cannot start: ${excess}. Nothing was asked.`, {
    advice: "Shorten it: what is long belongs in files of the project, which designers can read.",
  });
}

/** The approved brief that a call is about, whose text none of its arguments may change. */
async function readApproved(lab: Lab, given: StartArgs, begun: Begun): Promise<Brief> {
  const { id, brief } = await requireApproved(begun, lab.now);
  refuseTextArgs(id, given);
  return brief;
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
