import { type Static, type TObject, Type } from "@sinclair/typebox";
import { judged } from "../../command/judge-line.ts";
import { StoppedError, UsageError } from "../../errors.ts";
import { designsToJudge } from "../../experiment/rounds.ts";
import { isVoteSeen } from "../../experiment/seen.ts";
import { readRanking, type View, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { Judge, ShownBallot } from "../../stages/judgement/ballot.ts";
import { keptOf, rankAfterVote } from "../../stages/judgement/voting.ts";
import { judgeNamed, type Named, YOU } from "../../stages/judgement/who-judges.ts";
import { loadArtifact, makeVotes, pathOf } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { writePlain, writeText } from "../../store/files.ts";
import { paths } from "../../store/paths.ts";
import { stampOf, waitForChange } from "../../store/stamp.ts";
import { ballotFile, DESIGNS_WAIT, howToJudge, orderElsewhere } from "../../story/judging.ts";
import { compareFirst, decideNow, openReport } from "../../story/next.ts";
import { judgedName, roundOption } from "../../story/round-words.ts";
import type { Sentence } from "../../story/sentence.ts";
import { mayShowResult } from "../../story/vote-asked.ts";
import { NOTHING_NEW, resultShown, type Uncounted, voteKept } from "../../story/vote-kept.ts";
import { typedCode } from "../../text/typed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { blindText } from "../../views/markdown/design-text.ts";
import { experimentArg, flagArg } from "../args.ts";
import { defineOp, type OpContext, type Reply } from "../op.ts";
import { openToWrite } from "../paths/outside.ts";
import { asPerson } from "../person/as-person.ts";
import { startPage } from "../person/page.ts";
import { WAIT, waitOf } from "../person/wait.ts";
import { reply } from "../run/reply.ts";
import { takeBallot, takeUnseen, unseenVote } from "./ballots.ts";
import { ballotFor, judgingInvite, uncounted } from "./judging.ts";
import { replyRound, roundMeant } from "./round.ts";
import { takeOrder } from "./typed-order.ts";

const args = {
  experiment: experimentArg,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Who judges; "you" when absent' })),
  order: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: "The person's own order of the letters that judge shows, the best first: N>O=P",
    }),
  ),
  ballot: flagArg("Writes a file to hand over, in which a person judges without OpenCode"),
  from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: "Path of what such a file saved, or of a vote that came with the files, to be counted",
    }),
  ),
  unseen: flagArg("With order: the person has not seen a result of this experiment"),
  round: Type.Optional(
    Type.Union([Type.Boolean(), Type.Integer({ minimum: 1, maximum: 99 })], {
      description: "A round of better designs is judged in place of the experiment: its number, or true for the last",
    }),
  ),
  replace: flagArg("With order or from: what was said before and is not in it goes"),
  show: flagArg("Shows a result that is held back for the person's vote; the person is asked"),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 3_600,
      description: `Seconds to wait for the person: ${WAIT} where a page can be shown, else 0`,
    }),
  ),
};
type Given = Static<TObject<typeof args>>;

