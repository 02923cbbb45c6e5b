import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepIn } from "./support/keeping-in.ts";

/** The same project three times: without an experiment, with one, and with 200 whose lines are long. */
const KINDS = ["none", "one", "many"] as const;
type Kind = (typeof KINDS)[number];

const TITLE = "Queue of one writer";
let top: string;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "search-")));
  for (const kind of KINDS) {
    const project = join(top, kind);
    // 99 lines that hold "needle", as near below the host's 100 as there can be.
    for (let at = 0; at < 33; at++) await write(join(project, `src/part-${at}.ts`), "needle a\nneedle b\nneedle c\n");
    await write(join(project, "docs/note.md"), "The project's own word: tamarind.\n");
    await write(join(project, "designs.md"), "needles of another kind\n");
    await mkdir(join(project, ".opencode/design-lab"), { recursive: true });
    if (kind === "none") continue;
    for (let at = 0; at < (kind === "one" ? 1 : 200); at++) {
      const line = `"summary": "needle tamarind ${TITLE} ${kind === "one" ? "" : "x".repeat(at === 0 ? 5_000_000 : 20_000)}"\n`;
      const experiment = join(project, `.opencode/design-lab/2026-11-${at}-needle`);
      await write(join(experiment, "designs/design-needle.json"), line.repeat(kind === "one" ? 1 : 3));
      await write(join(experiment, "task.json"), "needle");
      await write(join(experiment, "ledger.jsonl"), "needle");
    }
    // One copied to where nobody looks for it, in a folder that is otherwise the project's own.
    for (const name of ["task.json", "ledger.jsonl", "designs/design-a.json"]) {
      await write(
        join(project, "archive/2025-copy", name),
        `needle tamarind ${TITLE} ${"y".repeat(3_000)}\n`.repeat(20),
      );
    }
  }
  for (const kind of ["one", "many"]) {
    for (const name of ["idea.json", "questions.jsonl", "brief.json", "answers/q1.txt"])
      await write(join(top, kind, "archive/2025-brief", name), `needle tamarind ${TITLE}\n`.repeat(20));
  }
  for (const kind of KINDS) await write(join(top, kind, "archive/read-me.md"), "needle of the archive\n");
});
afterAll(() => rm(top, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** What a designer is answered, errors too, with the project's own place left out. */
async function answer(kind: Kind, tool: string, args: object): Promise<string> {
  const project = join(top, kind);
  const { call } = keepIn({ worktree: project, experiments: [join(project, ".opencode/design-lab")] });
  const said = await call(tool, args).then(
    ({ title, output, metadata }) => JSON.stringify({ title, output, metadata }),
    (error: Error) => error.message,
  );
  return said.replaceAll(project, "PROJECT");
}

const CALLS: [tool: string, args: object][] = [
  ...[
    "needle",
    "^needle",
    TITLE,
    "tamarind",
    "needle a",
    "Q",
    "q|needle [ab]",
    ".",
    "",
    "(",
    "x{900}",
    "\\S{3000}",
  ].flatMap((pattern) =>
    [
      undefined,
      "*",
      "**",
      "*.json",
      "**/*.{json,ts,md}",
      "!src/**",
      "**/designs/*",
      ".*/**",
      "archive/**",
      "*.jsonl",
    ].map((include): [string, object] => ["grep", { pattern, ...(include && { include }) }]),
  ),
  ["grep", { pattern: "needle", path: ".opencode" }],
  ["grep", { pattern: "needle", path: "archive" }],
  ...[
    "*",
    "**",
    "**/*",
    "**/*.json",
    "**/design*",
    "*needle*",
    ".*/**",
    "**/.*",
    "archive/*",
    "!src/**",
    "{a",
    "**/*copy*/**",
  ].flatMap((pattern): [string, object][] => [
    ["glob", { pattern }],
    ["glob", { pattern, path: ".opencode" }],
    ["glob", { pattern, path: "archive" }],
  ]),
  ...[
    "",
    "archive",
    ".opencode",
    "src",
    "2025-copy",
    "design",
    "archive/2025",
    "archive/read",
    "task.json",
    "archive/task",
  ].flatMap((filePath): [string, object][] => [
    ["read", { filePath }],
    ["read", { filePath, limit: 1 }],
    ["read", { filePath, offset: 2, limit: 1 }],
  ]),
];

describe("what a designer is answered", () => {
  test("does not depend in any letter on what lies in closed folders", async () => {
    const differ: unknown[] = [];
    for (const [tool, args] of CALLS) {
      const [without, ...others] = await Promise.all(KINDS.map((kind) => answer(kind, tool, args)));
      for (const other of others) if (other !== without) differ.push([tool, args, without, other.slice(0, 300)]);
    }
    expect(differ).toEqual([]);
  }, 300_000);

  test("is the project's own whatever 200 experiments hold", async () => {
    expect(await answer("many", "grep", { pattern: "tamarind" })).toContain(
      "Found 1 matches\\nPROJECT/docs/note.md:\\n  Line 1: The project's own word: tamarind.",
    );
    const all = await answer("many", "grep", { pattern: "needle" });
    expect(all).toContain("(more matches available)");
    expect(all.match(/ {2}Line \d+/gu)).toHaveLength(100);
    expect(await answer("many", "grep", { pattern: "^needle [abc]$" })).toContain("Found 99 matches\\n");
    expect((await answer("many", "glob", { pattern: "**/*.ts" })).match(/PROJECT/gu)).toHaveLength(33);
  });

  test("is refused alike whether or not a closed folder holds what was asked for", async () => {
    for (const filePath of [".opencode/design-lab/2026-11-0-needle/task.json", ".opencode/design-lab/nothing"]) {
      const [none, one] = await Promise.all(
        (["none", "one"] as const).map((kind) => answer(kind, "read", { filePath })),
      );
      expect(one).toBe(none as string);
      expect(one).toStartWith("Refused: read");
    }
  });
});

test("any number of searches at a time are answered alike", async () => {
  const said = await Promise.all(Array.from({ length: 30 }, () => answer("one", "grep", { pattern: "tamarind" })));
  expect(new Set(said).size).toBe(1);
  expect(said[0]).toContain("Found 1 matches");
});

describe("a long answer", () => {
  test("shows 2,000 characters of a line and is cut at whole matches", async () => {
    const project = join(top, "long");
    await write(join(project, "a.txt"), `${"y".repeat(9_000)}\n`.repeat(60));
    const { call } = keepIn({ worktree: project, experiments: [] });
    const { output, metadata } = await call("grep", { pattern: "y" });
    const lines = output.split("\n").filter((line) => line.startsWith("  Line"));
    expect(lines[0]).toBe(`  Line 1: ${"y".repeat(2_000)}...`);
    expect(Buffer.byteLength(output)).toBeLessThan(51_200);
    expect(metadata).toEqual({ matches: lines.length, truncated: true });
  });

  test("shows a line that is no UTF-8 as far as it can be read", async () => {
    const project = join(top, "bytes");
    await mkdir(project);
    await writeFile(join(project, "a.txt"), Buffer.from([0x71, 0x75, 0xff, 0x0a]));
    const { call } = keepIn({ worktree: project, experiments: [] });
    expect((await call("grep", { pattern: "qu" })).output).toContain("  Line 1: qu\uFFFD");
  });
});
