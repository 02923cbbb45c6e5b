import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { life, type Moment } from "../e2e/support/life.ts";
import { decided, PLANNING } from "../e2e/support/planning.ts";

test("killed at five moments a plan goes on in a new host: no answer is paid for twice, and no file is torn or written over", async () => {
  const held = { plan: false };
  await using lab = await decided({
    ...PLANNING,
    script: ({ kind }) => (kind === "plan" && held.plan ? { delay: 600_000 } : undefined),
  });
  const { id, dir } = lab;
  const journal = openJournal(dir, () => new Date(), lab.project);
  const asked = () => lab.labRequests().filter(({ kind }) => kind === "plan").length;
  const stored = (): TaskPlan => JSON.parse(readFileSync(join(dir, "plan.json"), "utf8"));
  const isThere = (name: string) => existsSync(join(dir, name));
  const open = async () => (await journal.read()).questions.find(({ state }) => state === "open")?.id;
  const die = (moment: Moment) => life(lab, moment, "plan", { experiment: id, wait: 300 });

  // While the planner thinks: what was cut off is asked again.
  held.plan = true;
  await die(() => asked() === 1);
  held.plan = false;
  // Its answer is kept, and nobody was asked about it yet.
  await die(() => isThere("plan.json"));
  expect(asked()).toBe(2);
  writeFileSync(join(dir, "questions.jsonl"), "");
  // The person is waited for.
  await die(async () => (await open()) !== undefined);
  const first = stored();
  // What is to change is being changed.
  await journal.answer((await open()) ?? "", { decision: "revise", annotations: { skeleton: "Smaller" } }, "page");
  held.plan = true;
  await die(() => asked() === 3);
  held.plan = false;
  expect(stored()).toEqual(first);
  await lab.plan({ experiment: id, wait: 0 });
  expect(asked()).toBe(4);
  const others = ({ tasks }: TaskPlan) => tasks.filter((task) => task.id !== "skeleton");
  expect(others(stored())).toEqual(others(first));
  // Files are being written.
  await journal.answer((await open()) ?? "", "approve", "page");
  const folder = join(lab.project.directory, "tasks");
  await die(async (server, session) => {
    await (await server.asked(session))?.allow();
    return existsSync(folder) && readdirSync(folder).length > 0;
  });
  const begun = Object.fromEntries(readdirSync(folder).map((name) => [name, lab.file(name.replace(/\.md$/u, ""))]));
  // Nothing is asked again where the files are to lie was kept.
  expect(await lab.plan({ experiment: id, wait: 0 })).toContain("**The plan is approved.**");
  expect(readdirSync(folder).filter((name) => name.endsWith(".md"))).toHaveLength(stored().tasks.length);
  for (const [name, text] of Object.entries(begun).filter(([name]) => name.endsWith(".md")))
    expect(lab.file(name.replace(/\.md$/u, ""))).toStartWith(text);
  expect(await lab.tasks({ view: "validate" })).toContain("Nothing is wrong");
  expect(asked()).toBe(4);
}, 600_000);
