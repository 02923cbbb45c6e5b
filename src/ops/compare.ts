import { LETTER, type Read, upTo } from "../command/word.ts";
import { UsageError } from "../errors.ts";
import { viewOf } from "../experiment/view.ts";
import type { Experiment } from "../store/experiment.ts";
import { compareNamed as compareDesigns, compareExperiments } from "../story/comparison-of.ts";
import { callCode, typedCode } from "../text/typed.ts";
import { comparisonReply } from "../views/markdown/compare.ts";
import { experimentsReply } from "../views/markdown/experiments.ts";
import { designsArg, experimentArg, experimentsArg, names } from "./args.ts";
import { defineOp } from "./op.ts";
import { openToRead } from "./paths/outside.ts";
import { refuseWithheld } from "./refusals.ts";

const TWO = ["2026-…", "2026-…"];
/** Columns that still read as a table. */
const MAX = 6;

/** Designs, or experiments, side by side. */
export const compare = defineOp({
  summary: "designs or experiments side by side",
  args: {
    experiment: experimentArg,
    designs: designsArg("Two or more designs, the two that rank first when absent"),
    experiments: experimentsArg("Two or more experiments, in place of designs"),
  },
  example: { experiment: "latest", designs: ["A", "B"] },
  words: [
    {
      word: "compare",
      also: ["diff"],
      usage: "compare [experiment] [A] [B]",
      does: "designs side by side, or experiments where two are named",
      reads: compared,
    },
  ],
  async run(given, context) {
    const lab = await context.labForReading();
    const ids = names(given.experiments);
    if (ids !== undefined) {
      const beside = (["experiment", "designs"] as const).filter((name) => given[name] !== undefined);
      if (beside.length > 0) {
        throw new UsageError(
          `Cannot compare designs and experiments at once: found experiments and ${beside.join(" and ")}. Give experiments alone, or designs of one experiment.`,
        );
      }
      const opened: Experiment[] = [];
      // One after the other: a person is asked about one folder once.
      for (const id of [...new Set(ids)].slice(0, MAX + 1)) opened.push(await openToRead(lab, context, id));
      const experiments = [...new Map(opened.map((one) => [one.task.experiment_id, one])).values()];
      if (experiments.length < 2 || experiments.length > MAX) {
        const number = experiments.length < 2 ? experiments.length : new Set(ids).size;
        throw new UsageError(`Cannot compare experiments: two to ${MAX} are needed, found ${number}.`, {
          advice: `Put two ids into ${typedCode("compare", ...TWO)} (${callCode("compare", { experiments: TWO })}); ${typedCode("show")} (${callCode("show")}) lists them.`,
        });
      }
      const compared = await compareExperiments(experiments);
      return { text: experimentsReply(compared), facts: { experiments: compared } };
    }
    const experiment = await openToRead(lab, context, given.experiment);
    refuseWithheld(await viewOf(experiment), "a comparison of");
    const comparison = await compareDesigns(lab, experiment, names(given.designs));
    return { text: comparisonReply(comparison), facts: { comparison } };
  },
});

/** An experiment's id, told from a word by its date, or the newest. */
const DATED = /^(?:\d{4}-\d{2}-\d{2}|latest$)/u;

function compared(words: readonly string[]): Read {
  const dated = words.filter((word) => DATED.test(word));
  const letters = words.filter((word) => LETTER.test(word));
  const others = words.filter((word) => !LETTER.test(word));
  const odd = dated.length >= 2 ? words.filter((word) => !DATED.test(word)) : others.slice(1);
  if (odd.length > 0)
    return { odd, why: "compare takes experiments, each from its date on, or designs of one experiment" };
  if (dated.length >= 2) return upTo(dated.length, dated, (experiments) => ({ experiments }));
  return upTo(1, others, ([experiment]) => ({ experiment, designs: letters.length > 0 ? letters : undefined }));
}
