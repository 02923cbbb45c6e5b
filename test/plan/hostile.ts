import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import type { TaskFolder } from "../../src/plan/folder.ts";
import { planOf, type ReadPlan } from "../../src/plan/read-plan.ts";
import { readTask } from "../../src/plan/task-file.ts";
import { task } from "./samples.ts";

/** Entries of a list that are read of one task. */
const ENTRIES = 100;

const ids = (tasks: number): string[] => Array.from({ length: tasks }, (_, at) => `task-${at}`);
const list = <T>(of: (at: number) => T, length = ENTRIES): T[] => Array.from({ length }, (_, at) => of(at));
/** A task for each number; what comes before it by number, and what else it says. */
const each = (tasks: number, before: (at: number) => number[], more: (at: number) => Partial<PlanTask> = () => ({})) =>
  ids(tasks).map((id, at) =>
    task(
      id,
      [...new Set(before(at))].filter((on) => on >= 0).map((on) => `task-${on}`),
      more(at),
    ),
  );
const files = (tasks: number, of: (at: number) => string[], status: PlanTask["status"] = "pending") =>
  each(
    tasks,
    () => [],
    () => ({ files: of(0) }),
  ).map((one, at) => ({ ...one, status: at % 2 ? status : "pending", files: of(at) }));
const folder = (tasks: PlanTask[], more: Partial<TaskFolder> = {}): TaskFolder => {
  return { dir: "tasks", tasks, twice: [], broken: [], faults: [], left_out: [], others: 0, ...more };
};

/** Folders of so many tasks within what is read of a folder, made to take long: what each is made of, as it is read. */
export const HOSTILE: Readonly<Record<string, (tasks: number) => TaskFolder>> = {
  "each waits for the hundred before it": (tasks) => folder(each(tasks, (at) => list((k) => at - 1 - k))),
  "each waits for a hundred anywhere before it": (tasks) =>
    folder(each(tasks, (at) => (at === 0 ? [] : list((k) => (at * 7919 + k * 104_729) % at)))),
  "each waits for the hundred after it, round and round": (tasks) =>
    folder(each(tasks, (at) => list((k) => (at + 1 + k) % tasks))),
  "half can be started, and all of the rest waits for each": (tasks) =>
    folder(
      each(tasks, (at) => (at < tasks / 2 ? [] : list((k) => (k % 2 ? at - k : (at * 50 + k) % Math.ceil(tasks / 2))))),
    ),
  "each waits for a hundred that no file has": (tasks) =>
    folder(
      ids(tasks).map((id, at) =>
        task(
          id,
          list((k) => `tusk-${at * 100 + k}`),
        ),
      ),
    ),
  "half of the files cannot be read, and the rest waits for them": (tasks) =>
    folder(
      each(Math.ceil(tasks / 2), () => []).map((one, at) => ({ ...one, depends_on: list((k) => `broken-${at + k}`) })),
      { broken: list((at) => ({ file: `broken-${at}.md`, line: 1, kind: "no-end" }), Math.ceil(tasks / 2)) },
    ),
  "all ids stand twice": (tasks) =>
    folder(
      each(tasks, (at) => list((k) => at - 1 - k)),
      { twice: ids(tasks).map((id) => ({ id, files: [`${id}.md`, `${id}-2.md`] })) },
    ),
  "no entry of a list can be read": (tasks) => {
    const read = ids(tasks).map((id) =>
      readTask(`${id}.md`, `---\nid: ${id}\nname: a\ndepends_on:\n${"\n".repeat(500)}${"- {}\n".repeat(ENTRIES)}---\n`),
    );
    const good = read.filter((one) => one.state === "task");
    return folder(
      good.map((one) => one.task),
      { faults: good.flatMap((one) => one.faults) },
    );
  },
  "each serves a hundred that nobody asked for": (tasks) =>
    folder(
      each(
        tasks,
        () => [],
        (at) => ({ requirements: list((k) => `R${at}-${k}`), components: list((k) => `C${at}-${k}`) }),
      ),
    ),
  "paths begin with many stars": (tasks) =>
    folder(files(tasks, (at) => list((k) => `${"**/".repeat(20)}x${at}-${k}${"*a".repeat(5)}q.z${at}`, 30))),
  "paths of four parts with stars, all in progress": (tasks) =>
    folder(files(tasks, (at) => list((k) => `*/s${at}*/*/x${k}*.t${at}`, 30), "in-progress")),
  "paths are deep and begin alike": (tasks) =>
    folder(files(tasks, (at) => list((k) => `${"a/".repeat(30)}${at}-${k}*`, 20))),
  "all touch the same hundred files": (tasks) => folder(files(tasks, () => list((k) => `${"a/".repeat(k % 5)}${k}`))),
  "all touch everything": (tasks) => folder(files(tasks, () => list(() => "."), "in-progress")),
};

export const hostilePlan = (name: string, tasks: number): ReadPlan => planOf(HOSTILE[name]?.(tasks) ?? folder([]));
