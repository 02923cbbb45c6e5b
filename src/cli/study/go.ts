import type { StudyLimits } from "../../artifacts/study.ts";
import { UsageError } from "../../errors.ts";
import { agentsShell } from "../../host/presence.ts";
import { goSaid, mayRaise, tooLowSaid } from "../../story/study-changed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { aboutStudy } from "./opened.ts";
import { limitOf, MEANT, studyOptions } from "./options.ts";
import type { StudyWord } from "./study.ts";

export const goWord: StudyWord = {
  word: "go",
  usage: "go [--queue URL] [--study NAME|HASH] [--max-cost USD] [--max-tokens N] [--max-hours N]",
  does: "has a study that was stopped go on, with other limits of the whole where they are given, and without one that is none",
  async run(call) {
    const { values } = studyOptions(goWord, call.rest, {
      ...MEANT,
      "max-cost": { type: "string" },
      "max-tokens": { type: "string" },
      "max-hours": { type: "string" },
    });
    const given = {
      max_cost: limitOf("max-cost", values["max-cost"]),
      max_tokens: limitOf("max-tokens", values["max-tokens"]),
      max_hours: limitOf("max-hours", values["max-hours"]),
    };
    const limits = Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined)) as Partial<
      StudyLimits["study"]
    >;
    const agent = agentsShell(process.env);
    if (agent !== null) throw new UsageError(`Cannot have a study go on: it spends money; ${agent}.`);
    return aboutStudy(call, values, async ({ queue, hash, meant }) => {
      const before = await queue.standing(hash);
      const low = tooLowSaid(before, limits, meant);
      if (low !== null) throw new UsageError(low.is, { advice: low.advice });
      const question = mayRaise(before, limits);
      if (question !== null && !call.yes) {
        const { allowed, why } = await call.person.ask(question, call.signal);
        if (!allowed)
          throw new UsageError(
            `The limits of ${before.name} were left as they are${why === undefined ? "" : `: ${why}`}.`,
            {
              advice: "Where nobody can be asked, --yes says so.",
            },
          );
      }
      await queue.goOn(hash, limits);
      const study = await queue.standing(hash);
      return { text: blocksText(goSaid(before, study, meant)), outcome: "answered", facts: { study } };
    });
  },
};
