import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ownBase, readableConfig } from "../config/load.ts";
import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { Progress } from "../schemas/progress.ts";
import { basesUpward } from "../store/bases.ts";
import { parseLedger } from "../store/ledger.ts";
import { progressOf } from "../store/ledger-progress.ts";
import { paths } from "../store/paths.ts";
import { isFree } from "../store/place.ts";
import { readRegular } from "../store/read.ts";

export type FeedPlaces = {
  /** The folder that the host works in and the root of its worktree. */
  directory: string;
  worktree: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** How often the disk is looked at, milliseconds. */
const LOOK_EVERY = 1_000;
/** Without a session at work and without a new line for so long, the call is taken to have ended. Milliseconds. */
const ENDED_AFTER = 5_000;

/**
 * Watches the newest ledger of the project and tells what its lab is doing; null when none is at work. A ledger
 * whose last line is older than the terminal does not count, so that a run that was killed once does not seem to go on.
 */
export function createLedgerFeed(places: FeedPlaces, tell: (progress: Progress | null) => void): { dispose(): void } {
  const since = Date.now();
  let looking = false;
  let shown = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const progress = await newestProgress(places, since);
      if (progress !== null || shown) tell(progress);
      shown = progress !== null;
    } catch {
      // What cannot be read now is looked at again.
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY);
  return { dispose: () => clearInterval(timer) };
}

async function newestProgress(places: FeedPlaces, since: number): Promise<Progress | null> {
  const { directory } = places;
  const worktree = places.worktree === "/" || places.worktree === "" ? directory : places.worktree;
  const request = { ...places, worktree };
  const { config } = readableConfig(request);
  const bases = await basesUpward(directory, worktree, [config.output.base_dir]);
  // Nobody can be asked from here.
  const trust = { worktree, ownBase: ownBase(request), allowed: new Map() };
  let newest: { dir: string; at: number } | null = null;
  for (const base of bases) {
    if (!(await isFree(base, "read", trust))) continue;
    for (const entry of await readdir(base, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isDirectory()) continue;
      const dir = join(base, entry.name);
      const ledger = await lstat(paths.ledger(dir)).catch(() => null);
      if (!ledger?.isFile()) continue;
      const { mtimeMs: at } = ledger;
      if (at > since && at > (newest?.at ?? 0)) newest = { dir, at };
    }
  }
  if (newest === null) return null;
  const { dir } = newest;
  const [ledger, plan] = await Promise.all([
    readRegular(paths.ledger(dir), dir),
    readRegular(join(dir, "task.json"), dir),
  ]);
  const lines: LedgerLine[] = parseLedger(ledger.state === "ok" ? ledger.value : "");
  const last = Date.parse(lines.at(-1)?.at ?? "");
  if (!(last >= since && last <= Date.now())) return null;
  const progress = progressOf(lines, JSON.parse(plan.state === "ok" ? plan.value : "{}"));
  const atWork = progress?.sessions.some(({ state }) => state === "asked") ?? false;
  // A call that ends without a ranking leaves no last line.
  return atWork || Date.now() - newest.at < ENDED_AFTER ? progress : null;
}
