import { type Static, Type } from "@sinclair/typebox";
import { LabError } from "../errors.ts";
import { cellsToAsk } from "../experiment/cells.ts";
import { designsNamed } from "../experiment/named.ts";
import { throwIfStopped, withExperimentLock } from "../experiment/open.ts";
import { joinPanel } from "../experiment/panel.ts";
import { evaluate } from "../phases/evaluate.ts";
import { problemText } from "../report/problems-text.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import { count } from "../text/numbers.ts";
import { experimentArg, flagArg, modelsArg, names } from "./args.ts";
import { defineOp } from "./op.ts";
import { reply } from "./outcome.ts";
import { openToWrite } from "./output-dir.ts";

const args = Type.Object(
  {
    experiment: experimentArg,
    models: modelsArg("Only these reviewers; a model that is none yet joins the panel"),
    designs: modelsArg("Only these designs, by design_id"),
    force: flagArg("Ask again for what is stored already; what is replaced is kept beside it"),
  },
  { additionalProperties: false },
);

/** One part of the evaluation of an experiment: what is missing or stale, or what is named. */
function evaluation(part: "review" | "score", summary: string) {
  return defineOp({
    name: part,
    summary,
    args,
    example: { experiment: "2026-11-21-durable-task-queue" },
    async run(given: Static<typeof args>, context) {
      const lab = await context.lab();
      return withExperimentLock(lab, await openToWrite(lab, context, given.experiment), async (experiment) => {
        const artifacts = await loadArtifacts(experiment);
        const id = experiment.task.experiment_id;
        if (artifacts.designs.length === 0) {
          throw new LabError(`Cannot ${part} ${id}: a design is needed, found none.`, {
            advice: `Get the designs: designlab({op: "generate", args: {experiment: "${id}"}})`,
          });
        }
        const designs = names(given.designs);
        designsNamed(artifacts.designs, designs);
        const wanted = names(given.models) ?? [];
        const reviewers = wanted.length > 0 ? await joinPanel(lab, experiment, wanted, part) : undefined;
        if (!experiment.task.reviewers.some(({ parts }) => parts.includes(part))) {
          throw new LabError(`Cannot ${part} ${id}: a reviewer is needed, its plan has none for this part.`, {
            advice: `Name one: designlab({op: "${part}", args: {experiment: "${id}", models: ["provider/model"]}})`,
          });
        }
        const cells = cellsToAsk(experiment.task, artifacts, { parts: [part], reviewers, designs, force: given.force });
        return reply(
          lab,
          experiment,
          async () => {
            const { reviews, scores, failures } = await evaluate(lab, experiment, cells);
            await throwIfStopped(lab, experiment);
            const did =
              cells.length === 0
                ? `Nothing was missing: every ${part} asked for is there. \`force: true\` asks again.`
                : `${count(part === "review" ? reviews : scores, part)} made${failures.length > 0 ? `, ${failures.length} failed` : ""}.`;
            const other = part === "review" ? "show" : "rank";
            return {
              did,
              failures,
              notes: artifacts.problems.map(problemText),
              next: [`\`designlab({op: "${other}", args: {experiment: "${id}"}})\``],
            };
          },
          { ranking: false },
        );
      });
    },
  });
}

export const review = evaluation("review", "only missing reviews in words");
export const score = evaluation("score", "only missing scores");
