import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import { livePlan } from "../../src/live/plan.ts";
import { recordsOf } from "../../src/store/record-folder.ts";
import { answerCall } from "../../src/tool.ts";
import { decidedProject } from "../support/decided-project.ts";
import { readJson, snapshot } from "../support/disk.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";

const TASK = {
  task: "Design a durable task queue for 10,000 jobs a second",
  topic: "Task queue",
  requirements: ["Survives a crash", "p99 below 50 ms"],
  constraints: ["No new database"],
};
let lab: Bench;
let dir: string;
let id: string;
const project = decidedProject(TASK);
const { now, folder, plan, tasks, stored, journal, approval, answered, approved } = project;
async function start(options: BenchOptions = {}): Promise<void> {
  ({ lab, dir, id } = await project.start(options));
}
const ledger = (): LedgerLine[] =>
  readFileSync(join(dir, "ledger.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const inTasks = (file: string): string => readFileSync(join(lab.dir, "tasks", file), "utf8");
/** As if the process had ended before a file was written. */
const undo = async (change: (plan: TaskPlan) => Partial<TaskPlan>): Promise<void> => {
  const before = await stored();
  writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...before, ...change(before) }));
};

describe("from a decision to files", () => {
  test("the planner reads the task, the design and the reason; a person approves; the files serve all of it", async () => {
    await start();
    const said = await plan();
    expect(said).toContain("tasks are planned, and wait for the person's approval.**");
    expect(said).toContain(`- \`/design-lab approve ${id}\` approves it`);
    expect(said).toContain(
      `- \`designlab({op: "open", args: {experiment: "${id}"}})\` opens the page on which it can be read and answered`,
    );
    const [asked] = lab.host.prompts;
    expect(asked?.role).toBe("planner");
    expect(lab.host.sessions.at(-1)?.tools).toEqual(["read", "grep", "glob"]);
    for (const part of ["R1: Survives a crash", "C1: No new database", '"number":"K1"', "It is the one we can run"])
      expect(asked?.text).toContain(part);
    expect(existsSync(join(lab.dir, "tasks"))).toBe(false);

    await answered({ decision: "approve", annotations: { skeleton: "Start with the store" } });
    const written = await plan();
    expect(written).toContain("**The plan is approved.** Its 10 tasks became files in tasks of the project");
    expect(lab.asked).toEqual([
      "designlab_write: Write 10 tasks, and those of plans after it, as files into tasks of the project? Without that they stay on this machine only.",
    ]);
    expect(inTasks("skeleton.md")).toContain("## Remark of who approved it\n\nStart with the store");
    expect(inTasks("measure-risks.md")).toContain("\n## Risks that it carries\n\n- medium: ");
    const { tasks: planned, approved: by, place } = await stored();
    expect(by).toMatchObject({
      mac: expect.stringMatching(/^[0-9a-f]{64}$/u),
      door: "page",
      at: now().toISOString(),
      annotations: { skeleton: "Start with the store" },
    });
    expect(place).toEqual({ in: "project", path: "tasks", done: true });
    expect(readdirSync(join(lab.dir, "tasks")).sort()).toEqual(planned.map((task) => `${task.id}.md`).sort());
    expect(await tasks({ view: "validate" })).toContain("Nothing is wrong");
    expect(lab.host.prompts).toHaveLength(1);
    const before = await snapshot(lab.dir);
    expect(await plan()).toContain("**The plan is approved.**");
    expect(await snapshot(lab.dir)).toEqual(before);
    expect(await recordsOf(dir, lab.dir)).toContain(join(lab.dir, "tasks"));
  });

  test("nothing is planned of what nobody decided or named, and nobody pays without naming it", async () => {
    await start();
    expect(await lab.call("plan", {})).toContain("it must be named. Nothing was asked.");
    rmSync(join(dir, "decision.json"));
    expect(await plan()).toContain("nothing is decided there yet");
    expect(await lab.call("plan", {})).toContain("needed is an experiment with a decision, found none");
    expect(lab.host.prompts).toEqual([]);
    expect(await plan({ design: "B" })).toContain("are planned");
    expect((await stored()).decided_at).toBeNull();
    await start();
    lab.typed = true;
    await lab.call("decide", { none: true, because: "Too dear" });
    expect(await plan()).toContain("it was decided for none of its designs");
  });

  test("a dry run says what it costs and asks nobody; a limit, a price and a refusal hold", async () => {
    await start();
    expect(await plan({ dry_run: true })).toContain(
      "alpha/strong-1 would be asked to break the design into tasks: 1 session",
    );
    expect(await plan({ limits: { max_tokens: 10 } })).toMatch(/limits: \{max_tokens: \d+\}\}\}\)` goes on/u);
    expect(lab.host.prompts).toEqual([]);
    expect(existsSync(join(dir, "plan.json"))).toBe(false);
    await start({ config: { confirm_above: 0 } });
    lab.permits = false;
    expect(await plan()).toContain("Not started: the person did not allow it");
    expect(lab.host.prompts).toEqual([]);
  });

  test("a planner that fails is replaced by its fallback, and the ledger says who planned", async () => {
    await start({
      config: { confirm_above: null, fallback_models: { "alpha/strong-1": ["beta/middle-1"] } },
      answer: ({ model, kind }) => (model === "alpha/strong-1" && kind === "plan" ? "I cannot." : undefined),
    });
    expect(await plan()).toContain("beta/middle-1 broke the chosen design");
    const { model, provenance } = await stored();
    expect([model, provenance.requested_model]).toEqual(["beta/middle-1", "alpha/strong-1"]);
    expect(ledger().filter(({ phases }) => phases?.includes("plan")).length).toBeGreaterThan(3);
  });
});

describe("whose word it is", () => {
  test("an agent's approval asks the person, and a refusal leaves it open", async () => {
    await start();
    await plan();
    lab.permits = false;
    expect(await lab.call("ask", { experiment: id, approve: true })).toContain("An agent's call is no person's word.");
    expect(lab.asked[0]).toStartWith(
      "designlab_approve: Is this how it is to be built? An agent or a typed line says yes to it",
    );
    expect(await plan()).toContain("wait for the person's approval");
    lab.typed = true;
    // What is said of it on that line of the person's own is what is approved.
    expect(await plan()).toContain("Is this how it is to be built?");
    const approved = await lab.call("ask", { experiment: id, approve: true });
    expect(approved).toEndWith(`**Next:** \`/design-lab plan ${id}\` writes its tasks as files; no model is asked.`);
    // What was asked of the brief is no part of it.
    expect(approved).not.toContain("Answered:");
    lab.typed = false;
    lab.permits = true;
    expect(await plan()).toContain("**The plan is approved.**");
    expect((await stored()).approved?.door).toBe("command");
  });

  test("an approval that came as text is none", async () => {
    await start();
    await plan();
    await journal().answer(await approval(), "approve", "text");
    expect(await plan()).toContain("it was approved through an agent");
    expect(existsSync(join(lab.dir, "tasks"))).toBe(false);
  });

  test("a folder of the project that the person does not allow keeps the tasks in the experiment", async () => {
    await start();
    await plan();
    await answered("approve");
    lab.permits = false;
    expect(await plan()).toContain(
      "on this machine only (the project's folder was not allowed: the person did not allow it)",
    );
    expect(existsSync(join(lab.dir, "tasks"))).toBe(false);
    expect(await lab.call("tasks", { start: "skeleton" })).toContain("is in progress");
    expect(lab.asked).toHaveLength(1);
    expect(readFileSync(join(dir, "tasks/skeleton.md"), "utf8")).toContain("status: in-progress");
  });
});

