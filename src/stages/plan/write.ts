import { join } from "node:path";
import type { PlanTask } from "../../artifacts/plan-task.ts";
import {
  givingWay,
  isSamePlace,
  type PlannedTask,
  placesOf,
  type TaskPlan,
  type TasksIn,
} from "../../artifacts/task-plan.ts";
import { LabError, UsageError } from "../../errors.ts";
import { withField } from "../../plan/edit-task.ts";
import { readFolder, type TaskFolder } from "../../plan/folder.ts";
import { taskText } from "../../plan/task-file.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { readRegular } from "../../store/read.ts";
import { changeTask, isFolder, removeTask, type TaskDir, taskDir, writeTask } from "../../store/task-folder.ts";
import {
  fieldsExplained,
  numbersNamed,
  quotedInFile,
  REMARK_OF_APPROVAL,
  RISKS_CARRIED,
  riskSaid,
  WAITS_FOR,
} from "../../story/task-file-body.ts";
import { join as joined, link, type Markdown, md } from "../../text/markdown.ts";
import { listText } from "../../text/numbers.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { plannedText } from "../../views/markdown/task-plan-text.ts";
import { asTask } from "./check.ts";
import type { DocumentLinks } from "./document-links.ts";
import { canGiveWay, instead, isFirstOf, lastOf } from "./expand.ts";

const MAX_NAMED = 8;

/** Where files go, and what leads from them to documents of the project. */
type Into = { at: NewPlace; worktree: string; links: DocumentLinks };

/**
 * Writes the files of an approved plan, none over another: where they lie is kept before the first is written, so that
 * what a kill leaves half is written on. For whoever holds the experiment's lock. Throws LabError.
 */
export async function writeTasks({ dir }: Experiment, plan: TaskPlan, { at, worktree, links }: Into): Promise<void> {
  const place: TasksIn = { in: at.in, path: at.path };
  const folder = await taskDir(place, { worktree, dir });
  const gone = givingWay(plan);
  if (gone) return writeParts(dir, plan, { folder, gone, links: links(folder) });
  const files = filesOf(plan, links(folder));
  const begun: TaskPlan = { ...plan, place: { ...place, done: false }, earlier: placesOf(plan) };
  if (!isSamePlace(place, plan.place)) {
    await refuseTaken(folder.path, files, at.shared);
    await saveArtifact(dir, "plan", begun);
  }
  for (const { file, text } of files) await writeTask(folder, file, text);
  await saveArtifact(dir, "plan", { ...begun, place: { ...place, done: true } });
}

type Parts = { folder: TaskDir; gone: NonNullable<TaskPlan["expansion"]>; links: readonly Markdown[] };

/**
 * Writes the files of a task's parts, has who waited for it wait for the last of them, and takes its own file away, whose
 * text plan.json keeps. No other file is touched, and a kill leaves what the same call goes on with. Throws LabError.
 */
async function writeParts(dir: string, plan: TaskPlan, { folder, gone, links }: Parts): Promise<void> {
  const { path } = folder;
  const there = await readFolder(path);
  const old = there.tasks.find(({ id }) => id === gone.task);
  const refuse = (why: string): never => {
    throw new LabError(`Cannot put its parts in the place of ${gone.task}: ${why}. Nothing was written.`);
  };
  if (old && !canGiveWay(old))
    refuse(`it is ${old.status ?? "of no known status"} by now, needed is pending, failed or blocked`);
  if (!old && gone.text !== null) {
    // It gave way before a kill: all else is written by then.
    await saveArtifact(dir, "plan", { ...plan, place: plan.place && { ...plan.place, done: true } });
    return;
  }
  const planned = gone.before.tasks.find(({ id }) => id === gone.task)?.depends_on ?? [];
  const all = plan.tasks.filter(({ id }) => gone.parts.includes(id) && id !== gone.task);
  const tasks = all.map((part): PlannedTask => {
    if (!old || !isFirstOf(gone.parts, part)) return part;
    // What it waits for may be other than was planned.
    return {
      ...part,
      depends_on: [...new Set([...old.depends_on, ...part.depends_on.filter((id) => !planned.includes(id))])],
    };
  });
  const names = new Map([...there.tasks, ...tasks.map(asTask)].map(({ id, file }) => [id, file]));
  const files = filesOf({ ...plan, tasks }, links, names);
  for (const { file, text } of files) {
    const read = await readRegular(join(path, file), path);
    if (read.state === "unusable" || (read.state === "ok" && !text.startsWith(read.value)))
      refuse(`${file} is there already`);
  }
  const led = await Promise.all(
    there.tasks
      .filter(({ depends_on }) => depends_on.includes(gone.task))
      .map(async (task) => ({ task, read: await readRegular(join(path, task.file), path) })),
  );
  const last = lastOf(all);
  const [before, after] = [linksTo([gone.task], new Map([[gone.task, old?.file ?? ""]])), linksTo(last, names)];
  const changed = led.flatMap(({ task: { file, depends_on }, read }) =>
    read.state === "ok"
      ? {
          file,
          text: withField(read.value, "depends_on", instead(depends_on, gone.task, last)).replaceAll(
            before,
            () => after,
          ),
        }
      : refuse(`${file} cannot be read`),
  );
  const own = old ? await readRegular(join(path, old.file), path) : null;
  const text = own?.state === "ok" ? own.value : gone.text;
  const begun: TaskPlan = { ...plan, expansion: { ...gone, text } };
  await saveArtifact(dir, "plan", begun);
  for (const { file, text: whole } of files) await writeTask(folder, file, whole);
  for (const { file, text: whole } of changed) await changeTask(folder, file, whole);
  if (old) await removeTask(folder, old.file);
  await saveArtifact(dir, "plan", { ...begun, place: plan.place && { ...plan.place, done: true } });
}

