import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planFor } from "../../rehearsal/planner.ts";
import type { PlannedTask, TaskPlan } from "../../src/artifacts/task-plan.ts";
import { readTask } from "../../src/plan/task-file.ts";
import { decidedProject } from "../support/decided-project.ts";
import { snapshot } from "../support/disk.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";

const TASK = {
  task: "Design a durable task queue",
  topic: "Task queue",
  requirements: ["Survives a crash", "p99 below 50 ms"],
  constraints: ["No new database"],
};
const project = decidedProject(TASK);
const { plan, tasks, stored, approved, answered } = project;
let lab: Bench;
let dir: string;
let id: string;
async function start(options: BenchOptions = {}): Promise<void> {
  ({ lab, dir, id } = await project.start(options));
}
const file = (name: string): string => join(lab.dir, "tasks", `${name}.md`);
const read = (name: string) => {
  const found = readTask(name, readFileSync(file(name), "utf8"));
  if (found.state !== "task") throw new Error(found.state);
  return found.task;
};
const of = ({ tasks: all }: Pick<TaskPlan, "tasks">, name: string): PlannedTask => {
  const task = all.find((each) => each.id === name);
  if (task === undefined) throw new Error(`no ${name}`);
  return task;
};
/** All tasks but these, without what they wait for. */
const others = ({ tasks: all }: TaskPlan, but: readonly string[]) =>
  all.filter((each) => !but.includes(each.id)).map(({ depends_on: _, ...task }) => task);

const ONE = "build-public-api";
const PARTS = ["core", "edges", "proof"].map((part) => `${ONE}-${part}`);

describe("a task of a plan that waits for approval", () => {
  test("is broken into parts that take its place, and nothing else is changed", async () => {
    await start();
    await plan();
    const before = await stored();
    const waited = before.tasks.filter(({ depends_on }) => depends_on.includes(ONE)).map((task) => task.id);
    expect(waited.length).toBeGreaterThan(0);
    const said = await plan({ expand: ONE });
    expect(said).toContain(`**\`${ONE}\` is broken into \`${PARTS[0]}\`, \`${PARTS[1]}\` and \`${PARTS[2]}\`.**`);
    const after = await stored();
    expect(after.tasks).toHaveLength(before.tasks.length + 2);
    expect(others(after, PARTS)).toEqual(others(before, [ONE]));
    expect(of(after, PARTS[0] ?? "").depends_on).toEqual(of(before, ONE).depends_on);
    for (const each of waited) {
      const own = of(before, each).depends_on;
      expect(of(after, each).depends_on).toEqual(own.flatMap((on) => (on === ONE ? PARTS.slice(1) : [on])));
    }
    expect(PARTS.flatMap((part) => of(after, part).requirements).sort()).toEqual(
      of(before, ONE).requirements.toSorted(),
    );
    expect(after.approved).toBeNull();
    await answered({ decision: "approve", annotations: {} });
    expect(await plan()).toContain("**The plan is approved.**");
    expect(existsSync(file(ONE))).toBe(false);
    for (const part of PARTS) expect(existsSync(file(part))).toBe(true);
    expect(await tasks({ view: "validate" })).toContain("Nothing is wrong");
  });

  test("stays as it is where its parts are rejected without a word, and the plan is asked about again", async () => {
    await start();
    await plan();
    const before = await stored();
    await plan({ expand: ONE });
    await answered("reject");
    expect(await plan()).toContain("tasks are planned, and wait for the person's approval");
    expect((await stored()).tasks).toEqual(before.tasks);
    expect(lab.host.prompts).toHaveLength(2);
  });
});

test("numbers of a plan go on", async () => {
  await start({
    answer: (asked) => {
      if (asked.kind !== "plan" || asked.messages.some(({ content }) => content.includes("Break the task")))
        return undefined;
      const all = planFor(asked) as { tasks: { id: string; depends_on: string[] }[]; not_served: object[] };
      const ids = new Map(all.tasks.map((task, at) => [task.id, `t${at + 1}`]));
      const named = (one: string) => ids.get(one) ?? one;
      const numbered = all.tasks.map((task) => ({
        ...task,
        id: named(task.id),
        depends_on: task.depends_on.map(named),
      }));
      return JSON.stringify({ ...all, tasks: numbered });
    },
  });
  await plan();
  const { length } = (await stored()).tasks;
  await plan({ expand: "t3" });
  const after = (await stored()).tasks.map((task) => task.id);
  expect(after).not.toContain("t3");
  expect(after.slice(2, 5)).toEqual([1, 2, 3].map((more) => `t${length + more}`));
});

