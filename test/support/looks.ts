import { expect } from "bun:test";
import { join } from "node:path";
import { overflow, seriousFindings, shown, type Watched } from "./browser.ts";
import { settled } from "./settled.ts";

/** How long a page may take to show what another process did, milliseconds. */
const SOON = 60_000;

/** Waits until a part of a page says that. */
export async function says(page: Watched["page"], part: string, text: string): Promise<void> {
  // Between two documents there is nothing to read.
  const said = () => shown(page.locator(part)).catch(() => "");
  await settled(async () => (await said()).includes(text), SOON).catch(async () =>
    expect(await said()).toContain(text),
  );
}

/**
 * Changes something once after the next press for this door was made and before it arrives, so that what was pressed
 * stood there before.
 */
export const meanwhile = (page: Watched["page"], door: string, change: () => Promise<void>) =>
  page.route(
    `**/${door}?*`,
    async (route) => {
      await change();
      await route.continue();
    },
    { times: 1 },
  );

/** Whether a page fits these widths and can be read by all; `DESIGNLAB_PICTURES` names a folder for pictures of it. */
export async function looks(page: Watched["page"], name: string, widths: readonly number[]): Promise<void> {
  const folder = process.env.DESIGNLAB_PICTURES;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
    expect([name, width, await overflow(page)]).toEqual([name, width, 0]);
    expect([name, await seriousFindings(page)]).toEqual([name, []]);
  }
}
