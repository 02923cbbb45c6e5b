import { join, resolve } from "node:path";
import { isSamePlace, type TaskPlan, type TasksIn } from "../../artifacts/task-plan.ts";
import { LabError, UsageError } from "../../errors.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { documentLinks } from "../../stages/plan/document-links.ts";
import { checkPlace, type NewPlace } from "../../stages/plan/write.ts";
import type { Experiment } from "../../store/experiment.ts";
import { isAllowedIn, recallFolder, rememberFolder } from "../../store/places.ts";
import { INSTEAD, lookAtFolder, projectFolder } from "../../store/project-folder.ts";
import { isFolder, type TaskDir, taskDir } from "../../store/task-folder.ts";
import { mayMoveTasks, mayWriteTasks } from "../../story/plan-place.ts";
import { clean } from "../../text/clean.ts";
import { pathInside } from "../../text/path-inside.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext, Permission } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { permitDocuments, whyNoDocuments } from "../paths/document-place.ts";

/** What keeps the tasks in the experiment. */
const HERE = "experiment";
const TASKS = "tasks";

/** Where the tasks go, and why not into the project where the person did not allow that. */
export type Placed = { at: NewPlace; refused: string | null };

type Wanted = { plan: TaskPlan; where: string | undefined };

/** Where the files of an approved plan would go, before anybody is asked. Throws LabError. */
export async function placeMeant(lab: Lab, context: OpContext, view: View, { plan, where }: Wanted): Promise<NewPlace> {
  const { experiment } = view;
  const begun = plan.place;
  if (begun?.in === "experiment") return { ...begun, shared: true };
  if (begun === null && isHere(where)) return ownPlace(experiment.dir);
  const remembered = await recallFolder(projectOf(lab, context), "tasks");
  const path =
    where === undefined || begun !== null
      ? await freeFolder(resolve(lab.worktree, begun?.path ?? remembered ?? TASKS), lab)
      : await resolveFolder(lab, context, where);
  const at: NewPlace = { in: "project", path, shared: where !== undefined };
  if (begun === null) await checkFree(lab, view, plan, at);
  return at;
}

/**
 * The same, once the person was asked where a person has to be: plan.json may have come with a checkout, and what it
 * names is asked for as well. Throws LabError.
 */
export async function placeFor(lab: Lab, context: OpContext, view: View, { plan, where }: Wanted): Promise<Placed> {
  const { experiment } = view;
  const at = await placeMeant(lab, context, view, { plan, where });
  if (at.in === "experiment") return { at, refused: null };
  const permission = await permitFolder(lab, context, at.path, {
    kinds: ["tasks"],
    question: mayWriteTasks(plan.tasks.length, at.path),
    experiment: experiment.task.experiment_id,
  });
  return permission.allowed ? { at, refused: null } : { at: await ownPlace(experiment.dir), refused: permission.why };
}

/**
 * Where the files of a plan that is written are to go by a later call; null where they lie there already. Only out of the
 * experiment: in the project people work on them. Throws LabError.
 */
export async function newPlaceFor(
  lab: Lab,
  context: OpContext,
  view: View,
  { plan, where }: Wanted,
): Promise<NewPlace | null> {
  const { experiment } = view;
  const { place } = plan;
  if (place === null || where === undefined || (isHere(where) && place.in === "experiment")) return null;
  const refuse = (why: string): never => {
    throw new UsageError(`Cannot put the tasks elsewhere: ${why}. Nothing was changed.`, {
      advice: `Move that folder yourself and name the new one in plan.json, under place.path; {"dir": "…"} reads tasks wherever they lie.`,
    });
  };
  const why = `they lie in ${place.path} of the project, where people may be at work on them`;
  if (isHere(where)) return refuse(why);
  const path = await resolveFolder(lab, context, where);
  const at: NewPlace = { in: "project", path, shared: true };
  if (isSamePlace(at, place)) return null;
  if (place.in === "project") return refuse(why);
  await checkFree(lab, view, plan, at);
  const permission = await permitFolder(lab, context, path, {
    kinds: ["tasks"],
    question: mayMoveTasks(path),
    experiment: experiment.task.experiment_id,
  });
  if (permission.allowed) return at;
  throw new LabError(`Cannot put the tasks into ${path}: ${permission.why}. Nothing was changed.`);
}

