import { stopSaid } from "../../story/study-changed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { aboutStudy } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import type { StudyWord } from "./study.ts";

export const stopWord: StudyWord = {
  word: "stop",
  usage: "stop [--queue URL] [--study NAME|HASH]",
  does: "has a study begin nothing more, and what runs given back; what is stored stays",
  async run(call) {
    const { values } = studyOptions(stopWord, call.rest, MEANT);
    return aboutStudy(call, values, async ({ queue, hash, meant }) => {
      const before = await queue.standing(hash);
      if (before.state !== "over") await queue.stop(hash);
      const after = await queue.standing(hash);
      return { text: blocksText(stopSaid(before, meant)), outcome: "answered", facts: { study: after } };
    });
  },
};