describe("a rejection", () => {
  test("that names one task has that alone changed: the others stay byte for byte, and it is approved anew", async () => {
    await start();
    await plan();
    const before = await stored();
    const first = await approval();
    await answered({ decision: "revise", annotations: { acceptance: "Load it for an hour" } });
    expect(await plan()).toContain("wait for the person's approval");
    const after = await stored();
    const others = (all: TaskPlan) => JSON.stringify(all.tasks.filter((task) => task.id !== "acceptance"));
    expect(others(after)).toBe(others(before));
    expect(after.tasks.find((task) => task.id === "acceptance")?.what).toEndWith("Load it for an hour");
    expect(await approval()).not.toBe(first);
    expect(lab.host.prompts).toHaveLength(2);
    expect(await readJson<TaskPlan>(join(dir, "plan.superseded-1.json"))).toEqual(before);
  });

  test("a planner that changes what nobody named is asked again, and what it said counts for nothing", async () => {
    let wrong = 0;
    await start({
      answer: ({ kind, messages }) => {
        const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
        if (kind !== "plan" || !messages.some(({ content }) => content.includes("\nSAID TO ")) || wrong++ > 0)
          return undefined;
        const tasks = JSON.parse(/\nPLAN:\n<<<data \w+>>>\n(.*)\n/u.exec(last)?.[1] ?? "{}").tasks;
        return JSON.stringify({ tasks: tasks.map((task: object) => ({ ...task, what: "Mine now." })), removed: [] });
      },
    });
    await plan();
    await answered({ decision: "revise", annotations: { skeleton: "Smaller" } });
    await plan();
    expect(lab.host.prompts.at(-1)?.text).toContain("the person said nothing to ");
    expect((await stored()).tasks.filter(({ what }) => what === "Mine now.")).toEqual([]);
  });

  test("without a word asks what is to change, and asks no model", async () => {
    await start();
    await plan();
    await answered("reject");
    expect(await plan()).toContain("**The plan was rejected without a word.**");
    expect(lab.host.prompts).toHaveLength(1);
  });
});

