import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { PLAN_STATUSES, type PlanStatus, type PlanTask, type TaskFault } from "../artifacts/plan-task.ts";
import { UsageError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { found } from "../text/wording.ts";
import { stuckIn } from "./cycles.ts";
import type { TaskFolder } from "./folder.ts";
import { type Graph, graphOf } from "./graph.ts";

/** A plan as its folder is now, in the graphs that questions are asked of. */
export type ReadPlan = {
  folder: TaskFolder;
  /** All tasks; cycles stay in it. */
  all: Graph;
  /** Without what stands in a cycle or waits for one: what has an order. */
  sound: Graph;
  /** Of these, what is not completed. */
  left: Graph;
  cycle: ReadonlySet<string>;
  waiting: ReadonlySet<string>;
  /** Ids that stand in more files than one. */
  twice: ReadonlySet<string>;
  /** Tasks of which nobody knows all that they wait for: something in their depends_on cannot be read. */
  unclear: ReadonlySet<string>;
  /** How many tasks there are of each status; "unread" where something stands that is none. */
  counts: Readonly<Record<PlanStatus | "unread", number>>;
  /**
   * How many files cannot be read or are left out, ids stand twice, tasks are in a cycle, wait for an id that no file
   * has, and for something that cannot be read.
   */
  trouble: { broken: number; left_out: number; twice: number; cycles: number; unknown: number; unclear: number };
  /** By id: what was said when a task got the status that it has, such as why it failed. */
  notes: ReadonlyMap<string, string>;
};

/** A plan as its files are; what was said of their changes stands in the experiment's ledger, where it has one. */
export function planOf(folder: TaskFolder, ledger: readonly LedgerLine[] = []): ReadPlan {
  const all = graphOf(folder.tasks);
  const { cycle, waiting } = stuckIn(all);
  const ordered = folder.tasks.filter(({ id }) => !cycle.has(id) && !waiting.has(id));
  const left = ordered.filter(({ status }) => status !== "completed");
  const statuses = folder.tasks.map(({ status }) => status ?? "unread");
  const counts = Object.fromEntries(
    [...PLAN_STATUSES, "unread" as const].map((status) => [status, statuses.filter((each) => each === status).length]),
  ) as ReadPlan["counts"];
  const torn = new Set(folder.faults.flatMap((each) => (keepsFromReading(each, "depends_on") ? [each.file] : [])));
  const unclear = new Set(folder.tasks.flatMap(({ id, file }) => (torn.has(file) ? [id] : [])));
  const twice = new Set(folder.twice.map(({ id }) => id));
  const trouble = {
    broken: folder.broken.length,
    left_out: folder.left_out.length,
    twice: folder.twice.length,
    cycles: cycle.size,
    unknown: folder.tasks.filter(({ depends_on }) => depends_on.some((on) => !all.tasks.has(on))).length,
    unclear: unclear.size,
  };
  const graphs = { all, sound: graphOf(ordered), left: graphOf(left) };
  const notes = notesOf(folder, ledger);
  return { folder, ...graphs, cycle, waiting, twice, unclear, counts, trouble, notes };
}

/** A note goes with the last change that the ledger knows, while the file has the status that this change gave it. */
function notesOf({ tasks }: TaskFolder, ledger: readonly LedgerLine[]): ReadPlan["notes"] {
  const last = new Map(ledger.flatMap((line) => (line.event === "task" ? [[line.task_id, line] as const] : [])));
  return new Map(
    tasks.flatMap(({ id, status }) => {
      const change = last.get(id);
      return change?.message && change.status === status ? [[id, change.message] as const] : [];
    }),
  );
}

/** What of a task's file keeps a field that tells what can be started from being read; null where nothing does. */
export function unreadIn({ faults }: TaskFolder, { file }: PlanTask, field: "status" | "depends_on"): TaskFault | null {
  return faults.find((each) => each.file === file && keepsFromReading(each, field)) ?? null;
}

const keepsFromReading = (fault: TaskFault, field: string): boolean => fault.kind === "value" && fault.field === field;

/** A task by its id, or UsageError that names the nearest. */
export function taskOf({ all, folder }: ReadPlan, id: string): PlanTask {
  const task = all.tasks.get(id);
  if (task !== undefined) return task;
  const near = nearest(id, all.ids);
  throw new UsageError(
    `Cannot find the task ${found(id)}: ${folder.dir} has ${all.ids.length} tasks, and none is called so.`,
    {
      advice: near.length > 0 ? `Nearest: ${near.join(", ")}.` : "The view list names them all.",
    },
  );
}
