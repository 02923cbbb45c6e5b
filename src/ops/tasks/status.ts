import { lstat } from "node:fs/promises";
import { join as joinPath } from "node:path";
import pLimit from "p-limit";
import type { PlanTask } from "../../artifacts/plan-task.ts";
import { LabError, UsageError } from "../../errors.ts";
import { withField } from "../../plan/edit-task.ts";
import { MAX_TASK_FILE_BYTES } from "../../plan/folder.ts";
import { mayNot, type StatusChange } from "../../plan/may.ts";
import { taskOf } from "../../plan/read-plan.ts";
import { composed, readTask } from "../../plan/task-file.ts";
import type { Lab } from "../../prompting/lab.ts";
import { renewReport } from "../../stages/files.ts";
import { placeOf } from "../../store/bases.ts";
import { writePlain } from "../../store/files.ts";
import { projectFolder } from "../../store/project-folder.ts";
import { readBytes } from "../../store/read.ts";
import type { TaskDir } from "../../store/task-folder.ts";
import { mayNotSaid } from "../../story/plan-faults.ts";
import { mayChangeStatus } from "../../story/plan-place.ts";
import { type Sentence, unmarked } from "../../story/sentence.ts";
import { noteLost, statusChangedSaid } from "../../story/task-plan.ts";
import { callCode as toolCall, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { problemText } from "../../views/markdown/lines.ts";
import type { OpContext, Reply } from "../op.ts";
import { permitDocuments } from "../paths/document-place.ts";
import { permitFolder } from "../plan/place.ts";
import { type FoundPlan, findPlan, viewReply } from "./folder.ts";
import type { TasksArgs } from "./tasks.ts";

/** What a call makes of which task. */
export type StatusCall = { id: string; to: StatusChange; note: string };

/** Of two calls that start one task the second finds it begun. */
const oneAtATime = pLimit(1);

/** Changes one task's status in its file, where that is in order. Throws LabError with the reason where it is not. */
export async function changeStatus(lab: Lab, context: OpContext, given: TasksArgs, call: StatusCall): Promise<Reply> {
  const asked = { ...call, id: composed(call.id) };
  const { id, to, note } = asked;
  const first = await findPlan(lab, context, given, "change");
  const meant = inOrder(first, asked);
  await permitChange(lab, context, first);
  const ungreen =
    to === "completed" ? await (await import("../guard/done.ts")).confirmDone(lab, context, meant.task) : null;
  return oneAtATime(async () => {
    // A person who was asked took a while, and others go on meanwhile.
    const found = await findPlan(lab, context, given, "change");
    const { task, folder } = inOrder(found, asked);
    await writeStatus(folder, task, to);
    await found.view?.experiment.ledger.append({
      event: "task",
      task_id: id,
      status: to,
      door: context.typed ? "command" : "text",
      ...(note !== "" && { message: note }),
    });
    const after = await findPlan(lab, context, given, "change");
    if (after.view) await renewReport(after.view.experiment, lab.config);
    await lab.renewMemory();
    return tellChanged(after, asked, { name: task.name, ungreen });
  });
}

/** The task, where its status may change; throws UsageError where it may not. */
function inOrder({ plan, folder, where }: FoundPlan, { id, to }: StatusCall): { task: PlanTask; folder: TaskDir } {
  if (folder === null) {
    const experiment = where.experiment ?? "";
    throw new UsageError(
      `${id} cannot be changed: the plan of ${experiment} is not approved yet, and has no files. Nothing was changed.`,
      {
        advice: `${typedCode("plan", experiment)} says how it stands.`,
      },
    );
  }
  const task = taskOf(plan, id);
  const reason = mayNot(plan, id, to);
  if (reason === null) return { task, folder };
  throw new UsageError(`${unmarked(mayNotSaid(id, to, reason), String)} Nothing was changed.`, {
    advice:
      where.experiment === undefined
        ? `${toolCall("tasks", where)} says what can be started.`
        : `${typedCode("tasks", where.experiment, "next")} says what can be started (${toolCall("tasks", where)}).`,
  });
}

/** Writes a status into the file of a task that is as it was read. Throws LabError. */
async function writeStatus(
  { path: dir, within }: TaskDir,
  { id, status, file }: PlanTask,
  to: StatusChange,
): Promise<void> {
  const refuse = (why: string): never => {
    throw new LabError(`Cannot change ${file}: ${why}. Nothing was changed.`);
  };
  const path = joinPath(dir, ...file.split("/"));
  const read = await readBytes(path, dir, undefined, MAX_TASK_FILE_BYTES);
  if (read.state !== "ok") return refuse(read.state === "missing" ? "it is gone" : problemText(read.problem));
  const text = read.value.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(read.value)) refuse("it holds bytes that are no UTF-8, which would be lost");
  const now = readTask(file, text);
  if (now.state !== "task" || now.task.id !== id || now.task.status !== status)
    refuse("somebody changed it in this moment; the same call looks at it again");
  const { mode } = await lstat(path);
  if ((mode & ANY_WRITE) === 0) refuse("it is write-protected, needed is a file that may be written");
  await writePlain(within, path, changeText(text, to));
}

/** Of a file's mode: its owner, its group or others may write it. */
const ANY_WRITE = 0o222;

function changeText(text: string, to: StatusChange): string {
  try {
    return withField(text, "status", to);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    throw new UsageError(`${error.message} Nothing was changed.`, { cause: error });
  }
}

/** @param about.ungreen That its tests are not green, where the gate is on. */
async function tellChanged(
  found: FoundPlan,
  { id, to, note }: StatusCall,
  { name, ungreen }: { name: string; ungreen: Sentence | null },
): Promise<Reply> {
  const { view } = found;
  const changed = [drawn(statusChangedSaid(id, name, to)), ...(ungreen === null ? [] : [drawn(ungreen)])];
  const said = [...changed, ...(note !== "" && view === null ? [drawn(noteLost)] : [])];
  return viewReply(found, to === "in-progress" ? { view: "show", task: id } : { view: "next" }, said);
}

/** Files of the project are changed once the person let tasks be written there, or types the line. */
async function permitChange(lab: Lab, context: OpContext, { folder, view }: FoundPlan): Promise<void> {
  const { inside } = await placeOf(folder?.path ?? "", lab.worktree);
  if (folder === null || !inside || view?.planned?.plan.place?.in === "experiment") return;
  await permitDocuments(lab, context, folder.path, { kinds: ["status", "tasks"], ask: true });
  if (context.typed !== null) return;
  const { path } = await projectFolder(folder.path, lab.worktree, "tasks");
  const permission = await permitFolder(lab, context, path, {
    kinds: ["status", "tasks"],
    question: mayChangeStatus(path),
  });
  if (permission.allowed) return;
  throw new LabError(`Cannot change the tasks in ${path}: ${permission.why}. Nothing was changed.`, {
    advice: "Type the line yourself on the host's screen, or change the status in the file.",
  });
}