describe("a task that is a file", () => {
  test("gives way once a person approves its parts: those are written, who waited waits for the last, other files stay byte for byte", async () => {
    await start();
    await approved();
    writeFileSync(file("skeleton"), `${readFileSync(file("skeleton"), "utf8")}\nMine.\n`);
    writeFileSync(file(ONE), `${readFileSync(file(ONE), "utf8")}\nOnly over HTTP.\n`);
    rmSync(file("measure-risks"));
    await tasks({ start: "skeleton" });
    const before = await snapshot(join(lab.dir, "tasks"));
    const acceptance = read("acceptance").depends_on;
    const said = await plan({ expand: ONE });
    expect(lab.host.prompts.at(-1)?.text).toContain("Only over HTTP.");
    expect(said).toContain("wait for the person's approval");
    // Its own parts and who waits for it are to be read, and no other task.
    expect(said).not.toContain("**skeleton: ");
    expect(await snapshot(join(lab.dir, "tasks"))).toEqual(before);
    expect(await tasks({ done: "skeleton" })).toContain("is completed");
    await answered({ decision: "approve", annotations: {} });
    lab.asked.length = 0;
    expect(await plan()).toContain("**The plan is approved.**");
    expect(lab.asked).toEqual([]);
    expect(existsSync(file(ONE))).toBe(false);
    expect(existsSync(file("measure-risks"))).toBe(false);
    expect(read(PARTS[0] ?? "").depends_on).toEqual(["skeleton"]);
    expect(read("acceptance").depends_on.toSorted()).toEqual(
      acceptance.flatMap((on) => (on === ONE ? PARTS.slice(1) : [on])).toSorted(),
    );
    const linked = [...readFileSync(file("acceptance"), "utf8").matchAll(/\]\(([^)]+)\.md\)/gu)].map(
      ([, name]) => name,
    );
    expect(linked).toEqual(expect.arrayContaining(PARTS.slice(1)));
    expect(linked).not.toContain(ONE);
    expect(readFileSync(file(PARTS[0] ?? ""), "utf8")).toContain("[skeleton](skeleton.md)");
    expect(readFileSync(file("skeleton"), "utf8")).toContain("status: completed");
    expect(readFileSync(file("skeleton"), "utf8")).toEndWith("\nMine.\n");
    const after = await stored();
    expect(after.expansion?.text).toEndWith("\nOnly over HTTP.\n");
    expect(after.place).toEqual({ in: "project", path: "tasks", done: true });
    const there = await snapshot(lab.dir);
    expect(await plan()).toContain("**The plan is approved.**");
    expect(await snapshot(lab.dir)).toEqual(there);
    expect(await plan({ expand: PARTS[1] })).toContain(`\`${PARTS[1]}\` is broken into`);
  });

  test("stays where its parts are rejected without a word; what is said to them changes these alone", async () => {
    await start();
    await approved();
    const before = await stored();
    const files = await snapshot(join(lab.dir, "tasks"));
    await plan({ expand: ONE });
    await answered({ decision: "revise", annotations: {}, feedback: "The proof first" });
    expect(await plan({ dry_run: true })).toContain(`would be asked to break \`${ONE}\` into parts: 1 session`);
    await plan();
    expect(lab.host.prompts.at(-1)?.text).toContain("PARTS OF");
    const again = await stored();
    expect(others(again, PARTS)).toEqual(others(before, [ONE]));
    expect(of(again, PARTS[0] ?? "").what).toContain("The proof first");
    await answered("reject");
    expect(await plan()).toContain("**The plan is approved.**");
    const { expansion: _, timestamp: __, model: ___, provenance: ____, ...after } = await stored();
    expect(before).toMatchObject(after);
    expect(await snapshot(join(lab.dir, "tasks"))).toEqual(files);
    expect(await tasks({ view: "validate" })).toContain("Nothing is wrong");
  });

  test("a kill between its parts and its end is gone on with", async () => {
    await start();
    await approved();
    await plan({ expand: ONE });
    const waiting = await stored();
    await answered({ decision: "approve", annotations: {} });
    const own = readFileSync(file(ONE), "utf8");
    await plan();
    const done = await stored();
    for (const lost of [PARTS[2] ?? "", "acceptance"]) {
      // As if the process had ended before that file.
      writeFileSync(file(ONE), own);
      if (lost !== "acceptance") rmSync(file(lost));
      writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...done, place: waiting.place }));
      expect(await plan()).toContain("**The plan is approved.**");
      expect(existsSync(file(ONE))).toBe(false);
      expect(readdirSync(join(lab.dir, "tasks"))).toHaveLength(done.tasks.length);
    }
  });

  test("that was begun while its parts waited does not give way", async () => {
    await start();
    await approved();
    await tasks({ start: "skeleton" });
    await tasks({ done: "skeleton" });
    await plan({ expand: ONE });
    await tasks({ start: ONE });
    await answered({ decision: "approve", annotations: {} });
    const before = await snapshot(join(lab.dir, "tasks"));
    expect(await plan()).toContain(`Cannot put its parts in the place of ${ONE}: it is in-progress by now`);
    expect(await snapshot(join(lab.dir, "tasks"))).toEqual(before);
  });
});