describe("after a kill nothing is paid twice", () => {
  test("between the answer and the question, and between the approval and the files", async () => {
    await start();
    await plan();
    rmSync(join(dir, "questions.jsonl"));
    expect(await plan()).toContain("wait for the person's approval");
    await answered({ decision: "approve", annotations: {} });
    await plan();
    const files = await snapshot(join(lab.dir, "tasks"));
    // Before any file, but for the note where they are to lie.
    rmSync(join(lab.dir, "tasks"), { recursive: true });
    await undo(({ place }) => ({ place: place && { ...place, done: false } }));
    expect(await plan()).toContain("**The plan is approved.**");
    expect(await snapshot(join(lab.dir, "tasks"))).toEqual(files);
    // Approved, and where they lie not kept.
    rmSync(join(lab.dir, "tasks"), { recursive: true });
    await undo(() => ({ place: null, approved: null }));
    await plan();
    expect(await snapshot(join(lab.dir, "tasks"))).toEqual(files);
    expect(lab.host.prompts).toHaveLength(1);
  });

  test("in the middle of the files: half of one is written whole, and one that somebody began by then stays", async () => {
    await start();
    await approved();
    const whole = inTasks("acceptance.md");
    writeFileSync(join(lab.dir, "tasks/acceptance.md"), whole.slice(0, 40));
    const begun = inTasks("skeleton.md").replace("status: pending", "status: in-progress");
    writeFileSync(join(lab.dir, "tasks/skeleton.md"), begun);
    rmSync(join(lab.dir, "tasks/measure-risks.md"));
    await undo(({ place }) => ({ place: place && { ...place, done: false } }));
    await plan();
    expect(inTasks("acceptance.md")).toBe(whole);
    expect(inTasks("skeleton.md")).toBe(begun);
    expect(inTasks("measure-risks.md")).toContain("id: measure-risks");
    expect((await stored()).place?.done).toBe(true);
    expect(lab.host.prompts).toHaveLength(1);
  });
});

