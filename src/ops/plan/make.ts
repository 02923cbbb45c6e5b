import type { Failure } from "../../artifacts/failure.ts";
import { planApprovalId } from "../../artifacts/hashes.ts";
import type { TaskPlan } from "../../artifacts/task-plan.ts";
import { chooseBriefModels } from "../../config/brief-models.ts";
import { LabError, StoppedError, UsageError } from "../../errors.ts";
import { withExperimentLock } from "../../experiment/open.ts";
import { asApproved, sealedPlan } from "../../experiment/seen.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import { findModel } from "../../prompting/ask.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { expectedBy } from "../../prompting/progress.ts";
import { follow } from "../../questions/follow.ts";
import { type Journal, openJournal } from "../../questions/journal.ts";
import { type Asked, isApproved } from "../../questions/replay.ts";
import type { AnswerTo } from "../../questions/types.ts";
import { renewReport } from "../../stages/files.ts";
import { forecast } from "../../stages/forecast.ts";
import { approvalOf, PLAN_SECTION } from "../../stages/plan/approval.ts";
import { makePlan, plannerInput, type Source } from "../../stages/plan/make.ts";
import type { PlanChange } from "../../stages/plan/planner.ts";
import { planning } from "../../stages/plan/stage.ts";
import { nextStep, type PlanStep } from "../../stages/plan/standing.ts";
import { copyTasks, writeTasks } from "../../stages/plan/write.ts";
import { askApproval, olderApprovals, remarksOf } from "../../stages/proposal/approval.ts";
import type { Experiment } from "../../store/experiment.ts";
import { BusyError } from "../../store/lock.ts";
import { type PlanStand, staleSaid } from "../../story/task-plan.ts";
import { call as toolCall } from "../../text/call.ts";
import { typed } from "../../text/typed.ts";
import { planForecast } from "../../views/markdown/task-plan-text.ts";
import type { OpContext, Reply } from "../op.ts";
import { confirm } from "../person/confirm.ts";
import { liveInvite, startPage } from "../person/page.ts";
import { type Wait, waitOf } from "../person/wait.ts";
import { refuseWithheld } from "../refusals.ts";
import { checkNamed, folderOf, newPlaceFor, placeFor } from "./place.ts";
import type { PlanArgs } from "./plan.ts";
import { madeReply } from "./reply.ts";
import { newSource, opened, refuseUnusable, sourceOf } from "./source.ts";

/** How often one call has a plan changed. */
const MAX_ROUNDS = 5;

/** Has a design planned, asks whether that is approved and writes the files, as far as it comes while the person is waited for. */
export async function goOn(context: OpContext, given: PlanArgs): Promise<Reply> {
  const lab = await context.lab({ ...(given.limits && { limits: given.limits }) });
  await checkNamed(lab, context, given.where);
  const view = await viewOf(await opened(lab, context, given.experiment));
  refuseUnusable(view);
  refuseWithheld(view, "a plan of", "Not planned");
  const { experiment } = view;
  const journal = openJournal(experiment.dir, lab.now, lab.person);
  const call: Call = { lab, context, given, journal, rounds: MAX_ROUNDS, anew: null };
  const stored = view.artifacts.plan ?? null;
  const waiting = nextStep(stored && (await asApproved(experiment, stored)), await journal.read());
  const source = newSource(view, given, waiting.do === "wait" && waiting.for === "words");
  if (source !== null) call.anew = { source, seen: JSON.stringify(stored) };
  const step: PlanStep = source === null ? waiting : { do: "plan" };
  if (given.dry_run) return estimate(call, view, step);
  const before = (await experiment.ledger.read()).length;
  const wait = waitFor(call, view);
  const stand = await asFarAsItGoes(call, view, wait);
  if (lab.signal.aborted) await stopped(experiment);
  const kept = given.anew === true && step.do !== "plan";
  const isChanged = stand.state === "written" || (await experiment.ledger.read()).length > before;
  if (isChanged) await renewReport(experiment, lab.config);
  const page = stand.state === "approval" || stand.state === "person" ? await wait.page() : null;
  return madeReply(lab, await viewOf(experiment), {
    stand,
    page,
    before,
    kept,
    where: given.where ?? null,
    journal: await journal.read(),
  });
}

type Call = {
  lab: Lab;
  context: OpContext;
  given: PlanArgs;
  journal: Journal;
  rounds: number;
  /** What is planned in the place of plan.json as it was when the call began; null where the plan that is there is meant. */
  anew: { source: Source; seen: string } | null;
};

function waitFor({ lab, context, given }: Call, { experiment: { dir } }: View): Wait {
  const invite = liveInvite(lab, context, dir);
  return waitOf(lab, context, {
    wait: given.wait,
    what: () => "the plan waits for you",
    open: () => invite && startPage(context, invite),
    isOpen: () => context.pages?.isWatched(dir) ?? false,
  });
}

