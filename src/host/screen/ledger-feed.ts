import { join } from "node:path";
import type { LedgerLine } from "../../artifacts/ledger-line.ts";
import type { Progress } from "../../artifacts/progress.ts";
import { progressOf } from "../../prompting/progress.ts";
import { parseLedger } from "../../store/ledger.ts";
import { paths } from "../../store/paths.ts";
import { readRegular } from "../../store/read.ts";
import { type FoundLedger, ledgersOf, type ScreenPlaces } from "./ledgers.ts";

/** How often the disk is looked at, milliseconds. */
const LOOK_EVERY = 1_000;
/** Without a session at work and without a new line for so long, the call is taken to have ended. Milliseconds. */
const ENDED_AFTER = 5_000;

/**
 * Watches the newest ledger of the project and tells what its lab is doing; null when none is at work. A ledger
 * whose last line is older than the terminal does not count, so that a run that was killed once does not seem to go on.
 */
export function createLedgerFeed(places: ScreenPlaces, tell: (progress: Progress | null) => void): { dispose(): void } {
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

async function newestProgress(places: ScreenPlaces, since: number): Promise<Progress | null> {
  const { found } = await ledgersOf(places);
  const written = found.filter(({ at }) => at > since);
  const newest = written.reduce<FoundLedger | null>((first, next) => (next.at > (first?.at ?? 0) ? next : first), null);
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
