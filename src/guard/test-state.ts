import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { TestState } from "../artifacts/guard.ts";
import type { ResultsAnswer } from "./results/answer.ts";
import { askReader } from "./results/ask-reader.ts";

/** Files of results, and entries that are looked at in one folder of them. */
const MAX_FILES = 2_000;
const MAX_ENTRIES = 20_000;
/** Folders below one in which reports of JUnit are looked for, as Gradle lays them out. */
const MAX_DEPTH = 4;
export const REPORT = /\.(?:xml|trx|json|jsonl|tap)$/iu;
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
  const found: Found[] = [];
  for (const path of test_output) found.push(...(await filesAt(resolve(directory, path), MAX_FILES - found.length)));
  const time = now().getTime();
  const ageOf = (at: number): number => Math.max(0, Math.floor((time - at) / 1_000));
  const files = found.flatMap((each) => ("stats" in each ? [{ ...each, at: each.stats.mtimeMs }] : []));
  const fresh = files.filter(({ at }) => time - at <= max_age * 1_000).sort((a, b) => b.at - a.at);
  const unknown = (path: string, why: Unknown, at: number | null): TestState => {
    return { state: "unknown", why, file: within(directory, path), age: at === null ? null : ageOf(at) };
  };
  const [first] = fresh;
  if (first === undefined) {
    if (files.length > 0) return { state: "stale", why: "old", age: ageOf(Math.max(...files.map(({ at }) => at))) };
    const amiss = found.find((each) => "why" in each);
    return amiss && "why" in amiss ? unknown(amiss.path, amiss.why, null) : { state: "stale", why: "none", age: null };
  }
  const read = await readAll(fresh);
  if ("why" in read) {
    const isBefore = testAddedAt !== null && testAddedAt.getTime() >= first.at;
    if (read.output !== undefined && isBefore) return { state: "stale", why: "test_added", age: ageOf(first.at) };
    return { ...unknown(first.path, read.why, first.at), ...(read.output !== undefined && { output: read.output }) };
  }
  if ("stopped" in read) return { state: "stale", why: "none", age: null };
  const { passed } = read;
  // A run that failed without results had tests when one was let through before it.
  const failing = read.failing.length === 0 && testAddedAt !== null ? (read.unclear ?? []) : read.failing;
  const { at } = fresh[read.newest] ?? first;
  const age = ageOf(at);
  if (testAddedAt !== null && testAddedAt.getTime() >= at) return { state: "stale", why: "test_added", age };
  if (failing.length === 0)
    return passed > 0 ? { state: "green", passed, age } : { state: "stale", why: "no_tests", age };
  const named = failing.map(({ name, file }) => ({
    name: within(directory, name),
    file: file && within(directory, file),
  }));
  return { state: failing.length === 1 ? "red" : "blocked", failing: named, age };
}

/**
 * The files of results at a path: itself, or those of a folder; nothing where nothing is there.
 * @param most How many files a folder may hold.
 */
async function filesAt(path: string, most: number): Promise<Found[]> {
  const stats = await look(path);
  if (stats === null) return [];
  if (!("mode" in stats)) return [{ path, ...stats }];
  if (stats.isFile()) return [{ path, stats }];
  if (!stats.isDirectory()) return [{ path, why: "no_file" }];
  const names = await namesBelow(path, most).catch(() => null);
  if (names === null) return [{ path, why: "unreadable" }];
  if (names === "too_large") return [{ path, why: names }];
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

/** Reports in a folder, and those of JUnit in the folders below it. */
export async function namesBelow(folder: string, most = MAX_FILES): Promise<string[] | "too_large"> {
  const names: string[] = [];
  let entries = 0;
  const visit = async (at: string, depth: number): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (names.length > most || ++entries > MAX_ENTRIES) return;
      const path = join(at, entry.name);
      if (!entry.isDirectory() && (depth === 0 ? REPORT : JUNIT).test(entry.name)) names.push(path);
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1);
    }
  };
  await visit(folder, 0);
  return names.length > most || entries > MAX_ENTRIES ? "too_large" : names;
}

/** What was read last, for as long as its files stay the same. A reader that failed counts too, so that no edit waits twice. */
const KEPT = new Map<string, { answer: Promise<ResultsAnswer>; begun: number }>();
/** Milliseconds that edits wait for a reader. It goes on meanwhile, and later edits go by its answer. */
const PATIENCE = 10_000;
const MAX_KEPT = 4;
/** Milliseconds in which a file may change twice without a change of its time. */
const TICK = 20;

/** What files report, read anew only after one of them has changed. */
async function readAll(files: readonly { path: string; stats: Stats }[]): Promise<ResultsAnswer> {
  const stamps = files.map(({ path, stats: { ino, size, mtimeMs, ctimeMs } }) => [path, ino, size, mtimeMs, ctimeMs]);
  const key = createHash("sha256").update(JSON.stringify(stamps)).digest("hex");
  const kept = KEPT.get(key);
  const begun = kept?.begun ?? Date.now();
  const answer = kept?.answer ?? askReader(files.map(({ path, stats: { size, mtimeMs: at } }) => ({ path, size, at })));
  if (files.every(({ stats }) => stats.ctimeMs < begun - TICK)) KEPT.set(key, { answer, begun });
  for (const oldest of KEPT.keys()) {
    if (KEPT.size <= MAX_KEPT) break;
    KEPT.delete(oldest);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ResultsAnswer>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, begun + PATIENCE - Date.now()), { why: "slow" });
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** A path as the project's people write it: below its folder without it, and with "/". */
function within(directory: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(directory, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? path : below.split(sep).join("/");
}
