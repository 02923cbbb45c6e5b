import { stat } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import pLimit from "p-limit";
import type { ListedLesson } from "../../artifacts/lesson.ts";
import type { Problem } from "../../artifacts/problem.ts";
import { briefOf } from "../../experiment/brief.ts";
import { listedLessons } from "../../experiment/lesson-doubt.ts";
import { freeBases } from "../../experiment/open.ts";
import { outlineOf } from "../../experiment/outline.ts";
import { briefEntry, type ProjectEntry, type TasksStand, workEntry } from "../../experiment/project-entry.ts";
import { readToldDecision } from "../../experiment/told-decisions.ts";
import { nextOf } from "../../plan/next.ts";
import { readPlanned } from "../../plan/planned.ts";
import type { Lab } from "../../prompting/lab.ts";
import { STAGES, statesOf } from "../../stages/stages.ts";
import { isFree, isThere } from "../../store/bases.ts";
import { leadsIntoHidden } from "../../store/hidden-folders.ts";
import { type KeptLesson, readLessons } from "../../store/lessons.ts";
import { memoryFolder } from "../../store/memory-folder.ts";
import { aboutOf, type Either, hasTask, listEither } from "../../store/open.ts";
import { paths } from "../../store/paths.ts";

/** Experiments that are read at a time. */
const AT_ONCE = 16;

/** All that the page of a project tells, from the experiments and from lessons.md as they are now. */
export type ProjectFacts = {
  /** The newest change first. */
  entries: readonly ProjectEntry[];
  /** Folders of experiments that cannot be read. */
  unread: number;
  lessons: readonly ListedLesson[];
  /** The same with their lines, by their places. */
  kept: readonly KeptLesson[];
  /** Lessons beyond those that are read, and what is wrong with the file. */
  more: number;
  problem: Problem | null;
  /** The folder of the memory, and the one whose lock its writers hold. */
  folder: string;
  base: string;
};

/** From the memory's folder to one of an experiment, with "/"; null where the memory lies apart: git does not hold experiments. */
export const wayToExperiment = ({ folder, base }: Pick<ProjectFacts, "folder" | "base">, dir: string): string | null =>
  folder === base ? `${relative(folder, dir).split(sep).join("/")}/` : null;

/** Null where there is no folder of experiments that may be worked in without asking anybody. */
export async function readProject(lab: Lab): Promise<ProjectFacts | null> {
  const { homeBase, worktree, person, now } = lab;
  if (!(await isThere(homeBase)) || !(await isFree(homeBase, "work", lab))) return null;
  if (await leadsIntoHidden(homeBase, worktree)) return null;
  const since = Date.now();
  const { all, problems } = await listEither(await freeBases(lab, "read"), now, person);
  const entries = await pLimit(AT_ONCE).map(all, (found) => entryOf(lab, found, since));
  entries.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const folder = await memoryFolder({ ...person, worktree, homeBase });
  const { lessons, more, problem } = await readLessons(folder, person);
  const ids = new Set(entries.map(({ id }) => id));
  const listed = listedLessons(lessons, ids, now());
  return { entries, unread: problems.length, lessons: listed, kept: lessons, more, problem, folder, base: homeBase };
}

async function entryOf(lab: Lab, found: Either, since: number): Promise<ProjectEntry> {
  const { dir } = found;
  const { experiment_id: id, topic } = aboutOf(found);
  const at = await lastChange(dir);
  if (!hasTask(found)) {
    const brief = await briefOf(found, lab.now);
    return briefEntry({ id, dir, topic: brief.brief?.topic ?? topic, at }, brief, STAGES.brief.before(brief));
  }
  const keeps = await isFree(dirname(dir), "work", lab);
  const [outline, decided] = await Promise.all([outlineOf(found, since, keeps, statesOf), readToldDecision(found)]);
  const tasks = outline.stages?.plan === "done" ? await tasksOf(dir) : null;
  return workEntry({ id, dir, topic, at }, { outline, decided, tasks });
}

/** By the files that every stage writes to. */
async function lastChange(dir: string): Promise<number> {
  const found = await Promise.all(
    [paths.ledger(dir), paths.questions(dir), dir].map((path) => stat(path).catch(() => null)),
  );
  return Math.max(0, ...found.map((each) => Math.floor(each?.mtimeMs ?? 0)));
}

/** Null where the tasks cannot be read: `tasks` says why. */
async function tasksOf(dir: string): Promise<TasksStand | null> {
  const planned = await readPlanned(dir).catch(() => null);
  if (planned === null) return null;
  const { plan } = planned;
  const { completed, all, in_progress, startable } = nextOf(plan);
  const [first] = startable;
  const next = first ? { id: first.id, name: plan.all.tasks.get(first.id)?.name ?? "" } : null;
  return { completed, all, in_progress, next };
}
