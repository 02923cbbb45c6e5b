import { UsageError } from "../../errors.ts";
import { agentsShell } from "../../host/presence.ts";
import { againSaid } from "../../story/study-changed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { aboutStudy } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import type { StudyWord } from "./study.ts";

export const againWord: StudyWord = {
  word: "again",
  usage: "again [KEY…] [--queue URL] [--study NAME|HASH]",
  does: "has what failed wait anew, all of it or these experiments; what was answered is not asked again",
  async run(call) {
    const { values, positionals } = studyOptions(againWord, call.rest, MEANT, 10_000);
    const agent = agentsShell(process.env);
    if (agent !== null) throw new UsageError(`Cannot have experiments wait anew: it spends money; ${agent}.`);
    return aboutStudy(call, values, async ({ queue, hash, meant }) => {
      const again = await queue.again(hash, positionals.length === 0 ? null : positionals);
      const others = positionals.filter((key) => !again.includes(key));
      const study = await queue.standing(hash);
      const text = blocksText(againSaid({ again, others, study, meant }));
      const outcome = positionals.length > 0 && again.length === 0 ? "usage" : "answered";
      return { text, outcome, facts: { again, not_failed: others, study } };
    });
  },
};
