import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  chromium as playwright,
} from "playwright-core";

export type TestBrowser = { browser: Browser; close(): Promise<void> };

/**
 * A headless Chromium. Unpacking it costs more than a file's pages, so that whoever runs many names a folder, in
 * DESIGNLAB_CHROMIUM, where the first unpacks it for all and which is theirs to delete; else it is unpacked for this process.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const shared = process.env.DESIGNLAB_CHROMIUM;
  const folder = shared ? await unpackOnce(shared) : await unpack(tmpdir());
  const browser = await within(folder, async () =>
    playwright.launch({
      executablePath: await chromium.executablePath(),
      // Without a language of the system Chromium names no file in other letters than ASCII.
      env: { ...process.env, LANG: process.env.LANG ?? "C.UTF-8" },
      args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
    }),
  );
  return {
    browser,
    async close() {
      await browser.close();
      if (!shared) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Unpacked beside and then renamed, so that two processes at a time do not share half a file. */
async function unpackOnce(shared: string): Promise<string> {
  const whole = join(shared, "whole");
  if (existsSync(whole)) return whole;
  const made = await unpack(shared);
  await rename(made, whole).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    await rm(made, { recursive: true, force: true });
  });
  return whole;
}

async function unpack(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "designlab-chromium-"));
  await within(folder, () => chromium.executablePath());
  return folder;
}

/** Chromium is unpacked into, and looked for in, the folder of temporary files. */
async function within<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** What a page did besides showing itself. */
export type Watched = { page: Page; console: string[]; requests: string[]; close(): Promise<void> };

/**
 * Opens an address in a context of its own and writes down every request after the first and every console line. The
 * person wants no motion: what moves is drawn sixty times a second, and looks different each time.
 */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const watched: Watched = { page, console: [], requests: [], close: () => context.close() };
  page.on("console", (message) => watched.console.push(message.text()));
  page.on("pageerror", (error) => watched.console.push(String(error)));
  page.on("dialog", (dialog) => watched.console.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url() !== address) watched.requests.push(request.url());
  });
  await page.goto(address);
  return watched;
}

/** The text of an element as a person sees it: what is hidden is not in it. */
export async function shown(place: Locator): Promise<string> {
  return (await place.allInnerTexts()).join("\n");
}

/** How far the page can be scrolled sideways, in pixels; 0 where it fits. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The accessibility problems that axe calls serious or critical, each with its first place. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.length} times, first ${nodes[0]?.html.slice(0, 200)}`);
}
