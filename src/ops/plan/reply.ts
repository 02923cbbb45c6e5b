import { planApprovalId } from "../../artifacts/hashes.ts";
import { lastedOf, spentOf } from "../../experiment/spent.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { Replayed } from "../../questions/replay.ts";
import type { CameOfPlan } from "../../stages/plan/proposal.ts";
import { pathOf } from "../../store/artifacts.ts";
import { nextTask } from "../../story/next.ts";
import {
  leftSaid,
  type PlanStand,
  planKeptSaid,
  planNext,
  planStandSaid,
  staleSaid,
  tasksWhole,
} from "../../story/task-plan.ts";
import { approvalUnseen } from "../../story/unseen.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { pageText } from "../../views/markdown/open-text.ts";
import { approvalText, planReply } from "../../views/markdown/task-plan-text.ts";
import type { Facts, Reply } from "../op.ts";
import type { PageOffer } from "../person/page.ts";
import { shownApprovals } from "../person/shown.ts";
import { higher } from "../run/reply.ts";

/** States of a plan that waits for a person. */
const WAITS: ReadonlySet<string> = new Set(["approval", "words", "person", "rounds"]);

type Made = {
  stand: CameOfPlan;
  /** How many lines the ledger had before the call. */
  before: number;
  /** Whether it was to be planned anew, and a plan that waits kept it from that. */
  kept: boolean;
  /** The page that was opened, where one was and the plan waits. */
  page: PageOffer | null;
  /** The folder that the call named. */
  where: string | null;
  journal: Replayed;
};

/** The reply of a call that plans: how it stands, what waits for the person, what leads on. */
export function madeReply(
  lab: Pick<Lab, "budget" | "config" | "held" | "person" | "worktree">,
  view: View,
  made: Made,
): Reply {
  const { budget, config, held } = lab;
  const { experiment, planned, names, ledger } = view;
  const { task, dir } = experiment;
  const id = task.experiment_id;
  const plan = planned?.plan ?? null;
  const stand: PlanStand | null = asStand(made.stand, view);
  const approval = plan && planApprovalId(plan);
  const asked = made.journal.questions.find((each) => each.id === approval && each.state === "open");
  const question = asked?.question;
  const isUnseen = planned?.approved === false || (asked?.claimed ?? null) !== null;
  const stopped = budget.stopped();
  const limit = stopped?.limit ? { name: stopped.limit, most: higher(stopped, config.limits[stopped.limit]) } : null;
  const stale = planned && staleSaid(planned);
  const lines = ledger.slice(made.before);
  const text = planReply({
    topic: task.topic,
    dir,
    said: [
      ...(stale ? [stale] : []),
      ...(stand ? [planStandSaid(stand, plan?.tasks.length ?? 0)] : []),
      ...(isUnseen ? [approvalUnseen] : []),
      ...(made.kept && stand && WAITS.has(stand.state) ? [planKeptSaid] : []),
      ...(stand?.state === "approval" && plan ? leftSaid(plan) : []),
    ],
    question: question && stand?.state === "approval" ? approvalText(question, id) : null,
    page: made.page && pageText(made.page),
    next: stand
      ? planNext(stand, { id, approval, limit, where: made.where, shown: made.page !== null })
      : plan?.place
        ? [nextTask(id)]
        : [],
    spent: spentOf(lines),
    seconds: lastedOf(lines) ?? 0,
    problems: made.journal.problems,
    notes: held,
    names,
  });
  return {
    text,
    files: dir,
    rest: drawn(tasksWhole(id)),
    facts: factsOf(view, made),
    ...shownApprovals(lab, id, asked && stand?.state === "approval" ? [asked] : []),
  };
}

/** A stale plan is said to be that, and nothing else of it leads on. */
function asStand(stand: Made["stand"], { planned }: View): PlanStand | null {
  if (stand.state !== "done") return stand.state === "stale" ? null : (stand as PlanStand);
  const plan = planned?.plan;
  return plan?.place ? { state: "written", place: plan.place, tasks: plan.tasks.length, refused: null } : null;
}

function factsOf({ experiment: { task, dir }, planned }: View, { stand }: Made): Facts {
  const plan = planned?.plan ?? null;
  return {
    experiment: task.experiment_id,
    topic: task.topic,
    directory: dir,
    state: stand.state === "done" ? "written" : stand.state,
    stands: planned?.stands ?? null,
    plan: plan && pathOf(dir, "plan"),
    approval: plan && planApprovalId(plan),
    tasks: plan?.tasks.map(({ id }) => id) ?? [],
    place: plan?.place ?? null,
    ...(stand.state === "failed" && { failure: stand.failure }),
  };
}
