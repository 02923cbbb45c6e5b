import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startLiveServer } from "../../src/live/server.ts";
import { reportHtml } from "../../src/views/html/report.tsx";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { rankedProject } from "../support/ranked-project.ts";
import { reportCase } from "../support/report-data.ts";

const project = rankedProject();
let chrome: TestBrowser;
let folder = "";

beforeAll(async () => {
  chrome = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), "designlab-figures-"));
}, 300_000);
afterAll(async () => {
  await chrome.close();
  await rm(folder, { recursive: true, force: true });
});

const WIDTHS = [360, 1180];
const CASES = {
  "a clear winner": { designs: 4, reviewers: 4 },
  "two that cannot be told apart": { designs: 2, reviewers: 2 },
  "many, of whom some failed": { designs: 6, reviewers: 5, flagged: [1], failedCells: [[0, 1]] as const },
};

for (const [name, given] of Object.entries(CASES)) {
  for (const width of WIDTHS) {
    test(`no figure of a report is torn from its unit at the end of a line: ${name}, ${width} px`, async () => {
      const file = join(folder, "report.html");
      await writeFile(file, await reportHtml(reportCase(given)));
      const { page, close } = await visit(chrome.browser, pathToFileURL(file).href, {
        viewport: { width, height: 900 },
      });
      const { seen, torn } = await figures(page);
      expect(seen).toBeGreaterThan(5);
      expect(torn).toEqual([]);
      await close();
    }, 300_000);
  }
}

for (const width of WIDTHS) {
  test(`nor is one of the live page: ${width} px`, async () => {
    const { lab } = await project.start();
    const server = await startLiveServer({
      bases: async () => [join(lab.dir, ".opencode/design-lab")],
      ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
      now: project.now,
      kept: join(lab.dir, "state/kept.json"),
    });
    const { page, close } = await visit(chrome.browser, server.invite().address, { viewport: { width, height: 900 } });
    await page.locator(".places").waitFor();
    const { seen, torn } = await figures(page);
    expect(seen).toBeGreaterThan(1);
    expect(torn).toEqual([]);
    await close();
    server.close();
  }, 300_000);
}

/** How many figures with a unit a page shows, and which of them take two lines where every space could end one. */
async function figures(page: Watched["page"]): Promise<{ seen: number; torn: string[] }> {
  return page.evaluate(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    // Through the object model, for a page allows no styles but its own.
    document.documentElement.style.wordSpacing = "3000px";
    document.body.style.overflowWrap = "normal";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const letters: [node: Text, at: number][] = [];
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      if (node.parentElement?.closest("svg, script, style, .hidden, code")) continue;
      for (let at = 0; at < node.data.length; at += 1) letters.push([node, at]);
    }
    const text = letters.map(([node, at]) => node.data[at]).join("");
    const torn: string[] = [];
    let seen = 0;
    for (const found of text.matchAll(/\d[ \u00A0](?:%|kB|MB|GB)/gu)) {
      const [from, to] = [letters[found.index], letters[found.index + found[0].length - 1]];
      if (!from || !to) continue;
      const top = ([node, at]: [Text, number]): number | undefined => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getClientRects()[0]?.bottom;
      };
      const [first, last] = [top(from), top(to)];
      if (first === undefined || last === undefined) continue;
      seen += 1;
      if (Math.abs(first - last) > 3) torn.push(text.slice(Math.max(0, found.index - 30), found.index + 6));
    }
    return { seen, torn };
  });
}
