import type { Progress, Said } from "../schemas/progress.ts";
import { STOPPED_TEXT } from "../text/stopped.ts";
import { progressLines, READ_FOR } from "../tui/view.ts";

/** Where what a call does is said. None of it fails. */
export type Channel = {
  show(message: string): void;
  /** Takes away what is still shown. */
  clear(): void;
  /** Columns of a line. */
  width: number;
  /** A log takes every word at once; a screen takes news, and those of a moment together. */
  log: boolean;
  /** Whether a silence is broken; not where a line beside it goes on every second. */
  heartbeat: boolean;
};

/** What is said of one call while it runs. */
export type Notices = {
  /** The newest progress and a word about what has just ended, if any. */
  report(progress: () => Progress, said: Said | null): void;
  /** The person has stopped the call: what is kept, and how to go on. */
  stopped(): void;
  /** The call has ended: nothing more is said, and nothing stays over its reply. */
  end(): void;
};

/** When nothing has been said for so long, it is said how far the lab is and who is waited for. Milliseconds. */
const SILENCE = 20_000;
/** Lines of one message; more are counted. */
const MAX_LINES = 4;

/** Says what a call does, without a failure lost and without a silence. `now` is in milliseconds. */
export function createNotices(channel: Channel, now: () => number): Notices {
  let waiting: string[] = [];
  let progress: (() => Progress) | null = null;
  let reading: ReturnType<typeof setTimeout> | null = null;
  let silence = channel.heartbeat ? restarted() : undefined;
  let stopping = false;
  let ended = false;

  function restarted(): ReturnType<typeof setTimeout> {
    const timer = setTimeout(
      () => say(progress === null ? [] : progressLines(progress(), now(), channel.width)),
      SILENCE,
    );
    timer.unref?.();
    return timer;
  }

  function say(lines: readonly string[]): void {
    if (ended) return;
    if (channel.heartbeat) {
      clearTimeout(silence);
      silence = restarted();
    }
    if (lines.length > 0) channel.show(shortened(lines).join("\n"));
  }

  function flush(): void {
    reading = null;
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    reading = setTimeout(flush, READ_FOR);
    say(lines);
  }

  return {
    report(latest, said) {
      progress = latest;
      if (said === null || stopping) return;
      if (channel.log) return say([said.text]);
      if (!said.news) return;
      waiting.push(said.text);
      if (reading === null) flush();
    },
    stopped() {
      waiting = [];
      stopping = true;
      say([STOPPED_TEXT]);
    },
    end() {
      if (ended) return;
      ended = true;
      clearTimeout(silence);
      if (reading !== null) clearTimeout(reading);
      if (!stopping) channel.clear();
    },
  };
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  return [...lines.slice(0, MAX_LINES - 1), `and ${lines.length - MAX_LINES + 1} more`];
}
