import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { planFor } from "../../rehearsal/planner.ts";
import { pathOf } from "../../src/store/artifacts.ts";
import { decidedProject } from "../support/decided-project.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
let dir: string;
let id: string;
const project = decidedProject({
  task: "Design a durable task queue",
  topic: "Queue",
  requirements: ["Survives a crash"],
});
const { plan, stored, answered, approved } = project;
async function start(options: BenchOptions = {}): Promise<void> {
  ({ lab, dir, id } = await project.start(options));
}
/** Changes the text of the planned design. */
async function edited(change: (text: string) => string): Promise<void> {
  const { design_id } = await stored();
  const file = pathOf(dir, "design", { design_id });
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
const retold = (text: string): string => text.replaceAll('"mitigation": "', '"mitigation": "Changed: ');

/** A planner whose every plan is another. */
function differing(): BenchOptions {
  let plans = 0;
  return {
    answer: (asked) =>
      asked.kind === "plan" ? JSON.stringify(planFor(asked)).replace("A skeleton", `Skeleton ${++plans}`) : undefined,
  };
}

/** While the person is asked for leave, something else happens. */
function whileAsked(permission: string, happens: () => Promise<unknown>): void {
  const { permit } = lab.context;
  let once = true;
  lab.context.permit = async (request) => {
    if (once && request.permission === permission) {
      once = false;
      await happens();
    }
    return permit(request);
  };
}

describe("a plan in the place of another", () => {
  test("of another design is made with --anew alone, and says where task files stay", async () => {
    await start();
    await approved();
    await lab.call("tasks", { start: "skeleton" });
    expect(await plan({ design: "B" })).toContain(
      "Cannot plan B: the design A is planned already, and its tasks lie in tasks. Nothing was asked.",
    );
    expect(lab.host.prompts).toHaveLength(1);
    expect(await lab.call("tasks", { done: "skeleton" })).toContain("is completed");
    const said = await plan({ design: "B", anew: true });
    expect(said).toContain("wait for the person's approval");
    expect(said).toContain("Task files of a plan before this one stay in tasks of the project");
  });

  test("is of the same design where that was edited, whatever was decided", async () => {
    await start();
    await plan({ design: "B" });
    const { design_id } = await stored();
    await edited(retold);
    expect(await plan()).toContain("Stale:");
    expect(await plan({ dry_run: true })).toContain("no model was called, and none would be. **Stale:**");
    expect(await plan({ dry_run: true, anew: true })).toContain("would be asked to break the design into tasks");
    expect(await plan({ anew: true })).toContain("wait for the person's approval");
    expect((await stored()).design_id).toBe(design_id);
  });

  test("may be made of one that was rejected without a word", async () => {
    await start(differing());
    await plan();
    await answered("reject");
    expect(await plan()).toContain("rejected without a word");
    expect(await plan({ anew: true })).toContain("wait for the person's approval");
    expect(lab.host.prompts).toHaveLength(2);
    expect(await plan({ anew: true })).toContain("Nothing was planned anew");
    expect(lab.host.prompts).toHaveLength(2);
  });
});

test("a plan that was sent back says what of it is another now", async () => {
  await start();
  expect(await plan()).not.toContain("Since it was sent back");
  await answered({ decision: "revise", annotations: { acceptance: "Load it for an hour" } });
  expect(await plan()).toContain("Since it was sent back: changed: acceptance. All others are as they were.");
});

describe("while a call waits", () => {
  test("a design that is edited is not approved", async () => {
    await start();
    await plan();
    const waiting = plan({ wait: 20 });
    await edited(retold);
    await answered("approve");
    const said = await waiting;
    expect(said).toContain("**Stale:**");
    expect(said).not.toContain("is approved");
    expect(existsSync(join(lab.dir, "tasks"))).toBe(false);
  });

  test("for leave to pay, what another call planned and wrote stays, and nothing is paid again", async () => {
    await start({ config: { confirm_above: 0 } });
    whileAsked("designlab_cost", async () => {
      await approved();
      await lab.call("tasks", { start: "skeleton" });
    });
    expect(await plan()).toContain("**The plan is approved.**");
    expect(lab.host.prompts).toHaveLength(1);
    expect((await stored()).place?.done).toBe(true);
  });

  test("for leave to move the tasks, a plan that was made anew stays", async () => {
    await start(differing());
    lab.permits = false;
    await approved();
    lab.permits = true;
    whileAsked("designlab_write", () => plan({ anew: true }));
    expect(await plan({ where: "work" })).toContain("the plan was changed meanwhile. Nothing was copied.");
    expect((await stored()).tasks[0]?.name).toContain("Skeleton 2");
    expect(existsSync(join(lab.dir, "work"))).toBe(false);
  });
});

test("leave for one folder does not take back leave for another", async () => {
  await start();
  await approved();
  await Bun.write(join(lab.dir, "todo/a.md"), "---\nid: a\nname: First\n---\n");
  await lab.call("tasks", { dir: "todo", start: "a" });
  await lab.call("tasks", { dir: "tasks", start: "skeleton" });
  await lab.call("tasks", { dir: "todo", done: "a" });
  expect(lab.asked.map((question) => / into (\S+) | tasks in (\S+) /u.exec(question)?.slice(1).join(""))).toEqual([
    "tasks",
    "todo",
  ]);
});

test("tasks that are not there any more are missed by every call", async () => {
  await start();
  await approved();
  rmSync(join(lab.dir, "tasks"), { recursive: true });
  for (const said of [await plan(), await lab.call("tasks", { experiment: id, next: true })]) {
    expect(said).toContain(`The tasks of the plan of ${id} lay in tasks of the project, which is not there any more.`);
    expect(said).toContain(`\`/design-lab plan ${id} --anew\` plans anew`);
  }
});

test("a folder that a call names is in the line that goes on", async () => {
  await start();
  expect(await plan({ where: "docs/my work" })).toContain(
    `\`designlab({op: "plan", args: {experiment: "${id}", where: "docs/my work"}})\` goes on: what was said`,
  );
});

test("a plan that was written half is written on in the words that were approved", async () => {
  await start();
  await approved();
  const file = join(lab.dir, "tasks/measure-risks.md");
  const before = readFileSync(file, "utf8");
  expect(before).toContain("## Risks that it carries");
  rmSync(file);
  const { place, ...rest } = await stored();
  writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...rest, place: { ...place, done: false } }));
  await edited(retold);
  expect(await plan()).toContain("**The plan is approved.**");
  expect(readFileSync(file, "utf8")).toBe(before);
  rmSync(file);
  writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...rest, place: { ...place, done: false } }));
  rmSync(pathOf(dir, "design", rest));
  await plan();
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("a plan that was written half is written on where it was begun, whatever folder the call names", async () => {
  await start();
  await approved();
  const file = join(lab.dir, "tasks/measure-risks.md");
  const before = readFileSync(file, "utf8");
  rmSync(file);
  const { place, ...rest } = await stored();
  writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...rest, place: { ...place, done: false } }));
  expect(await plan({ where: "work" })).toContain("became files in tasks of the project");
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(existsSync(join(lab.dir, "work"))).toBe(false);
});

test("nothing is planned of designs whose result is held back", async () => {
  lab = await bench();
  await lab.call("run", { task: "Design a durable task queue", topic: "Queue", judge: true });
  const experiment = basename(await onlyExperiment(lab.dir));
  expect(await lab.call("plan", { experiment, design: "A", wait: 0 })).toContain("Not planned: a plan of");
  await lab.dispose();
  expect(lab.host.prompts.filter(({ role }) => role === "planner")).toEqual([]);
});