const checkFree = async (lab: Lab, view: View, plan: TaskPlan, at: NewPlace): Promise<void> =>
  checkPlace(view.experiment, plan, { at, worktree: lab.worktree, links: await documentLinks(view, plan, lab) });

const isHere = (where: string | undefined): boolean => where?.trim().toLowerCase() === HERE;

const projectOf = ({ worktree }: Lab, { home, env }: OpContext) => ({ home, env, worktree });

/** Throws LabError where a call names a folder for tasks that can be none, before anything is asked. */
export async function checkNamed(lab: Lab, context: OpContext, where: string | undefined): Promise<void> {
  if (where !== undefined && !isHere(where)) await resolveFolder(lab, context, where);
}

/** The folder that a call names, below the project's root. Throws LabError for one that can be none, before anything is asked. */
export async function resolveFolder(
  lab: Lab,
  context: OpContext,
  where: string,
  what: "tasks" | "brief" = "tasks",
): Promise<string> {
  const folder = resolve(lab.directory, atHome(where, context.home));
  await permitDocuments(lab, context, folder, { kinds: [what], ask: false });
  return freeFolder(folder, lab, what);
}

/** A folder below the project's root that no experiments lie in. Throws LabError. */
async function freeFolder(
  folder: string,
  { worktree, base, homeBase }: Lab,
  what: "tasks" | "brief" = "tasks",
): Promise<string> {
  const { path } = await projectFolder(folder, worktree, what);
  const bases = await Promise.all([base, homeBase].map((each) => lookAtFolder(each, worktree)));
  if (!bases.some((each) => each.why === null && pathInside(each.path, path))) return path;
  throw new LabError(`Cannot keep the ${what} in ${folder}: experiments lie there. Nothing was written.`, {
    advice: `Name another folder of the project${INSTEAD[what]}.`,
  });
}

type Ask = {
  /** What the person may have allowed there before; the first is what is remembered now. */
  kinds: readonly ["tasks"] | readonly ["brief"] | readonly ["status", "tasks"] | readonly ["record", "decision"];
  question: string;
  experiment?: string;
};

/** Asks once whether something may be done in a folder of the project, and remembers that it may. */
export async function permitFolder(
  lab: Lab,
  context: OpContext,
  path: string,
  { kinds, question, experiment }: Ask,
): Promise<Permission> {
  const project = projectOf(lab, context);
  if (await isAllowedIn(project, kinds, path)) return { allowed: true };
  const folder = resolve(lab.worktree, path);
  const why = await whyNoDocuments(lab, context, folder, kinds);
  if (why !== null) return { allowed: false, why };
  if (await permitDocuments(lab, context, folder, { kinds, ask: true })) return { allowed: true };
  const permission = await context.permit({
    permission: "designlab_write",
    pattern: `${path}/*`,
    question: clean(question).text,
    details: { folder, ...(experiment !== undefined && { experiment }) },
  });
  if (permission.allowed) await rememberFolder(project, kinds[0], path);
  return permission;
}

/** The project's own folder of tasks, where a call names none; null where there is none. */
export async function usualFolder({ worktree }: Lab): Promise<string | null> {
  const folder = join(worktree, TASKS);
  return (await isFolder(folder)) ? folder : null;
}

/** Where the files of a plan lie. Throws LabError where that folder is not there any more. */
export async function folderOf(
  { worktree }: Pick<Lab, "worktree">,
  { task, dir }: Experiment,
  place: TasksIn,
): Promise<TaskDir> {
  const folder = await taskDir(place, { worktree, dir });
  if (await isFolder(folder.path)) return folder;
  const id = task.experiment_id;
  throw new UsageError(
    `The tasks of the plan of ${id} lay in ${place.path} of the ${place.in}, which is not there any more.`,
    {
      advice: `Where they were moved, name that folder in plan.json, under place.path; ${typedCode("plan", id, "--anew")} plans anew.`,
    },
  );
}

/** In the experiment, under a name that is free: tasks of an earlier plan stay where they lie. */
async function ownPlace(dir: string): Promise<NewPlace> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? TASKS : `${TASKS}-${number}`;
    if (!(await isFolder(join(dir, path)))) return { in: "experiment", path, shared: false };
  }
}
