import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { FileEdit } from "../../src/artifacts/guard.ts";
import { diffOf, editSha256 } from "../../src/guard/diff.ts";
import { editsOf, editsOfPatches } from "../../src/guard/edits.ts";
import { isEnforced } from "../../src/guard/patterns.ts";
import { readTestState } from "../../src/guard/test-state.ts";
import { writerOf } from "../../src/host/shell-writes.ts";
import { openGuardLog } from "../../src/store/guard-log.ts";

/** Work of the guard for one call on a hostile input; `part` from 0 to 1 is how much of the largest input is made. */
export type HostileWork = { name: string; make(part: number, folder: string): Promise<() => Promise<unknown>> };

const PATTERNS = ["src/**/*.ts", "**/src/**/a/**/*.test.ts", "!**/node_modules/**"];

/** All that the guard does with the texts of an edit before a model is asked. */
function judged(edits: readonly FileEdit[] | null): void {
  const held = (edits ?? []).filter(({ path }) => isEnforced(PATTERNS, path) || path.startsWith("src/"));
  editSha256(held);
  diffOf(held, 24_000);
}

const lines = (most: number, text: (nth: number) => string) => (part: number) =>
  Array.from({ length: Math.ceil(most * part) }, (_, nth) => text(nth)).join("\n");

/** A call of a tool in a project whose one file holds a text. */
function called(tool: string, before: (part: number) => string, args: (part: number) => Record<string, unknown>) {
  return async (part: number) => {
    const [text, given] = [before(part), args(part)];
    const read = async (path: string) => (basename(path) === "a.ts" ? text : null);
    return async () => judged(await editsOf(tool, given, { directory: "/project", read }).catch(() => null));
  };
}

const patched = (before: (part: number) => string, body: (part: number) => string) =>
  called("apply_patch", before, (part) => ({
    patchText: `*** Begin Patch\n*** Update File: src/a.ts\n${body(part)}\n*** End Patch`,
  }));

function unified(before: (part: number) => string, patch: (part: number) => string) {
  return async (part: number) => {
    const [text, body] = [before(part), patch(part)];
    const files = [{ file: "src/a.ts", patch: `--- a/src/a.ts\n+++ b/src/a.ts\n${body}`, status: "modified" }];
    const place = { directory: "/project", read: async () => text };
    return async () => judged(await editsOfPatches(files, place).catch(() => null));
  };
}

/** One word is changed before a text that parsers of programs cannot take. */
const word = (unit: string, most: number) =>
  called(
    "edit",
    (part) => `// one\n${unit.repeat(Math.ceil(most * part))}\n`,
    () => ({ filePath: "src/a.ts", oldString: "// one", newString: "// two" }),
  );

const rewritten = (before: (part: number) => string, after: (part: number) => string) =>
  called("write", before, (part) => ({ filePath: "src/a.ts", content: after(part) }));

/** Result files that are read anew. */
function results(name: string, texts: (part: number) => readonly string[]) {
  return async (part: number, folder: string) => {
    return async () => {
      const directory = await mkdtemp(join(folder, "results-"));
      await mkdir(join(directory, "out"));
      for (const [at, text] of texts(part).entries()) await writeFile(join(directory, "out", `${at}-${name}`), text);
      const before = process.cpuUsage();
      await readTestState({ directory, test_output: ["out"], max_age: 300, testAddedAt: null, now: () => new Date() });
      return { since: before };
    };
  };
}

const tap = (nth: number) => (part: number) => {
  const tests = Math.ceil(90_000 * part);
  const points = lines(90_000, (at) => `${at % 7 === 0 ? "not ok" : "ok"} ${at + 1} - a test of file ${nth}`)(part);
  return `TAP version 13\n1..${tests}\n${points}\n`;
};

const LOG_LINE = {
  ...{ version: 1, event: "edit", at: "2026-11-26T10:00:00.000Z", session_id: "s", call_id: "c", tool: "edit" },
  ...{ files: ["src/a.ts"], edit_sha256: "0".repeat(64), state: "green", failing: 0, decision: "allowed" },
  ...{ by: "model", edit_type: "refactoring", model: "a/b", seconds: 1, cost: 0, task: null },
};
const logged = (text: (part: number) => string) => async (part: number, folder: string) => {
  const base = await mkdtemp(join(folder, "log-"));
  await writeFile(join(base, "guard.jsonl"), text(part));
  return async () => await openGuardLog(base, () => new Date()).recent("2026-01-01");
};

const shell = (unit: string) => async (part: number) => {
  const command = unit.repeat(Math.ceil((5_000_000 * part) / unit.length));
  return async () => writerOf(command);
};

const paths = (path: (part: number) => string) => async (part: number) => async () => isEnforced(PATTERNS, path(part));

const EQUAL = lines(500_000, () => "a");
const OTHERS = lines(140_000, (nth) => `l${nth}`);

