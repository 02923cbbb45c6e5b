import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { TestFailure, TestState } from "../../artifacts/guard.ts";
import { readRegular } from "../../store/read.ts";
import type { ResultFile, ResultsAnswer } from "./answer.ts";
import { MAX_FAILING, type Outcomes } from "./outcomes.ts";
import { readOutcomes } from "./report.ts";

/** Bytes of one file of results, and of all that count: past this they are not read, for the edit waits meanwhile. */
const MAX_FILE = 4_000_000;
const MAX_ALL = 12_000_000;

type Unknown = Extract<TestState, { state: "unknown" }>["why"];
type Report = { outcomes: Outcomes } | { why: Unknown };

/** Reads and merges result files, up to what is read of all. A file that cannot be read counts only if none can. */
export async function readResults(files: readonly ResultFile[]): Promise<ResultsAnswer> {
  const told: Outcomes[] = [];
  let newest: number | null = null;
  let first: Unknown | null = null;
  let bytes = 0;
  for (const [index, { path, size }] of files.entries()) {
    bytes += size > MAX_FILE ? 0 : size;
    const report: Report = size > MAX_FILE || bytes > MAX_ALL ? { why: "too_large" } : await readReport(path);
    if ("why" in report) first ??= report.why;
    else {
      newest ??= index;
      told.push(report.outcomes);
    }
  }
  return newest === null ? { why: first ?? "no_file" } : { newest, ...merged(told) };
}

/** What all reports say, the newest first: of a test that several name the first counts. */
function merged(all: readonly Outcomes[]): { failing: TestFailure[]; passed: number } {
  const failing: TestFailure[] = [];
  let passed = 0;
  const told = new Set<string>();
  for (const { failing: fails, passing, passed: ok } of all) {
    for (const { name, file, same } of fails) {
      const isNew = same === null || !told.has(same);
      if (isNew && failing.length < MAX_FAILING) failing.push({ name, file });
    }
    passed += ok - passing.filter((same) => told.has(same)).length;
    if (all.length === 1) break;
    for (const same of [...passing, ...fails.map((each) => each.same)]) if (same !== null) told.add(same);
  }
  return { failing, passed };
}

async function readReport(path: string): Promise<Report> {
  const real = await realpath(path).catch(() => path);
  const read = await readRegular(real, dirname(real), undefined, MAX_FILE);
  if (read.state === "missing") return { why: "no_file" };
  if (read.state === "ok") {
    const outcomes = await readOutcomes(read.value);
    return outcomes === null ? { why: "format" } : { outcomes };
  }
  const { kind } = read.problem;
  return { why: kind === "too-large" ? "too_large" : kind === "not-a-file" ? "no_file" : "unreadable" };
}