async function asFarAsItGoes(
  call: Call,
  { experiment }: View,
  wait: Wait,
): Promise<PlanStand | { state: "stale" | "done" }> {
  const { lab, journal } = call;
  let left = wait.seconds * 1_000;
  for (;;) {
    // While a person was waited for designs and decisions may have changed.
    const view = await viewOf(experiment);
    const plan = await meant(call, view);
    // What was planned of another text of the design is neither approved nor changed.
    if (plan && plan.place === null && view.planned?.stands !== "as-planned") return { state: "stale" };
    const step = nextStep(plan, await journal.read());
    if (lab.signal.aborted) return { state: "busy" };
    if (step.do === "wait") {
      if (left <= 0 || !wait.begin()) return { state: step.for };
      const since = performance.now();
      const all = await lab.budget.unhurried(() =>
        follow(experiment.dir, journal, (now) => nextStep(plan, now).do !== "wait", {
          seconds: left / 1_000,
          signal: wait.over,
        }),
      );
      left -= performance.now() - since;
      if (nextStep(plan, all).do === "wait") return { state: step.for };
      continue;
    }
    try {
      if (plan?.place && step.do === "done") {
        await folderOf(lab, experiment, plan.place);
        return (await moved(call, view, plan)) ?? { state: "done" };
      }
      const came = await (step.do === "write" && plan
        ? written(call, view, plan, step.approval)
        : worked(call, view, step));
      if (came !== null) return came;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      return { state: "busy" };
    }
  }
}

/** The plan that a call is about: null where it makes one anew and nobody else did since it began. */
async function meant({ anew }: Call, { artifacts, experiment }: View): Promise<TaskPlan | null> {
  const plan = artifacts.plan ?? null;
  if (anew !== null && JSON.stringify(plan) === anew.seen) return null;
  return plan && asApproved(experiment, plan);
}

/** Asks the planner or the person, unless another call did meanwhile. */
async function worked(call: Call, view: View, step: PlanStep): Promise<PlanStand | null> {
  const { lab, journal, given } = call;
  const asks = step.do === "plan" || step.do === "revise";
  if (asks && given.experiment === undefined) throw unnamed(view, step);
  if (step.do === "revise" && call.rounds-- === 0) return { state: "rounds" };
  const asked = asks ? askedOf(call, view, step) : null;
  const paying = asked === null ? null : await confirmed(call, view, asked);
  return withExperimentLock(lab, view.experiment, async (experiment) => {
    const now = await meant(call, await viewOf(experiment));
    if (nextStep(now, await journal.read()).do !== step.do) return null;
    if (paying === null || asked === null) {
      if (now) await askAboutPlan(call, view, now);
      return null;
    }
    const { source, change } = asked;
    const before = await experiment.ledger.read();
    lab.progress.follow(experiment.task, before);
    await experiment.ledger.append({ event: "resumed", phases: ["plan"], ...expectedBy(lab.progress.expected()) });
    lab.progress.say({ text: change === null ? "planning the tasks" : "changing the plan", kind: "step" });
    const made = await makePlan(paying, experiment, source, { model: await modelOf(call, source), change });
    if (made.state === "failed") return { state: "failed", failure: made.failure satisfies Failure };
    call.anew = null;
    return null;
  });
}

/** What a planner is asked: a design, and what is to change of a plan of it; null for a new one. */
type AskedPlan = { source: Source; change: PlanChange | null };

function askedOf({ anew, given }: Call, view: View, step: PlanStep): AskedPlan {
  if (step.do === "revise") return { source: sourceOf(view, step.change.plan.design_id), change: step.change };
  const source = anew?.source ?? newSource(view, given, false);
  if (source === null) throw new Error("Nothing is to be planned");
  return { source, change: null };
}

/** Whoever names no experiment looks, and pays for nothing. */
function unnamed({ experiment: { task } }: View, step: PlanStep): UsageError {
  const isNew = step.do === "plan";
  return new UsageError(
    `${isNew ? "Nothing is planned yet in" : "The plan was sent back in"} ${task.experiment_id}, and a model is asked for ${isNew ? "it" : "the change"}: it must be named. Nothing was asked.`,
    {
      advice: `${typed("plan", task.experiment_id)} has it ${isNew ? "planned" : "changed"}.`,
    },
  );
}

async function confirmed(call: Call, view: View, { source, change }: AskedPlan): Promise<PayingLab> {
  const { lab, context, given } = call;
  const input = plannerInput(lab, view.experiment, source, change, FORECAST_NONCE);
  const named = given.model !== undefined;
  return confirm(lab, context, view.experiment.dir, planning, { input, model: await modelOf(call, source), named });
}

