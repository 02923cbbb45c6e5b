import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import { decidedProject } from "../support/decided-project.ts";
import { readJson } from "../support/disk.ts";
import type { Bench } from "../support/lab.ts";

const TASK = { task: "Design a durable task queue", topic: "Task queue", requirements: ["Survives a crash"] };
const project = decidedProject(TASK);
const { plan, approved, answered, stored } = project;
let lab: Bench;
let dir: string;
async function start(): Promise<void> {
  ({ lab, dir } = await project.start());
}
async function decide(args: object): Promise<void> {
  lab.typed = true;
  await lab.call("decide", { design: "A", because: "It runs", ...args });
  lab.typed = false;
}
const document = async (): Promise<string> => {
  const { design_document } = await readJson<Decision>(join(dir, "decision.json"));
  return join(lab.dir, design_document?.path ?? "none");
};
/** Every task's file of a folder, with where its link to the design leads. */
const linksIn = (folder: string) =>
  readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const [, way] = /\nThe chosen design, whole: \[[^\]]+\]\(([^)]+)\)\n/u.exec(text) ?? [];
    return way === undefined ? null : resolve(folder, decodeURI(way));
  });

test.each([{ where: undefined }, { where: "work/now (2)" }, { where: "docs/decisions/tasks" }])(
  "each task's file in the folder of the person's choice leads to the document of the design: $where",
  async ({ where }) => {
    await start();
    await decide({ where: "docs/our decisions" });
    await plan(where === undefined ? {} : { where });
    await answered({ decision: "approve", annotations: {} });
    await plan(where === undefined ? {} : { where });
    const links = linksIn(join(lab.dir, where ?? "tasks"));
    const target = await document();
    expect(target).toContain("docs/our decisions/designs/");
    expect(existsSync(target)).toBe(true);
    expect(links.length).toBeGreaterThan(4);
    expect([...new Set(links)]).toEqual([target]);
    expect(dirname(target)).not.toBe(lab.dir);
  },
);

test("tasks that leave the experiment lead to it from where they lie then", async () => {
  await start();
  await decide({ where: "docs/adr" });
  await plan({ where: "experiment" });
  await answered({ decision: "approve", annotations: {} });
  await plan({ where: "experiment" });
  const target = await document();
  expect([...new Set(linksIn(join(dir, "tasks")))]).toEqual([target]);
  await plan({ where: "work/tasks" });
  expect([...new Set(linksIn(join(lab.dir, "work/tasks")))]).toEqual([target]);
});

test("tasks in the experiment take a name that is free: those of earlier plans stay where they lie", async () => {
  await start();
  for (const name of ["tasks", "tasks-2"]) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, "mine.md"), "Mine");
  }
  await plan();
  await answered({ decision: "approve", annotations: {} });
  await plan({ where: "experiment" });
  expect((await stored()).place).toEqual({ in: "experiment", path: "tasks-3", done: true });
  expect(linksIn(join(dir, "tasks-3")).length).toBeGreaterThan(4);
  for (const name of ["tasks", "tasks-2"]) expect(readdirSync(join(dir, name))).toEqual(["mine.md"]);
});

test("there is no link where the document lies in the experiment, is gone, or is of another design", async () => {
  await start();
  await decide({ where: "experiment" });
  await approved();
  expect([...new Set(linksIn(join(lab.dir, "tasks")))]).toEqual([null]);
  await start();
  await decide({ where: "docs/adr" });
  rmSync(await document());
  await approved();
  expect([...new Set(linksIn(join(lab.dir, "tasks")))]).toEqual([null]);
  await start();
  await decide({ where: "docs/adr" });
  await plan({ design: "B" });
  await answered({ decision: "approve", annotations: {} });
  await plan();
  expect([...new Set(linksIn(join(lab.dir, "tasks")))]).toEqual([null]);
});
