import { relative } from "node:path";
import { pullingSaid, pullSaid } from "../../story/study-pull.ts";
import { keepStudy } from "../../study/folder.ts";
import { pullStudy } from "../../study/pull.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { CallCame } from "../remote.ts";
import { aboutStudy, type OpenedStudy } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import type { StudyCall, StudyWord } from "./study.ts";

export const pullWord: StudyWord = {
  word: "pull",
  usage: "pull [KEY…] [--queue URL] [--study NAME|HASH]",
  does: "puts what is done of a study into this project's experiments, each whole or not at all; a KEY also one that was removed here",
  async run(call) {
    const { values, positionals } = studyOptions(pullWord, call.rest, MEANT, 10_000);
    const keys = positionals.length === 0 ? null : positionals;
    return aboutStudy(call, values, (opened) => pullHere(opened, call, { keys, followed: false }));
  },
};

/** Pulls all that is done, or what `keys` name; `followed`: whether what the study shows is said right behind it. */
export async function pullHere(
  { queue, hash, bundle, place: known, lab, meant }: OpenedStudy,
  { directory, person, signal }: Pick<StudyCall, "directory" | "person" | "signal">,
  { keys, followed }: { keys: readonly string[] | null; followed: boolean },
): Promise<CallCame> {
  const { gitignore } = lab.config.output;
  const place =
    known ??
    (await keepStudy(
      lab.base,
      { name: bundle.name, hash },
      { queue: queue.address, gitignore, person: lab.person, now: lab.now },
    ));
  const pulled = await pullStudy(queue, bundle, place, {
    ...{ keys, gitignore, signal, now: lab.now },
    // Those that came along may hold anything.
    complete: async (dir, id) => (await import("../../ops/show/stored-pages.ts")).drawStoredPages(lab, dir, id),
    told: (done, all) => person.now(all > 0 ? [pullingSaid(done, all)] : []),
  });
  if (pulled.pulled.length > 0) await lab.renewMemory();
  const base = relative(directory, place.base) || place.base;
  return {
    text: blocksText(pullSaid(pulled, { base, meant, followed })),
    outcome: pulled.refused.length > 0 ? "unranked" : "answered",
    facts: { ...pulled, base: place.base, folder: place.path },
  };
}
