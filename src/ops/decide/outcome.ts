import { Type } from "@sinclair/typebox";
import { OUTCOMES } from "../../artifacts/decision.ts";
import { outcomeWords } from "../../command/decide-line.ts";
import { withExperimentLock } from "../../experiment/open.ts";
import { readRanking, viewOf } from "../../experiment/view.ts";
import { addOutcome, decisionToTell, recordThere } from "../../stages/decision/decide.ts";
import { decisionSaid, maySayOutcome, outcomeKept } from "../../story/decision.ts";
import { openReport } from "../../story/next.ts";
import { decisionReply } from "../../views/markdown/frame.ts";
import { experimentArg } from "../args.ts";
import { factsOf } from "../facts.ts";
import { defineOp } from "../op.ts";
import { asPerson } from "../person/as-person.ts";
import { refuseOtherOffer } from "./offer.ts";
import { asking, byArg, openIdle, refuseUnshown, renewPages, textArg, wordsOf } from "./persons-word.ts";
import { mayChange } from "./record-place.ts";

/** How what was decided turned out, added to the decision and its record. Calls no model. */
export const outcome = defineOp({
  summary: "say how what was decided turned out, in the decision and its record",
  args: {
    experiment: experimentArg,
    outcome: Type.Union(
      OUTCOMES.map((each) => Type.Literal(each)),
      { description: "How what was decided turned out" },
    ),
    note: textArg("What is to be said of it, in the person's own words"),
    by: byArg("Who says so"),
  },
  beside: "decide",
  example: { experiment: "2026-11-21-durable-task-queue", outcome: "worked" },
  words: [
    {
      word: "outcome",
      usage: 'outcome [experiment] worked ["what came of it"] [--by "Ada"]',
      does: "adds to the decision how it turned out: worked, partly or failed",
      reads: outcomeWords,
    },
  ],
  async run({ experiment: named, outcome, ...given }, context) {
    const lab = await context.labForReading();
    refuseUnshown(context, lab, "note", given.note);
    const opened = await openIdle(lab, context, named);
    const seen = await viewOf(opened);
    const decision = decisionToTell(seen);
    await refuseOtherOffer(lab, context, seen, (await readRanking(opened)).ranking);
    const record = await recordThere(lab, seen, decision);
    const note = wordsOf(given.note);
    const by = wordsOf(given.by) || null;
    const { experiment_id: id, topic } = opened.task;
    const about = { topic, seen: seen.seen.decision, record: record?.path ?? null };
    const question = maySayOutcome({ outcome, note, by }, about);
    await asPerson(context, asking(opened, question));
    const changes = await mayChange(lab, context, opened, record);
    return withExperimentLock(lab, opened, async (experiment) => {
      const view = await viewOf(experiment);
      const { ranking } = await readRanking(experiment);
      await refuseOtherOffer(lab, context, view, ranking);
      const { told } = await addOutcome(lab, view, { outcome, note, by }, changes);
      const after = await renewPages(lab, view, ranking);
      const said = [
        ...(after.decided ? [decisionSaid(after.decided, ranking)] : []),
        ...(told ? [outcomeKept(told)] : []),
      ];
      const next = ranking ? [openReport(id)] : [];
      const text = decisionReply({ topic, said, next, names: after.names });
      return { text, files: experiment.dir, facts: factsOf(after, ranking) };
    });
  },
});
