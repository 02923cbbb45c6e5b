import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { TestFailure, TestState } from "../../artifacts/guard.ts";
import { readBytes } from "../../store/read.ts";
import { pathInside } from "../../text/path-inside.ts";
import type { ResultFile, ResultsAnswer } from "./answer.ts";
import { MAX_FAILING, type Outcomes } from "./outcomes.ts";
import { plainEnd, readOutcomes } from "./report.ts";

/** Bytes of one file of results, and of all that count: past this they are not read, for the edit waits meanwhile. */
const MAX_FILE = 4_000_000;
const MAX_ALL = 12_000_000;

type Unread = { why: Extract<TestState, { state: "unknown" }>["why"]; output?: string };
type Report = { outcomes: Outcomes } | Unread;
/** What a file says, and where and when it was written. */
type Told = ResultFile & { index: number; outcomes: Outcomes };

/** Reads and merges result files, up to what is read of all. A file that cannot be read counts only if none can. */
export async function readResults(files: readonly ResultFile[]): Promise<ResultsAnswer> {
  const told: Told[] = [];
  let unread: { report: Unread; at: number } | null = null;
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    const { path, size } = file;
    bytes += size > MAX_FILE ? 0 : size;
    const report: Report = size > MAX_FILE || bytes > MAX_ALL ? { why: "too_large" } : await readReport(path);
    if ("why" in report) unread ??= { report, at: file.at };
    else told.push({ ...file, index, outcomes: report.outcomes });
  }
  const counting = told.filter((each) => counts(each, told));
  const [newest] = counting;
  const stopped = told.find(({ outcomes }) => outcomes.run?.stopped === true);
  if (newest === undefined) {
    if (stopped !== undefined && stopped.at >= (unread?.at ?? 0)) return { stopped: true };
    return unread?.report ?? { why: "no_file" };
  }
  const unclear = counting.filter((each) => isUnclear(each, { files, told }));
  const clear = counting.filter((each) => !unclear.includes(each));
  const outcomesOf = (all: readonly Told[]): Outcomes[] => all.map(({ outcomes }) => outcomes);
  return {
    newest: newest.index,
    ...merged(outcomesOf(clear)),
    ...(unclear.length > 0 && { unclear: merged(outcomesOf(unclear)).failing }),
  };
}

/** Whether a file counts: of an exit record whether its run came to an end, and no report of it names a failing test or is newer. */
function counts(file: Told, all: readonly Told[]): boolean {
  const { run } = file.outcomes;
  if (run === undefined) return true;
  return !run.stopped && !reportsOf(file, all).some(({ at, outcomes }) => at > file.at || outcomes.failing.length > 0);
}

/** Whether an exit record does not tell if a test failed: all reports of its run could be read, and none has a test. */
function isUnclear(file: Told, { files, told }: { files: readonly ResultFile[]; told: readonly Told[] }): boolean {
  const read = reportsOf(file, told);
  const isEmpty = read.every(({ outcomes }) => outcomes.passed === 0);
  return file.outcomes.run?.unclear === true && isEmpty && read.length === reportsOf(file, files).length;
}

/** The reports of the run that an exit record is of. */
function reportsOf<File extends ResultFile>({ path, outcomes }: Told, all: readonly File[]): File[] {
  const folder = dirname(dirname(path));
  const places = outcomes.run?.reports.map((each) => resolve(folder, each)) ?? [];
  return all.filter((each) => places.some((place) => pathInside(place, each.path)));
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
  const read = await readBytes(real, dirname(real), undefined, MAX_FILE);
  if (read.state === "missing") return { why: "no_file" };
  if (read.state === "ok") {
    const text = textOf(read.value);
    const outcomes = await readOutcomes(text);
    if (outcomes !== null) return { outcomes };
    const output = plainEnd(text);
    return { why: "format", ...(output !== null && { output }) };
  }
  const { kind } = read.problem;
  return { why: kind === "too-large" ? "too_large" : kind === "not-a-file" ? "no_file" : "unreadable" };
}

/** UTF-8 without null characters, or UTF-16 where its mark stands first, as PowerShell writes it. */
function textOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe") return bytes.toString("utf16le");
  return mark === "feff"
    ? Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString("utf16le")
    : bytes.toString("utf8").replaceAll("\0", "");
}
