import { lstat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { paths } from "../store/paths.ts";
import type { Journal } from "./journal.ts";
import type { Replayed } from "./replay.ts";

/** How often it is looked whether somebody answered, milliseconds. */
const LOOK_EVERY = 300;

/**
 * Reads what was asked again and again, whoever answers it, until it `will do`, the time is over, or the call is stopped.
 * Gives back how it stands then.
 */
export async function follow(
  dir: string,
  journal: Journal,
  willDo: (all: Replayed) => boolean,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<Replayed> {
  const end = performance.now() + seconds * 1000;
  let seen = "";
  let all = await journal.read();
  while (!willDo(all) && performance.now() < end && !signal.aborted) {
    await sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
    const file = await lstat(paths.questions(dir)).catch(() => null);
    const now = `${file?.size ?? 0} ${file?.mtimeMs ?? 0}`;
    if (now !== seen) all = await journal.read();
    seen = now;
  }
  return all;
}
