import type { TestReport } from "../../artifacts/guard.ts";
import { clean } from "../../text/clean.ts";
import { MAX_OUTPUT } from "./answer.ts";
import { isCargoLine, readCargo } from "./cargo.ts";
import { readExitRecord } from "./exit-record.ts";
import { isGoLine, readGo } from "./go.ts";
import { asObject, readJsonTests } from "./json-tests.ts";
import type { Outcomes } from "./outcomes.ts";

/** What a text says of the tests that ran; null where it is of no format that is known, or breaks off. */
export async function reportOf(text: string): Promise<TestReport | null> {
  const outcomes = await readOutcomes(text);
  if (outcomes === null) return null;
  const { format, failing, passed } = outcomes;
  return { format, failing: failing.map(({ name, file }) => ({ name, file })), passed };
}

/**
 * The same with every test that it names. A format is known by its shape, never by words such as "failed". The parsers of
 * XML and TAP are loaded with the first text that needs them.
 */
export async function readOutcomes(text: string): Promise<Outcomes | null> {
  const bare = text.replace(/^\uFEFF/u, "").trimStart();
  try {
    if (bare.startsWith("<") && TRX.test(bare)) return (await import("./trx.ts")).readTrx(bare);
    if (bare.startsWith("<")) return (await import("./junit.ts")).readJunit(bare);
    const value = wholeJson(bare);
    const outcomes = readExitRecord(value) ?? readJsonTests(value) ?? readLines(bare);
    return outcomes ?? (await import("./tap.ts")).readTap(bare);
  } catch {
    // A parser that gives up, and a text with more in it than is read.
    return null;
  }
}

const TRX = /<TestRun[\s>]/u;

/** Code units of a text that are looked at for it. */
const MAX_END = 40_000;

/** The end of the output of a run that is no report; null for a report that breaks off, for bytes, and for nothing. */
export function plainEnd(text: string): string | null {
  const bare = text.replace(/^\uFEFF/u, "").trimStart();
  if (bare === "" || /^[<{[]/u.test(bare) || bare.includes("\0") || REPORT_LINE.test(bare)) return null;
  return clean(text.slice(-MAX_END)).text.trim().slice(-MAX_OUTPUT) || null;
}

/** A line of TAP, or of the JSON of `go test` and cargo. */
const REPORT_LINE =
  /^(?:TAP version \d|\d+\.\.\d+\s*$|(?:not )?ok(?: \d| - )|\{"(?:Time|Action|ImportPath|reason|type)")/imu;

/** Lines that may stand before a document of JSON, where a program that starts the runner says so. */
const MAX_NOISE = 50;

/** The value of a text that is JSON from a line on to its end; undefined where it is none. */
function wholeJson(text: string): unknown {
  let from = 0;
  for (let line = 0; line < MAX_NOISE && from < text.length; line++) {
    if (text[from] === "{") {
      const value = parsed(text.slice(from));
      if (value !== undefined) return value;
    }
    const end = text.indexOf("\n", from);
    if (end === -1) return undefined;
    from = end + 1;
  }
  return undefined;
}

/** Lines of JSON among others. Where the last one breaks off the file is being written. */
function readLines(text: string): Outcomes | null {
  const lines: Record<string, unknown>[] = [];
  let torn = false;
  for (const line of text.split("\n")) {
    const bare = line.trim();
    if (bare === "") continue;
    const value = bare.startsWith("{") ? asObject(parsed(bare)) : null;
    torn = value === null && bare.startsWith("{");
    if (value !== null) lines.push(value);
  }
  if (torn) return null;
  const go = lines.filter(isGoLine);
  if (go.length > 0) return readGo(go);
  const cargo = lines.filter(isCargoLine);
  return cargo.length > 0 ? readCargo(cargo) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