describe("no model is asked", () => {
  test("for a task that there is not, that was begun or done, or beside what makes another plan", async () => {
    await start();
    expect(await plan({ expand: ONE })).toContain("nothing is planned yet");
    await approved();
    const asked = lab.host.prompts.length;
    const unknown = await plan({ expand: "T3" });
    expect(unknown).toContain('Cannot break up "T3": the plan has no such task. Nothing was asked.');
    for (const task of (await stored()).tasks) expect(unknown).toContain(task.id);
    await tasks({ start: "skeleton" });
    expect(await plan({ expand: "skeleton" })).toContain(
      "it is in-progress, and only what nobody has begun can give way to others",
    );
    await tasks({ done: "skeleton" });
    const done = await plan({ expand: "skeleton" });
    expect(done).toContain("it is completed");
    expect(done).toContain("What is left of it is a task of its own");
    expect(await plan({ expand: ONE, anew: true })).toContain("anew is given beside it");
    expect(await plan({ expand: ONE, dry_run: true })).toContain(
      `would be asked to break \`${ONE}\` into parts: 1 session`,
    );
    expect(lab.host.prompts).toHaveLength(asked);
  });

  test("while the parts of another wait, or again for the same", async () => {
    await start();
    await approved();
    await plan({ expand: ONE });
    const asked = lab.host.prompts.length;
    expect(await plan({ expand: "acceptance" })).toContain(`the parts of ${ONE} wait for an approval, and come first`);
    expect(await plan({ expand: ONE })).toContain("wait for the person's approval");
    expect(lab.host.prompts).toHaveLength(asked);
  });

  test("where the person does not allow the price", async () => {
    await start({ config: { confirm_above: 0 } });
    await approved();
    const before = await snapshot(dir);
    lab.permits = false;
    expect(await plan({ expand: ONE })).toContain("Not started: the person did not allow it");
    expect(await snapshot(dir)).toEqual(before);
  });
});

test("parts that lose a requirement, wait for strangers or take an id that is there are asked for again", async () => {
  let wrong = 0;
  await start({
    answer: (asked) => {
      if (asked.kind !== "plan" || !asked.messages.some(({ content }) => content.includes("Break the task")))
        return undefined;
      if (wrong++ > 0) return undefined;
      const { tasks: parts } = planFor(asked) as { tasks: object[] };
      const bad = { requirements: [], risks: [], components: ["Nobody's"], depends_on: ["acceptance"] };
      return JSON.stringify({
        tasks: parts.map((part, at) => ({ ...part, ...bad, ...(at === 1 && { id: "skeleton" }) })),
      });
    },
  });
  await plan();
  await plan({ expand: ONE });
  const again = lab.host.prompts.at(-1)?.text ?? "";
  expect(again).toContain('these ids are taken: "skeleton"');
  expect(again).toContain(`depends on "acceptance": a part may wait for other parts and for what ${ONE} waited for`);
  expect(again).toContain(`of the requirements of ${ONE}`);
  expect(again).toContain(`"Nobody's" is not among the components of ${ONE}`);
  expect((await stored()).expansion?.parts).toEqual(PARTS);
  expect(id).not.toBe("");
});
