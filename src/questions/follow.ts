import { paths } from "../store/paths.ts";
import { stampOf, waitForChange } from "../store/stamp.ts";
import type { Journal } from "./journal.ts";
import type { Replayed } from "./replay.ts";

/**
 * Reads what was asked again and again, whoever answers it, until it `will do`, the time is over, or the call is stopped.
 * Gives back how it stands then.
 */
export async function followJournal(
  dir: string,
  journal: Journal,
  willDo: (all: Replayed) => boolean,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<Replayed> {
  const file = paths.questions(dir);
  const until = performance.now() + seconds * 1_000;
  for (;;) {
    const stamp = await stampOf(file);
    const all = await journal.read();
    if (willDo(all) || !(await waitForChange([file], stamp, { until, signal }))) return all;
  }
}
