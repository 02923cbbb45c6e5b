import { readdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LabError } from "../errors.ts";
import { refuseLinked, writeNew } from "./files.ts";
import { readRegular } from "./read.ts";
import { briefName, isBriefName } from "./record-names.ts";

/** Where a brief goes in a project in which none was kept yet. */
export const BRIEFS = "docs/briefs";
/** Names that are tried before it is given up. */
const MAX_TRIES = 100;
/** Briefs of one folder that are read to find those of an experiment, the newest by their names. */
const MAX_READ = 500;

/**
 * Writes a brief into a folder of the project, under a name that is free; one that lies there with this very text is not
 * written again. Its path below the project's root, with "/". Throws LabError.
 */
export async function writeBrief(
  { worktree, folder, slug, at }: { worktree: string; folder: string; slug: string; at: Date },
  text: string,
): Promise<string> {
  const within = await realpath(worktree);
  for (let again = 0; again < MAX_TRIES; again++) {
    const path = `${folder}/${briefName(slug, at, again)}`;
    const whole = join(within, path);
    await refuseLinked(within, whole);
    if (await writeNew(within, whole, text, "The brief is not kept there")) return path;
    const there = await readRegular(whole, within);
    if (there.state === "ok" && there.value === text) return path;
  }
  throw new LabError(`Cannot keep the brief in ${folder}: ${MAX_TRIES} names are taken.`);
}

/** Briefs in these folders of the project whose text `isIts` says to be of an experiment, below the project's root, with "/". */
export async function briefsIn(
  folders: readonly string[],
  worktree: string,
  isIts: (text: string) => boolean,
): Promise<string[]> {
  const within = await realpath(worktree);
  const found: string[] = [];
  for (const folder of folders) {
    const names = await readdir(resolve(within, folder)).catch(() => []);
    for (const name of names.filter(isBriefName).sort().slice(-MAX_READ)) {
      const there = await readRegular(resolve(within, folder, name), within);
      if (there.state === "ok" && isIts(there.value)) found.push(`${folder}/${name}`);
    }
  }
  return found;
}
