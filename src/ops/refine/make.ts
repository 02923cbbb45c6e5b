import { isDocument } from "../../artifacts/model.ts";
import type { Seated } from "../../artifacts/task.ts";
import { LabError, UsageError } from "../../errors.ts";
import { resume, throwIfStopped, withExperimentLock } from "../../experiment/open.ts";
import {
  improved,
  mergersOf,
  newest,
  outcomesOf,
  type RoundOutcome,
  roundOutcome,
} from "../../experiment/round-outcome.ts";
import { designIn, designsMeant, designsToJudge } from "../../experiment/rounds.ts";
import { NOTHING, statusOf } from "../../experiment/status.ts";
import { readRanking, type View, viewOf } from "../../experiment/view.ts";
import { findModel } from "../../prompting/find-model.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { renewReport } from "../../stages/files.ts";
import { forecast } from "../../stages/forecast.ts";
import { holdBack } from "../../stages/judgement/hold.ts";
import { type PlannedRound, planRound, type RoundText, rowIn } from "../../stages/refine/round.ts";
import { type RoundAsked, refining } from "../../stages/refine/stage.ts";
import { missingOf, type RoundWork, workOnRound } from "../../stages/refine/work.ts";
import type { Experiment } from "../../store/experiment.ts";
import { createRound } from "../../store/rounds.ts";
import { ROUND_ENDED } from "../../story/refine.ts";
import { listText } from "../../text/numbers.ts";
import { typedCode } from "../../text/typed.ts";
import { names } from "../args.ts";
import { offerJudging } from "../judge/judging.ts";
import type { OpContext, Reply } from "../op.ts";
import { openToWrite } from "../paths/outside.ts";
import { confirm } from "../person/confirm.ts";
import { refuseWithheld } from "../refusals.ts";
import type { RefineArgs } from "./refine.ts";
import { refineEstimate, refineReply } from "./reply.ts";

/** Texts of one round that designs are named for; more would cost more than they tell. */
const MAX_PARENTS = 5;
const MAX_MERGED = 4;

/** What a call is to do: go on with a round, or make one. */
type Round = { is: "there"; round: View } | { is: "new"; planned: PlannedRound };

/** Makes a round of better designs, or goes on with one, and those that may follow it. */
export async function makeBetter(context: OpContext, given: RefineArgs): Promise<Reply> {
  const reading = await context.lab({ ...(given.limits && { limits: given.limits }) });
  const opened = await openToWrite(reading, context, given.experiment);
  const view = await viewOf(opened);
  refuseWithheld(view, "better designs of", "Not refined");
  refuseSeveral(opened, given);
  const first = await roundFor(reading, view, given);
  const asked = askedOf(view, first, given);
  if (given.dry_run) return refineEstimate(reading, context, view, await forecast(reading, refining, asked), given);
  const lab = await confirm(reading, context, opened.dir, refining, asked);
  return withExperimentLock(lab, opened, async (locked) => {
    const { experiment, before } = await resume(lab, locked);
    const now = await viewOf(experiment);
    const works = await workOnRounds(lab, context, { view: now, first: await roundFor(lab, now, given), given });
    await experiment.ledger.append({ event: "ranking", message: ROUND_ENDED });
    await renewReport(experiment, lab.config);
    await throwIfStopped(lab, experiment);
    return refineReply(lab, await viewOf(experiment), { before, works });
  });
}

/** Works on a round and on those that follow, each with what was better in the one before. */
async function workOnRounds(
  lab: PayingLab,
  context: OpContext,
  { view, first, given }: { view: View; first: Round; given: RefineArgs },
): Promise<RoundWork[]> {
  const works: RoundWork[] = [];
  let now = view;
  let next: Round | null = first;
  while (next !== null) {
    const round: Experiment =
      next.is === "there"
        ? next.round.experiment
        : await createRound(now.experiment, next.planned.task, next.planned.texts);
    lab.progress.follow(round.task, now.ledger);
    if (given.judge)
      await holdBack({ ...round, now: lab.now }, next.is === "there" && next.round.artifacts.scores.length > 0);
    const work = await workOnRound(lab, now, round, async (written) => {
      if (given.judge && designsToJudge(written).length > 1) await offerJudging(lab, context, round);
    });
    works.push(work);
    now = await viewOf(now.experiment);
    const isOver = lab.signal.aborted || lab.budget.stopped() !== null || works.length >= (given.rounds ?? 1);
    next = isOver ? null : followed(lab, now, work);
  }
  return works;
}

