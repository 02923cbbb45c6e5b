import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { reportHtml } from "../../src/views/html/report.tsx";
import type { ReportData } from "../../src/views/html/report-data.ts";
import { openBrowser, overflow, seriousFindings, shown, type TestBrowser, visit } from "../support/browser.ts";
import { onlyExperiment } from "../support/disk.ts";
import { hostileReport } from "../support/hostile-report.ts";
import { bench } from "../support/lab.ts";
import { reportCase } from "../support/report-data.ts";

const SECTIONS =
  "verdict task designs coverage scores points compare full disagreements statistics account configuration".split(" ");
const PHONE = { viewport: { width: 360, height: 740 } };

let chrome: TestBrowser;
let folder = "";

beforeAll(async () => {
  chrome = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), "designlab-report-"));
}, 300_000);

afterAll(async () => {
  await chrome.close();
  await rm(folder, { recursive: true, force: true });
});

/** The address of the report of these data, as a file on disk. */
async function written(name: string, data: ReportData): Promise<string> {
  const file = join(folder, `${name}.html`);
  await writeFile(file, await reportHtml(data));
  return pathToFileURL(file).href;
}

describe("the report of a real run, opened from disk without a network", () => {
  let address = "";
  beforeAll(async () => {
    const run = await bench();
    await run.call("run", {
      task: "Design a durable job queue. Jobs must survive the loss of a zone.",
      requirements: ["Jobs run at least once"],
    });
    const file = join(folder, "run.html");
    await writeFile(file, await readFile(join(await onlyExperiment(run.dir), "results/report.html")));
    address = pathToFileURL(file).href;
    await run.dispose();
  }, 300_000);

  // Contrast is of the colours and what fits is of the width, so that each needs to be seen once.
  for (const [colorScheme, viewport] of [
    ["light", PHONE.viewport],
    ["dark", { width: 1280, height: 900 }],
  ] as const) {
    test(`fits, asks for nothing and has no serious accessibility problem: ${colorScheme}, ${viewport.width} px`, async () => {
      const { page, console, requests, close } = await visit(chrome.browser, address, {
        colorScheme,
        viewport,
        offline: true,
      });
      expect(await overflow(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      expect({ console, requests }).toEqual({ console: [], requests: [] });
      await close();
    }, 300_000);
  }

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`says which design and how sure on the first screen, and keeps its contents in sight: ${viewport.width} px`, async () => {
      const { page, close } = await visit(chrome.browser, address, { viewport });
      for (const place of ["#verdict .answer", "#verdict .level", "#verdict .because dd >> nth=0"]) {
        const box = await page.locator(place).boundingBox();
        expect([place, (box?.y ?? 9_999) + (box?.height ?? 0) < viewport.height]).toEqual([place, true]);
      }
      await page.locator("#statistics").scrollIntoViewIfNeeded();
      const contents = await page.locator("nav").boundingBox();
      expect(contents).toMatchObject({ y: 0 });
      expect(contents?.height).toBeLessThan(60);
      await close();
    }, 300_000);
  }

  test("a line that opens what is closed stands beside its mark on a narrow screen, however long it is", async () => {
    const { page, close } = await visit(chrome.browser, address, { viewport: { width: 390, height: 844 } });
    const lines = await page.locator("details.closed:not(.points) > summary").evaluateAll((found) =>
      found.map((summary) => {
        const text = document.createRange();
        text.selectNodeContents(summary);
        return text.getBoundingClientRect().left - summary.getBoundingClientRect().left;
      }),
    );
    expect(lines.length).toBeGreaterThan(1);
    for (const indent of lines) expect(indent).toBeGreaterThan(10);
    await close();
  }, 300_000);

  test("opens what is closed where a link leads into it, with its heading in sight and without a script", async () => {
    const { page, close } = await visit(chrome.browser, address, { javaScriptEnabled: false, offline: true });
    for (const id of ["scores", "compare"]) {
      const inside = page.locator(`#${id}`);
      expect([id, await inside.isVisible()]).toEqual([id, false]);
      await page.locator(`nav a[href='#${id}']`).click();
      expect([id, await inside.isVisible()]).toEqual([id, true]);
      const [contents, title] = [page.locator("nav"), page.locator(`#${id}-title`)];
      const [above, head] = [await contents.boundingBox(), await title.boundingBox()];
      expect(head?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
      expect(head?.y).toBeLessThan(450);
    }
    await close();
  }, 300_000);

  test("opens a folded design where a link leads to it, below what stays in sight", async () => {
    const { page, close } = await visit(chrome.browser, address, { javaScriptEnabled: false, offline: true });
    const design = page.locator("#design-B");
    expect(await design.isVisible()).toBe(false);
    await page.locator("#designs a[href='#design-B']").click();
    expect(await design.isVisible()).toBe(true);
    expect(await page.locator("#design-A").isVisible()).toBe(false);
    const [contents, head, text] = [page.locator("nav"), page.locator("details:has(> #design-B) > summary"), design];
    const [above, title, first] = [await contents.boundingBox(), await head.boundingBox(), await text.boundingBox()];
    expect(title?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
    expect(first?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0) - 1);
    await close();
  }, 300_000);

  test("is readable with scripts off: every section, any two designs, the reasons behind a score", async () => {
    const { page, close } = await visit(chrome.browser, address, { javaScriptEnabled: false, offline: true });
    for (const id of SECTIONS) {
      // What is closed opens where its link is followed.
      await page.locator(`nav a[href='#${id}']`).click();
      expect([id, (await shown(page.locator(`#${id}`))).length > 60]).toEqual([id, true]);
    }
    await page.selectOption("#compare-left", "C");
    await page.selectOption("#compare-right", "A");
    const left = async (design: string) =>
      (await page.locator(`#compare .of-${design}`).first().boundingBox())?.x ?? -1;
    expect(await left("C")).toBeLessThan(await left("A"));
    expect(await page.locator("#compare .of-B:visible").count()).toBe(0);
    for (const row of await page.locator("#compare .apart .apart").all())
      expect(await row.isVisible()).toBe(((await row.getAttribute("class")) ?? "").includes("differ-A-C"));
    await page.locator("nav a[href='#scores']").click();
    await page.locator("#scores .heat").first().click();
    expect(await shown(page.locator(".why:popover-open"))).toContain("clarity");
    await close();
  }, 300_000);

  test("is used by keyboard alone: a cell opens, Escape closes it and gives the focus back", async () => {
    const { page, close } = await visit(chrome.browser, address);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("To the verdict");
    await page.locator("details:has(> #scores) > summary").focus();
    await page.keyboard.press("Enter");
    const cell = page.locator("#scores .heat").first();
    await cell.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".why:popover-open").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator(".why:popover-open").count()).toBe(0);
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
    await close();
  }, 300_000);

  test("prints what decides, on two pages", async () => {
    const { page, close } = await visit(chrome.browser, address);
    await page.emulateMedia({ media: "print" });
    const printed = "verdict designs coverage scores".split(" ");
    for (const id of SECTIONS)
      expect([id, await page.locator(`#${id}`).isVisible()]).toEqual([id, printed.includes(id)]);
    expect(await page.locator(".why:visible").count()).toBe(0);
    expect(pagesOf(await page.pdf())).toBeLessThanOrEqual(2);
    await close();
  }, 300_000);

  test("prints every section on request, with what the screen keeps folded", async () => {
    const { page, close } = await visit(chrome.browser, address);
    await page.getByLabel("Print everything").check();
    await page.emulateMedia({ media: "print" });
    for (const id of SECTIONS) expect([id, await page.locator(`#${id}`).isVisible()]).toEqual([id, true]);
    expect(await page.locator(".why:visible").count()).toBe(await page.locator(".why").count());
    expect(await page.locator("details table:visible, details pre:visible").count()).toBeGreaterThan(1);
    expect((await page.pdf()).byteLength).toBeGreaterThan(20_000);
    await close();
  }, 300_000);
});

