import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCalls } from "../../src/host/calls.ts";
import { createPageRuns } from "../../src/host/page-runs.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { type Interview, interview, write } from "../support/briefs.ts";
import { openBrowser, shown, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { gatekeeper } from "../support/gatekeeper.ts";
import { THREE } from "../support/lab.ts";
import { looks, says } from "../support/looks.ts";
import { type ScriptedHost, scriptedHost } from "../support/scripted-host.ts";

let chrome: TestBrowser;
let dir: string;
let host: ScriptedHost;
let gate: ReturnType<typeof gatekeeper>;
let brief: Interview;
let server: LiveServer;
let watched: Watched[] = [];

/** Widths that a page is looked at in. */
const WIDTHS = [1180, 360];

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-way-"));
  const home = join(dir, "no-home");
  gate = gatekeeper();
  host = scriptedHost(THREE, async () => {
    await gate.pass();
    return undefined;
  });
  brief = await interview(dir);
  await write(brief);
  await configure(THREE.map(({ id }) => id));
  const calls = createCalls({
    host,
    sessions: new Map(),
    bases: new Set(),
    directory: dir,
    worktree: dir,
    home,
    env: {},
  });
  const unloaded = new AbortController().signal;
  server = await startLiveServer({
    bases: async () => [join(dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(dir, "state/kept.json"),
    person: { home, env: {} },
    runs: createPageRuns(calls, { open: async () => "ses_1", unloaded }),
  });
});
afterEach(async () => {
  gate.open(1_000);
  for (const each of watched) await each.close();
  watched = [];
  server.close();
  await rm(dir, { recursive: true, force: true });
});

const configure = (design_models: readonly string[]): Promise<void> =>
  writeFile(join(dir, ".opencode/design-lab.json"), JSON.stringify({ design_models }));

async function open(grade: Grade, width = 1180): Promise<Watched["page"]> {
  const one = await visit(chrome.browser, server.invite(brief.dir, grade).address, {
    viewport: { width, height: 900 },
  });
  watched.push(one);
  await one.page.locator("#next").waitFor();
  return one.page;
}

test("the page leads from the approval by one click to designs, their ranking and what comes next", async () => {
  const page = await open("person");
  await says(page, "#next-title", "Next: approve the brief, or send it back");
  await looks(page, "way-1-approve", WIDTHS);
  await page.getByText("Approve", { exact: true }).first().click();
  await page.getByRole("button", { name: "Send the answer" }).click();
  await says(page, "#next", "Have it designed: 3 designs, 12 sessions, about $");
  expect(await shown(page.locator("main"))).not.toContain("Nothing is asked of you");
  await page.locator("#brief summary").click();
  await says(page, "#brief", "Design a service that sends e-mails reliably");
  await looks(page, "way-2-approved", WIDTHS);

  // What it comes to changes while it stands there.
  await configure(THREE.slice(0, 2).map(({ id }) => id));
  const button = page.getByRole("button", { name: "Have it designed" });
  await button.click();
  await says(page, "#next [role=alert]", "has changed since it was shown");
  await says(page, "#next", "Have it designed: 2 designs, 6 sessions");
  expect(host.prompts).toEqual([]);
  await button.dblclick();
  await says(page, "#next-title", "Now: models are at work");
  await says(page, "#next", "2 designs are being written");
  await page.reload();
  await says(page, "#next", "2 designs are being written");
  await looks(page, "way-3-running", WIDTHS);
  gate.open(1_000);
  await says(page, "#next-title", "Next: decide");
  await says(page, "#next", "/design-lab decide 2026-01-05-mail");
  expect(await page.locator("main h2").first().textContent()).toBe("Next: decide");
  expect(host.prompts.filter(({ role }) => role === "designer")).toHaveLength(2);
  expect(await page.locator("#said").getAttribute("open")).toBeNull();
  expect((await shown(page.locator("main"))).split("can be changed no more").length).toBeLessThanOrEqual(2);
  await looks(page, "way-4-ranked", WIDTHS);
  // The browser itself writes down the one refusal.
  expect(watched[0]?.console).toEqual([expect.stringContaining("status of 400")]);
}, 300_000);

test("a page that an agent could open offers no button: it says how it becomes one's own, and the line to type", async () => {
  await brief.journal.answer((await brief.journal.read()).questions.at(-1)?.id ?? "", "approve", "page");
  const page = await open("shown");
  await says(page, "#next", "From here nothing is begun that costs.");
  await says(page, "#next", "/design-lab run 2026-01-05-mail");
  expect(await page.getByRole("button", { name: "Have it designed" }).count()).toBe(0);
  await looks(page, "way-5-shown", WIDTHS);
}, 300_000);

test("a project in which nothing was begun says how to begin", async () => {
  await rm(brief.dir, { recursive: true });
  const one = await visit(chrome.browser, server.invite(undefined, "person").address, {
    viewport: { width: 1180, height: 900 },
  });
  watched.push(one);
  const { page } = one;
  await says(page, "#next-title", "Next: begin");
  await says(page, "#next", '/design-lab brief "your idea"');
  await looks(page, "way-6-empty", WIDTHS);
}, 300_000);
