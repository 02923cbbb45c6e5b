import { join as joinPath, resolve } from "node:path";
import { LabError, UsageError } from "../errors.ts";
import { withField } from "../plan/edit-task.ts";
import { MAX_FILE_BYTES } from "../plan/folder.ts";
import { type Change, mayNot } from "../plan/may.ts";
import { taskOf } from "../plan/read-plan.ts";
import type { Lab } from "../prompting/lab.ts";
import { placeOf } from "../store/bases.ts";
import { writePlain } from "../store/files.ts";
import { rememberedFolder, rememberFolder } from "../store/places.ts";
import { readRegular } from "../store/read.ts";
import { projectFolder } from "../store/task-folder.ts";
import { mayNotSaid } from "../story/plan.ts";
import { unmarked } from "../story/sentence.ts";
import { changedSaid, noteLost } from "../story/task-plan.ts";
import { call } from "../text/call.ts";
import { clean } from "../text/clean.ts";
import { join } from "../text/markdown.ts";
import { typed } from "../text/typed.ts";
import { drawn } from "../views/markdown/drawn.ts";
import { problemText } from "../views/markdown/lines.ts";
import type { OpContext, Reply } from "./op.ts";
import type { PlanArgs } from "./plan.ts";
import { type Found, foundFor, viewReply } from "./plan-folder.ts";

/** What a call makes of which task. */
export type StatusCall = { id: string; to: Change; note: string };

/** Changes one task's status in its file, where that is in order. Throws LabError with the reason where it is not. */
export async function changeStatus(
  lab: Lab,
  context: OpContext,
  given: PlanArgs,
  { id, to, note }: StatusCall,
): Promise<Reply> {
  const found = await foundFor(lab, context, given, "change");
  const { plan, folder, view, where } = found;
  if (folder === null) {
    const experiment = where.experiment ?? "";
    throw new UsageError(
      `${id} cannot be changed: the plan of ${experiment} is not approved yet, and has no files. Nothing was changed.`,
      {
        advice: `${typed("plan", experiment)} says how it stands.`,
      },
    );
  }
  const task = taskOf(plan, id);
  const reason = mayNot(plan, id, to);
  if (reason !== null) {
    throw new UsageError(`${unmarked(mayNotSaid(id, to, reason), String)} Nothing was changed.`, {
      advice: `${call("plan", { ...where, next: true })} says what can be started.`,
    });
  }
  await permitChange(lab, context, found);
  const path = joinPath(folder.path, ...task.file.split("/"));
  const read = await readRegular(path, folder.path, undefined, MAX_FILE_BYTES);
  if (read.state !== "ok") {
    const why = read.state === "missing" ? "it is gone" : problemText(read.problem);
    throw new LabError(`Cannot change ${task.file}: ${why}. Nothing was changed.`);
  }
  await writePlain(folder.within, path, withField(read.value, "status", to));
  await view?.experiment.ledger.append({
    event: "task",
    task_id: id,
    status: to,
    door: context.typed ? "command" : "text",
    ...(note !== "" && { message: note }),
  });
  return told(await foundFor(lab, context, given, "change"), { id, to, note }, task.name);
}

async function told(found: Found, { id, to, note }: StatusCall, name: string): Promise<Reply> {
  const { view } = found;
  const shown = viewReply(found, to === "in-progress" ? { view: "show", task: id } : { view: "next" });
  const parts = [
    drawn(changedSaid(id, name, to)),
    ...(note !== "" && view === null ? [drawn(noteLost)] : []),
    shown.text,
  ];
  return { ...shown, text: join(parts, "\n\n") };
}

/** Files of the project are changed once the person let tasks be written there, or types the line. */
async function permitChange(lab: Lab, context: OpContext, { folder, view }: Found): Promise<void> {
  const { inside } = await placeOf(folder?.path ?? "", lab.worktree);
  if (context.typed !== null || folder === null || !inside || view?.planned?.plan.place?.in === "experiment") return;
  const path = await projectFolder(folder.path, lab.worktree);
  const project = { home: context.home, env: context.env, worktree: lab.worktree };
  if ((await rememberedFolder(project, "tasks")) === path) return;
  const permission = await context.permit({
    permission: "designlab_write",
    pattern: `${path}/*`,
    question: clean(`Change the status of tasks in ${path} of the project, now and later?`).text,
    details: { folder: resolve(lab.worktree, path) },
  });
  if (!permission.allowed) {
    throw new LabError(`Cannot change the tasks in ${path}: ${permission.why}. Nothing was changed.`, {
      advice: "Type the line yourself on the host's screen, or change the status in the file.",
    });
  }
  // A project without a base folder remembers nothing, and is asked again.
  await rememberFolder(project, "tasks", path).catch((error: unknown) => {
    if (!(error instanceof LabError)) throw error;
  });
}
