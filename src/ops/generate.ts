import { type Static, Type } from "@sinclair/typebox";
import { throwIfStopped, withExperimentLock } from "../experiment/open.ts";
import { generate as generateDesigns } from "../phases/generate.ts";
import { problemText } from "../report/problems-text.ts";
import { count } from "../text/numbers.ts";
import { setupArgs } from "./args.ts";
import { defineOp } from "./op.ts";
import { replySince } from "./outcome.ts";
import { overridesOf, resume, start } from "./start.ts";

const args = Type.Object(setupArgs, { additionalProperties: false });

/** Setup and designs; evaluation comes with review, score or run {experiment}. */
export const generate = defineOp({
  name: "generate",
  summary: "only the designs",
  args,
  example: { task: "Design a rate limiter", design_models: ["a/one", "b/two"] },
  async run(given: Static<typeof args>, context) {
    const lab = await context.lab(overridesOf(given));
    const started = await start(lab, context, given, "designs");
    if (typeof started === "string") return started;
    const { notes, resumed } = started;
    return withExperimentLock(lab, started.experiment, async (experiment) => {
      const before = resumed ? await resume(lab, experiment, given) : 0;
      const { written, kept, failures, replaced } = await generateDesigns(lab, experiment);
      await throwIfStopped(lab, experiment);
      const id = experiment.task.experiment_id;
      const already = kept.length > 0 ? `, ${kept.length} there already` : "";
      return replySince(
        lab,
        experiment,
        before,
        {
          did: `${count(written.length, "design")} written${written.length > 0 ? ` (${written.join(", ")})` : ""}${already}${failures.length > 0 ? `, ${failures.length} failed` : ""}.`,
          failures,
          notes: [
            ...notes,
            ...replaced.map(
              (problem) => `${problemText(problem)}. A new design was asked for; the old file is kept beside it.`,
            ),
          ],
          next: [
            `\`designlab({op: "run", args: {experiment: "${id}"}})\` reviews, scores and ranks them`,
            ...[...kept, ...written]
              .slice(0, 1)
              .map(
                (design) => `\`designlab({op: "show", args: {experiment: "${id}", design: "${design}"}})\` shows one`,
              ),
          ],
        },
        { ranking: false },
      );
    });
  },
});
