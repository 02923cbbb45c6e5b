import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import { createCalls } from "../../src/host/calls.ts";
import { createPageRuns } from "../../src/host/page-runs.ts";
import { createPageWords } from "../../src/host/page-words.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { createBegun } from "../../src/store/begun.ts";
import { withLock } from "../../src/store/lock.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { readJson } from "../support/disk.ts";
import { looks, meanwhile, says } from "../support/looks.ts";
import { rankedProject } from "../support/ranked-project.ts";
import { settled } from "../support/settled.ts";

const project = rankedProject();
let at: Awaited<ReturnType<typeof project.start>>;
let chrome: TestBrowser;
let server: LiveServer;
let watched: Watched[] = [];

/** Widths that a page is looked at in. */
const WIDTHS = [1180, 390];

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  at = await project.start();
  const { lab } = at;
  project.files("docs/adr", { "0001-first.md": "# 1. First\n\nStatus: accepted\n" });
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
  server = await startLiveServer({
    bases: async () => [join(lab.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: project.now,
    kept: join(lab.dir, "state/kept.json"),
    person: { home: lab.home, env: {} },
    words: createPageWords(calls),
    runs: createPageRuns(calls, { open: async () => "ses_1", unloaded: new AbortController().signal }),
  });
});
afterEach(async () => {
  for (const each of watched) await each.close();
  watched = [];
  server.close();
});

async function open(grade: Grade, colorScheme: "light" | "dark" = "light"): Promise<Watched["page"]> {
  const one = await visit(chrome.browser, server.invite(at.dir, grade).address, {
    viewport: { width: 1180, height: 900 },
    colorScheme,
  });
  watched.push(one);
  await one.page.locator("#next").waitFor();
  return one.page;
}

/** Presses the first button that is called so as soon as it is drawn, as a finger does that was on its way. */
const pressedAtOnce = (page: Watched["page"], called: string) =>
  page.evaluate(async (called) => {
    const button = () => [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith(called));
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    while (!button()) await frame();
    button()?.click();
    await frame();
  }, called);

/** Somebody else is at work for a moment, and the page says so. */
async function workMeanwhile(page: Watched["page"]): Promise<void> {
  const free = Promise.withResolvers<void>();
  const held = withLock(at.dir, "queue", () => free.promise);
  await says(page, "#next-title", "Now: models are at work");
  free.resolve();
  await held;
}

const decision = () => readJson<Decision>(join(at.dir, "decision.json"));

test("a page that nobody chose goes on to what begins elsewhere once nobody types on it", async () => {
  const one = await visit(chrome.browser, server.invite().address);
  watched.push(one);
  const { page } = one;
  const because = page.getByLabel("Why, in your own words");
  await because.fill("It is the one");
  const topic = await page.locator("h1").textContent();
  const now = () => new Date();
  const person = { home: at.lab.home, env: {} };
  const describe = (experiment_id: string) => ({
    version: 1 as const,
    ...{ experiment_id, topic: "A later idea", idea: "Something", from: [], created_at: now().toISOString() },
  });
  const base = join(at.lab.dir, ".opencode/design-lab");
  await createBegun(base, "2026-11-27-later", { gitignore: true, now, person, describe });
  await page.locator("#others").getByText("A later idea").waitFor();
  await because.pressSequentially(" we can run");
  expect([await page.locator("h1").textContent(), await because.inputValue()]).toEqual([
    topic,
    "It is the one we can run",
  ]);
  await because.blur();
  await says(page, "h1", "A later idea");
}, 300_000);

test("a click decides for what is proposed, with the reason, and writes the record; then how it turned out is said", async () => {
  const page = await open("person");
  await says(page, "#next", "proposed");
  await says(page, "#next", "Into docs/adr of the project");
  const because = page.getByLabel("Why, in your own words");
  await because.fill("It is the one we can run");
  // What is typed outlasts the page.
  await page.reload();
  await says(page, "#next", "proposed");
  expect(await because.inputValue()).toBe("It is the one we can run");
  await looks(page, "word-1-decide", WIDTHS);
  expect(existsSync(join(at.dir, "decision.json"))).toBe(false);
  await page.getByRole("button", { name: "Decide for A" }).dblclick();
  await says(page, "#next-title", "Next: plan the work");
  expect(await decision()).toMatchObject({
    because: "It is the one we can run",
    by: null,
    door: "page",
    record: { path: expect.stringMatching(/^docs\/adr\/0002-/u) },
    supersedes: [],
    outcomes: [],
  });
  await page.getByText("Say how it turned out").click();
  await page.getByRole("button", { name: "Keep it with the decision" }).click();
  await says(page, "#next [role=alert]", "Choose how it turned out.");
  await page.locator("#next label", { hasText: "It worked in part" }).click();
  // It stays open while the form is gone for a moment.
  await workMeanwhile(page);
  await says(page, "#next-title", "Next: plan the work");
  await page.getByLabel("What is to be said of it").fill("Slow at first");
  await says(page, "#next", "It is added to docs/adr/0002-");
  await looks(page, "word-2-outcome", WIDTHS);
  await page.getByRole("button", { name: "Keep it with the decision" }).click();
  await settled(async () => (await decision()).outcomes.length > 0, 60_000);
  expect((await decision()).outcomes).toMatchObject([{ outcome: "partly", note: "Slow at first" }]);
  await says(page, "#next-title", "This way is at its end");
  expect(watched[0]?.console).toEqual([]);
}, 300_000);