/** The round that follows one: what was better in it, revised once more. Null where nothing was, or it is not whole. */
function followed(lab: Lab, view: View, { view: round }: RoundWork): Round | null {
  if (missingOf(round).length > 0) return null;
  const better = improved(roundOutcome(view, round, lab.config.ranking));
  if (better.length === 0) return null;
  const entries = better.flatMap((id): RoundText[] => {
    const design = designIn(view, id);
    const row = rowIn(view, id);
    return design && row
      ? [
          { is: "parent", design },
          { is: "revision", of: [id], seat: row },
        ]
      : [];
  });
  return { is: "new", planned: planRound(view, entries) };
}

/** The round that a call is about. Throws LabError where none can be made. */
async function roundFor(lab: Lab, view: View, given: RefineArgs): Promise<Round> {
  const last = view.rounds.at(-1);
  if (last !== undefined && (given.anew || missingOf(last).length === 0))
    refuseWithheld(last, "another round beside", "Not refined");
  if (last !== undefined && !given.anew && missingOf(last).length > 0) {
    refuseEdited(view, roundOutcome(view, last, lab.config.ranking));
    return { is: "there", round: last };
  }
  const parents = await parentsOf(lab, view, given);
  const entries: RoundText[] = parents.map((design) => ({ is: "parent", design }));
  if (!given.merge || given.revise) {
    for (const { design_id, title } of parents)
      entries.push({ is: "revision", of: [design_id], seat: await seatFor(lab, view, design_id, title, given.model) });
  }
  if (given.merge) {
    const seat = await mergerSeat(lab, view, given.model);
    entries.push({ is: "merge", of: parents.map(({ design_id }) => design_id), seat });
  }
  return { is: "new", planned: planRound(view, entries) };
}

/** Throws UsageError where several rounds are to wait for one vote: what is better in one is what the next begins with. */
function refuseSeveral({ task: { experiment_id: id } }: Experiment, { judge, rounds = 1 }: RefineArgs): void {
  if (!judge || rounds === 1) return;
  throw new UsageError(
    `Not refined: one round at a time is held back until you have judged, found ${rounds}. Nothing was asked.`,
    { advice: `${typedCode("refine", id, "--judge")} makes one.` },
  );
}

/** Throws UsageError for a round whose child is still to be written of a text that is another by now: its reviews are of the old one. */
function refuseEdited({ experiment: { task } }: View, { changed, children, number }: RoundOutcome): void {
  const open = children.filter(
    ({ unsaid, parents }) => unsaid === "not-written" && parents.some(({ name }) => changed.includes(name)),
  );
  if (open.length === 0) return;
  const id = task.experiment_id;
  throw new UsageError(
    `Not refined: the text of ${listText(changed)} was changed since round ${number} of ${id} began, and ${listText(open.map(({ name }) => name))} is not written yet. Nothing was asked.`,
    {
      advice: `${typedCode("resume", id)} has the new text judged; ${typedCode("refine", id, "--anew")} begins another round then.`,
    },
  );
}

/** The designs that are revised or merged: those named, else those in the first place. */
async function parentsOf(lab: Lab, view: View, { designs, merge, anew }: RefineArgs) {
  const { experiment, names: called } = view;
  const id = experiment.task.experiment_id;
  const most = merge ? MAX_MERGED : MAX_PARENTS;
  const wanted = names(designs);
  const found = wanted
    ? designsMeant(view, wanted)
    : await firstOf(lab, view, { isMerge: merge === true, anew: anew === true });
  if (found.length > most)
    throw new UsageError(
      `Not refined: at most ${most} designs ${merge ? "are merged" : "are revised in a round"}, found ${found.length}. Nothing was asked.`,
      {
        advice: `Name fewer: ${typedCode("refine", id, "A,B")}.`,
      },
    );
  if (merge && found.length < 2)
    throw new UsageError(`Not merged: two designs are needed, found ${found.length}. Nothing was asked.`, {
      advice: `Name them: ${typedCode("refine", id, "A,B", "--merge")}.`,
    });
  const unjudged = found.find((design) => !isJudged(view, design.design_id));
  if (unjudged !== undefined)
    throw new UsageError(
      `Not refined: nobody has reviewed ${called.designs.get(unjudged.design_id) ?? unjudged.design_id} yet, and a revision is made after reviews. Nothing was asked.`,
      { advice: `${typedCode("resume", id)} asks for what is missing.` },
    );
  return found;
}

