import { lstat, stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { FileEdit, GuardTerms, TestState } from "../artifacts/guard.ts";
import type { ForeignWrite } from "../store/report-writes.ts";
import { pathInside } from "../text/path-inside.ts";
import { findRealPath } from "./real-path.ts";
import { namesBelow, REPORT, readTestState, type StateAsked } from "./test-state.ts";

type Place = Pick<StateAsked, "directory"> & Pick<GuardTerms, "test_output">;

/** The name of the guard's log. Its own lines are signed, but a line that is missing cannot be told. */
export const GUARD_LOG = "guard.jsonl";

/**
 * The state of the tests, from reports that no tool or plain program wrote. While one of those is there, the results
 * are stale: what a run reported before cannot be told from what was put there.
 */
export async function readTrustedState(asked: StateAsked, foreign: readonly ForeignWrite[]): Promise<TestState> {
  for (const { file, by } of foreign) {
    const is = isLog(file) ? "log" : "report";
    if (is === "log" || (await isThere(file)))
      return { state: "stale", why: "not_from_tests", age: null, file: await showFile(file, asked.directory), by, is };
  }
  return readTestState(asked);
}

export const isLog = (file: string): boolean => file.split(sep).at(-1) === GUARD_LOG;

/** The files of these edits that are test results, or may be the guard's log, by their real paths. */
export async function findReportsEdited(
  edits: readonly FileEdit[],
  { directory, test_output }: Place,
): Promise<string[]> {
  const [root = directory, ...outputs] = await Promise.all(
    [directory, ...test_output.map((path) => resolve(directory, path))].map(findRealPath),
  );
  const paths = edits.flatMap(({ path, names = [] }) => [path, ...names].map((each) => resolve(root, each)));
  const real = await Promise.all([...new Set(paths)].map(findRealPath));
  return [...new Set(real)].filter((path) => isLog(path) || outputs.some((output) => isReportAt(output, path)));
}

/** A file of results, or a report in a folder of them; either may not exist yet. */
const isReportAt = (output: string, path: string): boolean =>
  path === output || (pathInside(output, path) && REPORT.test(path));

/** What became of a file of results since a moment. */
export type ReportChange = { file: string; written: boolean };

/**
 * The files of results that changed since then, by their real paths. `written`: their content did; otherwise another
 * file may have been put there, which keeps its own time.
 * @param since Milliseconds since 1970.
 */
export async function findReportsChanged({ directory, test_output }: Place, since: number): Promise<ReportChange[]> {
  const files = (await Promise.all(test_output.map((path) => reportsAt(resolve(directory, path))))).flat();
  const changes = await Promise.all(
    files.map(async (path): Promise<ReportChange[]> => {
      const [link, file] = await Promise.all([lstat(path).catch(() => null), stat(path).catch(() => null)]);
      if (link === null || file === null) return [];
      const changed = Math.max(link.ctimeMs, file.ctimeMs, link.mtimeMs, file.mtimeMs) >= since;
      return changed ? [{ file: await findRealPath(path), written: file.mtimeMs >= since }] : [];
    }),
  );
  return changes.flat();
}

async function reportsAt(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = await namesBelow(path).catch(() => []);
  return names === "too_large" ? [] : names;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** A real path as people write it: relative to the project with "/", absolute when it is outside. */
export async function showFile(file: string, directory: string): Promise<string> {
  const root = await findRealPath(directory);
  return pathInside(root, file) ? relative(root, file).split(sep).join("/") : file;
}
