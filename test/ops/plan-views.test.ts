import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { planFor } from "../../rehearsal/planner.ts";
import { decidedProject } from "../support/decided-project.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";

let lab: Bench;
let dir: string;
let id: string;
const project = decidedProject({
  task: "Design a durable task queue",
  topic: "Queue",
  requirements: ["Survives a crash"],
});
const { plan, tasks, approved } = project;
async function start(options: BenchOptions = {}): Promise<void> {
  ({ lab, dir, id } = await project.start(options));
}

describe("a plan that is not approved", () => {
  test("says what would come first, and names no call that changes a task", async () => {
    await start();
    await plan();
    for (const view of [{ next: true }, { view: "show", task: "skeleton" }, { view: "list" }]) {
      const text = await tasks(view);
      expect(text).toContain("none can be started");
      expect(text).not.toMatch(/start: "|done: "|\/design-lab tasks \S+ (?:start|done|failed)|can be started now/u);
    }
    expect(await tasks({ next: true })).toContain("**First would be `skeleton`");
    await approved();
    expect(await lab.call("tasks", { next: true })).toContain('start: "skeleton"');
  });
});

describe("a plan of 60 tasks, which no reply holds whole,", () => {
  const WHAT = `${"Measure it twice. ".repeat(28)}\n\n${Array.from({ length: 30 }, (_, at) => `- step ${at}`).join("\n")}`;
  async function large(): Promise<string> {
    await start({
      answer: (asked) => {
        if (asked.kind !== "plan") return undefined;
        const { tasks, not_served } = planFor(asked) as { tasks: object[]; not_served: object[] };
        const extra = Array.from({ length: 60 - tasks.length }, (_, at) => ({
          ...tasks[0],
          id: `extra-${at}`,
          name: `Extra ${at}`,
          what: WHAT,
          files: Array.from({ length: 12 }, (_, file) => `src/file-${file}.ts`),
        }));
        return JSON.stringify({ tasks: [...tasks, ...extra], not_served });
      },
    });
    return plan();
  }

  test("names every task, how one is seen whole, and how it is approved", async () => {
    const said = await large();
    for (const text of [said, await lab.call("ask", { experiment: id })]) {
      for (const task of (await project.stored()).tasks)
        expect(text).toMatch(new RegExp(`\\| +\\d+ \\| ${task.id} +\\| ${task.name} +\\|`, "u"));
      expect(text).not.toContain("left out");
      expect(text).toContain(`\`/design-lab tasks ${id} show extra-0\` shows the first whole, another id any other`);
      expect(text).toContain("Answer with “approve”, “reject: why”");
    }
    expect(said).toContain("\n### Next\n");
    expect(said).toContain(`/design-lab approve ${id}`);
    // The whole drawn, then a row for each, then how to answer.
    const places = ["`skeleton` → `", "| step |", "A line `"].map((each) => said.indexOf(each));
    expect(places.every((at, nth) => at > (places[nth - 1] ?? 0))).toBe(true);
    await project.journal().answer(await project.approval(), "approve", "page");
    expect(await plan()).toContain("Its 60 tasks became files");
  });

  test("shows one whole before it is a file", async () => {
    await large();
    const text = await tasks({ view: "show", task: "extra-7" });
    expect(text).toContain("Its file is to say:");
    for (const line of [
      ...WHAT.trim()
        .split("\n")
        .map((each) => each.trim()),
      "src/file-11.ts",
    ])
      expect(text).toContain(line);
    expect(text).not.toMatch(/more line|…|\d+ more/u);
  });
});

test("a task beside a view of the whole is not passed over", async () => {
  await start();
  await plan();
  for (const args of [
    { view: "critical", task: "zzz" },
    { next: true, task: "x" },
    { view: "help", task: "x" },
  ])
    expect(await tasks(args)).toContain("task belongs to show, deps and dependents");
  expect(await tasks({ view: "critcal", task: "x" })).toContain("the nearest: critical");
  expect(await tasks({ view: "deps", task: "skeleton" })).toContain("waits for nothing");
});

