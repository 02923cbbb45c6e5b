import { type Static, Type } from "@sinclair/typebox";
import { attentionOf } from "../experiment/attention.ts";
import { withExperimentLock } from "../experiment/open.ts";
import { spentOf } from "../experiment/spent.ts";
import { rank as rankExperiment } from "../phases/rank.ts";
import { outcomeReply } from "../report/outcome-text.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import { experimentArg } from "./args.ts";
import { defineOp } from "./op.ts";
import { openToWrite } from "./output-dir.ts";

const args = Type.Object({ experiment: experimentArg }, { additionalProperties: false });

/** The ranking from what is stored. */
export const rank = defineOp({
  name: "rank",
  summary: "rank again from what is stored, no model is called",
  args,
  example: { experiment: "2026-11-21-durable-task-queue" },
  async run({ experiment: reference }: Static<typeof args>, context) {
    const lab = await context.lab();
    return withExperimentLock(lab, await openToWrite(lab, context, reference), async (experiment) => {
      const ranking = await rankExperiment(lab, experiment);
      const id = experiment.task.experiment_id;
      return outcomeReply(
        {
          experiment_id: id,
          dir: experiment.dir,
          did: "Ranked from what is stored.",
          spent: spentOf([]),
          stopped: null,
          failures: ranking.failures,
          notes: [],
          attention: attentionOf(experiment.task, await loadArtifacts(experiment), await experiment.ledger.read()),
          next: [`\`designlab({op: "compare", args: {experiment: "${id}"}})\` sets the first two designs side by side`],
        },
        ranking,
      );
    });
  },
});