describe("what lies there stays", () => {
  test("a folder that holds tasks is named, and nothing is written; another folder is taken", async () => {
    await start();
    await plan();
    await answered("approve");
    await Bun.write(join(lab.dir, "tasks/skeleton.md"), "Mine\n");
    await Bun.write(join(lab.dir, "tasks/old.md"), "---\nid: old\nname: Old\n---\n");
    const refused = await plan();
    expect(refused).toContain("skeleton.md and old.md are there already, and stay as they are. Nothing was written.");
    expect(readdirSync(join(lab.dir, "tasks")).sort()).toEqual(["old.md", "skeleton.md"]);
    expect(lab.asked).toEqual([]);
    expect(await plan({ where: "work/queue" })).toContain("files in work/queue of the project");
    expect(inTasks("skeleton.md")).toBe("Mine\n");
    for (const where of ["../outside", ".", ".git/x"]) {
      await undo(() => ({ place: null, approved: null }));
      expect(await plan({ where })).toMatch(/Cannot (?:keep the tasks in|write into)/u);
    }
  });
});

describe("a design that changed", () => {
  const edit = async () => {
    const path = join(dir, "designs/design-alpha-strong-1.json");
    const design = await readJson<Record<string, unknown>>(path);
    writeFileSync(path, JSON.stringify({ ...design, summary: "Another" }));
  };

  test("before the approval nothing goes on but a new plan", async () => {
    await start();
    await plan();
    await edit();
    const stale = await plan();
    expect(stale).toContain("**Stale:** design A “");
    expect(stale).not.toContain("approves it");
    await answered("approve");
    expect(await plan()).toContain("**Stale:**");
    expect(existsSync(join(lab.dir, "tasks"))).toBe(false);
    expect(await plan({ anew: true })).toContain("wait for the person's approval");
    expect(lab.host.prompts).toHaveLength(2);
    // The same words again go on with it, and pay nothing.
    await plan({ anew: true });
    expect(lab.host.prompts).toHaveLength(2);
  });

  test("after it every view says so, and the tasks can still be worked on", async () => {
    await start();
    await approved();
    await edit();
    expect(await lab.call("tasks", { next: true })).toStartWith("**Stale:** design A “");
    expect(await lab.call("tasks", { start: "skeleton" })).toContain("is in progress");
    expect(await lab.call("show", { experiment: id })).toContain(
      `{op: "tasks", args: {experiment: "${id}", next: true}}`,
    );
  });
});

