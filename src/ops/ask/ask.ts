import { basename } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { planApprovalId } from "../../artifacts/hashes.ts";
import type { TaskPlan } from "../../artifacts/task-plan.ts";
import { answered, rejected, skipped } from "../../command/answer-line.ts";
import { upTo } from "../../command/word.ts";
import { StoppedError, UsageError } from "../../errors.ts";
import { briefOf } from "../../experiment/brief.ts";
import { asApproved } from "../../experiment/seen.ts";
import type { Lab } from "../../prompting/lab.ts";
import { questionIn } from "../../questions/check.ts";
import { followJournal } from "../../questions/follow.ts";
import { type Journal, openJournal } from "../../questions/journal.ts";
import { type Asked, isApproval, type Replayed } from "../../questions/replay.ts";
import { type NewQuestion, TYPE_NAMES } from "../../questions/types.ts";
import { nextPlanStep } from "../../stages/plan/proposal.ts";
import { loadArtifact } from "../../store/artifacts.ts";
import { createBegun, readBegun } from "../../store/begun.ts";
import { experimentName } from "../../store/paths.ts";
import { briefNext } from "../../story/brief-stands.ts";
import { planByRemarks, writeOutPlan } from "../../story/next.ts";
import type { Sentence } from "../../story/sentence.ts";
import { count } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { callCode, sendInstead, typedCode } from "../../text/typed.ts";
import { pageText } from "../../views/markdown/open-text.ts";
import { questionTypesText } from "../../views/markdown/question-types-text.ts";
import {
  answersShown,
  MAX_ANSWERED,
  questionsReply,
  type Taken,
  wholeIn,
} from "../../views/markdown/questions-text.ts";
import { experimentArg } from "../args.ts";
import { defineOp, type OpContext, type Reply } from "../op.ts";
import { checkBase } from "../paths/outside.ts";
import { liveInvite, startPage } from "../person/page.ts";
import { shownApprovals } from "../person/shown.ts";
import { WAIT, waitOf } from "../person/wait.ts";
import { openAsked, openElsewhere, type Place } from "./asked.ts";
import { reshapeAsk } from "./reshape.ts";
import { cancelAll, isUndecided, isWaiting, takeAll } from "./take-answers.ts";

const args = {
  experiment: Type.Optional({
    ...experimentArg,
    description:
      "Id, unique prefix of it, or path. When absent: with questions, a new folder for them; else the experiment last asked in where the answers fit or something is open",
  }),
  questions: Type.Optional(
    Type.Array(Type.Unknown({ title: "questions" }), {
      minItems: 1,
      maxItems: 100,
      description: 'Asks these: each {type, text, …}, as {type: "pick_one", text, options: [{id, label}]}',
    }),
  ),
  answers: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "What the person answered, by the question's id: typed words such as \"b\", or the answer's own shape; null skips it",
    }),
  ),
  cancel: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 100,
      description: "Takes back these open questions",
    }),
  ),
  approve: Type.Optional(Type.Literal(true, { description: "Approves what waits for approval; the person is asked" })),
  reject: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: "Sends back what waits for approval, with what is wrong",
    }),
  ),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 3_600,
      description: `Seconds to wait until nothing is open, or the person types a line: ${WAIT} after questions and with next where a page can be shown, else 0`,
    }),
  ),
  next: Type.Optional(
    Type.Union([Type.Boolean(), Type.String({ minLength: 1, maxLength: 64 })], {
      description:
        "true: returns every answer that no call reported yet, or waits for the next one; a question's id: waits for its answer",
    }),
  ),
};

const MAX_TOPIC = 60;
/** Answers that one reply holds. The next call reports the others. */
const MAX_REPORTED = 100;
/** Faults that an error names. */
const MAX_FAULTS = 6;

