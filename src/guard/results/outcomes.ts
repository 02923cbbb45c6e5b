import type { TestFailure, TestFormat } from "../../artifacts/guard.ts";
import { clean } from "../../text/clean.ts";

/** Failing tests that are kept of a report; with so many it is of no use to name more. */
export const MAX_FAILING = 1_000;
/** Tests in one report; what has more of them is not read on. */
export const MAX_TESTS = 300_000;
/** Characters of a name or a path that are kept. */
const MAX_NAME = 500;
/** Code units of a name that are looked at at all. */
const MAX_RAW = 4_000;

/**
 * What a report says of each of its tests. `same` is what the test is known by in another report; null where two tests
 * may share a name there, as two crates' may.
 */
export type Outcomes = {
  format: TestFormat;
  failing: readonly (TestFailure & { same: string | null })[];
  /** How many passed, and what those are known by that can be told in another report. */
  passed: number;
  passing: readonly string[];
  /**
   * Of an exit record: the reports of its run. `stopped`: the run did not start, or did not come to its end. `unclear`:
   * without a report the exit code does not tell whether a test failed or none was there.
   */
  run?: { reports: readonly string[]; stopped: boolean; unclear: boolean };
};

/** A test as a report has it: the names that lead to it, outermost first. */
export type Ran = { path: readonly string[]; file?: string | null; failed: boolean; alike?: boolean };

/** Gathers the tests of one report. `alike`: two tests of its format may have one name and be two all the same. */
export function createOutcomes(format: TestFormat) {
  const failing: (TestFailure & { same: string | null })[] = [];
  const passing: string[] = [];
  let passed = 0;
  let failed = 0;
  const add = (test: Ran): void => {
    const raw = test.file || null;
    const same = test.alike && raw === null ? null : JSON.stringify([raw, ...test.path]);
    if (passed + failed === MAX_TESTS) throw new RangeError("more tests than are read");
    if (test.failed) {
      failed++;
      if (failing.length < MAX_FAILING) failing.push({ name: nameOf(test.path), file: fileOf(raw), same });
    } else {
      passed++;
      if (same !== null) passing.push(same);
    }
  };
  return { add, failed: (): number => failed, done: (): Outcomes => ({ format, failing, passed, passing }) };
}

/** A name on one line, without what a terminal or a model would obey and nobody sees. */
function nameOf(path: readonly string[]): string {
  return bounded(path.map(lineOf).filter(Boolean).join(" > ")) || "unnamed";
}

/** A path with "/", without "./" and the scheme of a URL; null for none. */
function fileOf(raw: string | null): string | null {
  const path = lineOf(raw ?? "").replaceAll("\\", "/");
  return bounded(path.replace(/^file:\/\/(?=\/)/u, "").replace(/^(?:\.\/)+/u, "")) || null;
}

function lineOf(text: string): string {
  return clean(text.slice(0, MAX_RAW)).text.replace(/\s+/gu, " ").trim();
}

function bounded(text: string): string {
  if (text.length <= MAX_NAME) return text;
  return `${clean(text.slice(0, MAX_NAME - 1)).text}…`;
}
