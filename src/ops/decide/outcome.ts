import { Type } from "@sinclair/typebox";
import { OUTCOMES } from "../../artifacts/decision.ts";
import { lessonWords, outcomeWords } from "../../command/decide-line.ts";
import { UsageError } from "../../errors.ts";
import { withExperimentLock } from "../../experiment/open.ts";
import { readRanking, viewOf } from "../../experiment/view.ts";
import { addOutcome, decisionToTell, recordThere } from "../../stages/decision/decide.ts";
import { decisionSaid, maySayOutcome, outcomeKept } from "../../story/decision.ts";
import { proposeLesson } from "../../story/lessons.ts";
import { openReport } from "../../story/next.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { decisionReply } from "../../views/markdown/frame.ts";
import { experimentArg, pathArg } from "../args.ts";
import { factsOf } from "../facts.ts";
import { changeLesson, type LessonCall } from "../memory/lesson.ts";
import { moveTo } from "../memory/move.ts";
import { defineOp } from "../op.ts";
import { asPerson } from "../person/as-person.ts";
import { refuseOtherOffer } from "./offer.ts";
import { asking, byArg, openIdle, refuseUnshown, renewPages, textArg, wordsOf } from "./persons-word.ts";
import { mayChange } from "./record-place.ts";

/** How what was decided turned out, added to the decision and its record. Calls no model. */
export const outcome = defineOp({
  summary: "say how what was decided turned out, in the decision and its record; keep what was learned as a lesson",
  args: {
    experiment: experimentArg,
    outcome: Type.Optional(
      Type.Union(
        OUTCOMES.map((each) => Type.Literal(each)),
        { description: "How what was decided turned out; needed unless a lesson is kept, confirmed or dropped" },
      ),
    ),
    lesson: Type.Optional(
      Type.String({ minLength: 1, description: "A sentence to keep as a lesson for later questions and plans" }),
    ),
    confirm: Type.Optional(Type.Integer({ minimum: 1, description: "Number of a lesson that still holds" })),
    drop: Type.Optional(Type.Integer({ minimum: 1, description: "Number of a lesson to take out" })),
    where: pathArg("Folder of the project in which PROJECT.md and lessons.md are kept from now on"),
    note: textArg("What is to be said of it, in the person's own words"),
    by: byArg("Who says so"),
  },
  beside: "decide",
  example: { experiment: "latest", outcome: "worked" },
  words: [
    {
      word: "outcome",
      own: true,
      usage: 'outcome [experiment] worked ["what came of it"] [--by "Ada"]',
      does: "adds to the decision how it turned out: worked, partly or failed",
      reads: outcomeWords,
    },
    {
      word: "lesson",
      own: true,
      also: ["lessons"],
      usage: 'lesson [experiment] ["what was learned"]; lesson confirm 2; lesson drop 2; lesson --where docs',
      does: "lists the lessons, keeps one, says that it still holds, or takes it out; --where keeps them and PROJECT.md in a folder of the project",
      looks: true,
      names: ["confirm", "drop"],
      reads: lessonWords,
    },
  ],
  async run({ experiment: named, outcome, lesson, confirm, drop, where, ...given }, context) {
    const lab = await context.labForReading();
    const calls = lessonCalls({ experiment: named, lesson, confirm, drop });
    const others = [outcome, where].filter((each) => each !== undefined);
    if (calls.length + others.length !== 1) throw notOne();
    if (calls[0] !== undefined) return changeLesson(lab, context, calls[0]);
    if (where !== undefined) return moveTo(lab, context, where);
    if (outcome === undefined) throw notOne();
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
      const learned = outcome === "worked" ? [] : proposeLesson(id, note);
      const next = [...learned, ...(ranking ? [openReport(id)] : [])];
      const text = decisionReply({ topic, said, next, names: after.names });
      return { text, files: experiment.dir, facts: factsOf(after, ranking) };
    });
  },
});

type LessonArgs = { experiment?: string; lesson?: string; confirm?: number; drop?: number };

function lessonCalls(given: { [K in keyof LessonArgs]: LessonArgs[K] | undefined }): LessonCall[] {
  const { experiment, lesson: text, confirm, drop } = given;
  return [
    ...(text === undefined ? [] : [{ does: "keep" as const, text, experiment }]),
    ...(confirm === undefined ? [] : [{ does: "confirm" as const, number: confirm }]),
    ...(drop === undefined ? [] : [{ does: "drop" as const, number: drop }]),
  ];
}

const notOne = (): UsageError =>
  new UsageError("Give one of outcome, lesson, confirm, drop and where; found none or several. Nothing was written.", {
    advice: `For example ${typedCode("outcome", "worked", '"…"')} or ${typedCode("lesson", '"…"')} (${callCode("outcome", { lesson: "…" })}).`,
  });