const FORECAST_NONCE = "nonce000";

/** The model that the call names, else who wrote the design, and where that is not offered who writes briefs. */
async function modelOf({ lab, given }: Call, { design }: Source): Promise<string> {
  const available = await lab.available();
  if (given.model !== undefined) return findModel(available, given.model).id;
  const author = design.generating_model;
  if (available.some(({ id }) => id === author)) return author;
  return chooseBriefModels(lab.config, available).probe;
}

/** Asks whether the plan is approved; what was asked of another text of it is over. */
async function askAboutPlan({ lab, journal }: Call, { names }: View, plan: TaskPlan): Promise<void> {
  const older = olderApprovals(planApprovalId(plan), await journal.read());
  const before = older.findLast((each) => each.state === "answered" && !isApproved(each));
  await askApproval(lab, journal, approvalOf(plan, names, before?.question ?? null), {
    what: "plan",
    why: (fault) => fault,
    advice: "Mend it in plan.json, or move that file away and have it planned anew.",
  });
}

/** Writes the files of a plan that a person approved, where the person lets them go. */
async function written(call: Call, view: View, plan: TaskPlan, approval: Asked | null): Promise<PlanStand | null> {
  const { lab, context, journal, given } = call;
  const approved = approval === null ? plan.approved : approvedBy(approval);
  const whole: TaskPlan = await sealedPlan(view.experiment, { ...plan, approved });
  const { at, refused } = await placeFor(lab, context, view, { plan: whole, where: given.where });
  return withExperimentLock(lab, view.experiment, async (experiment) => {
    const isStill = isSame(await viewOf(experiment), view) && nextStep(plan, await journal.read()).do === "write";
    if (!isStill) return null;
    if (approval !== null) await journal.close(approval.id, approval.by ?? "text");
    await writeTasks(experiment, whole, { at, worktree: lab.worktree });
    return { state: "written", place: at, tasks: plan.tasks.length, refused };
  });
}

/** Whether the plan, and how it stands to its design and the decision, is what it was before a person was asked. */
const isSame = (now: View, before: View): boolean => JSON.stringify(now.planned) === JSON.stringify(before.planned);

/** Puts files that lie in the experiment into the project, where the call names a folder; null where nothing moves. */
async function moved({ lab, context, given }: Call, view: View, plan: TaskPlan): Promise<PlanStand | null> {
  const at = await newPlaceFor(lab, context, view, { plan, where: given.where });
  if (at === null) return null;
  return withExperimentLock(lab, view.experiment, async (experiment) => {
    if (!isSame(await viewOf(experiment), view)) {
      throw new LabError("Cannot put the tasks elsewhere: the plan was changed meanwhile. Nothing was copied.");
    }
    await copyTasks(experiment, plan, { at, worktree: lab.worktree });
    return { state: "written", place: at, tasks: plan.tasks.length, refused: null };
  });
}

function approvedBy({ answer, by, at }: Asked): NonNullable<TaskPlan["approved"]> {
  const { parts, whole } = remarksOf(answer as AnswerTo<"show_plan">, PLAN_SECTION);
  if (by === null || by === "text") throw new Error("No person approved it");
  return { door: by, at, annotations: { ...parts, ...(whole !== null && { [PLAN_SECTION]: whole }) } };
}

async function stopped({ ledger, task: { experiment_id: id } }: Experiment): Promise<never> {
  await ledger.append({ event: "aborted" });
  throw new StoppedError(`The planning was stopped. What was answered and said is kept, in ${id}.`, {
    advice: `Go on with it: ${typed("plan", id)}`,
  });
}

async function estimate(call: Call, view: View, step: PlanStep): Promise<Reply> {
  const { lab, given } = call;
  const id = view.experiment.task.experiment_id;
  const { dry_run: _, ...rest } = given;
  const isPlain = (["design", "model", "where", "limits"] as const).every((name) => given[name] === undefined);
  const again = isPlain
    ? typed("plan", id, ...(given.anew ? ["--anew"] : []))
    : toolCall("plan", { ...rest, experiment: id });
  const stale = call.anew === null && view.planned?.plan.place === null ? staleSaid(view.planned) : null;
  if (stale !== null || (step.do !== "plan" && step.do !== "revise")) {
    return { text: planForecast(null, { stale, again }), facts: { forecast: null, model: null, asks: false } };
  }
  const asked = askedOf(call, view, step);
  const model = await modelOf(call, asked.source);
  const input = plannerInput(lab, view.experiment, asked.source, asked.change, FORECAST_NONCE);
  const numbers = await forecast(lab, planning, { input, model, named: given.model !== undefined });
  const text = planForecast({ numbers, model, change: asked.change !== null }, { stale, again });
  return { text, facts: { forecast: numbers, model, asks: true } };
}