describe("status", () => {
  test("changes one line of one file, in order, and the ledger says who did what", async () => {
    await start();
    await approved();
    const before = inTasks("skeleton.md");
    lab.typed = true;
    expect(await lab.call("tasks", { start: "skeleton" })).toContain('done: "skeleton"');
    lab.typed = false;
    expect(inTasks("skeleton.md")).toBe(before.replace("status: pending", "status: in-progress"));
    expect(await lab.call("tasks", { start: "acceptance" })).toContain(
      "acceptance cannot be started now: it waits for",
    );
    expect(await lab.call("tasks", { done: "acceptance" })).toContain("Start it first. Nothing was changed.");
    expect(await lab.call("tasks", { failed: "skeleton", note: "No disk" })).toContain("it can be started again");
    expect(await lab.call("tasks", { next: true })).toContain("It failed before (“No disk”).");
    expect(await lab.call("tasks", { view: "list" })).toContain(
      "A skeleton that runs from end to end: failed (“No disk”)",
    );
    expect(await lab.call("tasks", { view: "show", task: "skeleton" })).toContain("- status: failed (“No disk”)");
    expect((await livePlan({ dir })).plan?.tasks.find(({ id }) => id === "skeleton")?.note).toBe("No disk");
    expect(readFileSync(join(dir, "results/plan.html"), "utf8")).toContain("No disk");
    expect(readFileSync(join(dir, "results/report.html"), "utf8")).toContain("which failed before.");
    await lab.call("tasks", { start: "skeleton" });
    const twice = await lab.call("tasks", { start: "skeleton" });
    expect(twice).toContain("needed is pending or failed");
    expect(twice).toMatch(/`\/design-lab tasks \S+ next` says what can be started/u);
    expect(await lab.call("tasks", { view: "list" })).not.toContain("No disk");
    expect(await lab.call("tasks", { done: "skeleton" })).toContain("**Start `build-public-api`");
    expect(await lab.call("tasks", { start: "skeletn" })).toContain("Nearest: skeleton");
    const lines = ledger().filter(({ event }) => event === "task");
    expect(lines.map(({ task_id, status, door, message }) => [task_id, status, door, message])).toEqual([
      ["skeleton", "in-progress", "command", undefined],
      ["skeleton", "failed", "text", "No disk"],
      ["skeleton", "in-progress", "text", undefined],
      ["skeleton", "completed", "text", undefined],
    ]);
    expect(await lab.call("show", { what: "ledger" })).toContain(
      "task skeleton is failed, by an agent or a typed line · No disk",
    );
  });

  test("a plan that is not approved has nothing to start", async () => {
    await start();
    await plan();
    expect(await lab.call("tasks", { view: "list" })).toStartWith("**Not approved yet:**");
    expect(await lab.call("tasks", { start: "skeleton" })).toContain("is not approved yet, and has no files");
  });

  test("a folder without an experiment: asked once where it lies in the project, and where it lies outside", async () => {
    await start();
    rmSync(dir, { recursive: true });
    await Bun.write(join(lab.dir, "todo/a.md"), "---\nid: a\nname: First\n---\n");
    expect(await lab.call("tasks", { dir: "todo", start: "a" })).toContain("is in progress");
    expect(await lab.call("tasks", { dir: "todo", failed: "a", note: "x" })).toContain("The note is kept nowhere");
    expect(lab.asked).toEqual(["designlab_write: Change the status of tasks in todo of the project, now and later?"]);
    const beside = await folder();
    await Bun.write(join(beside, "b.md"), "---\nid: b\nname: 次の仕事\n---\n");
    lab.permits = false;
    expect(await lab.call("tasks", { dir: beside, next: true })).toContain("Cannot read the task files in");
    lab.permits = true;
    expect(await lab.call("tasks", { dir: beside, next: true })).toContain("次の仕事");
    expect(await lab.call("tasks", { dir: beside, start: "b" })).toContain("is in progress");
    expect(readFileSync(join(beside, "b.md"), "utf8")).toBe("---\nid: b\nname: 次の仕事\nstatus: in-progress\n---\n");
  });

  test("a call that means two things is refused, and what a plan is written as can be read", async () => {
    await start();
    await approved();
    for (const [args, why] of [
      [{ start: "a", done: "b" }, "start and done are given"],
      [{ dir: "tasks", experiment: id }, "dir and experiment are given"],
      [{ view: "next", next: true }, "view and next are given"],
      [{ note: "x" }, "note belongs to failed"],
      [{ task: "skeleton" }, "task and from belong to a view"],
      [{ view: "topological" }, "the nearest: topo"],
    ] as const)
      expect(await lab.call("tasks", args)).toContain(why);
    for (const [op, args, said] of [
      [
        "plan",
        { view: "critical" },
        'view belongs to tasks. Nothing was changed.\n\nSend this instead: `designlab({op: "tasks", args: {view: "critical"}})`',
      ],
      [
        "plan",
        { start: "skeleton", dry_run: true },
        'start belongs to tasks, which takes no dry_run. Nothing was changed.\n\nSend this instead: `designlab({op: "tasks", args: {start: "skeleton"}})`',
      ],
      ["plan", { next: 1 }, 'there is no argument "next"'],
      [
        "tasks",
        { design: "A", next: true },
        'design belongs to plan, which takes no next. Nothing was changed.\n\nSend this instead: `designlab({op: "plan", args: {design: "A"}})`',
      ],
    ] as const)
      expect(await lab.call(op, args)).toContain(said);
    const { facts } = await answerCall({ op: "tasks", args: { as: "json" } }, lab.context);
    expect(JSON.parse(String(facts.json)).tasks).toHaveLength(10);
    expect(await lab.call("tasks", { as: "json" })).toContain(
      `\`opencode-designlab tasks ${id} --as json\` prints all of it`,
    );
    expect(await lab.call("tasks", { dir: "tasks", as: "mermaid" })).toContain("flowchart LR");
    expect(await lab.call("tasks", { as: "markdown" })).toContain("- [ ] `skeleton`");
    expect(await lab.call("tasks", { view: "help" })).toContain("critical");
  });
});
