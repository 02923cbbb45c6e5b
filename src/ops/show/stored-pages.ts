import { readRanking, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { renewResults } from "../../stages/files.ts";
import { loadArtifact } from "../../store/artifacts.ts";
import { openLedger } from "../../store/ledger.ts";

/**
 * Draws the pages of a ranking from what is stored in a folder, which is an experiment's of that id; nothing where no
 * ranking is. What keeps them from being drawn costs nothing else: the ranking is there, and they can be drawn anew.
 */
export async function drawStoredPages({ config, now }: Lab, dir: string, id: string): Promise<void> {
  try {
    const task = await loadArtifact(dir, "task");
    if (task.state !== "ok") return;
    const experiment = { dir, task: { ...task.value, experiment_id: id }, ledger: openLedger(dir, now) };
    const { ranking } = await readRanking(experiment);
    if (ranking !== null) await renewResults(await viewOf(experiment), ranking, config);
  } catch {
    // See above.
  }
}
