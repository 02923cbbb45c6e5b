import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createCalls } from "../../src/host/calls.ts";
import { createPageRuns } from "../../src/host/page-runs.ts";
import { createPageWords } from "../../src/host/page-words.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { withLock } from "../../src/store/lock.ts";
import type { PlanOffer } from "../../src/story/live-plan.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { decidedProject } from "../support/decided-project.ts";
import { type Entered, enter, knockAt } from "../support/enter.ts";
import { type Answerer, available } from "../support/scripted-host.ts";
import { settled } from "../support/settled.ts";

const project = decidedProject({ task: "Design a durable task queue", topic: "Task queue" });
let at: Awaited<ReturnType<typeof project.start>>;
let server: LiveServer;
let words: ReturnType<typeof createPageWords>;
let runs: ReturnType<typeof createPageRuns>;
let opened: string[];

const page = (grade: Grade = "person"): Promise<Entered> => enter(server.invite(at.dir, grade).address);
const planners = (): number => at.lab.host.prompts.filter(({ role }) => role === "planner").length;
const tasks = (folder: string): string[] => readdirSync(join(folder, "tasks")).filter((name) => name.endsWith(".md"));

async function offer(step: PlanOffer["step"]): Promise<PlanOffer> {
  const offered = await words.plan(at.dir);
  if (offered?.step !== step) throw new Error(`${step} was expected, found ${offered?.step}`);
  return offered;
}

