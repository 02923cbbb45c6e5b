import { dirname } from "node:path";
import type { Design } from "../../artifacts/design.ts";
import { designSha256, planApprovalId } from "../../artifacts/hashes.ts";
import { placesOf, type TaskPlan } from "../../artifacts/task-plan.ts";
import { LabError } from "../../errors.ts";
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
import type { PlanStand } from "../../story/task-plan.ts";
import { typedCode } from "../../text/typed.ts";
import { renewReport } from "../files.ts";
import { type Common, olderApprovals, remarksOf, verdictOn } from "../proposal/approval.ts";
import type { Came, Proposal } from "../proposal/loop.ts";
import { planApproval } from "./approval.ts";
import { buildsOf, toServe } from "./check.ts";
import { designLink } from "./design-link.ts";
import { type PlanChange, type PlannerAnswer, type PlannerInput, plannerAgent, tasksOf } from "./planner.ts";
import { copyTasks, type NewPlace, writeTasks } from "./write.ts";

/** What is planned: a design, and the decision for it where there is one. */
export type PlanSource = { design: Design; decided_at: string | null; because: string };

/** What a planner is told. */
export function plannerInput(
  { config, worktree }: Pick<Lab, "config" | "worktree">,
  { task }: Pick<Experiment, "task">,
  { design, because }: PlanSource,
  change: PlanChange | null,
  nonce: string,
): PlannerInput {
  const repository = config.design.repository ? worktree : null;
  return { ...task, wanted: toServe(task, design), design, because, repository, change, nonce };
}

type Doing =
  | { do: "make" }
  | { do: "revise"; change: PlanChange }
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
  return verdict.do === "revise" ? { do: "revise", change: { plan, ...verdict.remarks } } : verdict;
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

export type PlanStanding = { view: View; plan: TaskPlan | null; journal: Replayed };
/** What may be done: a model is asked, at a price that was allowed, or files go where they may. */
export type MayPlan =
  | { lab: PayingLab; source: PlanSource; change: PlanChange | null; model: string }
  | { plan: TaskPlan; at: NewPlace; refused: string | null };
type End = Extract<PlanStand, { state: "written" }> | { state: "stale" | "done" };
/** What a call that plans came to. */
export type CameOfPlan = Came<End>;
type PlanProposal = Proposal<PlanStanding, Doing, MayPlan, End>;

/**
 * A plan as what is proposed.
 * @param anew The plan that is there, where another is made in its place.
 */
export function planProposal(
  lab: Lab,
  experiment: Experiment,
  { wait, allow, anew }: Required<Pick<PlanProposal, "wait" | "allow">> & { anew: TaskPlan | null | undefined },
): PlanProposal {
  const { dir, ledger } = experiment;
  const id = experiment.task.experiment_id;
  const journal = openJournal(dir, lab.now, lab.person);
  let replaced = anew === undefined ? null : JSON.stringify(anew);
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
      stopped: "The planning was stopped. What was answered and said is kept",
      again: typedCode("plan", id),
      busy: null,
      mend: "Mend it in plan.json, or move that file away and have it planned anew.",
    },
    // While a person was waited for designs and decisions may have changed, and the task too.
    async read(isLocked) {
      const view = await viewOf(isLocked ? await openExperiment([dirname(dir)], dir, lab) : experiment);
      const stored = view.artifacts.plan ?? null;
      const plan = JSON.stringify(stored) === replaced ? null : stored && (await asApproved(view.experiment, stored));
      return { view, plan, journal: await journal.read() };
    },
    next({ view: { planned }, plan, journal }) {
      // What was planned of another text of the design is neither approved nor changed.
      if (plan && plan.place === null && planned?.stands !== "as-planned")
        return { do: "end", came: { state: "stale" } };
      const step = nextPlanStep(plan, journal);
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
    async work(step, { view }, allowed) {
      if ("at" in allowed) {
        const { plan, at, refused } = allowed;
        const where = { at, worktree: lab.worktree, link: await designLink(view, plan, lab.worktree) };
        if (step.do === "write" && step.approval) await journal.close(step.approval.id, step.approval.by ?? "text");
        await (step.do === "write" ? writeTasks : copyTasks)(view.experiment, plan, where);
        return { state: "written", place: at, tasks: plan.tasks.length, refused };
      }
      const { source, change, model } = allowed;
      const { task, ledger } = view.experiment;
      lab.progress.follow(task, await ledger.read());
      await ledger.append({ event: "resumed", phases: ["plan"], ...expectedBy(lab.progress.expected()) });
      lab.progress.say({ text: change === null ? "planning the tasks" : "changing the plan", kind: "step" });
      const input = plannerInput(allowed.lab, view.experiment, source, change, lab.nonce());
      const question = { input, model, phases: ["plan" as const], keep: keeperOf(dir) };
      const answer = await askInTurn(allowed.lab, ledger.append, plannerAgent, question, fallbacksOf(lab, model));
      if (answer.state === "failed") {
        const { model: by, kind, message } = answer;
        return { state: "failed", failure: { phase: "plan", design_id: null, model: by, kind, message } };
      }
      const { design, decided_at } = source;
      const before = await loadArtifact(dir, "plan");
      // Kept before anything comes of it.
      await saveArtifact(dir, "plan", {
        version: 1,
        experiment_id: task.experiment_id,
        timestamp: lab.now().toISOString(),
        model: answer.model,
        design_id: design.design_id,
        design_sha256: designSha256(design),
        decided_at,
        ...tasksOf(change, answer.value as PlannerAnswer),
        risks: [...input.wanted.risks],
        builds: buildsOf(task, design),
        provenance: answer.provenance,
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