/**
 * Copies task files as they are now from the experiment's folder into another, none over another; from then on they are
 * worked on there. Their links to design and decision lead there from the new folder. For whoever holds the experiment's lock. Throws LabError.
 */
export async function copyTasks({ dir }: Experiment, plan: TaskPlan, { at, worktree, links }: Into): Promise<void> {
  const place: TasksIn = { in: at.in, path: at.path };
  const folder = await taskDir(place, { worktree, dir });
  const files = await filesThere(dir, plan, { worktree, links, folder });
  await refuseTaken(folder.path, files, at.shared);
  const earlier = placesOf(plan);
  // Closed to designers before the first file lies there.
  await saveArtifact(dir, "plan", { ...plan, earlier: placesOf({ earlier, place: { ...place, done: false } }) });
  for (const { file, text } of files) await writeTask(folder, file, text);
  await saveArtifact(dir, "plan", { ...plan, earlier, place: { ...place, done: true } });
}

/** Task files where the plan lies now, whether or not a task can be read of them. Throws LabError where one is left out. */
async function filesThere(
  dir: string,
  { place }: TaskPlan,
  { worktree, links, folder }: Pick<Into, "worktree" | "links"> & { folder: TaskDir },
): Promise<TaskFile[]> {
  if (place === null) return [];
  const there = await taskDir(place, { worktree, dir });
  const { path } = there;
  const [before, after] = [links(there), links(folder)];
  const { tasks, twice, broken, left_out } = await readFolder(path);
  const ids = new Map(tasks.map(({ id, file }) => [file, id]));
  const names = new Set([...ids.keys(), ...twice.flatMap(({ files }) => files), ...broken.map(({ file }) => file)]);
  const texts = await Promise.all(
    [...names].map(async (file) => ({ file, read: await readRegular(join(path, file), path) })),
  );
  const unread = [...left_out, ...texts.filter(({ read }) => read.state !== "ok")].map(({ file }) => file);
  if (unread.length > 0) {
    throw new LabError(
      `Cannot copy the tasks from ${path}: ${listText(unread, MAX_NAMED)} cannot be read. Nothing was written.`,
      { advice: "The plan's view validate says why of each." },
    );
  }
  const relinked = (text: string) =>
    before.reduce((whole, line, at) => whole.replace(`\n${line}\n`, () => `\n${after[at] ?? line}\n`), text);
  return texts.flatMap(({ file, read }) =>
    read.state === "ok" ? { id: ids.get(file) ?? "", file, text: relinked(read.value) } : [],
  );
}

/** Where files are to go; `shared`: also beside tasks of others, for the person named that folder. */
export type NewPlace = TasksIn & { shared: boolean };

/** Throws LabError where the files of a plan, or those that it has already, cannot go into a folder. Writes nothing. */
export async function checkPlace({ dir }: Experiment, plan: TaskPlan, { at, worktree, links }: Into): Promise<void> {
  const folder = await taskDir(at, { worktree, dir });
  const files = plan.place?.done
    ? await filesThere(dir, plan, { worktree, links, folder })
    : filesOf(plan, links(folder));
  await refuseTaken(folder.path, files, at.shared);
}

