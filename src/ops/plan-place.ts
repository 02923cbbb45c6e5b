import { join, resolve } from "node:path";
import type { TaskPlan } from "../artifacts/task-plan.ts";
import type { View } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import type { Source } from "../stages/plan/make.ts";
import { checkPlace, type NewPlace } from "../stages/plan/write.ts";
import { rememberedFolder, rememberFolder } from "../store/places.ts";
import { isFolder, projectFolder } from "../store/task-folder.ts";
import { clean } from "../text/clean.ts";
import { count } from "../text/numbers.ts";
import type { OpContext } from "./op.ts";

/** What keeps the tasks in the experiment. */
const HERE = "experiment";
const TASKS = "tasks";

/** Where the tasks go, and why not into the project where the person did not allow that. */
export type Placed = { at: NewPlace; refused: string | null };

/** Where the files of an approved plan go, once the person was asked where a person has to be. Throws LabError. */
export async function placeFor(
  lab: Lab,
  { permit, home, env }: OpContext,
  view: View,
  { plan, source, where }: { plan: TaskPlan; source: Source; where: string | undefined },
): Promise<Placed> {
  const { experiment } = view;
  const own = { at: { in: "experiment" as const, path: await freeName(experiment.dir), shared: false }, refused: null };
  if (where?.trim().toLowerCase() === HERE) return own;
  const remembered = await rememberedFolder({ home, env, worktree: lab.worktree }, "tasks");
  const path = await projectFolder(wantedFolder(lab, where, remembered), lab.worktree);
  const at: NewPlace = { in: "project", path, shared: where !== undefined };
  await checkPlace(experiment, plan, source, { at, worktree: lab.worktree });
  if (path === remembered) return { at, refused: null };
  const permission = await permit({
    permission: "designlab_write",
    pattern: `${path}/*`,
    question: clean(
      `Write ${count(plan.tasks.length, "task")}, and those of plans after it, as files into ${path} of the project? Without that they stay on this machine only.`,
    ).text,
    details: { folder: resolve(lab.worktree, path), experiment: experiment.task.experiment_id },
  });
  return permission.allowed ? { at, refused: null } : { ...own, refused: permission.why };
}

function wantedFolder({ directory, worktree }: Lab, where: string | undefined, remembered: string | null): string {
  return where === undefined ? resolve(worktree, remembered ?? TASKS) : resolve(directory, where);
}

/** The project's own folder of tasks, where a call names none; null where there is none. */
export async function usualFolder({ worktree }: Lab): Promise<string | null> {
  const folder = join(worktree, TASKS);
  return (await isFolder(folder)) ? folder : null;
}

/** Remembers that the person lets tasks be written into a folder of the project. */
export async function rememberTasks({ worktree }: Lab, { home, env }: OpContext, { at }: Placed): Promise<void> {
  if (at.in === "project") await rememberFolder({ home, env, worktree }, "tasks", at.path);
}

/** Tasks of an earlier plan stay where they lie. */
async function freeName(dir: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? TASKS : `${TASKS}-${number}`;
    if (!(await isFolder(join(dir, name)))) return name;
  }
}
