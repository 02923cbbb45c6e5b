import type { Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { TestFailure, TestState } from "../artifacts/guard.ts";
import { readRegular } from "../store/read.ts";
import { MAX_FAILING, type Outcomes } from "./results/outcomes.ts";
import { readOutcomes } from "./results/report.ts";

/** Bytes of one file of results, and of all that count: past this they are not read, for the host waits meanwhile. */
const MAX_FILE = 4_000_000;
const MAX_ALL = 12_000_000;
/** Files of one folder of reports. */
const MAX_FILES = 2_000;
/** Folders below one in which reports of JUnit are looked for, as Gradle lays them out. */
const MAX_DEPTH = 4;
const REPORT = /\.(?:xml|json|jsonl|tap)$/iu;
const JUNIT = /\.xml$/iu;

export type StateAsked = {
  directory: string;
  /** Files, or folders of reports. */
  test_output: readonly string[];
  /** Seconds. */
  max_age: number;
  /** When a test was let through last that has to run; null where none was. */
  testAddedAt: Date | null;
  now: () => Date;
};

type Unknown = Extract<TestState, { state: "unknown" }>["why"];
type Found = { path: string; stats: Stats } | { path: string; why: Unknown };
type Read = { path: string; at: number } & ({ outcomes: Outcomes } | { why: Unknown });

/**
 * Where the tests stand by what their runs wrote: by the newest report of each test that is not older than it may be. Files
 * that cannot be read count only where none can. Asked again it costs a look at each file.
 */
export async function readTestState({
  directory,
  test_output,
  max_age,
  testAddedAt,
  now,
}: StateAsked): Promise<TestState> {
  const found = (await Promise.all(test_output.map((path) => filesAt(resolve(directory, path))))).flat();
  const time = now().getTime();
  const ageOf = (at: number): number => Math.max(0, Math.floor((time - at) / 1_000));
  const files = found.flatMap((each) => ("stats" in each ? [{ ...each, at: each.stats.mtimeMs }] : []));
  const fresh = files.filter(({ at }) => time - at <= max_age * 1_000).sort((a, b) => b.at - a.at);
  const unknown = (path: string, why: Unknown, at: number | null): TestState => {
    return { state: "unknown", why, file: within(directory, path), age: at === null ? null : ageOf(at) };
  };
  const reads = await readAll(fresh);
  const told = reads.flatMap((each) => ("outcomes" in each ? [each] : []));
  const newest = told[0];
  if (newest === undefined) {
    const [torn] = reads;
    if (torn && "why" in torn) return unknown(torn.path, torn.why, torn.at);
    if (files.length > 0) return { state: "stale", why: "old", age: ageOf(Math.max(...files.map(({ at }) => at))) };
    const amiss = found.find((each) => "why" in each);
    return amiss && "why" in amiss ? unknown(amiss.path, amiss.why, null) : { state: "stale", why: "none", age: null };
  }
  const age = ageOf(newest.at);
  if (testAddedAt !== null && testAddedAt.getTime() >= newest.at) return { state: "stale", why: "test_added", age };
  const { failing, passed } = merged(told.map(({ outcomes }) => outcomes));
  if (failing.length === 0) return { state: "green", passed, age };
  const named = failing.map(({ name, file }) => ({
    name: within(directory, name),
    file: file && within(directory, file),
  }));
  return { state: failing.length === 1 ? "red" : "blocked", failing: named, age };
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

/** The files of results at a path: itself, or those of a folder; nothing where nothing is there. */
async function filesAt(path: string): Promise<Found[]> {
  const stats = await look(path);
  if (stats === null) return [];
  if (!("mode" in stats)) return [{ path, ...stats }];
  if (stats.isFile()) return [{ path, stats }];
  if (!stats.isDirectory()) return [{ path, why: "no_file" }];
  const names = await namesBelow(path).catch(() => null);
  if (names === null) return [{ path, why: "unreadable" }];
  if (names.length > MAX_FILES) return [{ path, why: "too_large" }];
  const looks = await Promise.all(names.map(async (name) => ({ path: name, stats: await look(name) })));
  return looks.flatMap(({ path: name, stats: each }) =>
    each !== null && "mode" in each && each.isFile() ? [{ path: name, stats: each }] : [],
  );
}

/** What stands at a path, behind links; null for nothing, and why where it cannot be told. */
async function look(path: string): Promise<Stats | { why: Unknown } | null> {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    return { why: code === "ELOOP" ? "no_file" : "unreadable" };
  }
}

/** Reports in a folder, and those of JUnit in the folders below it; one more than are read where there are more. */
async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = [];
  const visit = async (at: string, depth: number): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (names.length > MAX_FILES) return;
      const path = join(at, entry.name);
      if (!entry.isDirectory() && (depth === 0 ? REPORT : JUNIT).test(entry.name)) names.push(path);
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1);
    }
  };
  await visit(folder, 0);
  return names;
}

/** Reads files, the newest first, up to what is read of all. */
async function readAll(files: readonly { path: string; stats: Stats; at: number }[]): Promise<Read[]> {
  const reads: Read[] = [];
  let bytes = 0;
  for (const { path, stats, at } of files) {
    bytes += stats.size > MAX_FILE ? 0 : stats.size;
    const large = stats.size > MAX_FILE || bytes > MAX_ALL;
    reads.push({ path, at, ...(large ? { why: "too_large" } : await readReport(path, stats)) });
  }
  return reads;
}

type Report = { outcomes: Outcomes } | { why: Unknown };
type Kept = { stamp: string; report: Report };
/** What was read last of each file, for as long as it is the same file. */
const KEPT = new Map<string, Kept>();
const MAX_KEPT = 4_000;
/** Milliseconds in which a file may change twice without a change of its time. */
const TICK = 20;

/** What a file reports, read anew only after it has changed. */
async function readReport(path: string, { ino, size, mtimeMs, ctimeMs }: Stats): Promise<Report> {
  const stamp = [ino, size, mtimeMs, ctimeMs].join(" ");
  const kept = KEPT.get(path);
  if (kept?.stamp === stamp) return kept.report;
  const report = await parseReport(path);
  KEPT.delete(path);
  if (Date.now() - ctimeMs > TICK) KEPT.set(path, { stamp, report });
  for (const oldest of KEPT.keys()) {
    if (KEPT.size <= MAX_KEPT) break;
    KEPT.delete(oldest);
  }
  return report;
}

async function parseReport(path: string): Promise<Report> {
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

/** A path as the project's people write it: below its folder without it, and with "/". */
function within(directory: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(directory, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? path : below.split(sep).join("/");
}
