import { type Static, Type } from "@sinclair/typebox";
import { LabError } from "../errors.ts";
import { cellsToAsk } from "../phases/cells.ts";
import { evaluate } from "../phases/evaluate.ts";
import { generate } from "../phases/generate.ts";
import type { Lab } from "../phases/lab.ts";
import { alone, open, throwIfStopped } from "../phases/open.ts";
import { setup } from "../phases/setup.ts";
import { count } from "../report/numbers.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { flagArg, modelsArg, names, sentences, setupArgs } from "./args.ts";
import { defineOp, type Overrides } from "./op.ts";
import { replySince } from "./work.ts";

const args = Type.Object(
  {
    ...setupArgs,
    review_models: modelsArg("Models that review and score every design"),
    qualitative: flagArg("Whether reviewers review in words"),
    quantitative: flagArg("Whether reviewers score in numbers; without it there is no ranking"),
  },
  { additionalProperties: false },
);

/** All phases: setup, designs, evaluations, ranking. */
export const run = defineOp({
  name: "run",
  summary: "design, review, score and rank a task",
  args,
  example: { task: "Design a durable task queue for 10,000 jobs a second" },
  async run(given: Static<typeof args>, context) {
    const lab = await context.lab(overridesOf(given));
    const { experiment: found, notes, resumed } = await startOrResume(lab, given);
    return alone(lab, found, async (experiment) => {
      const before = resumed ? (await experiment.ledger.read()).length : 0;
      if (resumed) await experiment.ledger.append({ event: "resumed" });

      const designs = await generate(lab, experiment);
      throwIfStopped(lab, experiment);
      const cells = cellsToAsk(experiment.task, await loadArtifacts(experiment), { parts: ["review", "score"] });
      const evaluation = await evaluate(lab, experiment, cells);
      throwIfStopped(lab, experiment);

      const id = experiment.task.experiment_id;
      const scoring = experiment.task.reviewers.some(({ parts }) => parts.includes("score"));
      const failures = [...designs.failures, ...evaluation.failures];
      const did = `${resumed ? "Went on: " : ""}${count(designs.written.length, "design")} written, ${count(evaluation.reviews, "review")} and ${count(evaluation.scores, "score")} made${failures.length > 0 ? `, ${failures.length} failed` : ""}.`;
      return replySince(
        lab,
        experiment,
        before,
        {
          did,
          failures,
          notes: scoring ? notes : [...notes, "No reviewer was asked for scores, so there is no ranking."],
          next: [
            ...(failures.length > 0
              ? [`\`designlab({op: "run", args: {experiment: "${id}"}})\` asks again for what failed`]
              : []),
            `\`designlab({op: "show", args: {experiment: "${id}"}})\` shows the experiment, with \`design: "…"\` one design`,
            `\`designlab({op: "compare", args: {experiment: "${id}"}})\` sets the first two designs side by side`,
          ],
        },
        { ranking: scoring },
      );
    });
  },
});

/** What run and generate change in the configuration. */
export function overridesOf(given: Partial<Static<typeof args>>): Overrides {
  const { design_models, review_models, qualitative, quantitative, strict_isolation, output_dir } = given;
  return {
    ...(design_models !== undefined && { design_models: names(design_models) }),
    ...(review_models !== undefined && { review_models: names(review_models) }),
    ...((qualitative !== undefined || quantitative !== undefined) && {
      review: {
        ...(qualitative !== undefined && { qualitative: { enabled: qualitative } }),
        ...(quantitative !== undefined && { quantitative: { enabled: quantitative } }),
      },
    }),
    ...(strict_isolation !== undefined && { hooks: { design_isolation: { strict_mode: strict_isolation } } }),
    ...(output_dir !== undefined && { output: { base_dir: output_dir } }),
  };
}

/** The experiment to work on: the one named, or a new one for the task. Throws LabError when neither or both are given. */
export async function startOrResume(
  lab: Lab,
  given: Partial<Static<typeof args>>,
): Promise<{ experiment: Experiment; notes: string[]; resumed: boolean }> {
  const { task, experiment: reference, topic } = given;
  if (reference !== undefined) {
    if (task !== undefined)
      throw new LabError("Give task for a new experiment or experiment to go on with one; found both.");
    return { experiment: await open(lab, reference), notes: [], resumed: true };
  }
  if (task === undefined || task.trim() === "") {
    throw new LabError("Cannot start: args.task is needed, found nothing.", {
      advice: 'Say what is to be designed: designlab({op: "run", args: {task: "Design …"}})',
    });
  }
  const started = await setup(lab, {
    task: task.trim(),
    requirements: sentences(given.requirements),
    constraints: sentences(given.constraints),
    non_functional_requirements: sentences(given.non_functional_requirements),
    ...(topic !== undefined && { topic }),
  });
  return { ...started, resumed: false };
}
