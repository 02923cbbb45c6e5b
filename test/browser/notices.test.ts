import { afterAll, beforeAll, expect, test } from "bun:test";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { paths } from "../../src/store/paths.ts";
import { askedProject } from "../support/asked.ts";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { looks } from "../support/looks.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());

/** Pixels that lie between two notices at least. */
const APART = 8;

for (const width of [1180, 360]) {
  test(`notices that follow one another stand apart: ${width} px`, async () => {
    const project = await askedProject();
    await project.journal.ask([{ type: "confirm", text: "Keep it?" }], "text");
    await appendFile(paths.questions(project.dir), "{ torn");
    const live = await project.serve();
    const { page, close } = await visit(chrome.browser, live.invite(project.dir, "shown").address, {
      viewport: { width, height: 900 },
    });
    // Whose page it is, and what of the questions cannot be read.
    await page.locator("#raise + .notice").waitFor();
    expect(await touching(page)).toEqual([]);
    await looks(page, "notices", [width]);
    // What cannot be read of the experiment, and that nobody answers any more.
    await writeFile(join(project.dir, "task.json"), "{");
    await settled(async () => (await page.locator(".lost").count()) === 1, 60_000);
    live.close();
    await settled(async () => (await page.locator(".lost").count()) === 2, 60_000);
    expect(await touching(page)).toEqual([]);
    await looks(page, "notices-lost", [width]);
    await close();
    await project.remove();
  }, 300_000);
}

/** Notices with less than that between them, each by how it begins. */
function touching(page: Watched["page"]): Promise<string[]> {
  return page.evaluate((apart) => {
    const all = [...document.querySelectorAll<HTMLElement>(".notice, .refused")].filter(
      ({ offsetHeight }) => offsetHeight,
    );
    return all.flatMap((one) =>
      all
        .filter((other) => other !== one && !one.contains(other) && !other.contains(one))
        .filter((other) => {
          const gap = other.getBoundingClientRect().top - one.getBoundingClientRect().bottom;
          return gap > -1 && gap < apart;
        })
        .map((other) => `${one.textContent.slice(0, 40)} / ${other.textContent.slice(0, 40)}`),
    );
  }, APART);
}
