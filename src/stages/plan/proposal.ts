import { dirname } from "node:path";
import type { RestsOn } from "../../artifacts/basis.ts";
import { designSha256, planApprovalId } from "../../artifacts/hashes.ts";
import { givingWay, placesOf, type TaskPlan } from "../../artifacts/task-plan.ts";
import { LabError } from "../../errors.ts";
import type { PlannedText } from "../../experiment/basis.ts";
import { asApproved, sealPlan } from "../../experiment/seen.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { expectedBy } from "../../prompting/progress.ts";
import { openJournal } from "../../questions/journal.ts";
import { type Asked, isApproved, type Replayed } from "../../questions/replay.ts";
import type { AnswerTo } from "../../questions/types.ts";
import { loadArtifact, saveArtifact } from "../../store/artifacts.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { openExperiment } from "../../store/open.ts";
import { PLAN_SECTION } from "../../story/plan-shown.ts";
import { PLANNING_STOPPED, planningStep } from "../../story/planning.ts";
import type { PlanStand } from "../../story/task-plan.ts";
import { typedCode } from "../../text/typed.ts";
import { renewReport } from "../files.ts";
import { type Common, olderApprovals, remarksOf, verdictOn } from "../proposal/approval.ts";
import type { Came, Proposal } from "../proposal/loop.ts";
import { rememberFor } from "../remembered.ts";
import { planApproval } from "./approval.ts";
import { buildsOf, toServe } from "./check.ts";
import { documentLinks } from "./document-links.ts";
import { asBefore, type Expand, expandedPlan, formerOf } from "./expand.ts";
import { type PlanChange, type PlannerAnswer, type PlannerInput, plannerAgent, tasksOf } from "./planner.ts";
import { copyTasks, type NewPlace, writeTasks } from "./write.ts";

/** What is planned: a design, and the decision for it where there is one; or what stands in the place of a design. */
export type PlanSource = {
  design: PlannedText;
  rests_on: RestsOn | null;
  decided_at: string | null;
  because: string;
};

/** What a planner is told. */
export function plannerInput(
  { config, worktree }: Pick<Lab, "config" | "worktree">,
  { task }: Pick<Experiment, "task">,
  { design, rests_on, because }: PlanSource,
  change: PlanChange | null,
  nonce: string,
): PlannerInput {
  const repository = config.design.repository ? worktree : null;
  return { ...task, wanted: toServe(task, design), design, rests_on, because, repository, change, nonce };
}

type Doing =
  | { do: "make" }
  | { do: "revise"; change: PlanChange }
  /** A task that was to be broken into parts stays as it is. */
  | { do: "settle" }
  /** `approval`: null where it is approved, and not all of its files lie there. */
  | { do: "write"; approval: Asked | null; planned?: View["planned"] }
  | { do: "done"; planned?: View["planned"] };
/** What is to be done next with a plan. */
export type PlanStep = Common | Doing;

/** @param plan null where there is none of the design that is meant. */
export function nextPlanStep(plan: TaskPlan | null, journal: Pick<Replayed, "questions">): PlanStep {
  if (plan === null) return { do: "make" };
  if (plan.approved !== null) return plan.place?.done ? { do: "done" } : { do: "write", approval: null };
  const verdict = verdictOn(planApprovalId(plan), journal, PLAN_SECTION);
  if (plan.expansion && verdict.do === "wait" && verdict.for === "words") return { do: "settle" };
  return verdict.do === "revise" ? { do: "revise", change: { plan, ...verdict.remarks } } : verdict;
}

type Expanding = { plan: TaskPlan; expand: Expand | null; isAsked: boolean };

/**
 * The same where a task is to be broken into parts before all else, or was: files that are there are worked on, and what is
 * said to the parts changes these alone.
 */
export function expandStep(step: PlanStep, { plan, expand, isAsked }: Expanding): PlanStep {
  if (expand === null) return step;
  if (isAsked) return { do: "revise", change: { plan, parts: {}, whole: null, expand } };
  return step.do === "revise" ? { do: "revise", change: { ...step.change, plan: asBefore(plan), expand } } : step;
}

/** A plan with who approved it, under the seal of this machine. */
export function approvePlan(experiment: Experiment, plan: TaskPlan, approval: Asked | null): Promise<TaskPlan> {
  if (approval === null) return sealPlan(experiment, plan);
  const { answer, by, at } = approval;
  if (by === null || by === "text") throw new Error("No person approved it");
  const { parts, whole } = remarksOf(answer as AnswerTo<"show_plan">, PLAN_SECTION);
  const annotations = { ...parts, ...(whole !== null && { [PLAN_SECTION]: whole }) };
  return sealPlan(experiment, { ...plan, approved: { door: by, at, annotations } });
}

export type PlanStanding = {
  view: View;
  plan: TaskPlan | null;
  journal: Replayed;
  /** The task that is to be broken into parts, or was and is no file less yet; null for none. */
  expand: Expand | null;
};
/** What may be done: a model is asked, at a price that was allowed, or files go where they may. */
export type MayPlan =
  | { leave: true }
  | { lab: PayingLab; source: PlanSource; change: PlanChange | null; model: string }
  | { plan: TaskPlan; at: NewPlace; refused: string | null };
type End = Extract<PlanStand, { state: "written" }> | { state: "stale" | "done" };
/** What a call that plans came to. */
export type CameOfPlan = Came<End>;
type PlanProposal = Proposal<PlanStanding, Doing, MayPlan, End>;

type Part = Required<Pick<PlanProposal, "wait" | "allow">> & {
  /** The plan that is there, where another is made in its place. */
  anew: TaskPlan | null | undefined;
  /** The id of the task that is to be broken into parts; null for none. */
  expand: string | null;
  /** The same as it stands then; `former`: parts of it that were sent back. */
  look(view: View, plan: TaskPlan, id: string): Promise<Omit<Expand, "former">>;
};