/** Asks a person, takes answers in, and says what is open. Calls no model. */
export const ask = defineOp({
  summary: "ask the person, on a page or in words, and take in the answers",
  args,
  example: { questions: [{ type: "confirm", text: "Keep PostgreSQL 16?" }] },
  more: questionTypesText,
  reshape: reshapeAsk,
  words: [
    {
      word: "ask",
      also: ["questions"],
      usage: "ask [experiment]",
      does: "what is open, and what was answered",
      reads: (words) => upTo(1, words, ([experiment]) => ({ experiment })),
    },
    {
      word: "answer",
      own: true,
      usage: "answer [experiment] q1 b",
      does: "answers a question, with a letter, a number or words, as the question says",
      reads: answered,
    },
    {
      word: "skip",
      own: true,
      usage: "skip [experiment] q1",
      does: "leaves a question out",
      reads: skipped,
    },
    {
      word: "approve",
      own: true,
      usage: "approve [experiment]",
      does: "approves what waits for approval",
      reads: (words) => upTo(1, words, ([experiment]) => ({ experiment, approve: true })),
    },
    {
      word: "reject",
      own: true,
      usage: 'reject [experiment] "what is wrong"',
      does: "sends it back, with what is to be changed",
      reads: rejected,
    },
  ],
  async run(call, context) {
    // Some models write a flag as a word, which a question's id would be too.
    const flag = call.next === "true" ? true : call.next === "false" ? false : call.next;
    const given = { ...call, ...(flag !== undefined && { next: flag }) };
    const lab = await context.labForReading();
    const questions = checkQuestions(given);
    const place = await placeOf(lab, context, given, questions);
    const { journal } = place;
    const cancelled = await cancelAll(journal, given.cancel ?? []);
    const taken = [...cancelled, ...(await takeAll(lab, place, given, context))];
    refuseNone(taken);
    const asked = questions.length > 0 ? await journal.ask(questions, "text") : [];
    const open = openIn(await journal.read());
    const invite = liveInvite(lab, context, place.dir);
    const wait = waitOf(lab, context, {
      wait: given.wait,
      what: () => `${count(open.length, "question")} for you`,
      open: () => invite && startPage(context, invite),
      isOpen: () => context.pages?.isWatched(place.dir) ?? false,
    });
    const { next: wanted = false } = given;
    const asks = asked.length > 0 || given.wait !== undefined || wanted !== false;
    const isNew = ({ id, state, reported }: Asked): boolean =>
      state !== "open" &&
      !taken.some((each) => each.did !== "refused" && each.asked.id === id) &&
      (open.some((each) => each.id === id) || (wanted !== false && !reported) || id === wanted);
    const willDo = ({ questions: now }: Replayed): boolean =>
      typeof wanted === "string"
        ? !now.some(({ id, state }) => id === wanted && state === "open")
        : wanted
          ? now.some(isNew)
          : !now.some(({ id, state }) => state === "open" && open.some((each) => each.id === id));
    const waits = asks && given.wait !== 0 && open.length > 0 && !willDo(await journal.read()) && wait.begin();
    const all = await followJournal(place.dir, journal, willDo, {
      seconds: waits ? wait.seconds : 0,
      signal: wait.over,
    });
    if (lab.signal.aborted)
      throw new StoppedError(
        `The call was stopped. What was answered is kept, and what is open stays open, in ${place.id}.`,
        {
          advice: `${typedCode("ask", place.id)} says what is open.`,
        },
      );
    const came = all.questions.filter(isNew).slice(0, MAX_REPORTED);
    const changes: Taken[] = [
      ...taken,
      ...came.map(
        (each): Taken => ({
          did: each.state === "answered" ? "answered" : each.state === "skipped" ? "skipped" : "cancelled",
          asked: each,
        }),
      ),
    ];
    const stored = await loadArtifact(place.dir, "plan");
    const plan = stored.state === "ok" ? stored.value : null;
    const approval = plan && planApprovalId(plan);
    const next = await nextOf(lab, place, plan);
    const page = openIn(all).length > 0 ? await wait.page() : null;
    const isStatus = asked.length > 0 || changes.length === 0;
    const elsewhere = isStatus && given.experiment === undefined ? await openElsewhere(lab, place.dir) : [];
    const shown = wholeIn(all, changes, isStatus);
    const text = questionsReply({
      ...{ id: place.id, all, taken: changes, shown, isStatus, elsewhere, onlyNew: wanted !== false },
      ...{ page: page && pageText(page), approval, next },
    });
    if (context.typed === null) await keepReported(journal, all, changes, wanted !== false);
    return {
      text,
      files: place.dir,
      facts: { experiment: place.id, questions: all.questions },
      ...shownApprovals(lab, place.id, shown.filter(isApproval)),
      ...(changes.some(({ did }) => did === "unseen") && { outcome: "unranked" }),
    } satisfies Reply;
  },
});

type Given = { [K in keyof typeof args]?: Static<(typeof args)[K]> | undefined };

/** Keeps which answers the reply holds, so that no later call reports them as new. If that fails, one is reported twice. */
async function keepReported(
  journal: Journal,
  { questions }: Replayed,
  changes: readonly Taken[],
  onlyNew: boolean,
): Promise<void> {
  const listed = answersShown({ questions }, changes, onlyNew).slice(0, MAX_ANSWERED);
  const taken = changes.flatMap((each) => (each.did === "refused" ? [] : each.asked.id));
  const shown = new Set([...taken, ...listed.map(({ id }) => id)]);
  const ended = questions.filter(({ id, state, reported }) => state !== "open" && !reported && shown.has(id));
  if (ended.length > 0) await journal.reported(ended).catch(() => undefined);
}

