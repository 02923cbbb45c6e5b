import { access, rm } from "node:fs/promises";
import { writeText } from "./files.ts";
import { paths } from "./paths.ts";

/** How often a run looks whether it is asked to stop, milliseconds. */
const LOOK_EVERY = 400;

/** Asks whoever works on the experiment, this process or another, to stop as if the person had pressed Esc there. */
export async function requestStop(dir: string): Promise<void> {
  await writeText(paths.stopRequest(dir), "");
}

/**
 * Calls `stop` once when that is asked for. Only for whoever holds the experiment's lock: an earlier request, which
 * nobody heeded, is thrown away first. Returns how to stop looking.
 */
export async function watchForStop(dir: string, stop: () => void): Promise<() => Promise<void>> {
  const path = paths.stopRequest(dir);
  // One that cannot be removed was not asked of this run; the next look would heed it, so there is none.
  const cleared = await forget(path);
  const timer = setInterval(async () => {
    if (!cleared || !(await isThere(path))) return;
    clearInterval(timer);
    await forget(path);
    stop();
  }, LOOK_EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await forget(path);
  };
}

function forget(path: string): Promise<boolean> {
  return succeeds(rm(path, { force: true }));
}

function isThere(path: string): Promise<boolean> {
  return succeeds(access(path));
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