/** A person judges the designs blind. Calls no model. */
export const judge = defineOp({
  summary: "the person judges the designs blind; the vote counts beside the models'",
  args,
  example: { experiment: "latest" },
  words: [
    {
      word: "judge",
      also: ["vote"],
      usage:
        'judge [experiment] [N>O=P] [--as "Ada"] [--unseen] [--ballot] [--from FILE] [--round] [--replace] [--show]',
      does: "you judge the designs blind, on a page or with an order; --ballot writes a file to hand over, --from counts it, or a vote that came with the files (votes/vote-ID.json or who gave it), --round has you judge the last round of better designs, --round=1 the first, --replace lets go what a vote said besides, --unseen says that you have not seen the result, --show shows one that waits for you",
      reads: judged,
    },
  ],
  async run(given, context) {
    const modes = (["order", "ballot", "from", "show"] as const).filter((mode) => given[mode] !== undefined);
    if (modes.length > 1)
      throw new UsageError(`Cannot judge with ${modes.join(" and ")} at once: give one. Nothing was changed.`);
    const lab = await context.lab();
    const whole = await viewOf(await openToWrite(lab, context, given.experiment));
    const view = given.round ? roundMeant(whole, given.round) : whole;
    const { experiment } = view;
    if (given.show) return showWithheld(lab, context, view);
    const designs = designsToJudge(view);
    const id = experiment.task.experiment_id;
    if (designs.length < 2)
      throw new UsageError(
        `Cannot judge ${id}: two designs are needed, found ${designs.length}. Nothing was changed.`,
        {
          advice: `${typedCode("resume", id)} asks for what is missing.`,
        },
      );
    if (given.from !== undefined) {
      const came = unseenVote(lab, view, given.from);
      if (came !== null)
        return replyCounted(lab, experiment, { who: await takeUnseen(lab, context, view, came), lost: null });
      const replace = given.replace ?? false;
      const taken = await takeBallot(lab, context, { view, path: given.from, replace, rounds: whole.rounds });
      return taken === null ? replyJudged(lab, view, NOTHING_NEW) : replyCounted(lab, experiment, taken);
    }
    const who = given.name === undefined ? YOU : judgeNamed(given.name, view.artifacts.votes);
    if (given.ballot) return handOut(lab, view, given.name === undefined ? ANYBODY : who);
    const drawn = await ballotFor(lab, view, who);
    if (given.order !== undefined) {
      const { order, unseen = false, replace = false } = given;
      const lost = await takeOrder(lab, context, { view, who, drawn, order, unseen, replace });
      const placed = new Set(order.match(/[A-Z]+/gu));
      return replyCounted(lab, experiment, {
        who,
        lost,
        letters: drawn.shown.filter(({ letter }) => placed.has(letter)),
      });
    }
    return onPage(lab, context, view, { who, given, drawn });
  },
});

/** Letters and order are drawn for a person, or for everybody who fills in one file. */
const ANYBODY: Judge = { reviewer_id: "anybody", name: null };

/** Ends what holds a result back, and shows it. */
async function showWithheld(lab: Lab, context: OpContext, view: View): Promise<Reply> {
  const { task } = view.experiment;
  const id = task.experiment_id;
  if (view.withheld === null) {
    throw new UsageError(`Nothing of ${judgedName(task)} is held back.`, {
      advice: `${typedCode("show", id)} shows what there is.`,
    });
  }
  await asPerson(context, {
    pattern: judgedName(task),
    question: mayShowResult(judgedName(task)),
    not: "Not shown",
    advice: `Type ${typedCode("judge", id, ...roundOption(task), "--show")} yourself.`,
  });
  const came = await rankAfterVote(lab, view.experiment, "shown");
  const isShown = came !== null || task.round !== undefined;
  return replyJudged(lab, await viewOf(view.experiment), resultShown(id, isShown));
}

type Taken = { who: Named; lost: string | null; letters?: ShownBallot["shown"] };

/** The reply once a vote is kept, with what it took the place of, and what the person's letters stand for. */
async function replyCounted(lab: Lab, experiment: Experiment, { who, lost, letters = [] }: Taken): Promise<Reply> {
  const came = await rankAfterVote(lab, experiment, "voted");
  const view = await viewOf(experiment);
  if (experiment.task.round !== undefined) {
    const { experiment_id } = experiment.task;
    const name = who === YOU ? null : who.name;
    return replyRound(lab, view, voteKept({ experiment_id, name, letters, lost, not: null }));
  }
  const beside = view.people.some(({ reviewer_id, counts }) => reviewer_id === who.reviewer_id && counts === "beside");
  const isShown = beside && came?.state === "ranked";
  const not: Uncounted | null = came === null ? { why: "not-ranked" } : isShown ? null : uncounted(came, who);
  const { experiment_id } = experiment.task;
  return replyRanked(lab, view, voteKept({ experiment_id, name: who === YOU ? null : who.name, letters, lost, not }));
}

/** What was judged as it stands, an experiment or a round of one, with what was done first. */
const replyJudged = (lab: Lab, view: View, did: Sentence): Promise<Reply> =>
  view.experiment.task.round === undefined ? replyRanked(lab, view, did) : replyRound(lab, view, did);

