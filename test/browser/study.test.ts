import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { LabError } from "../../src/errors.ts";
import { startStudyPage } from "../../src/live/study.ts";
import { type StudySeen, studyProgress } from "../../src/story/study-standing.ts";
import { openBrowser, overflow, seriousFindings, shown, type TestBrowser, visit } from "../support/browser.ts";
import { HOSTILE } from "../support/hostile-text.ts";
import { settled } from "../support/settled.ts";
import { experimentsOf, shelvedBundle, standingOf } from "../support/shelved-study.ts";

// What src/views/html/study/main.tsx does in a browser, with the server behind it.
let chrome: TestBrowser;
let root: string;
let pages: Awaited<ReturnType<typeof startStudyPage>>;

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-study-"));
});
afterEach(async () => {
  pages?.close();
  await rm(root, { recursive: true, force: true });
});

/** A study of so many tasks, which goes on as the test says. */
function study(tasks: number) {
  const bundle = shelvedBundle({ tasks, panels: ["wide", "thrifty"], repeats: 2 });
  const all = experimentsOf(bundle);
  const named = bundle.tasks[0];
  if (named) named.title = `Booking ${HOSTILE}`;
  const state = { all, gone: false, looks: 0, longest: 0 };
  const look = async (): Promise<StudySeen> => {
    state.looks += 1;
    if (state.gone) throw new LabError("Cannot read the queue: it is gone.");
    const standing = standingOf(bundle, all);
    return {
      standing,
      progress: studyProgress(bundle, all),
      now: Date.now(),
      meant: "",
      pulled: 0,
      queue: "/queue.sqlite",
    };
  };
  return { state, look };
}

const open = async (look: () => Promise<StudySeen>, options: BrowserContextOptions = {}, every_ms = 100) => {
  pages = await startStudyPage({ kept: join(root, "state/study.json"), look, every_ms });
  const watched = await visit(chrome.browser, pages.invite().address, options);
  await watched.page.locator("#standing h1").waitFor();
  return watched;
};
const SOON = 60_000;

test("a study is followed in its place, in the light and in the dark, wide and narrow, and nothing on the page changes it", async () => {
  const { state, look } = study(120);
  Object.assign(state.all[2] ?? {}, { state: "failed", reason: `No key ${HOSTILE}`, advice: "Log in" });
  Object.assign(state.all[4] ?? {}, { state: "running" });
  for (const options of [
    { viewport: { width: 1280, height: 900 }, colorScheme: "light" as const },
    { viewport: { width: 360, height: 780 }, colorScheme: "dark" as const },
  ]) {
    const { page, console: said, close } = await open(look, options);
    const before = state.all.filter((each) => each.state === "done").length;
    const count = (done: number) => `${done} of 480 experiments ${done === 1 ? "is" : "are"} done.`;
    expect(await shown(page.locator("h1"))).toContain(count(before));
    expect([await overflow(page), await seriousFindings(page)]).toEqual([0, []]);
    expect(await page.locator("img, script:not([src]), button, form, input, a[href^='https']").count()).toBe(0);
    // The reader is at the third group, and stays there while the study goes on.
    await page.locator("summary").nth(2).click();
    await page.locator("summary").nth(2).scrollIntoViewIfNeeded();
    const at = await page.evaluate(() => window.scrollY);
    expect(at).toBeGreaterThan(0);
    Object.assign(state.all.at(-1 - before) ?? {}, { state: "done", cost: 1 });
    await settled(async () => (await shown(page.locator("h1"))).includes(count(before + 1)), SOON);
    expect(await shown(page.locator("#group-2"))).toContain(`${before + 1} of 80`);
    expect(await page.locator("details[open]").count()).toBe(2);
    expect(await page.evaluate(() => window.scrollY)).toBe(at);
    expect(said).toEqual([]);
    if (process.env.DESIGNLAB_PICTURES) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({
        path: join(process.env.DESIGNLAB_PICTURES, `study-${options.colorScheme}.png`),
        fullPage: false,
      });
    }
    await close();
    pages.close();
  }
}, 300_000);

test("what cannot be told is said, with the last that was; a page without its server says what to type", async () => {
  const { state, look } = study(3);
  const { page, close } = await open(look);
  state.gone = true;
  await settled(
    async () => (await shown(page.locator("[role=alert]"))).includes("Cannot read the queue: it is gone."),
    SOON,
  );
  expect(await shown(page.locator("h1"))).toContain("0 of 12 experiments are done.");
  state.gone = false;
  await settled(async () => (await shown(page.locator("[role=alert]"))) === "", SOON);
  pages.close();
  await settled(
    async () => (await shown(page.locator("[role=alert]"))).includes("opencode-designlab study show --page"),
    SOON,
  );
  // A command that serves it again is found by the open page.
  pages = await startStudyPage({ kept: join(root, "state/study.json"), look, every_ms: 100 });
  await settled(async () => (await shown(page.locator("[role=alert]"))) === "", SOON);
  await close();
}, 300_000);

test("a page that came while the study could not be read shows it once it can be", async () => {
  const { state, look } = study(2);
  state.gone = true;
  pages = await startStudyPage({ kept: join(root, "state/study.json"), look, every_ms: 100 });
  const { page, close } = await visit(chrome.browser, pages.invite().address);
  const alert = page.locator("[role=alert]");
  await alert.getByText("Cannot read the queue: it is gone.").waitFor();
  state.gone = false;
  await page.locator("#standing h1").waitFor({ timeout: 10_000 });
  expect(await shown(page.locator("h1"))).toContain("0 of 8 experiments are done.");
  await settled(async () => (await shown(alert)) === "", SOON);
  await close();
}, 300_000);

test("who took the port of a command that ended is sent no cookie, and the page says that its key is good no more", async () => {
  const { look } = study(2);
  const { page, close } = await open(look);
  const { port } = pages.invite();
  const keys = [new URL(page.url()).pathname, ...(await page.context().cookies()).map(({ value }) => value)];
  expect(keys).toHaveLength(2);
  pages.close();
  const heard: string[] = [];
  const squatter = Bun.serve({
    port,
    hostname: "127.0.0.1",
    fetch: ({ url, headers }) => {
      heard.push(`${url} ${JSON.stringify([...headers])}`);
      return Response.json(["00".repeat(32)]);
    },
  });
  const alert = page.locator("[role=alert]");
  await settled(async () => heard.length > 0 && (await shown(alert)).includes("its key is no longer good."), SOON);
  expect(await shown(alert)).toContain("What is below is the last that it was told.");
  expect(await shown(page.locator("h1"))).toContain("0 of 8 experiments are done.");
  await settled(() => heard.length > 2, SOON);
  for (const key of keys) expect(heard.filter((each) => each.includes(key))).toEqual([]);
  await squatter.stop(true);
  await close();
}, 300_000);

test("the door behind it takes no order", async () => {
  const { look } = study(2);
  const { page, close } = await open(look);
  for (const door of ["stop", "go", "again", "study"])
    expect(await page.evaluate(async (at) => (await fetch(at, { method: "POST" })).status, door)).toBe(404);
  await close();
}, 120_000);
