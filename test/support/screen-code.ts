import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

/** The code that waits in a person's private folder, as a screen would show it; of the page at a port where it is given. */
export async function screenCode(folder: string, port = "\\d+"): Promise<string> {
  const names = () => readdirSync(folder).filter((each) => new RegExp(`-code-${port}\\.json$`, "u").test(each));
  await settled(() => names().length > 0);
  return (JSON.parse(readFileSync(join(folder, names()[0] ?? ""), "utf8")) as { code: string }).code;
}

/** Does on a page what a person does who opened it by the address of a reply. */
export async function makeOwn(page: Page, folder: string): Promise<void> {
  await page.getByRole("button", { name: "Make it my own" }).click();
  const field = page.getByLabel("The code that your screen shows");
  await field.waitFor();
  await field.fill((await screenCode(folder, new URL(page.url()).port)).toLowerCase());
  await page.getByRole("button", { name: "This is my page" }).click();
  await page.locator("#raise").waitFor({ state: "detached" });
}