/** Every way in which the text of an edit, of its results or of the log reaches the host's thread. */
export const HOSTILE_WORKS: readonly HostileWork[] = Object.entries({
  "66,000 elements of JSX": word("<a>", 66_000),
  "60,000 generics that stay open": word("a<", 60_000),
  "40,000 attributes": word("<a b ", 40_000),
  "66,000 casts of Java": word("(a)", 66_000),
  "12,000 strange quotes": word("a‹", 12_000),
  "a patch of 2,000 equal lines in 50,000": patched(
    lines(50_000, () => "a"),
    (part) => `@@\n${lines(2_000, () => "-a")(part)}\n-b`,
  ),
  "a patch of 2,000 equal lines in 500,000": patched(EQUAL, (part) => `@@\n${lines(2_000, () => "-a")(part)}\n-b`),
  "a patch of 2,000 hunks with other blanks": patched(
    OTHERS,
    lines(2_000, (nth) => `@@\n-l${nth * 3} \n+x`),
  ),
  "a patch of 60,000 hunks below a line": patched(
    OTHERS,
    lines(60_000, (nth) => `@@ l${nth * 2}\n+y`),
  ),
  "a patch that adds 340,000 lines": patched(OTHERS, (part) => `@@\n-l5\n${lines(340_000, () => "+a")(part)}`),
  "a patch of 20,000 files": called("apply_patch", OTHERS, (part) => ({
    patchText: lines(20_000, (nth) => `*** Delete File: src/${nth}.ts`)(part),
  })),
  "a unified diff of 5,000 lines in 100,000": unified(
    lines(100_000, () => "a"),
    (part) => `@@ -1,${Math.ceil(5_000 * part) + 1} +1,5000 @@\n${lines(5_000, () => " a")(part)}\n-b\n`,
  ),
  "a unified diff of 20,000 hunks": unified(
    OTHERS,
    (part) => `${lines(20_000, (nth) => `@@ -${nth * 3 + 1},1 +${nth * 3 + 1},1 @@\n-l${nth * 3}\n+k`)(part)}\n`,
  ),
  "500,000 lines that are no diff": unified(
    OTHERS,
    lines(500_000, () => "x"),
  ),
  "a million places that are replaced": called(
    "edit",
    (part) => "a".repeat(Math.ceil(1_000_000 * part)),
    () => ({ filePath: "src/a.ts", oldString: "a", newString: "bb", replaceAll: true }),
  ),
  "5,000 items of an unknown tool": called("put", OTHERS, (part) => ({
    path: "src/a.ts",
    edits: Array.from({ length: Math.ceil(200_000 * part) }, () => ({ old_string: "a", new_string: "b" })),
  })),
  "a megabyte of other lines": rewritten(
    OTHERS,
    lines(140_000, (nth) => `k${nth}`),
  ),
  "lines that change places": rewritten(
    (part) => `${lines(250_000, () => "a")(part)}\n${lines(250_000, () => "b")(part)}`,
    (part) => `${lines(250_000, () => "b")(part)}\n${lines(250_000, () => "a")(part)}`,
  ),
  "3,000 lines with changes everywhere": rewritten(
    lines(2_900, (nth) => (nth % 7 === 0 ? `b${nth}` : "a")),
    lines(2_900, (nth) => (nth % 5 === 0 ? `c${nth}` : "a")),
  ),
  "a path of 100,000 characters": paths((part) => `src/${"a".repeat(Math.ceil(100_000 * part))}`),
  "a path of 1,000 folders": paths((part) => `${"src/a/".repeat(Math.ceil(160 * part))}x.ts`),
  "a shell command of 5 MB": shell("echo a > b; "),
  "three TAP reports of 3.9 MB": results("r.tap", (part) => [1, 2, 3].map((nth) => tap(nth)(part))),
  "JUnit of 180,000 suites in each other": results("r.xml", (part) => [
    `<testsuites>${'<testsuite name="a">'.repeat(Math.ceil(180_000 * part))}`,
  ]),
  "JSON of 3.9 million lists in each other": results("r.json", (part) => ["[".repeat(Math.ceil(3_900_000 * part))]),
  "a log of 100,000 lines": logged(
    (part) => `${lines(100_000, () => JSON.stringify({ ...LOG_LINE, reason: "r" }))(part)}\n`,
  ),
  "a log of 2,000 lines of 19,000 characters": logged(
    (part) => `${lines(2_000, () => JSON.stringify({ ...LOG_LINE, reason: "r".repeat(19_000) }))(part)}\n`,
  ),
  "a log of lists in each other": logged(lines(1_000, () => "[".repeat(19_000))),
  "a log of 50 million empty lines": logged((part) => "\n".repeat(Math.ceil(50_000_000 * part))),
}).map(([name, make]) => ({ name, make }));

/** Milliseconds of the processor that this process takes for a work, the median of some runs. */
export async function hostileCost({ make }: HostileWork, part: number, runs: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "designlab-hostile-"));
  try {
    const work = await make(part, folder);
    const took: number[] = [];
    for (let run = 0; run < runs; run++) {
      const begun = process.cpuUsage();
      const own = await work();
      // Files that the work needs are written first, and that does not count.
      const since = (own as { since?: NodeJS.CpuUsage } | undefined)?.since ?? begun;
      const { user, system } = process.cpuUsage(since);
      took.push((user + system) / 1_000);
    }
    return took.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
