import { stat } from "node:fs/promises";
import { pathOf } from "../../store/artifacts.ts";
import { paths } from "../../store/paths.ts";

/** Between two looks, milliseconds. */
const EVERY = 300;

/** What would change where an interview stands: cheap to ask, and another text when something was written. */
export async function stampOf(dir: string): Promise<string> {
  const files = [paths.questions(dir), pathOf(dir, "interview"), pathOf(dir, "brief")];
  const stats = files.map((path) =>
    stat(path).then(
      ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
      () => "",
    ),
  );
  return (await Promise.all(stats)).join(" ");
}

/** Waits until the stamp is another one, or until `until` (milliseconds since the epoch), or the signal fires. */
export async function changedSince(
  dir: string,
  stamp: string,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<boolean> {
  while (!signal.aborted && Date.now() < until) {
    await pause(Math.min(EVERY, until - Date.now()), signal);
    if ((await stampOf(dir)) !== stamp) return true;
  }
  return false;
}

/** Waits a moment for somebody else to have done what he does. */
export const aMoment = (signal: AbortSignal): Promise<void> => pause(EVERY, signal);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
