import { relative } from "node:path";
import { readRanking, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { loadArtifact } from "../../store/artifacts.ts";
import { openLedger } from "../../store/ledger.ts";
import { pullingSaid, pullSaid } from "../../story/study-pull.ts";
import { noStudy } from "../../story/study-standing.ts";
import { keepStudy } from "../../study/folder.ts";
import { pullStudy } from "../../study/pull.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { withStudy } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import type { StudyWord } from "./study.ts";

export const pullWord: StudyWord = {
  word: "pull",
  usage: "pull [KEY…] [--queue URL] [--study NAME|HASH]",
  does: "puts what is done of a study into this project's experiments, each whole or not at all; a KEY also one that was removed here",
  async run(call) {
    const { values, positionals } = studyOptions(pullWord, call.rest, MEANT, 10_000);
    const came = await withStudy(call, values, async ({ queue, hash, bundle, place: known, lab, meant }) => {
      const { gitignore } = lab.config.output;
      const place =
        known ??
        (await keepStudy(
          lab.base,
          { name: bundle.name, hash },
          { queue: queue.address, gitignore, person: lab.person, now: lab.now },
        ));
      const pulled = await pullStudy(queue, bundle, place, {
        keys: positionals.length === 0 ? null : positionals,
        gitignore,
        signal: call.signal,
        now: lab.now,
        complete: (dir, id) => drawPages(lab, dir, id),
        told: (done, all) => call.person.now(all > 0 ? [pullingSaid(done, all)] : []),
      });
      if (pulled.pulled.length > 0) await lab.renewMemory();
      const base = relative(call.directory, place.base) || place.base;
      return {
        text: blocksText(pullSaid(pulled, { base, meant: meant === "" ? "" : ` ${meant}` })),
        outcome: pulled.refused.length > 0 ? ("unranked" as const) : ("answered" as const),
        facts: { ...pulled, base: place.base, folder: place.path },
      };
    });
    return came ?? { text: blocksText(noStudy()), outcome: "unranked", facts: { study: null } };
  },
};

/**
 * Draws the pages of a ranking from what is stored: those that came along may hold anything. What keeps them from being
 * drawn costs nothing else.
 */
async function drawPages({ config, now }: Lab, dir: string, id: string): Promise<void> {
  const task = await loadArtifact(dir, "task");
  if (task.state !== "ok") return;
  try {
    const experiment = { dir, task: { ...task.value, experiment_id: id }, ledger: openLedger(dir, now) };
    const { ranking } = await readRanking(experiment);
    if (ranking === null) return;
    const { renewResults } = await import("../../stages/files.ts");
    await renewResults(await viewOf(experiment), ranking, config);
  } catch {
    // The ranking is there, and its next renewal draws them.
  }
}
