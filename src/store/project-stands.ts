import { stat } from "node:fs/promises";
import { type Static, Type } from "@sinclair/typebox";
import { OpenWork } from "../artifacts/open-work.ts";
import { jsonOf } from "./files.ts";
import { paths } from "./paths.ts";
import { type Home, projectFile, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";

/** Of these the newest are kept. */
const MAX_OPEN = 3;

const Kept = Type.Object({
  version: Type.Literal(1),
  at: Type.Integer({ minimum: 0 }),
  open: Type.Array(OpenWork, { maxItems: MAX_OPEN }),
  more: Type.Integer({ minimum: 0 }),
});
/** What of a project is unfinished, the newest first, how many more there are, and when that was, milliseconds since the epoch. */
export type ProjectStands = Omit<Static<typeof Kept>, "version">;

type Project = Home & { worktree: string };
const fileOf = ({ worktree, ...place }: Project): string =>
  projectFile({ ...place, directory: worktree }, "unfinished");

/** Columns of a topic that a line has room for are far fewer. */
const MAX_TOPIC = 300;

const bare = ({ id, dir, topic, step, questions, task }: OpenWork): OpenWork => {
  return { id, dir, topic: topic.slice(0, MAX_TOPIC), step, questions, task };
};

/** Keeps it in the person's private folder, where no checkout brings it; one that cannot be written to does without. */
export async function keepStands(project: Project, at: number, all: readonly OpenWork[]): Promise<void> {
  const path = fileOf(project);
  const open = all.filter(({ step }) => step !== "nothing").map(bare);
  const kept = { version: 1 as const, at, open: open.slice(0, MAX_OPEN), more: Math.max(0, open.length - MAX_OPEN) };
  await writePrivate(path, jsonOf(path, Kept, kept)).catch(() => undefined);
}

/**
 * What was unfinished when it was last written down: one small file, and a look at the folders that it names. An experiment
 * that is gone, or that was answered in since, is left out.
 */
export async function readStands(project: Project): Promise<ProjectStands | null> {
  const read = await readJson(fileOf(project), Kept);
  if (read.state !== "ok") return null;
  const { version: _, ...stands } = read.value;
  const hold = await Promise.all(stands.open.map(({ dir }) => isAsBefore(dir, stands.at)));
  return { ...stands, open: stands.open.filter((_each, place) => hold[place]) };
}

async function isAsBefore(dir: string, at: number): Promise<boolean> {
  const [folder, questions] = await Promise.all(
    [dir, paths.questions(dir)].map((path) => stat(path).catch(() => null)),
  );
  return folder?.isDirectory() === true && (!questions || questions.mtimeMs <= at);
}
