import type { PlanStatus, PlanTask, TaskFault } from "../artifacts/plan-task.ts";
import { cycleThrough } from "./cycles.ts";
import { type ReadPlan, taskOf, unreadIn } from "./read-plan.ts";

/** What comes before a task and is not surely completed; "unknown" where no file has that id, "twice" where several do. */
export type Unmet = { id: string; status: PlanStatus | "unread" | "unknown" | "twice" };

/** Why a task's status may not become what was asked for. */
export type MayNot =
  /** Its id stands in several files. */
  | { kind: "twice"; files: string[] }
  /** What stands in its file under that field cannot be read. */
  | { kind: "unread"; field: "status" | "depends_on"; fault: TaskFault | null }
  /** Its status is another than the change begins from. */
  | { kind: "is"; status: PlanStatus; needed: readonly PlanStatus[] }
  | { kind: "cycle"; path: string[] }
  | { kind: "waits"; for: Unmet[] };

/** From which status each change begins. What is blocked was blocked by somebody, who says pending again. */
const FROM = {
  "in-progress": ["pending", "failed"],
  completed: ["in-progress"],
  failed: ["in-progress"],
} as const satisfies Partial<Record<PlanStatus, readonly PlanStatus[]>>;
export type StatusChange = keyof typeof FROM;

/** Why a task may not be started, done or failed now; null where it may. Throws UsageError for an unknown id. */
export function mayNot(plan: ReadPlan, id: string, to: StatusChange): MayNot | null {
  const task = taskOf(plan, id);
  const { status } = task;
  const unread = (field: "status" | "depends_on"): MayNot => {
    return { kind: "unread", field, fault: unreadIn(plan.folder, task, field) };
  };
  const twice = plan.folder.twice.find((each) => each.id === id);
  if (twice !== undefined) return { kind: "twice", files: twice.files };
  if (status === null) return unread("status");
  const needed: readonly PlanStatus[] = FROM[to];
  if (!needed.includes(status)) return { kind: "is", status, needed };
  if (to === "failed") return null;
  if (plan.cycle.has(id)) return { kind: "cycle", path: cycleThrough(plan.all, id) };
  if (plan.unclear.has(id)) return unread("depends_on");
  const unmet = unmetOf(plan, id);
  return unmet.length > 0 ? { kind: "waits", for: unmet } : null;
}

/** Whether a task may be started now: as `mayNot`, for those who do not ask why. */
export function canStart(plan: ReadPlan, { id, status }: Pick<PlanTask, "id" | "status">): boolean {
  const isOpen = status !== null && (FROM["in-progress"] as readonly PlanStatus[]).includes(status);
  const isClear = !plan.twice.has(id) && !plan.cycle.has(id) && !plan.unclear.has(id);
  return isOpen && isClear && unmetOf(plan, id).length === 0;
}

/** What a task waits for, in the order of its file. */
export function unmetOf({ all, twice }: Pick<ReadPlan, "all" | "twice">, id: string): Unmet[] {
  const unmet: Unmet[] = [];
  for (const each of new Set(all.tasks.get(id)?.depends_on)) {
    const task = all.tasks.get(each);
    if (task === undefined) unmet.push({ id: each, status: "unknown" });
    else if (twice.has(each)) unmet.push({ id: each, status: "twice" });
    else if (task.status !== "completed") unmet.push({ id: each, status: task.status ?? "unread" });
  }
  return unmet;
}
