import { type Static, Type } from "@sinclair/typebox";
import { resume, throwIfStopped, withExperimentLock } from "../experiment/open.ts";
import { type View, viewOf } from "../experiment/view.ts";
import { type GenerateResult, generate as generateDesigns } from "../stages/designs/generate.ts";
import { setup } from "../stages/setup.ts";
import { STAGES } from "../stages/stages.ts";
import { md } from "../text/markdown.ts";
import { count } from "../text/numbers.ts";
import { startLine } from "../text/start-line.ts";
import { typed } from "../text/typed.ts";
import { forecastReply } from "../views/markdown/forecast-text.ts";
import { names, setupArgs } from "./args.ts";
import { defineOp } from "./op.ts";
import { reply, type Work } from "./outcome.ts";
import { overridesOf, start } from "./start.ts";

const args = Type.Object(setupArgs, { additionalProperties: false });

/** Setup and designs; evaluation comes with review, score or run {experiment}. */
export const generate = defineOp({
  name: "generate",
  args,
  example: { task: "Design a rate limiter", design_models: ["a/one", "b/two"] },
  async run(given: Static<typeof args>, context) {
    const started = await start(await context.lab(overridesOf(given)), context, given, "designs");
    if (started.kind === "dry-run") return forecastReply(started.forecast, started.notes, startLine("generate", given));
    const { lab } = started;
    const resumed = started.kind === "resumed";
    const { experiment: opened, notes } = resumed ? started : await setup(lab, started.input);

    return withExperimentLock(lab, opened, async (locked) => {
      const { experiment, before } = resumed
        ? await resume(lab, locked, names(given.design_models))
        : { experiment: locked, before: 0 };
      const designs = await generateDesigns(lab, await viewOf(experiment));
      await throwIfStopped(lab, experiment);
      const view = await viewOf(experiment);
      const work = workOf(view, designs);
      return reply(lab, view, before, { ...work, notes: [...notes, ...work.notes] }, null);
    });
  },
});

function workOf(view: View, { written, kept, failures, notes }: GenerateResult): Work {
  const id = view.experiment.task.experiment_id;
  const already = kept.length > 0 ? md`; ${kept.length} there already` : md``;
  const failed = failures.length > 0 ? md`; ${failures.length} failed` : md``;
  return {
    did:
      written.length + failures.length === 0
        ? md`Nothing was missing: ${count(kept.length, "design")} there already.`
        : md`${count(written.length, "design")} written${already}${failed}.`,
    designs: view.artifacts.designs,
    failures,
    notes,
    next: [
      STAGES.judgement.next(view),
      ...(kept.length + written.length > 0 ? [md`${typed("show", id, "designs")} shows them`] : []),
    ],
  };
}
