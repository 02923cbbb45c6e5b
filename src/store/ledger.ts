import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import { LedgerLine } from "../artifacts/ledger-line.ts";
import { LabError, messageOf } from "../errors.ts";
import { paths } from "./paths.ts";
import { readRegular } from "./read.ts";

/** Characters of one text of a line. */
const MAX_TEXT = 4_000;

/** What happened in an experiment, a line an event, appended and never rewritten. */
export type Ledger = {
  /** Never throws: a ledger that cannot be written must not cost what was paid for. `problem` tells. */
  append(line: Omit<LedgerLine, "at">): Promise<void>;
  /** Why a line could not be written; null while all were. */
  problem(): string | null;
  read(): Promise<LedgerLine[]>;
};

/** The ledger of one experiment, which the disk has kept before a line is taken for written. */
export function openLedger(dir: string, now: () => Date): Ledger {
  const path = paths.ledger(dir);
  const lines = openLines(path, { kept: true });
  return {
    async append(line) {
      await lines.append({ at: now().toISOString(), ...line });
    },
    problem: lines.problem,
    async read() {
      const read = await readRegular(path);
      if (read.state === "ok") return parseLedger(read.value);
      if (read.state === "missing") return [];
      throw new LabError("Cannot read an experiment's ledger.", {
        advice: "Mend its permissions, or move it away: the artifacts stand without it.",
        problems: [read.problem],
      });
    },
  };
}

/** The lines that fit; a torn last line (a crash while writing), one too long and those of a later version are passed over. */
export function parseLedger(text: string): LedgerLine[] {
  return parseLines(text, LedgerLine);
}

/** Appends what happens to a file, a line an event, which is never rewritten. */
export type LineWriter = {
  /** Whether it was written. Never throws: a file that cannot be written must not cost what happened; `problem` tells. */
  append(line: object): Promise<boolean>;
  /** Why a line could not be written; null while all were. */
  problem(): string | null;
};

/**
 * Appends are chained, so lines of parallel work never interleave; those that wait meanwhile are written together, as a
 * database's group commit does.
 * @param kept Has the disk keep each write before it is taken for written.
 */
export function openLines(path: string, { kept }: { kept: boolean }): LineWriter {
  /** Lines that wait for the write before theirs; all of them are in `next`. */
  let waiting: string[] = [];
  let next: Promise<boolean> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Whether the file is known to end with a whole line; a crash or a full disk may have torn the last one. */
  let whole = false;
  let problem: string | null = null;

  async function writeWaiting(): Promise<boolean> {
    const text = waiting.join("");
    waiting = [];
    next = null;
    try {
      if (!whole) await endLine(path);
      whole = false;
      await appendText(path, text, kept);
      whole = true;
    } catch (error) {
      problem ??= `${path} could not be written: ${messageOf(error)}`;
    }
    return whole;
  }

  return {
    async append(line) {
      waiting.push(`${JSON.stringify(line, shortened)}\n`);
      next ??= last.then(writeWaiting);
      last = next;
      return next;
    },
    problem: () => problem,
  };
}

/** The lines that fit; a torn last line (a crash while writing), one too long and those of a later version are passed over. */
export function parseLines<S extends TSchema>(text: string, schema: S): Static<S>[] {
  return text.split("\n").flatMap((line) => parseLine(line, schema) ?? []);
}

/** One of them; null where it does not fit. */
export function parseLine<S extends TSchema>(line: string, schema: S): Static<S> | null {
  try {
    const value: unknown = JSON.parse(line);
    return exceededBound(value, BOUNDS.ledger_line) === null && Value.Check(schema, value) ? value : null;
  } catch {
    return null;
  }
}

/** A line with a text past the bound would not be read back; its beginning says enough. */
function shortened(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : value;
}

/** Whatever stands there, no link is followed and no pipe waited for. */
const APPEND =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Appends whole lines in one write, so that those of other processes stand before or behind them. On a disk that is full
 * a second write says so.
 * @param kept Has the disk keep them before it resolves.
 */
export async function appendText(path: string, text: string, kept = true): Promise<void> {
  const file = await open(path, APPEND);
  try {
    await writeWhole(file, Buffer.from(text));
    if (kept) await file.sync();
  } finally {
    await file.close();
  }
}

/** Ends a line that was torn, so that the next one stands on its own. */
export async function endLine(path: string): Promise<void> {
  const file = await open(path, APPEND);
  try {
    const { size } = await file.stat();
    if (size === 0) return;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer.toString() !== "\n") await file.appendFile("\n");
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten < bytes.length) await file.appendFile(bytes.subarray(bytesWritten));
}
