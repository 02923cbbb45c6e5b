import { throwIfStopped } from "../../experiment/open.ts";
import { readRanking, type View, viewOf } from "../../experiment/view.ts";
import { type GenerateResult, generateDesigns } from "../../stages/designs/generate.ts";
import { afterJudgement, isOpen, STAGES } from "../../stages/stages.ts";
import { anewSaid, designedSaid } from "../../story/call-did.ts";
import { judgeFirst, rankAnew, showBefore, showDesigns } from "../../story/next.ts";
import { type Sentence, together } from "../../story/sentence.ts";
import { generateArgs } from "../args.ts";
import { defineOp } from "../op.ts";
import { designsAnew, withoutDesigns } from "./again.ts";
import type { Work } from "./reply.ts";
import { startRun } from "./start.ts";

/** Setup and designs; evaluation comes with review, score or run {experiment}. */
export const generate = defineOp({
  summary: "only the designs",
  args: generateArgs,
  example: { task: "Design a rate limiter" },
  host: "needed",
  words: [
    {
      word: "generate",
      usage: 'generate "Design a queue"',
      does: "only the designs; with an experiment and --again B, that one anew",
      task: "starts in quotes",
    },
  ],
  run(given, context) {
    return startRun("generate", given, context, async (lab, experiment) => {
      const before = await viewOf(experiment);
      const anew = designsAnew(before, given);
      const designs = await generateDesigns(lab, anew === null ? before : withoutDesigns(before, anew));
      await throwIfStopped(lab, experiment);
      const view = await viewOf(experiment);
      const { ranking } = await readRanking(experiment);
      const work = workOf(view, designs, ranking !== null);
      const said = anewSaid(anew?.filter((id) => designs.written.includes(id)) ?? []);
      return { view, work: { ...work, did: together([work.did, said], " ") }, ranked: null };
    });
  },
});

function workOf(view: View, { written, kept, failures, notes }: GenerateResult, isRanked: boolean): Work {
  const id = view.experiment.task.experiment_id;
  return {
    did: designedSaid({ written: written.length, kept: kept.length, failed: failures.length }),
    designs: view.artifacts.designs,
    failures,
    notes,
    next: [...leadsOn(view, isRanked), ...(kept.length + written.length > 0 ? [showDesigns(id)] : [])],
  };
}

/** What is next, by what there is beside the designs. */
function leadsOn(view: View, isRanked: boolean): Sentence[] {
  const id = view.experiment.task.experiment_id;
  if (isOpen(STAGES.judgement.state(view))) return [STAGES.judgement.next(view)];
  if (view.withheld) return [judgeFirst(id), showBefore(id)];
  const further = afterJudgement(view, isRanked);
  return isRanked || view.status.scores.there === 0 ? further : [rankAnew(id), ...further];
}