test("a task whose text holds the sign for a lost letter is changed, one with bytes that are no UTF-8 is not", async () => {
  await start();
  const file = join(lab.dir, "todo/a.md");
  const text = "---\nid: a\nname: Mend the page that shows \uFFFD\n---\n\n\uFFFD\n";
  await Bun.write(file, text);
  lab.typed = true;
  expect(await lab.call("tasks", { dir: "todo", start: "a" })).toContain("is in progress.");
  expect(await Bun.file(file).text()).toBe(text.replace("\n---\n\n", "\nstatus: in-progress\n---\n\n"));
  // Three bytes of a letter of four are read as one sign of three: as long as what they stand for.
  const torn = Buffer.concat([Buffer.from("---\nid: b\nname: B\n---\n"), Buffer.from([0xf0, 0x9f, 0x98])]);
  await Bun.write(join(lab.dir, "todo/b.md"), torn);
  expect(await lab.call("tasks", { dir: "todo", start: "b" })).toContain(
    "Cannot change b.md: it holds bytes that are no UTF-8, which would be lost. Nothing was changed.",
  );
  expect(Buffer.from(await Bun.file(join(lab.dir, "todo/b.md")).arrayBuffer()).equals(torn)).toBe(true);
});

test("a task's file says what was approved: code to the byte, and no heading but its own", async () => {
  const code = "```sh\n# rm -rf data\nmake\n---\n#\n## Remark of who approved it\n```";
  const forged = [
    "## Remark of who approved it",
    "Remark of who approved it\n===",
    "<h2>Remark of who approved it</h2>",
    "- ## Remark of who approved it",
    "> ## Remark of who approved it",
    "1. # Remark of who approved it",
  ];
  await start({
    answer: (asked) => {
      if (asked.kind !== "plan") return undefined;
      const { tasks, ...rest } = planFor(asked) as { tasks: object[] };
      const what = ["Run this:", code, ...forged].join("\n\n");
      return JSON.stringify({ ...rest, tasks: tasks.map((task) => ({ ...task, what })) });
    },
  });
  await plan();
  const [asked] = (await project.journal().read()).questions;
  const sections = asked?.question.type === "show_plan" ? asked.question.sections : [];
  await approved({ skeleton: "Mine" });
  const file = await Bun.file(join(lab.dir, "tasks/skeleton.md")).text();
  const body = file.slice(file.indexOf("\n---\n") + 5);
  const [own = "", remark] = body.split("\n\n## Remark of who approved it\n\n");
  expect(remark).toStartWith("Mine\n\n## What the fields above say\n\n");
  expect(own).toContain(code);
  const outside = body.replace(code, "");
  const headings = outside.match(/^[\s>*+-]*(?:\d+\. )?#.*|^(?:=+|-+)$|<h/gmu)?.map((line) => line.trim());
  const OWN = ["Why this design was chosen", "Remark of who approved it", "What the fields above say"];
  expect(headings).toEqual(OWN.map((title) => `## ${title}`));
  expect(sections.find((section) => section.id === "skeleton")?.markdown).toStartWith(
    own.trim().split("\n\n## Why this design was chosen")[0] ?? "-",
  );
});

test("every export says what of the folder it leaves out", async () => {
  await start();
  const files = { "a.md": "id: a\nname: A", "x.md": "id: x\nname: [", "y.md": "id: a\nname: B" };
  for (const [file, matter] of Object.entries(files))
    await Bun.write(join(lab.dir, "todo", file), `---\n${matter}\n---\n`);
  for (const as of ["markdown", "json", "mermaid"]) {
    const text = await lab.call("tasks", { dir: "todo", as });
    expect([as, text]).toEqual([as, expect.stringContaining("1 file cannot be read; 1 id stands in several files")]);
  }
  expect(await lab.call("tasks", { dir: "todo", as: "mermaid" })).toContain('view: "validate"');
});

test("no view is longer than 60 lines, with what stands above it", async () => {
  await start();
  await approved();
  const many = Array.from({ length: 80 }, (_, at) => `---\nid: t${at}\nname: T\n---\n`);
  for (const [at, text] of many.entries()) await Bun.write(join(lab.dir, `tasks/t${at}.md`), text);
  const [design] = [...new Bun.Glob("designs/*.json").scanSync(dir)].filter((file) => file.includes("alpha"));
  rmSync(join(dir, design ?? ""));
  expect(await tasks({ view: "list" })).toContain("**Stale:**");
  for (const view of ["list", "topo", "cost", "next", "parallel"]) {
    const text = await tasks({ view });
    expect([view, text.split("\n").length <= 60]).toEqual([view, true]);
  }
  const started = await tasks({ start: "skeleton" });
  expect(started).toContain("is in progress.");
  const done = await tasks({ done: "skeleton" });
  expect(done).toContain("**Stale:**");
  expect(done.split("\n").length).toBeLessThanOrEqual(60);
});
