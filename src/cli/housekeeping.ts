import { basename, isAbsolute, relative, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { freeBases } from "../experiment/open.ts";
import { nobodyHere } from "../host/presence.ts";
import { createLab } from "../lab.ts";
import type { Lab } from "../prompting/lab.ts";
import { briefsIn } from "../store/brief-folder.ts";
import { meant } from "../store/experiment.ts";
import { findPlace, type KeptFolder, listKept, measureFolder, moveKept, removeKept } from "../store/housekeeping.ts";
import { isLocked, requireLock } from "../store/lock.ts";
import { recallFolders } from "../store/places.ts";
import { recordsOf } from "../store/record-folder.ts";
import { briefFrom } from "../story/brief-stands.ts";
import { diskSaid, HOUSE_WORDS, mayMove, mayRemove, movedSaid, removedSaid, restsSaid } from "../story/housekeeping.ts";
import { blocksText } from "../views/markdown/blocks.ts";
import { drawn } from "../views/markdown/drawn.ts";
import { callerHere, withoutHost } from "./local.ts";
import type { CliPerson } from "./person.ts";
import type { CallCame } from "./remote.ts";

/** The words that keep house, which no op has: an agent can type them nowhere. */
export const HOUSE = Object.values(HOUSE_WORDS);

/** Does what a line of one of these words says. Throws LabError. */
export async function keepHouse(
  word: (typeof HOUSE)[number],
  rest: readonly string[],
  directory: string,
  person: CliPerson,
  signal: AbortSignal,
): Promise<CallCame> {
  const takes = word.usage.split(" ").length - 1;
  if (rest.length !== takes)
    throw new UsageError(`Cannot ${word.word}: needed is "${word.usage}", found ${rest.length} words behind it.`);
  const lab = await createLab(withoutHost(directory)).labForReading(callerHere(signal));
  const bases = await freeBases(lab, "read");
  const all = await listKept(bases);
  if (word.word === "experiments") return showDisk(all, bases);
  const nobody = nobodyHere(process);
  if (nobody !== null)
    throw new UsageError(`Cannot ${word.word} an experiment: a person's terminal is needed; ${nobody}.`);
  await requireLock();
  const [reference = "", folder = ""] = rest;
  const kept = meant(all, reference, { directory, within: ` in ${bases.join(", ")}`, problems: [] });
  const id = basename(kept.dir);
  if (await isLocked(kept.dir))
    throw new UsageError(`Cannot ${word.word} ${id}: somebody is at work on it. Nothing was changed.`, {
      advice: "Stop its run, or wait for it to end.",
    });
  const leaving = { id, dir: kept.dir, ...(await measureFolder(kept.dir)), rests: await restingOn(kept, lab) };
  const to = resolve(directory, folder);
  const place = word.word === "move" ? await findPlace(kept, to, { worktree: lab.worktree, bases }) : null;
  for (const line of restsSaid(leaving)) person.say(line);
  const question = place === null ? mayRemove(leaving) : mayMove(leaving, place);
  const { allowed } = await person.ask(question, signal, id);
  if (!allowed) throw new UsageError(`${id} was left as it is: neither its name nor yes was typed.`);
  if (place === null) await removeKept(kept);
  else await moveKept(kept, place);
  const said = place === null ? removedSaid(leaving) : movedSaid(leaving, place);
  const facts = { experiment: id, directory: place, rests: leaving.rests };
  return { text: blocksText(said), outcome: "answered", facts };
}

async function showDisk(all: readonly KeptFolder[], bases: readonly string[]): Promise<CallCame> {
  const rows: { experiment: string; directory: string; bytes: number; files: number }[] = [];
  for (const { dir } of all) rows.push({ experiment: basename(dir), directory: dir, ...(await measureFolder(dir)) });
  rows.sort((a, b) => b.bytes - a.bytes);
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { text: blocksText(diskSaid(rows, bases)), outcome: "answered", facts: { experiments: rows, bytes } };
}

/** Files of the project that were made of it, from the project's root; null where its own files do not say. */
async function restingOn(
  { dir }: KeptFolder,
  { worktree, person }: Pick<Lab, "worktree" | "person">,
): Promise<string[] | null> {
  const files = await recordsOf(dir, worktree).catch(() => null);
  if (files === null) return null;
  const said = drawn(briefFrom(basename(dir)));
  const folders = await recallFolders({ ...person, worktree }, "brief");
  const briefs = await briefsIn(folders, worktree, (text) => text.includes(said));
  const short = files.map((file) => {
    const path = relative(worktree, file);
    return path.startsWith("..") || isAbsolute(path) ? file : path;
  });
  return [...short, ...briefs];
}
