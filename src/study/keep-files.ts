import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { providerOf } from "../config/schema.ts";
import { parseLedger } from "../store/ledger.ts";
import { readBytes } from "../store/read.ts";
import { fileHash } from "./manifest.ts";
import type { ExperimentSpent, TakenExperiment } from "./queue.ts";
import { isForOthers, LEDGER_PATH, ledgerText, spentIn } from "./stored-files.ts";
import { MOST_STORED_BYTES, MOST_STORED_FILES } from "./taking.ts";

/** How often it is looked for new files, and how often those that grow or change a lot are stored, milliseconds. */
const LOOK_EVERY = 150;
const SLOWLY_EVERY = 1_000;
/** How long a folder is read anew after it changed: a disk may tell its time coarsely, milliseconds. */
const SETTLES = 2_000;
/** How long all workers hold a provider back that refused, seconds, and how soon that is told again, milliseconds. */
const HELD_BACK = 5;
const TOLD_AGAIN = 5_000;

/** What is noticed while files are kept. */
export type KeepingTold = {
  spent(known: ExperimentSpent): void;
  /** A file that is too large to be stored. */
  passed(path: string): void;
};

/** Looks after one folder until it is told to stop. */
export type Keeping = {
  /** Fires when a file could not be stored, with why: the experiment is another's, or the queue is gone. */
  failed: AbortSignal;
  /** Stores what changed last, and resolves; throws why something could not be stored. */
  end(): Promise<void>;
};

/**
 * Stores each file of an experiment that is new or has changed: artifacts at once, the ledger and what was sent at most
 * once a second. What is spent is read from the ledger and said, and so is a provider that refuses.
 * @param dir The experiment's folder, null while there is none.
 * @param start What is stored already, by its path, with its hash; and the ledger that was.
 */
export function keepFiles(
  dir: () => Promise<string | null>,
  { known, ledger }: { known: Map<string, string>; ledger: string },
  taken: Pick<TakenExperiment, "put" | "charge" | "spent" | "refused" | "experiment">,
  told: KeepingTold,
): Keeping {
  const failing = new AbortController();
  const looked = new Map<string, string>();
  const folders = new Map<string, number>();
  const passed = new Set<string>();
  const money = moneyOf(ledger, taken, told);
  let at: string | null = null;
  let ending = false;
  let slowly = 0;

  async function sweep(all: boolean): Promise<void> {
    at ??= await dir();
    if (at === null) return;
    const slow = all || Date.now() - slowly >= SLOWLY_EVERY;
    if (slow) slowly = Date.now();
    const there = await filesBelow(at, "", all ? null : folders);
    for (const [path, stamp] of there) {
      if (looked.get(path) === stamp) continue;
      if (!slow && isSlow(path)) {
        // Its folder is read again, however long the others take.
        folders.delete(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
        continue;
      }
      await keep(at, path);
      looked.set(path, stamp);
    }
    if (!all) return;
    for (const path of known.keys()) {
      if (there.has(path)) continue;
      await taken.put(path, null);
      known.delete(path);
    }
  }

  async function keep(from: string, path: string): Promise<void> {
    const read = await readBytes(join(from, ...path.split("/")), from, undefined, MOST_STORED_BYTES);
    if (read.state === "missing") return;
    if (read.state === "unusable" || (known.size >= MOST_STORED_FILES && !known.has(path))) {
      if (!passed.has(path)) told.passed(path);
      passed.add(path);
      return;
    }
    const sha256 = fileHash(read.value);
    if (path === LEDGER_PATH) await money(read.value.toString("utf8"));
    if (known.get(path) === sha256) return;
    await taken.put(path, read.value);
    known.set(path, sha256);
  }

  async function look(): Promise<void> {
    while (!ending && !failing.signal.aborted) {
      await sweep(false).catch((error: unknown) => failing.abort(error));
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  }

  const looking = look();
  return {
    failed: failing.signal,
    async end() {
      ending = true;
      await looking;
      // What was paid while nothing could be stored is this worker's all the same.
      at ??= await dir();
      if (failing.signal.aborted && at !== null) await taken.charge(spentHere(ledger, await ledgerText(at)).cost);
      failing.signal.throwIfAborted();
      await sweep(true);
    },
  };
}

const isSlow = (path: string): boolean => path === LEDGER_PATH || path.startsWith("exchanges/");

/**
 * The files below a folder with what tells that one changed. What lies in a folder that did not change is looked at all
 * the same where it grows in its place: the ledger.
 * @param folders When each folder was seen to change last; null reads all.
 */
async function filesBelow(
  root: string,
  below: string,
  folders: Map<string, number> | null,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const folder = join(root, below);
  const changed = await lstat(folder).catch(() => null);
  if (changed === null) return found;
  const fresh = folders === null || folders.get(below) !== changed.mtimeMs || Date.now() - changed.mtimeMs < SETTLES;
  folders?.set(below, changed.mtimeMs);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !entry.name.startsWith(".")) {
      for (const [each, stamp] of await filesBelow(root, path, folders)) found.set(each, stamp);
    } else if (entry.isFile() && isForOthers(path) && (fresh || path === LEDGER_PATH)) {
      const stats = await lstat(join(root, path)).catch(() => null);
      if (stats !== null) found.set(path, `${stats.ino} ${stats.mtimeMs} ${stats.size}`);
    }
  }
  return found;
}

