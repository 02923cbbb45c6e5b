import { resumed } from "../../command/resume-line.ts";
import { throwIfStopped } from "../../experiment/open.ts";
import { viewOf } from "../../experiment/view.ts";
import { designAndEvaluate } from "../../stages/design-and-evaluate.ts";
import { holdBack } from "../../stages/judgement/hold.ts";
import { tryRank } from "../../stages/judgement/rank.ts";
import { STAGES } from "../../stages/stages.ts";
import { judgeSeen } from "../../story/next.ts";
import { runArgs } from "../args.ts";
import { offerJudging } from "../judge/judging.ts";
import { defineOp } from "../op.ts";
import { isScoring, workOf } from "./made.ts";
import { settling } from "./reply.ts";
import { startRun } from "./start.ts";

/** All phases: setup, designs, evaluations, ranking. */
export const run = defineOp({
  summary: "design, review, score and rank a task",
  args: runArgs,
  example: { task: "Design a durable task queue for 10,000 jobs a second" },
  host: "needed",
  words: [
    {
      word: "run",
      usage: "run Design a queue",
      does: "has several models design it, judges and ranks the designs; run may be left out where the task stands in quotes; an approved brief is named in its place, or the newest as latest",
      command: { usage: "run Design a queue", does: "has several models design it, judges and ranks the designs" },
      task: "starts",
    },
    {
      word: "dry-run",
      also: ["estimate", "preview"],
      usage: "dry-run Design a queue",
      does: "what that would ask and cost; nothing is asked. So does every other text that is none of these",
      command: { usage: "dry-run Design a queue", does: "what that would ask and cost; nothing is asked" },
      task: "estimate",
    },
    {
      word: "resume",
      also: ["continue", "retry", "restart"],
      usage: "resume [experiment] [--join FILE] [--judge] [--max-cost 2] [--no-thrifty] [--control]",
      does: "asks for what is missing; --join has a document join as a design (--author says whose it is), --judge lets you judge the designs too, --max-cost, --max-tokens and --max-minutes say what may be spent, --no-thrifty asks for what was spared too, --control has two spoiled copies of designs judged to see which reviewers see it",
      reads: resumed,
    },
  ],
  run(given, context) {
    return startRun("run", given, context, async (lab, experiment, again) => {
      if (given.judge) {
        const { scores, stale } = (await viewOf(experiment)).artifacts;
        const read = scores.length > 0 || stale.some(({ artifact }) => artifact === "score");
        await holdBack({ ...experiment, now: lab.now }, read);
      }
      const worked = await designAndEvaluate(lab, await viewOf(experiment), async () => {
        if (given.judge) await offerJudging(lab, context, experiment);
      });
      await throwIfStopped(lab, experiment);
      const view = await viewOf(worked.evaluation.experiment);
      const ranked = isScoring(view) ? await tryRank(lab, view) : null;
      const work = workOf(view, again, worked, ranked);
      const decide = ranked?.state === "ranked" && STAGES.decision.state(view) !== "done";
      const next = [
        ...(given.judge && !view.withheld ? [judgeSeen(experiment.task.experiment_id)] : []),
        ...(decide ? [STAGES.decision.next(view)] : []),
        ...(await settling(lab, view, ranked)),
        ...work.next,
      ];
      return { view, work: { ...work, next }, ranked };
    });
  },
});
