import { type Static, Type } from "@sinclair/typebox";
import { throwIfStopped, withExperimentLock } from "../experiment/open.ts";
import { resume } from "../experiment/resume.ts";
import { type View, viewOf } from "../experiment/view.ts";
import { designAndEvaluate, type Worked } from "../phases/design-and-evaluate.ts";
import { tryRank } from "../phases/rank.ts";
import { setup } from "../phases/setup.ts";
import { failedSessions } from "../report/failures-text.ts";
import { forecastReply } from "../report/forecast-text.ts";
import { md } from "../text/markdown.ts";
import { count } from "../text/numbers.ts";
import { typed } from "../text/typed.ts";
import { names, runArgs } from "./args.ts";
import { defineOp } from "./op.ts";
import { reply, type Work } from "./outcome.ts";
import { overridesOf, start } from "./start.ts";

const args = Type.Object(runArgs, { additionalProperties: false });

/** All phases: setup, designs, evaluations, ranking. */
export const run = defineOp({
  name: "run",
  args,
  example: { task: "Design a durable task queue for 10,000 jobs a second" },
  async run(given: Static<typeof args>, context) {
    const lab = await context.lab(overridesOf(given));
    const started = await start(lab, context, given, "all");
    if (started.kind === "dry-run") return forecastReply(started.forecast, started.notes);
    const resumed = started.kind === "resumed";
    const { experiment: opened, notes } = resumed ? started : await setup(lab, started.input);

    return withExperimentLock(lab, opened, async (locked) => {
      const { experiment, before } = resumed
        ? await resume(lab, locked, names(given.design_models))
        : { experiment: locked, before: 0 };
      const worked = await designAndEvaluate(lab, await viewOf(experiment));
      await throwIfStopped(lab, experiment);

      const evaluated = await viewOf(worked.evaluation.experiment);
      const ranked = isScoring(evaluated) ? await tryRank(lab, evaluated) : null;
      const work = workOf(evaluated, resumed, worked);
      return reply(lab, evaluated, before, { ...work, notes: [...notes, ...work.notes] }, ranked);
    });
  },
});

function isScoring({ status }: View): boolean {
  return status.scores.wanted > 0;
}

function workOf(view: View, resumed: boolean, { designs, evaluation, tooFew }: Worked): Work {
  const id = view.experiment.task.experiment_id;
  const failures = [...designs.failures, ...evaluation.failures];
  const failed = failedSessions(failures.filter(({ kind }) => kind !== "budget"));
  const made = md`${count(designs.written.length, "design")} written, ${count(evaluation.reviews, "review")} and ${count(evaluation.scores, "score")} made`;
  return {
    did: md`${resumed ? md`Went on: ` : md``}${made}${failed > 0 ? md`, ${count(failed, "session")} failed` : md``}.`,
    failures,
    notes: [
      ...designs.notes,
      ...evaluation.notes,
      ...(isScoring(view) ? [] : [{ kind: "no-scoring" as const }]),
      ...(tooFew ? [{ kind: "too-few-designs" as const }] : []),
    ],
    next: [
      ...(failed > 0 ? [md`${typed("resume", id)} asks again for what failed`] : []),
      ...(view.status.scores.there > 0 ? [md`${typed("open", id)} shows the report in the browser`] : []),
      md`${typed("show", id, "A")} shows design A whole, ${typed("show", id, "scores")} every score with its reason`,
      ...(view.artifacts.designs.length < 2
        ? []
        : [md`${typed("compare", id)} sets the first two designs side by side`]),
    ],
  };
}
