import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCalls } from "../../src/host/calls.ts";
import { createPageReplies } from "../../src/host/page-replies.ts";
import { createPageRuns } from "../../src/host/page-runs.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { type Interview, interview, write } from "../support/briefs.ts";
import { openBrowser, shown, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { gatekeeper } from "../support/gatekeeper.ts";
import { baseOf, dayAt, writeKnown } from "../support/history-project.ts";
import { THREE } from "../support/lab.ts";
import { looks, meanwhile, says } from "../support/looks.ts";
import { type ScriptedHost, scriptedHost } from "../support/scripted-host.ts";
import { settled } from "../support/settled.ts";

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
    replies: createPageReplies(calls, { open: async () => "ses_2", unloaded }),
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
  await meanwhile(page, "begin", () => configure(THREE.slice(0, 2).map(({ id }) => id)));
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

/** The page that a plain line opens, which names no experiment; what asks the browser for dark is shown so. */
async function openPlain(grade: Grade, colorScheme: "light" | "dark" = "light"): Promise<Watched["page"]> {
  const one = await visit(chrome.browser, server.invite(undefined, grade).address, {
    viewport: { width: 1180, height: 900 },
    colorScheme,
  });
  watched.push(one);
  return one.page;
}

test("a project in which nothing was begun says how to begin, and the first field leads from words to a brief by the keyboard", async () => {
  await rm(brief.dir, { recursive: true });
  const page = await openPlain("person");
  await says(page, "#next-title", "Next: begin");
  await says(page, "#next", '/design-lab brief "your idea"');
  expect(await page.locator("main h2").first().textContent()).toBe("What do you want to build or know?");
  await looks(page, "way-6-empty", WIDTHS);

  const field = page.getByLabel("In your own words");
  await field.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "#way [role=alert]", "Type first what you want");
  await field.fill("A <b>booking</b> system for ferries صمّم");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "#way .answer", "What fits: a brief first.");
  // Whoever does not see the page is led to what was said.
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("answer");
  await says(page, "#way .answer", "Begin the brief: ");
  await says(page, "#way .ways", "Have it designed: 3 designs, ");
  await says(page, "#way .ways", '/design-lab brief "A <b>booking</b> system for ferries صمّم"');
  expect(await page.locator("#way b, #way .ways .begin").count()).toBe(1);
  await looks(page, "way-7-answer", WIDTHS);
  // What was typed is there after a reload, and nothing was begun of it.
  await page.reload();
  expect(await field.inputValue()).toBe("A <b>booking</b> system for ferries صمّم");
  await page.getByRole("button", { name: "Say what fits" }).click();
  const begin = page.getByRole("button", { name: /^Begin the brief: /u });
  await begin.focus();
  expect(host.prompts).toEqual([]);
  // Who reads it first presses it later.
  await settled(() => begin.isEnabled(), 60_000);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?experiment=/u);
  gate.open(1_000);
  await says(page, "#next-title", "Next: answer the questions");
  expect(await page.locator("#way").getAttribute("open")).toBeNull();
  expect(watched[0]?.console).toEqual([]);
}, 300_000);

test("what has changed since it was said of words stands there after the press, and the next press begins that", async () => {
  const page = await openPlain("person");
  await page.getByLabel("In your own words").fill("A booking system for ferries");
  await page.getByRole("button", { name: "Say what fits" }).click();
  await says(page, "#way .ways", "Have it designed: 3 designs, ");
  await configure(THREE.slice(0, 2).map(({ id }) => id));
  const begin = page.getByRole("button", { name: /^Have it designed: /u });
  await begin.click();
  await says(page, "#way [role=alert]", "has changed since it was shown");
  await says(page, "#way .ways", "Have it designed: 2 designs, ");
  expect(host.prompts).toEqual([]);
  gate.open(1_000);
  await begin.click();
  await page.waitForURL(/\?experiment=/u);
  await says(page, "h1", "booking system");
}, 300_000);

test("a page that an agent could open is told the same and has no button; the history of all experiments stands one link away", async () => {
  const plan = { designers: ["a/one", "b/two", "c/three"], reviewers: ["d/four", "e/five"] };
  for (let nth = 0; nth < 24; nth++)
    await writeKnown(
      baseOf(dir),
      {
        ...plan,
        ...{
          name: `known-${nth}`,
          at: dayAt(nth),
          seed: nth,
          score: (at: number, by: number) => 4 + at + ((nth + by) % 3),
        },
        decided: {
          design: nth % 3,
          because: `it is right <b>${nth}</b>`,
          ...(nth < 8 && { outcome: "worked" as const }),
        },
      },
      nth === 3 ? undefined : { home: join(dir, "no-home"), env: {} },
    );
  const page = await openPlain("shown", "dark");
  await page.getByLabel("In your own words").fill("known-7");
  await page.getByRole("button", { name: "Say what fits" }).click();
  await says(page, "#way .answer", "What fits: ");
  await says(page, "#way .answer", "From here nothing is begun that costs.");
  expect(await page.locator("#way .begin").count()).toBe(0);
  await looks(page, "way-8-shown-answer", WIDTHS);

  await page.getByRole("link", { name: "History of all experiments" }).click();
  await says(page, "main", "23 experiments, 23 decided");
  await says(page, "main", "Counted apart: 1 experiment");
  await says(page, "main", "it is right <b>0</b>");
  await looks(page, "way-9-history", WIDTHS);
  await page.getByRole("button", { name: "Read it again" }).click();
  await page.getByRole("link", { name: "2026-01-06-known-5" }).click();
  await says(page, "h1", "known-5");
  await page.goBack();
  await says(page, "h1", "What this project’s experiments say");
  await page.getByRole("link", { name: "Back to the experiments" }).click();
  await says(page, "#way", "What do you want to build or know?");
  expect(watched[0]?.console).toEqual([]);
}, 300_000);
