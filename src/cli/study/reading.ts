import { lstat, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { StudyBundle } from "../../artifacts/study.ts";
import { UsageError } from "../../errors.ts";
import { writeTexts } from "../../study/texts.ts";

/** Where all lies that a study says, and whether it stays when the person has answered. */
export type ReadPlace = { path: string; stays: boolean };

/** Writes it into a folder that the person named: a new one, or one that is empty. Throws LabError. */
export async function writeReading(named: string, bundle: StudyBundle): Promise<ReadPlace> {
  const path = resolve(named);
  const there = await lstat(path).catch(() => null);
  const isEmpty = there?.isDirectory() === true && (await readdir(path)).length === 0;
  if (there !== null && !isEmpty)
    throw new UsageError(`Cannot write what the study says into ${path}: something is there. Nothing was written.`, {
      advice: "Name a folder that is not there yet, or an empty one: --read FOLDER.",
    });
  await writeTexts(path, bundle);
  return { path, stays: true };
}

/** Has it lie in a folder of this person's alone for as long as they are asked. */
export async function whileReading<T>(bundle: StudyBundle, ask: (reading: ReadPlace) => Promise<T>): Promise<T> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "designlab-read-")));
  try {
    await writeTexts(path, bundle);
    return await ask({ path, stays: false });
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}