async function serve(answer?: Answerer, withRuns = true): Promise<void> {
  at = await project.start(answer && { answer });
  const { lab } = at;
  const calls = createCalls({
    host: lab.host,
    sessions: lab.sessions,
    bases: new Set(),
    directory: lab.dir,
    worktree: lab.dir,
    home: lab.home,
    env: {},
    now: project.now,
  });
  words = createPageWords(calls);
  opened = [];
  const open = async (title: string) => `ses_${opened.push(title)}`;
  runs = createPageRuns(calls, { open, unloaded: new AbortController().signal });
  server = await startLiveServer({
    bases: async () => [join(lab.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: project.now,
    kept: join(lab.dir, "state/kept.json"),
    person: { home: lab.home, env: {} },
    words,
    ...(withRuns && { runs }),
  });
}

beforeEach(() => serve());
afterEach(() => server.close());

/** Has it planned by a click, and waits until that is done. */
async function plan(own: Entered, step: "make" | "revise" = "make") {
  const { sha256: agreed } = await offer(step);
  const came = await knockAt(own, "plan", { agreed });
  await settled(async () => (await words.plan(at.dir)) === null && (await project.approval()) !== "");
  return came;
}

describe("a plan by clicks", () => {
  test("is made at the price that stood there, once for two, changed as was said, approved and written", async () => {
    const own = await page();
    const make = await offer("make");
    expect(make).toMatchObject({ letter: "A", forecast: { sessions: 1 } });
    const clicks = await Promise.all([1, 2].map(() => knockAt(own, "plan", { agreed: make.sha256 })));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    await settled(async () => (await words.plan(at.dir)) === null && (await project.approval()) !== "");
    expect([planners(), opened]).toEqual([1, [`Design lab: ${at.id}`]]);
    // Until that call has ended it is told the same once more.
    await settled(async () => (await knockAt(own, "plan", { agreed: make.sha256 })).status === 400);
    expect([planners(), opened.length]).toEqual([1, 1]);

    await project.answered({ decision: "reject", feedback: "Smaller steps", annotations: {} });
    expect((await plan(own, "revise")).status).toBe(200);
    expect(planners()).toBe(2);

    await project.answered({ decision: "approve", annotations: {} });
    const write = await offer("write");
    expect(write).toMatchObject({ letter: "A", forecast: null, place: { folder: "tasks", why: "", begun: false } });
    expect(existsSync(join(at.lab.dir, "tasks"))).toBe(false);
    const written = await Promise.all([1, 2].map(() => knockAt(own, "write", { agreed: write.sha256 })));
    expect(written.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(tasks(at.lab.dir)).toHaveLength(write.tasks);
    expect(await project.stored()).toMatchObject({
      approved: { door: "page" },
      place: { in: "project", path: "tasks", done: true },
    });
    expect(await words.plan(at.dir)).toBeNull();
    expect(planners()).toBe(2);
  });

  test("stays in the experiment where the person wants it so", async () => {
    const own = await page();
    await plan(own);
    await project.answered({ decision: "approve", annotations: {} });
    const { sha256: agreed } = await offer("write");
    expect((await knockAt(own, "write", { agreed, where: "/tmp" })).status).toBe(400);
    expect((await knockAt(own, "write", { agreed, where: "experiment" })).status).toBe(200);
    expect(existsSync(join(at.lab.dir, "tasks"))).toBe(false);
    expect(tasks(at.dir).length).toBeGreaterThan(0);
  });

  test("is asked again where the price, or what is to be written, changed meanwhile: nothing begins", async () => {
    const own = await page();
    const { sha256: agreed } = await offer("make");
    const models = at.lab.host.models;
    at.lab.host.models = async () =>
      (await models()).map(({ id }) => available(id, { price: { input: 2, output: 9 } }));
    const { status, said } = await knockAt(own, "plan", { agreed });
    expect([status, said.refused, opened, planners()]).toEqual([
      400,
      expect.stringContaining("has changed since it was shown"),
      [],
      0,
    ]);
    await plan(own);
    await project.answered({ decision: "approve", annotations: {} });
    const write = await offer("write");
    const [first, ...others] = (await project.stored()).tasks;
    const tasks = [{ ...first, name: "Another name" }, ...others];
    await Bun.write(join(at.dir, "plan.json"), JSON.stringify({ ...(await project.stored()), tasks }));
    const stale = await knockAt(own, "write", { agreed: write.sha256 });
    expect([stale.status, existsSync(join(at.lab.dir, "tasks"))]).toEqual([400, false]);
  });

  test("says why there is none where the model made none, and is offered again", async () => {
    server.close();
    await serve((asked) => (asked.kind === "plan" ? "no plan" : undefined));
    const own = await page();
    const { sha256: agreed } = await offer("make");
    await knockAt(own, "plan", { agreed });
    while (runs.standing(at.dir).why === "") await Bun.sleep(20);
    expect(runs.standing(at.dir).why).toContain("made no plan");
    await offer("make");
  });
});

describe("nothing is planned or written", () => {
  test("by a page that an agent could open, by another hash, by the door of another step", async () => {
    const [shown, own] = [await page("shown"), await page()];
    const { sha256: agreed } = await offer("make");
    expect((await knockAt(shown, "plan", { agreed })).said.refused).toContain("Not begun: a yes to what it costs");
    for (const other of ["0".repeat(64), 7, undefined])
      expect((await knockAt(own, "plan", { agreed: other })).status).toBe(400);
    // Without a session nobody is asked.
    expect((await knockAt(own, "write", { agreed })).status).toBe(400);
    expect([planners(), opened]).toEqual([0, []]);
    await plan(own);
    await project.answered({ decision: "approve", annotations: {} });
    const write = await offer("write");
    for (const [from, door] of [
      [shown, "write"],
      [own, "plan"],
      [{ ...own, cookie: shown.cookie }, "write"],
    ] as const) {
      expect((await knockAt(from, door, { agreed: write.sha256 })).status).toBeGreaterThanOrEqual(400);
    }
    expect([existsSync(join(at.lab.dir, "tasks")), existsSync(join(at.dir, "tasks"))]).toEqual([false, false]);
  });

  test("while somebody is at work on it: the click is told so, and one later writes", async () => {
    const own = await page();
    await plan(own);
    await project.answered({ decision: "approve", annotations: {} });
    const { sha256: agreed } = await offer("write");
    const busy = await withLock(at.dir, "x", () => knockAt(own, "write", { agreed }));
    expect([busy.status, busy.said.refused]).toEqual([400, expect.stringContaining("nothing was written")]);
    expect(existsSync(join(at.lab.dir, "tasks"))).toBe(false);
    expect((await knockAt(own, "write", { agreed })).status).toBe(200);
  });

  test("where the page can begin nothing: no model is asked from there", async () => {
    server.close();
    await serve(undefined, false);
    const { sha256: agreed } = await offer("make");
    expect((await knockAt(await page(), "plan", { agreed })).said.refused).toContain("This page can begin nothing");
    expect(planners()).toBe(0);
  });
});
