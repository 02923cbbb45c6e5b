import { lstat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { UsageError } from "../../errors.ts";
import { freeBases } from "../../experiment/open.ts";
import type { Lab } from "../../prompting/lab.ts";
import { type Journal, openJournal } from "../../questions/journal.ts";
import type { Replayed } from "../../questions/replay.ts";
import { isNewest, meant } from "../../store/experiment.ts";
import { listEither } from "../../store/open.ts";
import { paths } from "../../store/paths.ts";
import type { Markdown } from "../../text/markdown.ts";
import { listText } from "../../text/numbers.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { permitBases, permitOutside } from "../paths/outside.ts";

/** The folder of an experiment in which a person is asked, with or without a task. */
export type Place = { dir: string; id: string; journal: Journal };

/** Experiments of which it is looked whether something is open, those last asked in first. */
const MAX_LOOKED = 50;
const MAX_NAMED = 5;

/** What a call that names no experiment means: one that the first of `fits` lets in, else the second. */
type Wanted = {
  fits: readonly ((all: Replayed) => boolean)[];
  /** For the error where there is none. */
  what: string;
  /** Where only one may be meant: what to type, by an experiment's id, where there are several. */
  line?: (id: string) => Markdown;
};

/**
 * The experiment that a call means; of those that are let in the one last asked in when it says nothing. One outside the
 * project is worked on only where the person allows it. Throws LabError.
 */
export async function openAsked(
  lab: Lab,
  context: OpContext,
  reference: string | undefined,
  { fits, what, line }: Wanted,
): Promise<Place> {
  const bases = await permitBases(lab, context, "work");
  const { all, problems } = await listEither(bases, lab.now, lab.person);
  const permitAsked = async (dir: string): Promise<Place> => {
    await permitOutside(lab, context, dirname(dir), "work");
    return placeAt(lab, dir);
  };
  if (!isNewest(reference)) {
    const { dir } = meant(all, reference, { directory: lab.directory, within: ` in ${bases.join(", ")}`, problems });
    return permitAsked(dir);
  }
  const asked = await lastAsked(all);
  for (const fit of fits) {
    const found: string[] = [];
    for (const dir of asked) {
      if (!fit(await placeAt(lab, dir).journal.read())) continue;
      if (line === undefined) return permitAsked(dir);
      found.push(dir);
    }
    const [only] = found;
    if (only === undefined) continue;
    if (line === undefined || found.length === 1) return permitAsked(only);
    const lines = found.slice(0, MAX_NAMED).map((dir) => line(basename(dir)));
    throw new UsageError(`In ${found.length} experiments ${what}: one of them must be named. Nothing was changed.`, {
      advice: `Type one of: ${listText(lines)}.`,
    });
  }
  throw new UsageError(
    `Needed is an experiment in which ${what}, found none in ${bases.join(", ")}. Nothing was changed.`,
    {
      advice:
        asked.length === 0
          ? "Name one by its id where another is meant."
          : `${typedCode("ask")} says what is open; name an experiment by its id where another is meant.`,
    },
  );
}

/** Other experiments with open questions, by id, those last asked in first. Folders that need permission are left out. */
export async function openElsewhere(lab: Lab, than: string): Promise<{ id: string; open: number }[]> {
  const { all } = await listEither(await freeBases(lab, "read"), lab.now, lab.person);
  const places = (await lastAsked(all)).filter((dir) => dir !== than).map((dir) => placeAt(lab, dir));
  const found = await Promise.all(
    places.map(async ({ id, journal }) => {
      const { questions } = await journal.read();
      return { id, open: questions.filter(({ state }) => state === "open").length };
    }),
  );
  return found.filter(({ open }) => open > 0);
}

const placeAt = (lab: Lab, dir: string): Place => ({
  dir,
  id: basename(dir),
  journal: openJournal(dir, lab.now, lab.person),
});

/** The folders in which something was asked, those last asked in first. */
async function lastAsked(all: readonly { dir: string }[]): Promise<string[]> {
  const files = await Promise.all(
    all.map(async ({ dir }) => ({ dir, file: await lstat(paths.questions(dir)).catch(() => null) })),
  );
  return files
    .filter(({ file }) => file !== null)
    .sort((a, b) => (b.file?.mtimeMs ?? 0) - (a.file?.mtimeMs ?? 0))
    .slice(0, MAX_LOOKED)
    .map(({ dir }) => dir);
}
