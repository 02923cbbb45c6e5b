import { oneOrNewest } from "../../command/word.ts";
import { withExperimentLock } from "../../experiment/open.ts";
import { selfReviewNotes } from "../../experiment/self-reviews.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import { rankStored as rankExperiment, rankUnwritten } from "../../stages/judgement/rank.ts";
import { canLock } from "../../store/lock.ts";
import { RANKED_STORED, RANKED_UNWRITTEN } from "../../story/call-did.ts";
import { compareFirst, openReport } from "../../story/next.ts";
import type { Sentence } from "../../story/sentence.ts";
import type { Story } from "../../story/story.ts";
import { experimentArg } from "../args.ts";
import { defineOp, type Reply } from "../op.ts";
import { openToWrite } from "../paths/outside.ts";
import { reply, settling } from "./reply.ts";

/** The ranking from what is stored. */
export const rank = defineOp({
  summary: "rank again from what is stored",
  args: { experiment: experimentArg },
  example: { experiment: "latest" },
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
    const opened = await openToWrite(lab, context, reference);
    const replyRanked = async (view: View, story: Story, did: Sentence): Promise<Reply> => {
      const { experiment_id: id } = view.experiment.task;
      const next = [...(await settling(lab, view, { state: "ranked", story })), openReport(id), compareFirst(id)];
      const notes = selfReviewNotes(view, { exclude: story.ranking.exclude_self_reviews });
      const work = { did, failures: story.ranking.failures, notes, next };
      return reply(lab, view, view.ledger.length, work, { state: "ranked", story });
    };
    if (!(await canLock())) {
      const view = await viewOf(opened);
      return replyRanked(view, await rankUnwritten(lab, view), RANKED_UNWRITTEN);
    }
    return withExperimentLock(lab, opened, async (experiment) => {
      const view = await viewOf(experiment);
      return replyRanked(view, await rankExperiment(lab, view), RANKED_STORED);
    });
  },
});