const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").split(/\/Type ?\/Page\b/u).length - 1;

const LONG = "extraordinarily-long-provider-name/model-with-a-name-that-nobody-would-choose-2026-preview-instruct";
const JAPANESE = "決済基盤のための耐久性のあるジョブキュー。予約実行と即時実行に対応し、ゾーン障害に耐えること。";

const CASES: readonly [name: string, data: () => ReportData][] = [
  ["2 designs", () => reportCase({ designs: 2, reviewers: 2 })],
  [
    "3 designs with failures",
    () => reportCase({ designs: 3, reviewers: 3, failedDesigns: [1], failedCells: [[0, 2]] }),
  ],
  ["10 designs and 8 reviewers", () => reportCase({ designs: 10, reviewers: 8, failedCells: [[0, 1]] })],
  ["long names", () => reportCase({ designs: 4, reviewers: 4, model: (at) => `${LONG}-${at}` })],
  [
    "Japanese",
    () =>
      reportCase({
        designs: 3,
        reviewers: 3,
        task: { topic: "耐久ジョブキュー", task: JAPANESE.repeat(3), requirements: [JAPANESE] },
        design: (body) => ({ ...body, title: JAPANESE, summary: JAPANESE.repeat(4) }),
        review: (body) => ({ ...body, weaknesses: [JAPANESE] }),
      }),
  ],
  ["hostile text", () => hostileReport(reportCase({ designs: 3, reviewers: 3 }))],
];

