import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { withField } from "../../src/plan/edit-task.ts";
import { taskText } from "../../src/plan/task-file.ts";
import { planSheet } from "../../src/story/plan-sheet.ts";
import { planHtml } from "../../src/views/html/plan-page.tsx";
import { MANY } from "../plan/many.ts";
import { plan, TWELVE, task } from "../plan/samples.ts";
import { exampleOf } from "../store/examples.ts";
import {
  openBrowser,
  overflow,
  seriousFindings,
  shown,
  type TestBrowser,
  visit,
  type Watched,
} from "../support/browser.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";
import { settled } from "../support/settled.ts";

const HOSTILE = '</title><script>alert(1)</script><img src=x onerror="alert(2)">';
const ODD: readonly PlanTask[] = [
  task("long", [], { name: "W".repeat(200), files: [HOSTILE], done_when: [HOSTILE] }),
  task("markup", ["long"], { name: HOSTILE }),
  task("rtl", ["long"], { name: "بناء مخزن الوظائف الدائم مع الاختبارات والتوثيق" }),
  task("仕事", ["long"], { name: "耐久性のあるジョブキューを設計して試験する" }),
  task("round", ["round"]),
  task("island"),
];
const PHONE = { viewport: { width: 360, height: 740 } };

let chrome: TestBrowser;
let run: Bench;
let dir: string;
let server: LiveServer;
let page: Watched | null = null;

