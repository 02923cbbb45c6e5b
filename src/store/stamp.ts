import { lstat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** How often it is looked whether files have changed, milliseconds. */
const LOOK_EVERY = 300;

/** How files stand: cheap to ask, and another text once one of them was written. */
export async function stampOf(...files: readonly string[]): Promise<string> {
  const found = await Promise.all(files.map((file) => lstat(file).catch(() => null)));
  return found.map((each) => `${each?.size ?? 0} ${each?.mtimeMs ?? 0}`).join(" ");
}

/**
 * Waits until files have another stamp than this one; false where the time, `performance.now()` in milliseconds, is over or
 * the signal fires before: a clock that somebody sets back makes nobody wait longer.
 */
export async function waitForChange(
  files: readonly string[],
  stamp: string,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<boolean> {
  while (!signal.aborted && performance.now() < until) {
    await aMoment(signal, until - performance.now());
    if ((await stampOf(...files)) !== stamp) return true;
  }
  return false;
}

/** Waits a moment for somebody else to have done what he does. */
export async function aMoment(signal: AbortSignal, most = LOOK_EVERY): Promise<void> {
  await sleep(Math.min(LOOK_EVERY, most), undefined, { signal }).catch(() => undefined);
}
