import type { PlanSheet, SheetTask } from "../../../story/plan-sheet.ts";
import { type TaskStanding, taskStanding } from "../../../story/plan-shown.ts";

/** What a person wants to see of a plan; "" where it does not matter, "none" where nothing was said. */
export type Filter = { standing: TaskStanding | ""; level: string; risk: string; critical: boolean; text: string };

export const ALL: Filter = { standing: "", level: "", risk: "", critical: false, text: "" };

/** Ids of the tasks that a filter leaves; null where it leaves all. */
export function leftBy({ tasks }: Pick<PlanSheet, "tasks">, filter: Filter): ReadonlySet<string> | null {
  const { standing, level, risk, critical } = filter;
  const words = folded(filter.text).split(/\s+/u).filter(Boolean);
  if (standing === "" && level === "" && risk === "" && !critical && words.length === 0) return null;
  const left = tasks.filter(
    (task) =>
      (standing === "" || taskStanding(task) === standing) &&
      (level === "" || (task.level ?? "none") === level) &&
      (risk === "" || (task.risk ?? "none") === risk) &&
      (!critical || task.critical) &&
      holds(task, words),
  );
  return new Set(left.map(({ id }) => id));
}

/** Whether every word stands somewhere in what a task is called, touches or serves. */
function holds(task: SheetTask, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { id, name, files, requirements, components } = task;
  const text = folded([id, name, ...files, ...requirements, ...components].join(" "));
  return words.every((word) => text.includes(word));
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();
