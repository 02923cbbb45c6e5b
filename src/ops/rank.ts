import { oneOrNewest } from "../command/word.ts";
import { withExperimentLock } from "../experiment/open.ts";
import { viewOf } from "../experiment/view.ts";
import { rank as rankExperiment } from "../stages/judgement/rank.ts";
import { compareFirst, openReport } from "../story/next.ts";
import { say } from "../story/sentence.ts";
import { experimentArg } from "./args.ts";
import { defineOp } from "./op.ts";
import { reply } from "./outcome.ts";
import { openToWrite } from "./outside.ts";
import { settling } from "./settle.ts";

/** The ranking from what is stored. */
export const rank = defineOp({
  summary: "rank again from what is stored",
  args: { experiment: experimentArg },
  example: { experiment: "2026-11-21-durable-task-queue" },
  words: [
    {
      word: "rank",
      usage: "rank [experiment]",
      does: "ranks again from what is stored; nothing is asked",
      reads: oneOrNewest,
    },
  ],
  async run({ experiment: reference }, context) {
    const lab = await context.lab();
    return withExperimentLock(lab, await openToWrite(lab, context, reference), async (experiment) => {
      const view = await viewOf(experiment);
      const story = await rankExperiment(lab, view);
      const id = experiment.task.experiment_id;
      const work = {
        did: say`Ranked from what is stored.`,
        failures: story.ranking.failures,
        notes: [],
        next: [...(await settling(lab, view, { state: "ranked", story })), openReport(id), compareFirst(id)],
      };
      return reply(lab, view, view.ledger.length, work, { state: "ranked", story });
    });
  },
});