/** The folder of the call: for questions alone a new one, else one in which something was asked. */
function placeOf(lab: Lab, context: OpContext, given: Given, questions: readonly NewQuestion[]): Promise<Place> {
  const { experiment, answers, cancel, approve, reject, next } = given;
  if (questions.length > 0 && experiment === undefined) return newPlace(lab, context, questions);
  if (approve || reject !== undefined)
    return openAsked(lab, context, experiment, {
      fits: [(all) => all.questions.some(isWaiting), (all) => all.questions.some(isUndecided)],
      what: "something waits for approval",
      // Nobody approves what another window shows.
      line: (id) => (approve ? typedCode("approve", id) : typedCode("reject", id, '"…"')),
    });
  const ids = [...Object.keys(answers ?? {}), ...(cancel ?? []), ...(typeof next === "string" ? [next] : [])];
  if (ids.length === 0)
    return openAsked(lab, context, experiment, {
      fits: [(all) => openIn(all).length > 0, () => true],
      what: "something was asked",
    });
  const where = (can: (asked: Asked) => boolean) => (all: Replayed) =>
    ids.every((id) => all.questions.some((each) => each.id === id && can(each)));
  return openAsked(lab, context, experiment, {
    // What waits for an answer is meant before what has one; what takes none any more says so itself.
    fits: [
      where(({ state }) => state === "open"),
      where(({ state, closed }) => state !== "cancelled" && !closed),
      where(() => true),
    ],
    what: `${ids.slice(0, 5).join(", ")} can be answered`,
  });
}

/** A call of which no answer was taken has come to nothing. */
function refuseNone(taken: readonly Taken[]): void {
  const why = taken.flatMap((each) => (each.did === "refused" ? each.why : []));
  if (why.length > 0 && why.length === taken.length) throw new UsageError(why.join(" "));
}

/**
 * The questions as they would be asked, without invisible letters. What asks whether a brief or a plan is approved is
 * asked by who wrote it, and by nobody else.
 */
function checkQuestions(given: Given): NewQuestion[] {
  const all = given.questions ?? [];
  const checked = all.map((each, at) => questionIn(each, ["questions", at]));
  const questions = checked.flatMap((each) => (Array.isArray(each) ? [] : each));
  if (questions.length < all.length) {
    const faults = checked.flatMap((each) => (Array.isArray(each) ? each : []));
    throw new UsageError(`Cannot ask: ${faults.slice(0, MAX_FAULTS).join("; ")}. Nothing was asked.`, {
      advice: formOf(given),
    });
  }
  const at = questions.findIndex(({ id = "" }) => id.startsWith("approve-"));
  if (at < 0) return questions;
  throw new UsageError(
    `Cannot ask: questions[${at}].id must be one that does not begin with "approve-", which asks for approval of a brief or a plan. Nothing was asked.`,
  );
}

/** The call that was meant, where its questions can be told; else the types that there are. */
function formOf(given: Given): string {
  const args = reshapeAsk(given);
  const questions = args.questions as unknown[];
  if (questions.every((each) => !Array.isArray(questionIn(each)))) return sendInstead("ask", args);
  const advice = `Types: ${TYPE_NAMES.join(", ")}. ${callCode("help", { op: "ask" })} shows the fields of each.`;
  return advice;
}

/** A folder for questions that belong to no experiment, named by the first of them. */
async function newPlace(lab: Lab, context: OpContext, questions: readonly NewQuestion[]): Promise<Place> {
  await checkBase(lab, context, undefined);
  const [first] = questions;
  const topic = truncate((first?.text ?? "").replace(/\s+/gu, " ").trim(), MAX_TOPIC);
  const created = lab.now();
  const { dir } = await createBegun(lab.base, experimentName(created, topic), {
    gitignore: lab.config.output.gitignore,
    now: lab.now,
    person: lab.person,
    describe: (experiment_id) => ({
      version: 1,
      experiment_id,
      topic,
      idea: "",
      from: [],
      created_at: created.toISOString(),
    }),
  });
  return { dir, id: basename(dir), journal: openJournal(dir, lab.now, lab.person) };
}

/** What an interview goes on with, once nothing is open but its approval, and a plan once something was said to it. */
async function nextOf({ now, person }: Lab, place: Place, plan: TaskPlan | null): Promise<Sentence[]> {
  const step =
    plan === null ? "done" : nextPlanStep(await asApproved({ ...place, person }, plan), await place.journal.read()).do;
  if (step === "write") return [writeOutPlan(place.id)];
  if (step === "revise") return [planByRemarks(place.id)];
  const begun = await readBegun({ ...place, person }, now);
  if (begun === null || begun.hasTask) return [];
  const brief = await briefOf(begun, now);
  return brief.state === "needs_input" ? [] : briefNext(brief);
}

const openIn = ({ questions }: Replayed): Asked[] => questions.filter(({ state }) => state === "open");
