import { join } from "node:path";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import { type Journal, openJournal } from "../../src/questions/journal.ts";
import { readJson } from "./disk.ts";
import type { Bench, BenchOptions } from "./lab.ts";
import { rankedProject } from "./ranked-project.ts";

/** A ranked project in which A was decided for, and what a test of its plan calls. */
export function decidedProject(task: object) {
  let lab: Bench;
  let dir: string;
  let id: string;
  const { now, folder, start } = rankedProject(task, (first) => {
    first.typed = true;
    return first.call("decide", { design: "A", because: "It is the one we can run" });
  });
  const plan = (args: object = {}): Promise<string> => lab.call("plan", { experiment: id, wait: 0, ...args });
  const tasks = (args: object): Promise<string> => lab.call("tasks", { experiment: id, ...args });
  const journal = (): Journal => openJournal(dir, now, { home: lab.home, env: {} });
  const approval = async () => (await journal().read()).questions.findLast(({ state }) => state === "open")?.id ?? "";
  const answered = async (answer: unknown) => journal().answer(await approval(), answer, "page");
  return {
    now,
    folder,
    async start(options: BenchOptions = {}) {
      const copy = await start(options);
      ({ lab, dir, id } = copy);
      return copy;
    },
    plan,
    tasks,
    stored: (): Promise<TaskPlan> => readJson<TaskPlan>(join(dir, "plan.json")),
    journal,
    /** The id of the question that waits. */
    approval,
    answered,
    async approved(annotations: Record<string, string> = {}): Promise<string> {
      await plan();
      await answered({ decision: "approve", annotations });
      return plan();
    },
  };
}
