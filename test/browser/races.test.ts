import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import { createCalls } from "../../src/host/calls.ts";
import { createPageRuns } from "../../src/host/page-runs.ts";
import { createPageWords } from "../../src/host/page-words.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { readJson } from "../support/disk.ts";
import { says } from "../support/looks.ts";
import { rankedProject } from "../support/ranked-project.ts";
import { settled } from "../support/settled.ts";

const project = rankedProject();
let at: Awaited<ReturnType<typeof project.start>>;
let chrome: TestBrowser;
/** Two hosts of one project. */
let servers: LiveServer[];
let watched: Watched[] = [];

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  at = await project.start();
  project.files("docs/adr", { "0001-first.md": "# 1. First\n\nStatus: accepted\n" });
  servers = [await serve("one"), await serve("two")];
});
afterEach(async () => {
  for (const each of watched) await each.close();
  watched = [];
  for (const each of servers) each.close();
});

function serve(name: string): Promise<LiveServer> {
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
  return startLiveServer({
    bases: async () => [join(lab.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: project.now,
    kept: join(lab.dir, `state/${name}.json`),
    person: { home: lab.home, env: {} },
    words: createPageWords(calls),
    runs: createPageRuns(calls, { open: async () => "ses_1", unloaded: new AbortController().signal }),
  });
}

async function open(server: LiveServer | undefined): Promise<Watched["page"]> {
  const one = await visit(chrome.browser, server?.invite(at.dir, "person").address ?? "");
  watched.push(one);
  await says(one.page, "#next", "proposed");
  return one.page;
}

const decision = () => readJson<Decision>(join(at.dir, "decision.json"));
const records = () =>
  readdirSync(join(at.lab.dir, "docs/adr"))
    .filter((name) => name.endsWith(".md"))
    .sort();

test.each([
  ["two tabs of one host", 0],
  ["the pages of two hosts", 1],
])(
  "of two clicks at the same moment in %s one decides, and the other is told",
  async (_, second) => {
    const [one, two] = [await open(servers[0]), await open(servers[second])];
    await one.getByLabel("Why, in your own words").fill("The first tab");
    await two.getByLabel("Why, in your own words").fill("The second tab");
    await Promise.all([one, two].map((page) => page.getByRole("button", { name: "Decide for A" }).click()));
    await settled(async () => records().length > 1, 60_000);
    await Promise.all([one, two].map((page) => says(page, "#next-title", "Next: plan the work")));
    await Bun.sleep(1_000);
    expect(records()).toHaveLength(2);
    const { because, supersedes, door } = await decision();
    expect([["The first tab", "The second tab"].includes(because ?? ""), supersedes, door]).toEqual([true, [], "page"]);
  },
  300_000,
);

test("a click that is sent again byte for byte decides nothing anew", async () => {
  const page = await open(servers[0]);
  const sent: [address: string, body: string][] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/decide")) sent.push([request.url(), request.postData() ?? ""]);
  });
  await page.getByLabel("Why, in your own words").fill("Once");
  await page.getByRole("button", { name: "Decide for A" }).click();
  await says(page, "#next-title", "Next: plan the work");
  const before = await decision();
  expect(sent).toHaveLength(1);
  const [address = "", body = ""] = sent[0] ?? [];
  const again = () =>
    page.evaluate(
      async ([to, body]) => (await fetch(to ?? "", { method: "POST", body: body ?? "" })).status,
      [address, body],
    );
  expect((await Promise.all([again(), again(), again()])).every((status) => status < 500)).toBe(true);
  expect([await decision(), records()]).toEqual([before, ["0001-first.md", "0002-task-queue.md"]]);
}, 300_000);

test("a click while the host is gone decides nothing, and once it is back the next one decides", async () => {
  const page = await open(servers[0]);
  await page.getByLabel("Why, in your own words").fill("After all");
  servers[0]?.close();
  await page.getByRole("button", { name: "Decide for A" }).click();
  await page.getByText("does not answer").first().waitFor();
  expect(records()).toEqual(["0001-first.md"]);
  servers[0] = await serve("one");
  await says(page, "#next", "proposed");
  expect(await page.getByLabel("Why, in your own words").inputValue()).toBe("After all");
  await page.getByRole("button", { name: "Decide for A" }).click();
  await says(page, "#next-title", "Next: plan the work");
  expect([(await decision()).because, records().length]).toEqual(["After all", 2]);
}, 300_000);
