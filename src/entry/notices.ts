import type { Progress } from "../schemas/progress.ts";
import { STOPPED_TEXT } from "../text/stopped.ts";
import { progressLine } from "../tui/view.ts";

/** Where what a call does is said: a message of the terminal, or a line of a log. It never fails. */
export type Show = (message: string) => void;

/** What is said of one call while it runs. */
export type Notices = {
  /** The newest progress and, unless it is "", a word about what has just ended. */
  report(progress: () => Progress, said: string): void;
  /** The person has stopped the call: what is kept, and how to go on. */
  stopped(): void;
  /** The call has ended: nothing more is said over its reply. */
  end(): void;
};

/** A message costs the host about what a request costs, so that those of a moment are said together. Milliseconds. */
const TOGETHER = 1_000;
/** When nothing has been said for so long, it is said that the lab is at work and who is waited for. Milliseconds. */
const SILENCE = 20_000;
/** Lines of one message; of more, the last ones. */
const MAX_LINES = 4;
/** Columns of the line that says who is waited for. */
const WIDTH = 120;

/** Says what a call does through `show`, without a word lost and without a silence. `now` is in milliseconds. */
export function createNotices(show: Show, now: () => number): Notices {
  let waiting: string[] = [];
  let progress: (() => Progress) | null = null;
  let together: ReturnType<typeof setTimeout> | null = null;
  let silence = restarted();
  let stopping = false;
  let ended = false;

  function restarted(): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => say(progress === null ? [] : [progressLine(progress(), now(), WIDTH)]), SILENCE);
    timer.unref?.();
    return timer;
  }

  function say(lines: readonly string[]): void {
    if (ended) return;
    clearTimeout(silence);
    silence = restarted();
    if (lines.length > 0) show(lines.slice(-MAX_LINES).join("\n"));
  }

  function flush(): void {
    together = null;
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    together = setTimeout(flush, TOGETHER);
    say(lines);
  }

  return {
    report(latest, said) {
      progress = latest;
      if (said === "" || stopping) return;
      waiting.push(said);
      if (together === null) flush();
    },
    stopped() {
      waiting = [];
      stopping = true;
      say([STOPPED_TEXT]);
    },
    end() {
      ended = true;
      clearTimeout(silence);
      if (together !== null) clearTimeout(together);
    },
  };
}
