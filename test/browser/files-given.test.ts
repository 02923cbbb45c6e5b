import { afterAll, beforeAll, expect, test } from "bun:test";
import type { LiveServer } from "../../src/live/server.ts";
import type { NewQuestion } from "../../src/questions/types.ts";
import { PNG } from "../support/answering.ts";
import { type AskedProject, askedProject, EACH } from "../support/asked.ts";
import { openBrowser, shown, type TestBrowser, visit } from "../support/browser.ts";

// What the control of src/views/html/live/controls/files.tsx says of what is given.

let chrome: TestBrowser;
let project: AskedProject;
let server: LiveServer;
beforeAll(async () => {
  chrome = await openBrowser();
  project = await askedProject();
  server = await project.serve();
}, 300_000);
afterAll(async () => {
  await chrome.close();
  server.close();
  await project.remove();
});

test("a file that is not taken is said to be none of what is asked, until another is taken", async () => {
  await project.journal.ask([EACH.find(({ type }) => type === "ask_image") as NewQuestion], "text");
  const watched = await visit(chrome.browser, server.invite().address);
  const { page } = watched;
  const give = (name: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer });
  await page.locator(".files").waitFor({ timeout: 60_000 });
  expect(await page.locator(".files .refused").count()).toBe(0);
  await give("photo.png", Buffer.from("words"));
  await page.locator(".files .refused").waitFor({ timeout: 60_000 });
  expect(await shown(page.locator(".files .refused"))).toContain("\u201cphoto.png\u201d is no picture");
  await give("real.png", Buffer.from(PNG));
  await page.locator(".files .given li").waitFor({ timeout: 60_000 });
  expect(await page.locator(".files .refused").count()).toBe(0);
  await watched.close();
}, 300_000);
