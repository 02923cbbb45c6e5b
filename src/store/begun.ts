import { basename, join } from "node:path";
import pLimit from "p-limit";
import type { Idea } from "../artifacts/idea.ts";
import type { Problem } from "../artifacts/problem.ts";
import { UsageError } from "../errors.ts";
import { typedCode } from "../text/typed.ts";
import { loadArtifact, OPEN_FILES, pathOf, saveArtifact } from "./artifacts.ts";
import { foldersIn, isMisdated, isNewest, makeFolder, meant, personOf } from "./experiment.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import type { Home } from "./private.ts";
import { type ReadResult, readRegular } from "./read.ts";
import type { Witnessed } from "./seen.ts";

/** An experiment that began with questions to a person; it may have a task by now. */
export type Begun = Witnessed & { idea: Idea; ledger: Ledger; hasTask: boolean };

/** Makes a folder of its own for it, `name` or `name-2` and on when taken, and writes its idea.json. */
export async function createBegun(
  base: string,
  name: string,
  options: { gitignore: boolean; now: () => Date; person?: Home; describe: (experimentId: string) => Idea },
): Promise<Begun> {
  const dir = await makeFolder(base, name, options, async (at, id) => {
    await saveArtifact(at, "idea", options.describe(id));
  });
  const idea = options.describe(basename(dir));
  return { dir, ...personOf(options), idea, ledger: openLedger(dir, options.now), hasTask: false };
}

/** Every experiment of the base folders that began with questions, newest first, and what is wrong with the others. */
export async function listBegun(
  bases: readonly string[],
  now: () => Date,
  person?: Home,
): Promise<{ begun: Begun[]; problems: Problem[] }> {
  const begun: Begun[] = [];
  const problems: Problem[] = [];
  for (const base of bases) {
    // A base that cannot be read is said by the list of experiments.
    const { names } = await foldersIn(base);
    const reads = await pLimit(OPEN_FILES).map(names, (name) => loadBegun(join(base, name), now, person));
    for (const read of reads) {
      if (read.state === "unusable") problems.push(read.problem);
      if (read.state === "ok") begun.push(read.value);
    }
  }
  const made = ({ idea }: Begun) => (isMisdated(idea, now()) ? 0 : Date.parse(idea.created_at));
  begun.sort((a, b) => made(b) - made(a) || (b.dir < a.dir ? -1 : 1));
  return { begun, problems };
}

/**
 * The one that a person means, as `openExperiment` reads it; of those that `fits` lets in the newest when nothing is
 * said. Throws LabError where there is none, which says that there is no `what`.
 */
export async function openBegun(
  bases: readonly string[],
  reference: string | undefined,
  { what, fits = () => true, ...options }: Opening,
): Promise<Begun> {
  const { begun, problems } = await listBegun(bases, options.now, options.person);
  const within = bases.length > 0 ? ` in ${bases.join(", ")}` : "";
  if (!isNewest(reference)) return meant(begun, reference, { ...options, within, problems });
  const newest = begun.find((each) => !isMisdated(each.idea, options.now()) && fits(each));
  if (newest) return newest;
  const later = begun.filter((each) => isMisdated(each.idea, options.now()) && fits(each));
  if (later[0] !== undefined) {
    throw new UsageError(`There is no newest ${what}${within}: what there is is dated in the future.`, {
      problems,
      advice: `Name one by its id, such as ${basename(later[0].dir)}.`,
    });
  }
  throw new UsageError(`There is no ${what} yet${within}.`, {
    problems,
    advice: `To begin one, type ${typedCode("brief")} and after it your idea in quotes.`,
  });
}

type Opening = {
  directory: string;
  now: () => Date;
  person?: Home;
  /** What is looked for, for the error: "brief". */
  what: string;
  fits?: (each: Begun) => boolean;
};

/** The one in a folder; null where it did not begin with questions. */
export async function readBegun({ dir, person }: Witnessed, now: () => Date): Promise<Begun | null> {
  const read = await loadBegun(dir, now, person);
  return read.state === "ok" ? read.value : null;
}

async function loadBegun(dir: string, now: () => Date, person?: Home): Promise<ReadResult<Begun>> {
  const read = await loadArtifact(dir, "idea");
  if (read.state !== "ok") return read;
  const task = await readRegular(pathOf(dir, "task"), dir);
  // A folder that was copied or renamed is called what it is called now.
  const idea = { ...read.value, experiment_id: basename(dir) };
  const ledger = openLedger(dir, now);
  return { state: "ok", value: { dir, ...(person && { person }), idea, ledger, hasTask: task.state !== "missing" } };
}
