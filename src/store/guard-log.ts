import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { GuardLine, GuardSwitched } from "../artifacts/guard.ts";
import { LabError } from "../errors.ts";
import { makeBase } from "./experiment.ts";
import { openLines, parseLine, parseLines } from "./ledger.ts";
import { type Grown, readGrown, readRegular } from "./read.ts";

const LogLine = Type.Union([GuardLine, GuardSwitched]);
type LogLine = Static<typeof LogLine>;

/** What the gate goes by of what was decided before. */
export type RecentEdits = {
  /** The newest lines about edits, oldest first. */
  edits: readonly GuardLine[];
  /** Dollars, as far as prices are known. */
  spent: number;
};

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
/** Bytes of it that are read at once. */
const MOST = 60_000_000;
/** What stands in a line that cost nothing: of older ones only the others are read. */
const FREE = '"cost":0,';

const NOTHING_SUMMED = { since: "", of: 0, spent: 0 };

/**
 * One for a process: what was read is not read again, and only what was appended since, here or elsewhere, is.
 * @param gitignore Whether a base folder that is made here is kept out of git.
 */
export function openGuardLog(base: string, now: () => Date, gitignore = true): GuardLog {
  const path = join(base, "guard.jsonl");
  const lines = openLines(path, { kept: false });
  let place: Pick<Grown, "from" | "file"> = { from: 0, file: -1 };
  let edits: GuardLine[] = [];
  let costs: { at: string; cost: number }[] = [];
  /** What the first of these come to since a moment. */
  let summed = NOTHING_SUMMED;
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
    if (file !== place.file || from < place.from) [edits, costs, summed] = [[], [], NOTHING_SUMMED];
    const end = bytes.lastIndexOf("\n") + 1;
    take(bytes.toString("utf8", 0, end).split("\n"));
    place = { from: from + end, file };
  }

  function take(found: readonly string[]): void {
    const newest = found.length - 1 - KEPT_LINES;
    for (const [nth, text] of found.entries()) {
      if (text === "" || (nth < newest && text.includes(FREE))) continue;
      const line = nth < newest ? pricedOf(text) : parseLine(text, GuardLine);
      if (line === null) continue;
      if ("event" in line) edits.push(line);
      if (line.cost !== null && line.cost > 0) costs.push({ at: line.at, cost: line.cost });
    }
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
      const within = ({ at }: { at: string }): boolean => at >= since && at <= until;
      const before = summed.since === since ? summed : NOTHING_SUMMED;
      const sum = (found: readonly { at: string; cost: number | null }[]): number =>
        found.filter(within).reduce((all, { cost }) => all + (cost ?? 0), 0);
      summed = { since, of: costs.length, spent: before.spent + sum(costs.slice(before.of)) };
      return { edits: [...edits, ...unwritten].filter(within), spent: summed.spent + sum(unwritten) };
    },
    problem: () => lines.problem() ?? unread,
  };
}

/** Price and time of a line of which nothing else counts any more, without a look at the rest of it. */
function pricedOf(text: string): { at: string; cost: number } | null {
  try {
    const { at, cost } = JSON.parse(text);
    return typeof at === "string" && typeof cost === "number" ? { at, cost } : null;
  } catch {
    return null;
  }
}
