import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { GuardLine, GuardSwitched } from "../artifacts/guard.ts";
import { LabError } from "../errors.ts";
import { makeBase } from "./experiment.ts";
import { openLines, parseLine, parseLines } from "./ledger.ts";
import { type Grown, readGrown, readRegular } from "./read.ts";

const LogLine = Type.Union([GuardLine, GuardSwitched]);
type LogLine = Static<typeof LogLine>;

/** What the gate goes by of what was decided before: the newest lines about edits, oldest first. */
export type RecentEdits = { edits: readonly GuardLine[] };

/** guard.jsonl in a base folder: every edit that the gate stood before, and what a person switched; many processes append. */
export type GuardLog = {
  /** Never throws: a log that cannot be written costs no edit. `problem` tells. */
  append(line: LogLine): Promise<void>;
  /** All of it. Throws LabError where it cannot be read. */
  read(): Promise<LogLine[]>;
  /** What stands in it from a moment on, without what is dated later than now. Never throws. */
  recent(since: string): Promise<RecentEdits>;
  /** Why it could not be written, or read; null while all went well. */
  problem(): string | null;
};

/** Lines that are kept of a log however long it is: more edits than a person's agents make between two runs of tests. */
const KEPT_LINES = 2_000;
/** Bytes of its end that are read at once, and characters of a line that is looked at: an edit waits meanwhile. */
const MOST = 800_000;
const MOST_LINE = 20_000;

/**
 * One for a process: what was read is not read again, and only what was appended since, here or elsewhere, is.
 * @param gitignore Whether a base folder that is made here is kept out of git.
 */
export function openGuardLog(base: string, now: () => Date, gitignore = true): GuardLog {
  const path = join(base, "guard.jsonl");
  const lines = openLines(path, { kept: false });
  let place: Pick<Grown, "from" | "file"> = { from: 0, file: -1 };
  let edits: GuardLine[] = [];
  /** What could not be written and is known in this process alone. */
  const unwritten: GuardLine[] = [];
  let unread: string | null = null;
  let made: Promise<unknown> | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  async function readOn(): Promise<void> {
    const read = await readGrown(path, place, MOST);
    unread = read.state === "unusable" ? `${path} could not be read` : null;
    if (read.state !== "ok") return;
    const { bytes, from, file } = read.value;
    if (file !== place.file || from < place.from) edits = [];
    const end = bytes.lastIndexOf("\n") + 1;
    take(lastLines(bytes.toString("utf8", 0, end), KEPT_LINES + 1));
    place = { from: from + end, file };
  }

  function take(found: readonly string[]): void {
    edits.push(...found.flatMap((text) => (text.length > MOST_LINE ? [] : (parseLine(text, GuardLine) ?? []))));
    if (edits.length > 2 * KEPT_LINES) edits = edits.slice(-KEPT_LINES);
  }

  return {
    async append(line) {
      made ??= makeBase(base, gitignore).catch(() => undefined);
      await made;
      if (!(await lines.append(line)) && line.event === "edit") unwritten.push(line);
    },
    async read() {
      const read = await readRegular(path);
      if (read.state === "ok") return parseLines(read.value, LogLine);
      if (read.state === "missing") return [];
      throw new LabError("Cannot read what the gate decided.", {
        advice: "Mend its permissions, or move it away: the gate begins a new one.",
        problems: [read.problem],
      });
    },
    async recent(since) {
      reading = reading.then(readOn);
      await reading;
      const until = now().toISOString();
      return { edits: [...edits, ...unwritten].filter(({ at }) => at >= since && at <= until) };
    },
    problem: () => lines.problem() ?? unread,
  };
}

/** The last lines of a text, oldest first. */
function lastLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (let end = text.length; end > 0 && lines.length < most; ) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    lines.push(text.slice(start, end));
    end = start - 1;
  }
  return lines.reverse();
}
