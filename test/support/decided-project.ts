import { afterAll, afterEach, beforeAll } from "bun:test";
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import { type Journal, openJournal } from "../../src/questions/journal.ts";
import { onlyExperiment, readJson } from "./disk.ts";
import { type Bench, type BenchOptions, bench } from "./lab.ts";

const now = () => new Date("2026-11-24T12:00:00Z");

type Copy = { lab: Bench; dir: string; id: string };

/**
 * A project in which a run was made of the task and A was decided for, once for the tests of a file; each test works on
 * a copy, which all other functions are about.
 */
export function decidedProject(task: object) {
  let ran: string;
  let copy: Copy;
  const folders: string[] = [];
  /** One that is gone after the test. */
  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), "designlab-plan-"));
    folders.push(made);
    return made;
  }
  beforeAll(async () => {
    const first = await bench({ now });
    ran = first.dir;
    await first.call("run", task);
    first.typed = true;
    await first.call("decide", { design: "A", because: "It is the one we can run" });
  });
  afterEach(async () => {
    for (const each of folders.splice(0)) await rm(each, { recursive: true, force: true });
  });
  afterAll(() => rm(ran, { recursive: true, force: true }));

  const plan = (args: object = {}): Promise<string> => copy.lab.call("plan", { experiment: copy.id, wait: 0, ...args });
  const journal = (): Journal => openJournal(copy.dir, now);
  const approval = async () => (await journal().read()).questions.findLast(({ state }) => state === "open")?.id ?? "";
  const answered = async (answer: unknown) => journal().answer(await approval(), answer, "page");
  return {
    now,
    folder,
    /** @param options With `dir` the copy lies there. */
    async start(options: BenchOptions = {}): Promise<Copy> {
      const copied = options.dir ?? (await folder());
      cpSync(ran, copied, { recursive: true });
      const lab = await bench({ now, ...options, dir: copied });
      const dir = await onlyExperiment(copied);
      copy = { lab, dir, id: basename(dir) };
      return copy;
    },
    plan,
    stored: (): Promise<TaskPlan> => readJson<TaskPlan>(join(copy.dir, "plan.json")),
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