/** The ranking as it is stored, with what was done first. */
async function replyRanked(lab: Lab, view: View, did: Sentence): Promise<Reply> {
  const { experiment_id: id } = view.experiment.task;
  const { ranking } = await readRanking(view.experiment);
  const { storyOf } = await import("../../story/story-of.ts");
  const story = ranking && storyOf(view, ranking);
  const next = story ? [...(view.decided ? [] : [decideNow(id)]), openReport(id), compareFirst(id)] : [];
  const work = { did, failures: ranking?.failures ?? [], notes: [], next };
  return reply(lab, view, view.ledger.length, work, story && { state: "ranked", story });
}

/** Writes the file that is handed over. */
async function handOut(lab: Lab, view: View, who: Judge): Promise<Reply> {
  const { experiment_id: id } = view.experiment.task;
  if (who === YOU)
    throw new UsageError(
      "Cannot write a ballot for you: it is for others, by a name of their own. Nothing was written.",
      {
        advice: `${typedCode("judge", id)} shows you the designs.`,
      },
    );
  const { ballot } = await ballotFor(lab, view, who);
  const { ballotHtml } = await import("../../live/ballot-file.ts");
  const file = paths.ballot(view.experiment.dir, who.reviewer_id);
  await writePlain(view.experiment.dir, file, await ballotHtml({ ...ballot, person: who.name, has_result: true }));
  return {
    text: blocksText(ballotFile(file, id, who.name, roundOption(view.experiment.task))),
    files: view.experiment.dir,
  };
}

type Sitting = { who: Named; given: Given; drawn: ShownBallot };

/** Opens the page of a person, or says how to judge without one, and waits for the person to be done. */
async function onPage(lab: Lab, context: OpContext, view: View, { who, given, drawn }: Sitting): Promise<Reply> {
  const { experiment } = view;
  const { dir } = experiment;
  const round = roundOption(experiment.task);
  const file = pathOf(dir, "vote", who);
  const begun = await loadArtifact(dir, "vote", who);
  const before = begun.state === "ok" ? keptOf(begun.value).revision : 0;
  const invite = judgingInvite(lab, context, experiment, who);
  const wait = waitOf(lab, context, {
    wait: given.wait,
    what: () => DESIGNS_WAIT,
    elsewhere: orderElsewhere(experiment.task.experiment_id, round),
    open: () => invite && startPage(context, invite),
  });
  const until = wait.begin() ? performance.now() + wait.seconds * 1_000 : 0;
  for (;;) {
    const stamp = await stampOf(file);
    const read = await loadArtifact(dir, "vote", who);
    const isDone = read.state === "ok" && read.value.done_at !== null && read.value.revision > before;
    if (isDone && (await isVoteSeen(experiment, { ...read.value, reviewer_id: who.reviewer_id })))
      return replyCounted(lab, experiment, { who, lost: null, letters: drawn.shown });
    if (!(await waitForChange([file], stamp, { until, signal: wait.over }))) break;
  }
  const id = experiment.task.experiment_id;
  if (lab.signal.aborted)
    throw new StoppedError(`The call was stopped. What was judged by then is kept in ${id}.`, {
      advice: `${typedCode("judge", id, ...round)} goes on with it.`,
    });
  const page = await wait.page();
  const reading = page?.shown ? null : await writeBlind(dir, who.reviewer_id, drawn.ballot);
  return {
    text: blocksText(
      howToJudge({ id, round, name: who.name, page, ballot: drawn.ballot, reading, withheld: view.withheld !== null }),
    ),
    files: dir,
  };
}

/** Each design as a text without its author, for whoever has no page. Returns the folder. */
async function writeBlind(dir: string, reviewer_id: string, { designs }: ShownBallot["ballot"]): Promise<string> {
  const { blind } = await makeVotes(dir, reviewer_id);
  for (const design of designs) await writeText(paths.blind(dir, reviewer_id, design.letter), blindText(design));
  return blind;
}
