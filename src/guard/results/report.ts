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
    if (bare.startsWith("<")) {
      const trx = TRX.test(bare) ? (await import("./trx.ts")).readTrx(bare) : null;
      return trx ?? (await import("./junit.ts")).readJunit(bare);
    }
    const value = wholeJson(bare);
    const outcomes = readExitRecord(value) ?? readJsonTests(value);
    if (outcomes !== null) return outcomes;
    // Tests print lines of other formats too, so the first line decides which format is tried first.
    const tap = async () => (await import("./tap.ts")).readTap(bare);
    return TAP_FIRST.test(bare) ? ((await tap()) ?? readLines(bare)) : (readLines(bare) ?? (await tap()));
  } catch {
    // A parser that gives up, and a text with more in it than is read.
    return null;
  }
}

/** What stands in every such document; others are not parsed as one. */
const TRX = /<TestRun[\s/>]/u;
const TAP_FIRST = /^(?:TAP version \d|\d+\.\.\d+(?:\s|$)|(?:not )?ok(?: \d| - ))/iu;

/** Code units of a text that are looked at for it. */
const MAX_END = 40_000;

/**
 * The end of the output of a run that is no report. Null for a report that breaks off, for a whole document of XML or
 * JSON, for bytes, and for nothing. How the text begins decides, because a test can print any line.
 */
export function plainEnd(text: string): string | null {
  const bare = text.replace(/^\uFEFF/u, "").trim();
  const strange = bare.split("\uFFFD").length - 1;
  if (bare === "" || strange * MAX_STRANGE > bare.length || isReportPart(bare)) return null;
  return clean(text.slice(-MAX_END)).text.trim().slice(-MAX_OUTPUT) || null;
}

/** A text with one character in so many that is not UTF-8 is bytes. */
const MAX_STRANGE = 3;

function isReportPart(text: string): boolean {
  if (text.startsWith("<")) return XML_START.test(text) || text.endsWith(">");
  if (text.startsWith("{")) return JSON_START.test(text) && !isBehindJson(text);
  return /^(?:TAP version \d|\d+\.\.\d+[^\S\n]*(?:\n|$)|\[\s*\{)/iu.test(text);
}

const XML_START = /^<(?:$|[?a-z][^>]*$|\?xml\s|testsuites?[\s/>]|TestRun[\s/>])/iu;
const JSON_START = /^\{\s*(?:"|\}|$)/u;

/** Whether text stands behind a whole JSON object that is no line of `go test` or cargo. */
function isBehindJson(text: string): boolean {
  return [text.indexOf("\n"), text.search(/^\}/mu) + 1].some((end) => {
    const value = end > 0 && end < text.length ? asObject(parsed(text.slice(0, end))) : null;
    return value !== null && !isGoLine(value) && !isCargoLine(value);
  });
}

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
  const first = lines.find((line) => isGoLine(line) || isCargoLine(line));
  if (first === undefined) return null;
  return isGoLine(first) ? readGo(lines.filter(isGoLine)) : readCargo(lines.filter(isCargoLine));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
