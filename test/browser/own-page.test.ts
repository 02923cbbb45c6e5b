import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { type Judging, startJudging } from "../../src/live/judging.ts";
import type { LiveServer } from "../../src/live/server.ts";
import { pressAt } from "../support/answering.ts";
import { type AskedProject, askedProject } from "../support/asked.ts";
import {
  openBrowser,
  overflow,
  seriousFindings,
  shown,
  type TestBrowser,
  visit,
  type Watched,
} from "../support/browser.ts";
import { ballotOf, seatOf } from "../support/judges.ts";
import { makeOwn, screenCode } from "../support/screen-code.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
let project: AskedProject;
let state: string;
let live: LiveServer;
let judging: Judging;
let watched: Watched[] = [];

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  project = await askedProject();
  state = join(project.root, "state");
  live = await project.serve();
  judging = await startJudging({ kept: join(state, "judging.json") });
});
afterEach(async () => {
  for (const each of watched) await each.close();
  watched = [];
  live.close();
  judging.close();
  await project.remove();
});

const ID = "approve-0123456789ab";
const PLAN = {
  id: ID,
  type: "show_plan",
  required: true,
  text: "Is this what is to be designed?",
  sections: [{ id: "task", title: "Task", markdown: "Design a queue for e-mails that loses none." }],
} as const;
const SIZES = [
  [1180, "dark"],
  [360, "light"],
] as const;
const SOON = 60_000;

async function open(address: string, width: number, colorScheme: "dark" | "light"): Promise<Watched["page"]> {
  const one = await visit(chrome.browser, address, { viewport: { width, height: 900 }, colorScheme });
  watched.push(one);
  return one.page;
}

/** Whether a page fits and can be read by all; `DESIGNLAB_PICTURES` names a folder for pictures of it. */
async function looks(view: Watched["page"], name: string): Promise<void> {
  const folder = process.env.DESIGNLAB_PICTURES;
  if (folder) await view.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  expect(await overflow(view)).toBe(0);
  expect(await seriousFindings(view)).toEqual([]);
}

const asked = async () => (await project.journal.read()).questions[0];

for (const [width, colours] of SIZES) {
  test(`a page that an agent could open says beside the approval that it takes none, and the code makes it one that does: ${width} px, ${colours}`, async () => {
    await project.journal.ask([PLAN], "text");
    const page = await open(live.invite(project.dir, "shown").address, width, colours);
    const form = page.locator("form.question");
    await form.getByText("From here it can be sent back, and not approved.").waitFor();
    expect(await shown(page.locator("#raise"))).toContain(
      "This page was opened by an address that an agent could read.",
    );
    await looks(page, `own-page-${width}`);
    await form.locator("summary").first().click();
    await form.getByLabel("Remark on Task").fill("as we said");
    await pressAt(form.getByText("Approve", { exact: true }));
    await page.getByRole("button", { name: "Send the answer" }).click();
    await form.getByText("whether it is approved is a person's word").waitFor();
    expect((await asked())?.state).toBe("open");

    await page.getByRole("button", { name: "Make it my own" }).click();
    const field = page.getByLabel("The code that your screen shows");
    await field.fill("ABCD-EFGH");
    await page.getByRole("button", { name: "This is my page" }).click();
    await page.getByText("4 attempts left.").waitFor();
    await looks(page, `own-page-code-${width}`);
    await field.fill(await screenCode(state));
    await page.keyboard.press("Enter");
    await page.locator("#raise").waitFor({ state: "detached" });
    await form.waitFor();
    expect(await shown(form)).not.toContain("not approved");
    // What was pressed and typed came along.
    expect(await form.getByLabel("Remark on Task").inputValue()).toBe("as we said");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await settled(async () => (await asked())?.state === "answered", SOON);
    expect(await asked()).toMatchObject({ by: "page", answer: { decision: "approve" } });
    await looks(page, `own-page-then-${width}`);
  }, 300_000);

  test(`a page to judge on that an agent could open keeps what is said in the browser until it is the person's: ${width} px, ${colours}`, async () => {
    const ada = seatOf(ballotOf(), { id: "ada" });
    const page = await open(judging.invite(ada, "shown").address, width, colours);
    await page.locator("#raise").waitFor();
    for (const letter of ["O", "N", "P"]) await page.locator(`[data-put="${letter}"]`).click();
    expect(await shown(page.locator("#end"))).toContain("A vote is not taken from here.");
    await looks(page, `own-judge-${width}`);
    await page.locator("#end .main").click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("raise");
    expect(ada.saved).toEqual([]);
    await makeOwn(page, state);
    await settled(() => ada.now()?.voice.order.flat().join("") === "ONP", SOON);
    await page.locator("#end .main").click();
    await page.locator("#thanks").waitFor();
    expect(ada.now()?.done).toBe(true);
  }, 300_000);
}

test("a question that comes while the code is typed takes nothing of it away", async () => {
  const page = await open(live.invite(project.dir, "shown").address, 1180, "light");
  await page.getByRole("button", { name: "Make it my own" }).click();
  const field = page.getByLabel("The code that your screen shows");
  await field.waitFor();
  await page.keyboard.type("ABCD");
  await project.journal.ask([PLAN], "text");
  await page.locator("form.question").waitFor();
  await page.keyboard.type("EFGH");
  expect(await field.inputValue()).toBe("ABCDEFGH");
  await page.keyboard.press("Enter");
  await page.getByText("4 attempts left.").waitFor();
  await field.fill(await screenCode(state));
  await page.keyboard.press("Enter");
  await page.locator("#raise").waitFor({ state: "detached" });
}, 300_000);

test("who took the port of a server that ended hears no code and no cookie of a page that waits for it", async () => {
  await project.journal.ask([PLAN], "text");
  const page = await open(live.invite(project.dir, "shown").address, 1180, "light");
  await page.getByRole("button", { name: "Make it my own" }).click();
  const code = await screenCode(state);
  await page.getByLabel("The code that your screen shows").fill(code);
  const keys = [new URL(page.url()).pathname, ...(await page.context().cookies()).map(({ value }) => value), code];
  expect(keys).toHaveLength(3);
  live.close();
  const heard: string[] = [];
  const squatter = Bun.serve({
    port: live.port,
    hostname: "127.0.0.1",
    fetch: ({ url, headers, method }) => {
      heard.push(`${method} ${url} ${JSON.stringify([...headers])}`);
      return Response.json(["00".repeat(32)]);
    },
  });
  await settled(() => heard.length > 0);
  await page.getByRole("button", { name: "This is my page" }).click();
  await page.getByText("The OpenCode that shows this page does not answer.").first().waitFor();
  await settled(() => heard.length > 3);
  expect([...new Set(heard.map((each) => each.replace(/of=[0-9a-f]{32} .*/u, "of=")))]).toEqual([
    `GET http://127.0.0.1:${live.port}/proof?of=`,
  ]);
  for (const key of keys) expect(heard.filter((each) => each.includes(key))).toEqual([]);
  squatter.stop(true);
}, 300_000);
