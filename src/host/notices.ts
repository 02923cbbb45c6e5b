import type { Progress, ProgressWord } from "../artifacts/progress.ts";
import { progressLines, READ_FOR, stoppedText } from "../views/terminal/view.ts";

/** Where what a call does is said. None of it fails. */
export type Channel = {
  show(message: string): void;
  /** Takes away what this call has shown, where it is still there. */
  clear(): void;
  /** A log takes every word at once; a screen takes news and failures, and those of a moment together. */
  log: boolean;
  /** Whether a silence is broken; not where a line beside it goes on every second. */
  heartbeat: boolean;
};

/** When nothing has been said for so long, it is said how far the lab is and who is waited for. Milliseconds. */
const SILENCE = 20_000;
/** Lines of one message; more are counted, failures last of all. */
const MAX_LINES = 4;
/** Columns of the line that breaks a silence; a screen wraps it. */
const WIDTH = 160;

/** Says what a call does while it runs, as its channel wants it. `now` is in milliseconds. */
export function createNotices(channel: Channel, now: () => number) {
  let waiting: ProgressWord[] = [];
  let progress: (() => Progress) | null = null;
  let reading: ReturnType<typeof setTimeout> | null = null;
  let silence: ReturnType<typeof setTimeout> | null = null;
  let shown = false;
  let stopping = false;
  let ended = false;
  listen();

  function listen(): void {
    if (silence !== null) clearTimeout(silence);
    if (!channel.heartbeat || stopping || ended) return;
    silence = setTimeout(() => {
      if (progress !== null) show(progressLines(progress(), now(), WIDTH).join("\n"));
      else listen();
    }, SILENCE);
    silence.unref?.();
  }

  function show(message: string): void {
    if (ended) return;
    shown = true;
    if (!channel.log) {
      if (reading !== null) clearTimeout(reading);
      reading = setTimeout(flush, READ_FOR);
    }
    channel.show(message);
    listen();
  }

  function flush(): void {
    reading = null;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) show(shortened(lines).join("\n"));
  }

  return {
    /** The newest progress and a word about what has just ended, if any. */
    report(latest: () => Progress, said: ProgressWord | null) {
      progress = latest;
      if (said === null || stopping) return;
      if (channel.log) return show(said.text);
      if (said.kind === "step") return;
      waiting.push(said);
      if (reading === null) flush();
    },
    /** The person has stopped the call: what is kept, and how to go on. */
    stopped(): void {
      waiting = [];
      stopping = true;
      show(stoppedText(progress?.() ?? null));
    },
    /** Whether the call has said what it does. */
    worked: (): boolean => progress !== null,
    /** The call has ended: nothing more is said, and nothing that it has shown stays over its reply. */
    end(): void {
      if (ended) return;
      ended = true;
      if (silence !== null) clearTimeout(silence);
      if (reading !== null) clearTimeout(reading);
      if (shown && !stopping) channel.clear();
    },
  };
}

/** As many lines as a message holds: failures are kept before other news, each sort in its order. */
function shortened(all: readonly ProgressWord[]): string[] {
  if (all.length <= MAX_LINES) return all.map(({ text }) => text);
  const most = MAX_LINES - 1;
  const failures = all.filter(({ kind }) => kind === "failure").slice(0, most);
  const news = all.filter(({ kind }) => kind !== "failure").slice(0, most - failures.length);
  const kept = all.filter((each) => failures.includes(each) || news.includes(each));
  return [...kept.map(({ text }) => text), `and ${all.length - kept.length} more`];
}