test("clicks lead from a decision to a plan, its approval and its tasks as files", async () => {
  const page = await open("person");
  await says(page, "#next", "proposed");
  await page.getByRole("button", { name: "Decide for A" }).click();
  await says(page, "#next", "Plan the work of A: 1 session, about $");
  await looks(page, "word-4-plan", WIDTHS);
  await page.getByRole("button", { name: "Plan the work of A" }).click();
  await says(page, "#next-title", "Next: approve the plan");
  await says(page, "#questions", "Is this how it is to be built?");
  await says(page, "#plan", "As it is proposed");
  // Whoever approves sees the whole first, and each task behind it.
  expect(await page.locator("#plan ~ #questions").count()).toBe(1);
  await says(page, "#questions", "skeleton →");
  await looks(page, "word-5-approve", WIDTHS);
  await page.getByText("Approve", { exact: true }).first().click();
  await page.getByRole("button", { name: "Send the answer" }).click();
  await says(page, "#next-title", "Next: have the tasks written");
  expect(await page.locator("#plan ~ #questions").count()).toBe(0);
  await says(page, "#next", "Into tasks of the project");
  await looks(page, "word-6-write", WIDTHS);
  await page.getByRole("button", { name: /^Write \d+ tasks as files$/u }).click();
  await says(page, "#next-title", "Next: the first task that waits for nothing");
  expect(readdirSync(join(at.lab.dir, "tasks")).length).toBeGreaterThan(1);
  expect(watched[0]?.console).toEqual([]);
}, 300_000);

test("where tasks are to go stays as it was chosen while somebody else is at work", async () => {
  const page = await open("person");
  await says(page, "#next", "proposed");
  await page.getByRole("button", { name: "Decide for A" }).click();
  await page.getByRole("button", { name: "Plan the work of A" }).click();
  await says(page, "#questions", "Is this how it is to be built?");
  await page.getByText("Approve", { exact: true }).first().click();
  await page.getByRole("button", { name: "Send the answer" }).click();
  await says(page, "#next-title", "Next: have the tasks written");
  const here = page.locator("#next label", { hasText: "Only into the experiment's folder" });
  await here.click();
  await workMeanwhile(page);
  await says(page, "#next-title", "Next: have the tasks written");
  expect(await page.getByRole("radio", { name: "Only into the experiment's folder" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: /^Write \d+ tasks as files$/u }).click();
  await says(page, "#next-title", "Next: the first task that waits for nothing");
  expect(existsSync(join(at.lab.dir, "tasks"))).toBe(false);
}, 300_000);

test("a press that was on its way when the next button came under it begins nothing; the next one does", async () => {
  const page = await open("person");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await says(page, "#next", "proposed");
  const pressed = pressedAtOnce(page, "Plan the work of A");
  await page.getByRole("button", { name: "Decide for A" }).click();
  await pressed;
  expect(sent.filter((path) => path.endsWith("/plan"))).toEqual([]);
  await page.getByRole("button", { name: "Plan the work of A" }).click();
  await says(page, "#next-title", "Next: approve the plan");
  expect(sent.filter((path) => path.endsWith("/plan"))).toHaveLength(1);
}, 300_000);

test("why a click was refused stands there still when somebody was at work meanwhile", async () => {
  const page = await open("person");
  await says(page, "#next", "proposed");
  await meanwhile(page, "decide", () =>
    project.edit("results/ranking.json", { timestamp: "2026-11-25T00:00:00.000Z" }),
  );
  await page.getByRole("button", { name: "Decide for A" }).click();
  await says(page, "#next [role=alert]", "has changed since it was shown");
  await workMeanwhile(page);
  await says(page, "#next-title", "Next: decide");
  await says(page, "#next [role=alert]", "has changed since it was shown");
  await page.getByLabel("Why, in your own words").fill("It is the one we can run");
  expect(await page.locator("#next [role=alert]").count()).toBe(0);
}, 300_000);

test("none of them, without a reason, is refused where the button stands; what changed meanwhile is asked again, once", async () => {
  const page = await open("person");
  await says(page, "#next", "proposed");
  await page.locator("#next label", { hasText: "None of them" }).click();
  await page.getByRole("button", { name: "Decide for none of them" }).click();
  await says(page, "#next [role=alert]", "Say why none of them is to be built");
  await page.getByLabel("Why, in your own words").fill("Too early");
  await page.locator("#next label", { hasText: "Only into the experiment's folder" }).click();
  await meanwhile(page, "decide", () => project.edit("designs/design-gamma-weak-1.json", { title: "Another title" }));
  const button = page.getByRole("button", { name: "Decide for none of them" });
  await button.click();
  await says(page, "#next [role=alert]", "has changed since it was shown");
  expect(existsSync(join(at.dir, "decision.json"))).toBe(false);
  await says(page, "#next", "Another title");
  expect(await page.getByLabel("Why, in your own words").inputValue()).toBe("Too early");
  await button.click();
  await settled(() => existsSync(join(at.dir, "decision.json")), 60_000);
  expect(await decision()).toMatchObject({ design_id: null, because: "Too early", record: { in: "experiment" } });
}, 300_000);

test("a page that an agent could open has no form: it says how it becomes one's own, and the line to type", async () => {
  const page = await open("shown");
  await says(page, "#next", "From here nothing is decided.");
  await says(page, "#next", `/design-lab decide ${at.id}`);
  expect(await page.locator("#next form").count()).toBe(0);
  await looks(page, "word-3-shown", WIDTHS);
}, 300_000);