/** A plan as what is proposed. */
export function planProposal(
  lab: Lab,
  experiment: Experiment,
  { wait, allow, anew, expand, look }: Part,
): PlanProposal {
  const { dir, ledger } = experiment;
  const id = experiment.task.experiment_id;
  const journal = openJournal(dir, lab.now, lab.person);
  let isToExpand = expand !== null;
  let replaced = anew === undefined ? null : JSON.stringify(anew);
  const expandOf = async (view: View, plan: TaskPlan): Promise<Expand | null> => {
    const id = isToExpand ? expand : (givingWay(plan)?.task ?? null);
    return id === null ? null : { ...(await look(view, plan, id)), former: formerOf(plan, id) };
  };
  return {
    lab,
    dir,
    ledger,
    journal,
    wait,
    allow,
    kinds: ["plan"],
    words: {
      what: "plan",
      id,
      stopped: PLANNING_STOPPED,
      again: typedCode("plan", id),
      busy: null,
      mend: "Mend it in plan.json, or move that file away and have it planned anew.",
    },
    // While a person was waited for designs and decisions may have changed, and the task too.
    async read(isLocked) {
      const view = await viewOf(isLocked ? await openExperiment([dirname(dir)], dir, lab) : experiment);
      const stored = view.artifacts.plan ?? null;
      const plan = JSON.stringify(stored) === replaced ? null : stored && (await asApproved(view.experiment, stored));
      return { view, plan, journal: await journal.read(), expand: plan && (await expandOf(view, plan)) };
    },
    next({ view: { planned }, plan, journal, expand }) {
      // What was planned of another text of the design is neither approved nor changed.
      if (plan && (plan.place === null || plan.approved === null) && planned?.stands !== "as-planned")
        return { do: "end", came: { state: "stale" } };
      const step = plan
        ? expandStep(nextPlanStep(plan, journal), { plan, expand, isAsked: isToExpand })
        : nextPlanStep(plan, journal);
      // How it stands to its design and the decision is to be what it was before a person was asked for a folder.
      return step.do === "write" || step.do === "done" ? { ...step, planned } : step;
    },
    question({ view, plan, journal }) {
      const there = plan as TaskPlan;
      const older = olderApprovals(planApprovalId(there), journal);
      const before = older.findLast((each) => each.state === "answered" && !isApproved(each));
      return planApproval(there, view.names, before?.question ?? null);
    },
    late(step) {
      if (step.do !== "done") return;
      throw new LabError("Cannot put the tasks elsewhere: the plan was changed meanwhile. Nothing was copied.");
    },
    async work(step, standing, allowed) {
      const { view } = standing;
      if ("leave" in allowed) {
        const { plan, journal: said } = standing;
        if (plan === null) return null;
        await saveArtifact(dir, "plan", asBefore(plan));
        const asked = said.questions.find(({ id }) => id === planApprovalId(plan));
        if (asked && !asked.closed) await journal.close(asked.id, asked.by ?? "text");
        return null;
      }
      if ("at" in allowed) {
        const { plan, at, refused } = allowed;
        const where = { at, worktree: lab.worktree, links: await documentLinks(view, plan, lab) };
        if (step.do === "write" && step.approval) await journal.close(step.approval.id, step.approval.by ?? "text");
        await (step.do === "write" ? writeTasks : copyTasks)(view.experiment, plan, where);
        return { state: "written", place: at, tasks: plan.tasks.length, refused };
      }
      const { source, change, model } = allowed;
      const { task, ledger } = view.experiment;
      lab.progress.follow(task, await ledger.read());
      await ledger.append({ event: "resumed", phases: ["plan"], ...expectedBy(lab.progress.expected()) });
      lab.progress.say({ text: planningStep(change), kind: "step" });
      const about = [task.topic, task.task, source.design.title, source.design.architecture_overview].join("\n");
      const remembered = await rememberFor(lab, dir, about);
      const input = { ...plannerInput(allowed.lab, view.experiment, source, change, lab.nonce()), remembered };
      const question = { input, model, phases: ["plan" as const], keep: keeperOf(dir) };
      const answer = await askInTurn(allowed.lab, ledger.append, plannerAgent, question, fallbacksOf(lab, model));
      if (answer.state === "failed") {
        const { model: by, kind, message } = answer;
        return { state: "failed", failure: { phase: "plan", design_id: null, model: by, kind, message } };
      }
      const { design, decided_at, rests_on } = source;
      const before = await loadArtifact(dir, "plan");
      const { timestamp, provenance } = { timestamp: lab.now().toISOString(), provenance: answer.provenance };
      if (change?.expand) {
        const parts = (answer.value as PlannerAnswer).tasks;
        const by = { model: answer.model, timestamp, provenance };
        await saveArtifact(dir, "plan", { ...expandedPlan(change.plan, change.expand.id, parts), ...by });
        isToExpand = false;
        return null;
      }
      // Kept before anything comes of it.
      await saveArtifact(dir, "plan", {
        version: 1,
        experiment_id: task.experiment_id,
        timestamp,
        model: answer.model,
        design_id: design.design_id,
        design_sha256: designSha256(design),
        decided_at,
        ...(rests_on && { rests_on }),
        ...tasksOf(change, answer.value as PlannerAnswer),
        risks: [...input.wanted.risks],
        builds: { ...buildsOf(task, design), ...(source.because !== "" && { because: source.because }) },
        provenance,
        approved: null,
        place: null,
        earlier: before.state === "ok" ? placesOf(before.value) : [],
      });
      replaced = null;
      return null;
    },
    renew: () => renewReport(experiment, lab.config),
  };
}
