import { type Static, Type } from "@sinclair/typebox";
import { cellsToAsk } from "../experiment/cells.ts";
import { throwIfStopped, withExperimentLock } from "../experiment/open.ts";
import { evaluate } from "../phases/evaluate.ts";
import { generate } from "../phases/generate.ts";
import { failedSessions } from "../report/failures-text.ts";
import { problemText } from "../report/problems-text.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import { count } from "../text/numbers.ts";
import { runArgs } from "./args.ts";
import { defineOp } from "./op.ts";
import { replySince } from "./outcome.ts";
import { overridesOf, resume, start } from "./start.ts";

const args = Type.Object(runArgs, { additionalProperties: false });

/** All phases: setup, designs, evaluations, ranking. */
export const run = defineOp({
  name: "run",
  summary: "design, review, score and rank a task",
  args,
  example: { task: "Design a durable task queue for 10,000 jobs a second" },
  async run(given: Static<typeof args>, context) {
    const lab = await context.lab(overridesOf(given));
    const started = await start(lab, context, given);
    if (typeof started === "string") return started;
    const { notes, resumed } = started;
    return withExperimentLock(lab, started.experiment, async (experiment) => {
      const before = resumed ? await resume(lab, experiment, given) : 0;
      const designs = await generate(lab, experiment);
      await throwIfStopped(lab, experiment);
      const artifacts = await loadArtifacts(experiment);
      const scoring = experiment.task.reviewers.some(({ parts }) => parts.includes("score"));
      const enough = !scoring || artifacts.designs.length >= lab.config.min_designs;
      const cells = enough ? cellsToAsk(experiment.task, artifacts, { parts: ["review", "score"] }) : [];
      const evaluation = await evaluate(lab, experiment, cells);
      await throwIfStopped(lab, experiment);

      const id = experiment.task.experiment_id;
      const failures = [...designs.failures, ...evaluation.failures];
      const failed = failedSessions(failures.filter(({ kind }) => kind !== "budget"));
      const did = `${resumed ? "Went on: " : ""}${count(designs.written.length, "design")} written, ${count(evaluation.reviews, "review")} and ${count(evaluation.scores, "score")} made${failed > 0 ? `, ${count(failed, "session")} failed` : ""}.`;
      return replySince(
        lab,
        experiment,
        before,
        {
          did,
          failures,
          notes: [
            ...notes,
            ...designs.replaced.map(
              (problem) => `${problemText(problem)}. A new design was asked for; the old file is kept beside it.`,
            ),
            ...(scoring ? [] : ["No reviewer was asked for scores, so there is no ranking."]),
            ...(enough ? [] : ["Nothing was evaluated, for there are too few designs to rank."]),
          ],
          next: [
            ...(failed > 0
              ? [`\`designlab({op: "run", args: {experiment: "${id}"}})\` asks again for what failed`]
              : []),
            `\`designlab({op: "show", args: {experiment: "${id}"}})\` shows the experiment, with \`design: "…"\` one design`,
            ...(artifacts.designs.length < 2
              ? []
              : [
                  `\`designlab({op: "compare", args: {experiment: "${id}"}})\` sets the first two designs side by side`,
                ]),
          ],
        },
        { ranking: scoring },
      );
    });
  },
});