beforeAll(async () => {
  [chrome, run] = await Promise.all([openBrowser(), bench()]);
  await run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
  dir = await onlyExperiment(run.dir);
  server = await startLiveServer({
    bases: async () => [join(run.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(run.dir, "state/kept.json"),
  });
}, 300_000);
afterAll(async () => {
  server.close();
  await chrome.close();
  await run.dispose();
});
beforeEach(() => rm(join(run.dir, "tasks"), { recursive: true, force: true }));
afterEach(async () => {
  await page?.close();
  page = null;
});

const file = (id: string): string => join(run.dir, "tasks", `${id}.md`);
const write = (each: PlanTask): Promise<void> => writeFile(file(each.id), taskText(each));

/** Puts a plan of these tasks there. */
async function planned(tasks: readonly PlanTask[]): Promise<void> {
  await mkdir(join(run.dir, "tasks"), { recursive: true });
  for (const each of tasks) await write(each);
  const place = { in: "project", path: "tasks", done: true };
  await writeFile(join(dir, "plan.json"), JSON.stringify({ ...exampleOf("plan"), place }));
}

async function open(options: Parameters<typeof visit>[2] = {}): Promise<Watched["page"]> {
  page = await visit(chrome.browser, server.invite(dir).address, options);
  await page.page.locator(".plan-drawing").waitFor();
  return page.page;
}

/** Waits until a part of the page says so. */
async function says(view: Watched["page"], part: string, text: string): Promise<void> {
  const said = () => shown(view.locator(part)).catch(() => "");
  await settled(async () => (await said()).includes(text)).catch(async () => expect(await said()).toContain(text));
}

const focused = (view: Watched["page"]): Promise<string | null> =>
  view.evaluate(() => document.activeElement?.getAttribute("data-task") ?? null);

describe("the plan on the live page", () => {
  test("follows its files as they are edited, by hand into a cycle too, and goes with them", async () => {
    await planned(TWELVE);
    const view = await open();
    await says(view, "#plan", "12 tasks: 12 pending.");
    expect(await view.locator(".task.ready").count()).toBe(2);
    await writeFile(file("a"), withField(taskText(TWELVE[0] as PlanTask), "status", "completed"));
    await says(view, "#plan", "11 pending, 1 completed");
    await settled(async () => (await view.locator(".task.completed").count()) === 1);
    await writeFile(file("b"), withField(taskText(TWELVE[1] as PlanTask), "depends_on", ["a", "j"]));
    await says(view, "#plan", "Left out, for they stand in a cycle");
    await settled(async () => (await view.locator(".line.closing").count()) === 1);
    await rm(join(run.dir, "tasks"), { recursive: true });
    await says(view, "#plan .notice", "there is no such folder");
    await rm(join(dir, "plan.json"));
    await settled(async () => (await view.locator("#plan").count()) === 0);
    expect(page?.console).toEqual([]);
  }, 300_000);

  test("is gone through by keys alone: one stop for Tab, arrows along dependencies, Enter opens, closing leads back", async () => {
    await planned(TWELVE);
    const view = await open();
    expect(await view.locator('[data-task][tabindex="0"]').count()).toBe(1);
    await view.getByRole("button", { name: "Whole width" }).focus();
    await view.keyboard.press("Tab");
    // The browser itself may make a stop of a frame that scrolls.
    if ((await focused(view)) === null) await view.keyboard.press("Tab");
    expect(await focused(view)).toBe("a");
    await view.keyboard.press("ArrowRight");
    const second = (await focused(view)) ?? "";
    expect(["b", "c"]).toContain(second);
    expect(await view.locator(".line.near").getAttribute("d")).toContain("M");
    await view.keyboard.press("ArrowLeft");
    expect(await focused(view)).toBe("a");
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp"]) await view.keyboard.press(key);
    expect(await focused(view)).toBe("a");
    await view.keyboard.press("ArrowDown");
    expect(await focused(view)).toBe("k");
    await view.keyboard.press("Enter");
    await says(view, ".plan-task h3", "k Task k");
    expect(await view.evaluate(() => document.activeElement?.id)).toBe("plan-open-title");
    expect(await view.locator('[data-task="k"]').getAttribute("aria-current")).toBe("true");
    await view.locator(".plan-task .opening", { hasText: "Task l" }).press("Enter");
    await says(view, ".plan-task h3", "l Task l");
    await view.locator(".plan-task .button").press("Enter");
    expect([await view.locator(".plan-task").count(), await focused(view)]).toEqual([0, "k"]);
    await view.keyboard.press("Tab");
    expect(await focused(view)).toBeNull();
  }, 300_000);

  test("is filtered by status, level, risk, the longest path and words, drawing and table alike", async () => {
    await planned(TWELVE.map((each) => (each.id === "a" ? { ...each, status: "completed" } : each)));
    const view = await open();
    const left = async () => ({
      rows: await view.locator(".plan-table tbody tr:visible").count(),
      boxes: await view.locator(".task:not(.faded)").count(),
      said: (await shown(view.locator("search [role=status]"))).trim(),
    });
    expect(await left()).toEqual({ rows: 12, boxes: 12, said: "" });
    await view.getByLabel("Status").selectOption("can be started");
    expect(await left()).toEqual({ rows: 3, boxes: 3, said: "3 of 12 tasks" });
    await view.getByLabel("Risk").selectOption("medium");
    expect(await left()).toEqual({ rows: 2, boxes: 2, said: "2 of 12 tasks" });
    await view.getByLabel("on the longest path").check();
    expect(await left()).toEqual({ rows: 1, boxes: 1, said: "1 of 12 tasks" });
    await view.getByRole("button", { name: "Show all" }).click();
    await view.getByLabel("Words in name").fill("src/STORE");
    expect(await left()).toEqual({ rows: 2, boxes: 2, said: "2 of 12 tasks" });
    expect(await seriousFindings(view)).toEqual([]);
  }, 300_000);

  test("keeps what was filtered and opened while it is not to be read, is drawn elsewhere, or the page comes anew", async () => {
    await planned(TWELVE);
    const view = await open();
    await view.getByLabel("Words in name").fill("src/STORE");
    await view.locator(".plan-drawing .task:not(.faded)").first().click();
    const opened = await shown(view.locator(".plan-task h3"));
    const isKept = async () =>
      settled(async () => (await shown(view.locator("search [role=status]").first())).includes("2 of 12 tasks")).then(
        async () => [
          await view.getByLabel("Words in name").inputValue(),
          await shown(view.locator(".plan-task h3").first()),
        ],
      );
    expect(await isKept()).toEqual(["src/STORE", opened]);
    await rename(join(run.dir, "tasks"), join(run.dir, "moved"));
    await says(view, "#plan .notice", "there is no such folder");
    await rename(join(run.dir, "moved"), join(run.dir, "tasks"));
    expect(await isKept()).toEqual(["src/STORE", opened]);
    await view.reload();
    expect(await isKept()).toEqual(["src/STORE", opened]);
  }, 300_000);

  for (const [colorScheme, width] of [
    ["light", 360],
    ["dark", 1180],
  ] as const) {
    test(`shows odd names as words, fits and can be read and touched by all: ${width} px, ${colorScheme}`, async () => {
      await planned(ODD);
      const view = await open({ viewport: { width, height: 800 }, colorScheme });
      await view.locator('.plan-drawing [data-task="markup"]').click();
      await says(view, ".plan-task h3", HOSTILE);
      await view.locator("#plan summary").click();
      expect(await overflow(view)).toBe(0);
      expect(await seriousFindings(view)).toEqual([]);
      const small = await view
        .locator("#plan :is(button, select, input[type=search], summary, .only, [data-task] .box):visible")
        .evaluateAll(
          (all) =>
            all
              .map((each) => each.getBoundingClientRect())
              .filter((box) => Math.round(box.height) < 44 || box.width < 24).length,
        );
      expect(small).toBe(0);
      expect(await view.locator("#plan script, #plan img").count()).toBe(0);
      const [first, after] = await Promise.all(
        ["long", "rtl"].map((id) => view.locator(`[data-task="${id}"] .box`).boundingBox()),
      );
      if (width === 360) expect((after?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(first?.height ?? 0);
      else expect((after?.x ?? 0) - (first?.x ?? 0)).toBeGreaterThan(first?.width ?? 0);
      expect(page?.console).toEqual([]);
    }, 300_000);
  }

  test("of 300 tasks is drawn and filtered", async () => {
    await planned(MANY);
    const view = await open();
    expect(await view.locator("[data-task]").count()).toBe(300);
    await view.locator("#plan input[type=search]").fill("part 7");
    await says(view, "search [role=status]", "of 300 tasks");
    expect(await overflow(view)).toBe(0);
  }, 300_000);
});

test("the plan beside the report leads from box to row by keys, without a script", async () => {
  const path = join(run.dir, "plan.html");
  const sheet = planSheet(plan([...TWELVE, ...ODD]), "tasks");
  await writeFile(path, planHtml({ topic: "Durable queue", plan: sheet }));
  page = await visit(chrome.browser, pathToFileURL(path).href, { ...PHONE, javaScriptEnabled: false });
  const view = page.page;
  await view.locator('[data-task="d"]').focus();
  await view.keyboard.press("Enter");
  const nth = sheet.tasks.findIndex(({ id }) => id === "d") + 1;
  expect(view.url()).toEndWith(`#plan-task-${nth}`);
  expect(await shown(view.locator(`#plan-task-${nth} th`))).toContain("d Task d");
  await page.close();
  page = await visit(chrome.browser, pathToFileURL(path).href, PHONE);
  expect(await overflow(page.page)).toBe(0);
  expect(await seriousFindings(page.page)).toEqual([]);
}, 300_000);

test("no heading of the plan's table is broken into letters on a narrow screen", async () => {
  const path = join(run.dir, "plan.html");
  const risks = ["measure-the-latency", "unique-keys"].map((id) => task(id, ["insert-in-transaction"]));
  const tasks = [task("insert-in-transaction", [], { level: "implementation", scope: "moderate" }), ...risks];
  await writeFile(path, planHtml({ topic: "Durable queue", plan: planSheet(plan(tasks), "tasks") }));
  page = await visit(chrome.browser, pathToFileURL(path).href, PHONE);
  const heights = await page.page
    .locator(".plan-table thead th")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(heights.length).toBe(7);
  for (const height of heights) expect(height).toBeLessThan(70);
  expect(await overflow(page.page)).toBe(0);
}, 300_000);

test("the plan beside the report is printed whole: nothing of table or drawing is cut off at an edge", async () => {
  const path = join(run.dir, "plan.html");
  await writeFile(path, planHtml({ topic: "Durable queue", plan: planSheet(plan([...TWELVE, ...ODD]), "tasks") }));
  // As wide as A4 between the margins of the page.
  page = await visit(chrome.browser, pathToFileURL(path).href, { viewport: { width: 696, height: 300 } });
  const view = page.page;
  await view.emulateMedia({ media: "print" });
  expect(await overflow(view)).toBe(0);
  const cut = await view.evaluate(() =>
    [...document.querySelectorAll("#plan, #plan *")].flatMap((each) => {
      if (!(each instanceof HTMLElement) || each.clientWidth === 0) return [];
      const hides = getComputedStyle(each).overflow !== "visible";
      const sideways = each.scrollWidth > each.clientWidth;
      const isCut = hides && (sideways || each.scrollHeight > each.clientHeight) && !each.matches(".visually-hidden");
      return isCut
        ? [
            `${each.className}: ${each.scrollWidth} of ${each.clientWidth}, ${each.scrollHeight} of ${each.clientHeight}`,
          ]
        : [];
    }),
  );
  expect(cut).toEqual([]);
  expect(await view.locator(".plan-table tbody tr").count()).toBe(TWELVE.length + ODD.length);
}, 300_000);
