import { expect } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { shown } from "./browser.ts";
import type { Bench } from "./lab.ts";
import { settled } from "./settled.ts";

/** Serves the live page of what lies in a bench's project; the next serves on the same port, where that is free. */
export function serveLive({ dir }: Pick<Bench, "dir">): Promise<LiveServer> {
  return startLiveServer({
    bases: async () => [join(dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(dir, "state/kept.json"),
  });
}

/** Waits until the page says so; `part` is where. */
export async function says(where: Page, part: string, text: string | RegExp): Promise<void> {
  const wanted = typeof text === "string" ? new RegExp(text.replace(/[.()|]/g, "\\$&")) : text;
  // Between two documents there is nothing to read.
  const said = () => shown(where.locator(part)).catch(() => "");
  await settled(async () => wanted.test(await said())).catch(async () => expect(await said()).toMatch(wanted));
}
