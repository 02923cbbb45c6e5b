import { tmpdir } from "node:os";
import type { Places } from "../../config/files.ts";
import { configuringFiles, ruleByName } from "../../config/needs-trust.ts";
import { closedPersonas } from "../../config/personas.ts";
import { hostFolders } from "../../isolation/host-folders.ts";
import type { ClosedPlaces } from "../../isolation/paths.ts";
import { memoryFiles } from "../../store/memory-folder.ts";
import { recordsOf } from "../../store/record-folder.ts";

/**
 * What no session of Design Lab may read: the one list, for the sessions' own tools and for every call that hands a file
 * of the user to a model or a page.
 * @param more.experiments Folders that hold experiments, absolute.
 * @param more.experiment The folder of the sessions' own experiment, whose records are closed too.
 */
export async function listClosedPlaces(
  places: Places,
  { experiments, experiment }: { experiments: readonly string[]; experiment?: string | undefined },
): Promise<ClosedPlaces> {
  const { home, env, worktree } = places;
  return {
    experiments,
    records: experiment === undefined ? [] : await recordsOf(experiment, worktree),
    memory: await memoryFiles({ home, env, worktree }),
    personas: closedPersonas(places),
    configuration: configuringFiles(places),
    host: hostFolders({ home, env, temporary: tmpdir() }).own,
    byName: ruleByName,
  };
}
