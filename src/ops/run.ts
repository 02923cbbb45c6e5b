import { type Static, Type } from "@sinclair/typebox";
import { resume, throwIfStopped, withExperimentLock } from "../experiment/open.ts";
import { type View, viewOf } from "../experiment/view.ts";
import { designAndEvaluate, type Worked } from "../stages/design-and-evaluate.ts";
import { type Ranked, tryRank } from "../stages/judgement/rank.ts";
import { setup } from "../stages/setup.ts";
import { failed, needsMending } from "../story/failures.ts";
import { inline, md } from "../text/markdown.ts";
import { count } from "../text/numbers.ts";
import { startLine } from "../text/start-line.ts";
import { typed } from "../text/typed.ts";
import { forecastReply } from "../views/markdown/forecast-text.ts";
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
    const started = await start(await context.lab(overridesOf(given)), context, given, "all");
    if (started.kind === "dry-run") return forecastReply(started.forecast, started.notes, startLine("run", given));
    const { lab } = started;
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
      const work = workOf(evaluated, resumed, worked, ranked);
      return reply(lab, evaluated, before, { ...work, notes: [...notes, ...work.notes] }, ranked);
    });
  },
});

function isScoring({ status }: View): boolean {
  return status.scores.wanted > 0;
}

function workOf(view: View, resumed: boolean, { designs, evaluation, tooFew }: Worked, ranked: Ranked | null): Work {
  const id = view.experiment.task.experiment_id;
  const failures = [...designs.failures, ...evaluation.failures];
  const { sessions } = failed(failures.filter(({ kind }) => kind !== "budget"));
  // Where something is to be mended, what to do first ends with the same words.
  const again = sessions > 0 && !failures.some(needsMending);
  const { written } = designs;
  const nothing = resumed && written.length + evaluation.reviews + evaluation.scores + failures.length === 0;
  const made = md`${count(written.length, "design")} written, ${count(evaluation.reviews, "review")} and ${count(evaluation.scores, "score")} made`;
  const first = firstDesign(view, ranked);
  return {
    did: nothing
      ? md`Nothing was missing, so nothing was asked.`
      : md`${resumed ? md`Went on: ` : md``}${made}${sessions > 0 ? md`, ${count(sessions, "session")} failed` : md``}.`,
    designs: view.artifacts.designs,
    failures,
    notes: [
      ...designs.notes,
      ...evaluation.notes,
      ...(isScoring(view) ? [] : [{ kind: "no-scoring" as const }]),
      ...(tooFew ? [{ kind: "too-few-designs" as const }] : []),
    ],
    next: [
      ...(again ? [md`${typed("resume", id)} asks again for what failed`] : []),
      ...(view.status.scores.there > 0 ? [md`${typed("open", id)} shows the report in the browser`] : []),
      ...(first === undefined ? [] : [md`${typed("show", id, first)} shows design ${inline(first)} whole`]),
      ...(view.status.scores.there > 0 ? [md`${typed("show", id, "scores")} shows every score with its reason`] : []),
      ...(view.artifacts.designs.length < 2
        ? []
        : [md`${typed("compare", id)} sets the first two designs side by side`]),
    ],
  };
}

/** The letter of the design to look at first: the first of the ranking, else of those that are there. */
function firstDesign({ experiment: { task }, artifacts, names }: View, ranked: Ranked | null): string | undefined {
  const best = ranked?.state === "ranked" ? ranked.story.ranking.designs[0] : undefined;
  const there = task.designers.find(({ design_id }) => artifacts.designs.some((one) => one.design_id === design_id));
  const id = (best ?? there)?.design_id;
  return id === undefined ? undefined : names.designs.get(id);
}