describe("a report", () => {
  for (const [name, data] of CASES) {
    test(`fits a phone and has no serious accessibility problem: ${name}`, async () => {
      const address = await written(name.replaceAll(" ", "-"), data());
      const { page, console, requests, close } = await visit(chrome.browser, address, PHONE);
      expect(await overflow(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      expect({ console, requests }).toEqual({ console: [], requests: [] });
      await close();
    }, 300_000);
  }

  test("hides the rows on which all agree where that is asked for, on a screen and not on paper", async () => {
    const data = reportCase({ designs: 3, reviewers: 3 });
    const coverage = data.coverage.map((row, at) => ({
      ...row,
      cells: row.cells.map((cell) => (at === 0 ? { ...cell, status: "met" as const, agree: cell.of } : cell)),
    }));
    const { page, close } = await visit(chrome.browser, await written("agreed", { ...data, coverage }), PHONE);
    const rows = page.locator("#coverage tbody tr:visible");
    expect(await rows.count()).toBe(6);
    await page.getByLabel("Hide the row on which all agree").check();
    expect(await rows.count()).toBe(5);
    await page.emulateMedia({ media: "print" });
    expect(await rows.count()).toBe(6);
    await close();
  }, 300_000);

  test("lets a hostile design run nothing, load nothing and change no style", async () => {
    const plain = reportCase({ designs: 3, reviewers: 3 });
    const styles = async (address: string) => {
      const { page, console, requests, close } = await visit(chrome.browser, address);
      await page.locator("details:has(> #scores) > summary").click();
      await page.locator("#scores .heat").first().click();
      const seen = await page.evaluate(() => ({
        attacked: "attacked" in globalThis,
        elements: document.querySelectorAll("script, img, use, a[href^='javascript']").length,
        headings: document.querySelectorAll("h1").length,
        display: getComputedStyle(document.querySelector("main") ?? document.body).display,
        background: getComputedStyle(document.body).background,
      }));
      await close();
      return { ...seen, console, requests };
    };
    const harmless = await styles(await written("plain", plain));
    expect(harmless).toMatchObject({ attacked: false, elements: 0, headings: 1, console: [], requests: [] });
    expect(await styles(await written("hostile", hostileReport(plain)))).toEqual(harmless);
  }, 300_000);
});
