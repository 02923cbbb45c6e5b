import { stat } from "node:fs/promises";
import { type Static, Type } from "@sinclair/typebox";
import { OpenWork } from "../artifacts/open-work.ts";
import type { Experiment } from "./experiment.ts";
import { jsonOf } from "./files.ts";
import { isLocked } from "./lock.ts";
import { paths } from "./paths.ts";
import { type Home, projectFile, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";

/** Of these the newest are kept. */
const MAX_OPEN = 3;

/** `at`: when that was so, milliseconds since the epoch. */
const KeptWork = Type.Composite([OpenWork, Type.Object({ at: Type.Integer({ minimum: 0 }) })]);
type KeptWork = Static<typeof KeptWork>;
const Kept = Type.Object({
  version: Type.Literal(1),
  open: Type.Array(KeptWork, { maxItems: MAX_OPEN }),
  more: Type.Integer({ minimum: 0 }),
});
/** What of a project is unfinished, the newest first, and how many more there are. */
export type ProjectStands = Omit<Static<typeof Kept>, "version">;

type Project = Home & { worktree: string };
const fileOf = ({ worktree, ...place }: Project): string =>
  projectFile({ ...place, directory: worktree }, "unfinished");

/** Columns of a topic that a line has room for are far fewer. */
const MAX_TOPIC = 300;

const bare = ({ id, dir, topic, step, questions, task, begun }: OpenWork, at: number): KeptWork => {
  return { id, dir, topic: topic.slice(0, MAX_TOPIC), step, questions, task, begun, at };
};

/** Keeps it in the person's private folder, where no checkout brings it; one that cannot be written to does without. */
export async function keepStands(project: Project, at: number, all: readonly OpenWork[]): Promise<void> {
  const open = all.filter(({ step }) => step !== "nothing").map((each) => bare(each, at));
  await write(project, open, 0);
}

/** Puts an experiment first when a call begins to work on it: if the process is killed, nothing else says so. */
export async function rememberBegun(
  { person, worktree, now }: { person: Home; worktree: string; now: () => Date },
  { dir, task: { experiment_id: id, topic } }: Pick<Experiment, "dir" | "task">,
): Promise<void> {
  const project = { ...person, worktree };
  const { open, more } = await readKept(project);
  const work: OpenWork = { id, dir, topic, step: "finish", questions: 0, task: null, begun: false };
  await write(project, [bare(work, now().getTime()), ...open.filter((each) => each.dir !== dir)], more);
}

/** Takes that back when the call ends; where no page of the project is written, nothing else would. */
export async function forgetBegun(
  { person, worktree }: { person: Home; worktree: string },
  dir: string,
): Promise<void> {
  const project = { ...person, worktree };
  const { open, more } = await readKept(project);
  const others = open.filter((each) => each.dir !== dir || each.step !== "finish");
  if (others.length < open.length) await write(project, others, more);
}

async function readKept(project: Project): Promise<ProjectStands> {
  const read = await readJson(fileOf(project), Kept);
  return read.state === "ok" ? read.value : { open: [], more: 0 };
}

async function write(project: Project, open: readonly KeptWork[], more: number): Promise<void> {
  const path = fileOf(project);
  const beside = more + Math.max(0, open.length - MAX_OPEN);
  const kept = { version: 1 as const, open: open.slice(0, MAX_OPEN), more: beside };
  await writePrivate(path, jsonOf(path, Kept, kept)).catch(() => undefined);
}

/**
 * What was unfinished when it was last written down: one small file, and a look at the folders that it names. An experiment
 * that is gone, that was answered in since, or that somebody works on now is left out.
 */
export async function readStands(project: Project): Promise<ProjectStands | null> {
  const read = await readJson(fileOf(project), Kept);
  if (read.state !== "ok") return null;
  const { version: _, ...stands } = read.value;
  const hold = await Promise.all(stands.open.map(isAsBefore));
  return { ...stands, open: stands.open.filter((_each, place) => hold[place]) };
}

async function isAsBefore({ dir, step, at }: KeptWork): Promise<boolean> {
  const [folder, questions] = await Promise.all(
    [dir, paths.questions(dir)].map((path) => stat(path).catch(() => null)),
  );
  if (folder?.isDirectory() !== true) return false;
  if (step === "finish") return !(await isLocked(dir));
  return !questions || questions.mtimeMs <= at;
}
