import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Mac, Sha256 } from "../artifacts/provenance.ts";
import { Summary } from "../artifacts/summary.ts";
import { pathOf, votersIn } from "./artifacts.ts";
import { type FilesState, keepDerived, plannedFiles, readDerived, stateOf } from "./derived.ts";
import type { Experiment } from "./experiment.ts";
import { jsonOf } from "./files.ts";
import { paths } from "./paths.ts";
import { listRounds } from "./rounds.ts";
import { isSealed, sealOf } from "./seen.ts";
import { readControls } from "./within.ts";

const Kept = Type.Object({ version: Type.Literal(1), made_of: Sha256, mac: Mac, summary: Summary });

/** Past this it is no summary of ours, and not read. Bytes. */
const MAX_SUMMARY = 400_000;
const BOUNDS_OF_SUMMARY = { characters: 300_000, text: 4_000, items: 1_000, values: 20_000, depth: 8 };

/** The summary that is kept and holds today; null where none does. */
type KeptSummary = {
  summary: Summary | null;
  /** Hash of what tells the files apart that it is made of. */
  made_of: string;
};

/**
 * Reads nothing of what a summary is made of. It counts where this machine sealed it for these very files: one that
 * somebody wrote or changed is made anew, and so no leaderboard hangs on it.
 *
 * @param about What else it hangs on.
 */
export async function readSummary(experiment: Experiment, about: unknown): Promise<KeptSummary> {
  const [{ made_of }, kept] = await Promise.all([
    stateOfSources(experiment, about),
    readDerived(experiment, paths.summary(experiment.dir), Kept, { most: MAX_SUMMARY, bounds: BOUNDS_OF_SUMMARY }),
  ]);
  const holds = kept?.made_of === made_of && (await isSealed(experiment, "summary", [made_of, kept.summary], kept.mac));
  return { summary: holds ? kept.summary : null, made_of };
}

/** Keeps one under the seal of this machine as `keepDerived` does; without a seal it is kept nowhere. */
export async function keepSummary(
  experiment: Experiment,
  { made_of, summary }: { made_of: string; summary: Summary },
  { about, since }: { about: unknown; since: number },
): Promise<void> {
  const path = paths.summary(experiment.dir);
  const now = await stateOfSources(experiment, about);
  // What is read back is what JSON can say.
  const plain = JSON.parse(JSON.stringify(summary)) as Summary;
  const mac = await sealOf(experiment, "summary", [made_of, plain]);
  if (mac === undefined) return;
  const text = () => jsonOf(path, Kept, { version: 1, made_of, mac, summary: plain });
  await keepDerived(experiment, path, text, { made_of, now, since });
}

/** How all files stand that a summary is made of. */
async function stateOfSources(experiment: Experiment, about: unknown): Promise<FilesState> {
  const { dir, task } = experiment;
  const [{ rounds }, controls, { ids }] = await Promise.all([
    listRounds(experiment),
    readControls(experiment),
    votersIn(dir),
  ]);
  const votes = ids.map((reviewer_id) => pathOf(dir, "vote", { reviewer_id }));
  const copies = controls.found ? [controls.found] : [];
  const files = plannedFiles([experiment, ...rounds, ...copies], [...votes, join(dir, "controls", "task.json")]);
  return stateOf(dir, files, [task.experiment_id, about]);
}