type TaskFile = { id: string; file: string; text: string };

/**
 * The tasks of a plan as their files would have them, with the lines that lead to documents of the project.
 * @param names Files of tasks by their ids; those of the plan unless given.
 */
export function plannedTasks(
  plan: TaskPlan,
  links: readonly Markdown[] = [],
  names: Files = new Map(plan.tasks.map(asTask).map(({ id, file }) => [id, file])),
): PlanTask[] {
  const { tasks, approved } = plan;
  const remarks = new Map(Object.entries(approved?.annotations ?? {}));
  return tasks.map((task) => ({
    ...asTask(task),
    body: bodyOf(task, plan, { remark: remarks.get(task.id) ?? null, links, names }),
  }));
}

/** What was planned, as the folder of its files would be. */
export function plannedFolder(plan: TaskPlan): TaskFolder {
  const tasks = plannedTasks(plan);
  return { dir: "plan.json", tasks, twice: [], broken: [], faults: [], left_out: [], others: 0 };
}

/** Files of tasks by their ids. */
type Files = ReadonlyMap<string, string>;
type Beside = { remark: string | null; links: readonly Markdown[]; names: Files };

/**
 * What stands below a task's front matter: what is done, where the design, the decision and the tasks before it are, what
 * it builds of the design, the risks that it carries, what the person remarked, and what its fields mean.
 */
function bodyOf(task: PlannedTask, plan: TaskPlan, { remark, links, names }: Beside): string {
  const carried = plan.risks.filter(({ id }) => task.risks.includes(id));
  const named = numbersNamed(task.name, task.what, ...task.done_when, remark ?? "");
  const quoted = blocksText(quotedInFile(task, plan, named));
  const lines = carried.map((risk) => `- ${riskSaid(risk, named)}`);
  const before = linksTo(task.depends_on, names);
  const parts = [
    plannedText(task.what),
    ...links,
    ...(before === "" ? [] : [md`${WAITS_FOR}${before}`]),
    ...(quoted === "" ? [] : [quoted]),
    ...(lines.length === 0 ? [] : [`## ${RISKS_CARRIED}`, lines.join("\n")]),
    ...(remark === null ? [] : [`## ${REMARK_OF_APPROVAL}`, remark.trim()]),
    blocksText(fieldsExplained()),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Links to the files of tasks, one behind the other. */
function linksTo(ids: readonly string[], names: Files): Markdown {
  const all = ids.flatMap((id) => {
    const file = names.get(id);
    return file === undefined ? [] : [link(id, file)];
  });
  return joined(all, ", ");
}

function filesOf(plan: TaskPlan, links: readonly Markdown[], names?: Files): TaskFile[] {
  const created = (plan.approved?.at ?? plan.timestamp).slice(0, 10);
  return plannedTasks(plan, links, names).map(({ file, ...task }) => {
    return { id: task.id, file, text: taskText({ ...task, created }) };
  });
}

/** What lies there already stays as it is, and a task of the same id would be taken for one of this plan. */
async function refuseTaken(path: string, files: readonly TaskFile[], shared: boolean): Promise<void> {
  if (!(await isFolder(path))) return;
  const { tasks } = await readFolder(path);
  const own = new Map(files.map(({ id, file }) => [id, file]));
  const others = tasks.filter(({ id, file }) => !shared || own.has(id) || [...own.values()].includes(file));
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const there = await Promise.all(
    files.map(async ({ file, text }) => ({ file, text, read: await readRegular(join(path, file), path) })),
  );
  const isFree = ({ text, read }: (typeof there)[number]) =>
    read.state === "missing" || (read.state === "ok" && read.value === text);
  const taken = there.flatMap((each) => (isFree(each) ? [] : [each.file]));
  const names = [...new Set([...taken, ...others.flatMap(({ file }) => (texts.has(file) ? [] : [file]))])];
  if (names.length === 0) return;
  throw new UsageError(
    `Cannot write the plan into ${path}: ${listText(names, MAX_NAMED)} ${names.length === 1 ? "is there already, and stays as it is" : "are there already, and stay as they are"}. Nothing was written.`,
    {
      advice:
        'Name another folder of the project, {"where": "tasks-2"}, or keep it in the experiment, {"where": "experiment"}.',
    },
  );
}