const isJudged = ({ artifacts, rounds }: View, id: string): boolean =>
  [artifacts, ...rounds.map((round) => round.artifacts)].some(({ reviews }) =>
    reviews.some(({ design_id }) => design_id === id),
  );

/**
 * Those in the first place of the ranking, of a merge two at least, each as it was made better since. One that was not
 * beaten in its last round is revised no more. Throws LabError where there is none.
 */
async function firstOf(lab: Lab, view: View, { isMerge, anew }: { isMerge: boolean; anew: boolean }) {
  const { ranking } = await readRanking(view.experiment);
  const id = view.experiment.task.experiment_id;
  if (ranking === null)
    throw new LabError(`Not refined: ${id} has no ranking, and what is first is refined. Nothing was asked.`, {
      advice: `${typedCode("resume", id)} asks for what is missing and ranks; ${typedCode("refine", id, "A")} names a design.`,
    });
  const { first_place } = ranking.summary;
  const ranked = ranking.designs.map(({ design_id }) => design_id);
  const ids = isMerge
    ? [...new Set([...first_place, ...ranked])].slice(0, Math.max(2, first_place.length))
    : first_place;
  const outcomes = outcomesOf(view, lab.config.ranking);
  const now = ids.map((each) => newest(outcomes, each)).filter(({ rests }) => isMerge || anew || !rests);
  if (now.length === 0)
    throw new UsageError(
      `Not refined: the last round of ${id} made nothing better, and a design that was not beaten is refined no more. Nothing was asked.`,
      {
        advice: `${typedCode("refine", id, "--anew")} begins another round; ${typedCode("refine", id, "--merge")} makes one design of the first two.`,
      },
    );
  return now.flatMap((each) => designIn(view, each.design_id) ?? []);
}

/** Who revises a design: its own designer, and of a document whom the person names. */
async function seatFor(lab: Lab, view: View, id: string, title: string, named: string | undefined): Promise<Seated> {
  const row = rowIn(view, id);
  const available = await lab.available();
  if (row !== undefined && !isDocument(row.model)) {
    findModel(available, row.model);
    return row;
  }
  if (named !== undefined) return { model: findModel(available, named).id };
  const experiment = view.experiment.task.experiment_id;
  const letter = view.names.designs.get(id) ?? id;
  throw new UsageError(
    `Not refined: ${letter}, “${title.slice(0, 80)}”, was written by no model, and one is needed to revise it. Nothing was asked.`,
    { advice: `Name it: ${typedCode("refine", experiment, letter, "--model", "provider/model")}.` },
  );
}

/** Who merges: whom the person names, else the model whose scores agree best with the panel's. */
async function mergerSeat(lab: Lab, view: View, named: string | undefined): Promise<Seated> {
  const available = await lab.available();
  if (named !== undefined) return { model: findModel(available, named).id };
  const models = mergersOf(view, lab.config.ranking);
  const first = models.find((model) => available.some(({ id }) => id === model));
  if (first === undefined)
    throw new UsageError("Not merged: no model that scored is offered any more. Nothing was asked.", {
      advice: `Name one: ${typedCode("refine", view.experiment.task.experiment_id, "--merge", "--model", "provider/model")}.`,
    });
  return { model: first };
}

/** What of it is still to be asked. */
function askedOf(view: View, round: Round, given: RefineArgs): RoundAsked {
  const task = round.is === "there" ? round.round.experiment.task : round.planned.task;
  const pending =
    round.is === "there"
      ? missingOf(round.round)
      : statusOf(task, { ...NOTHING, designs: round.planned.texts }, []).pending;
  const named = given.model === undefined ? [] : [given.model];
  return { view, task, pending, most: given.rounds ?? 1, named };
}