/**
 * What a ledger adds to the one that was laid out: by the lines behind it alone, for the earlier ones are what others say.
 * A ledger that does not begin with it counts whole.
 */
function spentHere(before: string, now: string): ExperimentSpent {
  return spentIn(now.startsWith(before) ? now.slice(before.length) : now);
}

/** Says what a ledger adds: to what was known to be spent when the experiment was taken, whatever a damaged ledger lost. */
function moneyOf(
  ledger: string,
  { experiment, spent, refused }: Pick<TakenExperiment, "experiment" | "spent" | "refused">,
  told: Pick<KeepingTold, "spent">,
): (text: string) => Promise<void> {
  const before = spentIn(ledger);
  const refusals = createRefusals(parseLedger(ledger).length);
  let said = "";
  return async (text) => {
    const here = spentHere(ledger, text);
    const all = (of: keyof ExperimentSpent): number => Math.max(experiment[of], before[of]) + here[of];
    const shown = JSON.stringify(here);
    if (shown !== said) {
      said = shown;
      await spent(here, before);
      told.spent({ cost: all("cost"), tokens: all("tokens"), unpriced: all("unpriced") });
    }
    for (const provider of refusals(parseLedger(text))) await refused(provider, HELD_BACK);
  };
}

/** Whether the words of a provider's failure say that there were too many requests. */
const TOO_MANY = /\b429\b|rate.?limit|too many requests/iu;

/**
 * Finds in a growing ledger which providers refused since the last look.
 * @param seen Lines that were there before.
 */
export function createRefusals(seen: number, now: () => number = Date.now): (lines: readonly LedgerLine[]) => string[] {
  let from = seen;
  const least = new Map<string, number>();
  const told = new Map<string, number>();
  return (lines) => {
    const fresh = lines.slice(from);
    from = lines.length;
    const found = new Set<string>();
    for (const { event, provider, sessions, kind, model, message = "" } of fresh) {
      if (event === "limit" && provider !== undefined && sessions !== undefined) {
        // More room than before is no refusal.
        if (sessions < (least.get(provider) ?? Number.POSITIVE_INFINITY)) found.add(provider);
        least.set(provider, sessions);
      }
      const isRefusal = kind === "rate_limited" || (/retry$/u.test(event) && TOO_MANY.test(message));
      if (isRefusal && model !== undefined) found.add(providerOf(model));
    }
    return [...found].filter((provider) => {
      if (now() - (told.get(provider) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN) return false;
      told.set(provider, now());
      return true;
    });
  };
}
