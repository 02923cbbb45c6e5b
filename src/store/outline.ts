import { Type } from "@sinclair/typebox";
import { Outline } from "../artifacts/outline.ts";
import { Sha256 } from "../artifacts/provenance.ts";
import { type FilesState, keepDerived, plannedFiles, readDerived, stateOf } from "./derived.ts";
import type { Experiment } from "./experiment.ts";
import { jsonOf } from "./files.ts";
import { paths } from "./paths.ts";
import { listRounds } from "./rounds.ts";
import { readControls } from "./within.ts";

const Kept = Type.Object({ version: Type.Literal(1), made_of: Sha256, outline: Outline });

/** Past this it is no outline of ours, and not read. Bytes. */
const MAX_OUTLINE = 100_000;

/** The outline that is kept and holds today; null where none does. */
type KeptOutline = {
  outline: Outline | null;
  /** Hash of what tells the files apart that an outline is made of. */
  made_of: string;
};

/** Reads nothing of what the outline is made of. Whatever stands in its place and is none of ours counts as none. */
export async function readOutline(experiment: Experiment): Promise<KeptOutline> {
  const [{ made_of }, kept] = await Promise.all([
    identityOf(experiment),
    readDerived(experiment, paths.outline(experiment.dir), Kept, { most: MAX_OUTLINE }),
  ]);
  return { outline: kept?.made_of === made_of ? kept.outline : null, made_of };
}

/**
 * Keeps an outline that was made since a moment of the system's clock, where nothing of what it was made of changed
 * from shortly before then on. Never throws: a folder that cannot be written to does without.
 */
export async function keepOutline(
  experiment: Experiment,
  { made_of, outline }: { made_of: string; outline: Outline },
  since: number,
): Promise<void> {
  const path = paths.outline(experiment.dir);
  const now = await identityOf(experiment);
  const text = () => jsonOf(path, Kept, { version: 1, made_of, outline });
  await keepDerived(experiment, path, text, { made_of, now, since });
}

/** How all files stand that an outline is made of. */
async function identityOf(experiment: Experiment): Promise<FilesState> {
  const [{ rounds }, { found: controls }] = await Promise.all([listRounds(experiment), readControls(experiment)]);
  const files = plannedFiles([experiment, ...rounds, ...(controls ? [controls] : [])]);
  return stateOf(experiment.dir, files, experiment.task.experiment_id);
}
