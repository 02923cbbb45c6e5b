import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { LiveServer } from "../../src/live/server.ts";
import { approvalsOf, WRITTEN_BRIEF, WRITTEN_PLAN } from "../support/approvals.ts";
import { type AskedProject, askedProject } from "../support/asked.ts";
import { openBrowser, shown, type TestBrowser, visit } from "../support/browser.ts";
import { looks } from "../support/looks.ts";

let chrome: TestBrowser;
let project: AskedProject;
let live: LiveServer;

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  project = await askedProject();
  live = await project.serve();
});
afterEach(async () => {
  live.close();
  await project.remove();
});

for (const [at, name] of ["brief", "plan"].entries()) {
  test(`the approval of a ${name} shows code, tables and lists as such, and stays inside the page, whatever a model wrote`, async () => {
    const question = approvalsOf(WRITTEN_BRIEF, WRITTEN_PLAN)[at];
    if (question === undefined) throw new Error("there is no such approval");
    await project.journal.ask([question], "text");
    const { page, console, requests, close } = await visit(chrome.browser, live.invite(project.dir, "person").address);
    const form = page.locator("form.question");
    await form.waitFor();
    expect(await shown(form)).not.toMatch(/```|~~~/u);
    expect(await form.locator("pre", { hasText: "SELECT 'a|b' FROM jobs;" }).count()).toBe(at === 0 ? 14 : 2);
    expect(await form.locator("td", { hasText: /^keeps$/u }).count()).toBe(at === 0 ? 14 : 2);
    expect(await form.locator("img, h1, h2").count()).toBe(0);
    await looks(page, `approval-${name}`, [1180, 360]);
    expect(console).toEqual([]);
    expect(requests.filter((each) => each.includes("evil"))).toEqual([]);
    await close();
  }, 300_000);
}
