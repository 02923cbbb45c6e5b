import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Interview } from "../../src/artifacts/interview.ts";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { isApproval } from "../../src/questions/replay.ts";
import { folderOf, IDEA, INTERVIEW, journalOf, NIGHT } from "../e2e/support/interview.ts";
import { decided, PLANNING } from "../e2e/support/planning.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";
import { callServed } from "../e2e/support/served.ts";
import { snapshot } from "../support/disk.ts";

/** Milliseconds after a model's answer at which a host dies: before, in and after what is written of it. */
const AFTER = [0, 60, 120, 180, 240, 300, 400, 500, 650, 800];

/** Requests that the provider had answered, of these kinds. */
const paid = (lab: Rehearsal, kinds: readonly string[]): number =>
  lab.labRequests().filter(({ kind, answered_at }) => kinds.includes(kind) && answered_at !== null).length;

/** A host of its own makes a call and dies so long after the provider's next answer; where none comes it ends by itself. */
async function killed(lab: Rehearsal, kinds: readonly string[], wait: number, op: string, args: object): Promise<void> {
  const before = paid(lab, kinds);
  const server = await lab.serve();
  const { reply } = await callServed(server, op, args);
  let ended = false;
  reply.then(
    () => {
      ended = true;
    },
    () => undefined,
  );
  while (!ended && paid(lab, kinds) === before) await Bun.sleep(5);
  await Bun.sleep(wait);
  await server.kill9();
}

async function expectWhole(dir: string): Promise<void> {
  for (const [name, text] of Object.entries(await snapshot(dir))) {
    if (name.endsWith(".json")) expect([name, JSON.parse(text) !== null]).toEqual([name, true]);
  }
}

test("a brief that dies around each answer pays for no turn that is stored, and comes to its end", async () => {
  await using lab = await rehearse(INTERVIEW);
  const kinds = ["questions", "brief"];
  const path = () => join(folderOf(lab), "interview.json");
  const turns = (): Interview["turns"] =>
    folderOf(lab) !== "" && existsSync(path()) ? JSON.parse(readFileSync(path(), "utf8")).turns : [];
  const given: Record<string, unknown> = { q1: "b", q2: "900", q3: "yes", q4: NIGHT };
  let lost = 0;
  for (const wait of [...AFTER, ...AFTER]) {
    const [stored, before] = [turns().length, paid(lab, kinds)];
    const begins = folderOf(lab) === "";
    await killed(lab, kinds, wait, "brief", begins ? { idea: IDEA, wait: 0 } : { experiment: "latest", wait: 0 });
    // What was answered and is not stored was cut off: one at most, for one is asked at a time.
    const cut = paid(lab, kinds) - before - (turns().length - stored);
    expect([wait, cut === 0 || cut === 1]).toEqual([wait, true]);
    lost += cut;
    if (folderOf(lab) === "") continue;
    await expectWhole(folderOf(lab));
    const journal = journalOf(lab);
    for (const { id, state, question } of (await journal.read()).questions) {
      if (state === "open") await journal.answer(id, isApproval(question) ? "approve" : given[id], "page");
    }
  }
  expect(await lab.ask("brief", { experiment: "latest", wait: 0 })).toContain("**The brief is approved.**");
  expect(turns().map(({ kind }) => kind)).toEqual(["first", "probe", "probe", "probe", "write"]);
  expect(paid(lab, kinds)).toBe(5 + lost);
}, 900_000);

test("a plan that dies around each answer pays for none that is stored, and comes to its end", async () => {
  await using lab = await decided(PLANNING);
  const path = join(lab.dir, "plan.json");
  const text = () => (existsSync(path) ? readFileSync(path, "utf8") : "");
  /** What a planner wrote, without what became of it. */
  const planned = () => {
    if (text() === "") return "";
    const { place: _, approved: __, ...rest } = JSON.parse(text()) as TaskPlan;
    return JSON.stringify(rest);
  };
  const journal = openJournal(lab.dir, () => new Date());
  const versions = new Set<string>();
  let lost = 0;
  let sentBack = 0;
  for (const wait of AFTER) {
    const [before, stood] = [paid(lab, ["plan"]), planned()];
    await killed(lab, ["plan"], wait, "plan", { experiment: lab.id, wait: 0 });
    const cut = paid(lab, ["plan"]) - before - (planned() === stood ? 0 : 1);
    expect([wait, cut === 0 || cut === 1]).toEqual([wait, true]);
    lost += cut;
    if (planned() !== "") versions.add(planned());
    await expectWhole(lab.dir);
    const open = (await journal.read()).questions.find(({ state }) => state === "open");
    if (open === undefined) continue;
    sentBack++;
    await journal.answer(open.id, { decision: "revise", annotations: { skeleton: `Smaller, ${sentBack}` } }, "page");
  }
  await lab.plan({ experiment: lab.id, wait: 0 });
  versions.add(planned());
  expect(paid(lab, ["plan"])).toBe(versions.size + lost);
  expect(sentBack).toBeGreaterThan(0);
  const open = (await journal.read()).questions.find(({ state }) => state === "open");
  await journal.answer(open?.id ?? "", "approve", "page");
  const last = paid(lab, ["plan"]);
  const written = await lab.plan({ experiment: lab.id, where: "experiment", wait: 0 });
  expect(written).toContain("**The plan is approved.**");
  expect(paid(lab, ["plan"])).toBe(last);
}, 900_000);
