import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AfterV2 } from "../../src/host/v2/tools.ts";
import { keepInV2 } from "../isolation/support/keeping-in.ts";

const MARKER = "MARKER-7f3a";
let top: string;
let project: string;
let base: string;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "tools-v2-")));
  project = join(top, "project");
  base = join(project, ".opencode", "design-lab");
  const files: [string, string][] = [
    [join(base, "older", "designs", "design-a.json"), `${MARKER} queue`],
    [join(project, "src", "main.ts"), "const a = 1;\nexport const queue = a;\n"],
    [join(project, "src", "Queue.ts"), "QUEUE (1)\n"],
    [join(project, ".hidden", "note.md"), "queue\n"],
    [join(project, ".env"), `TOKEN=${MARKER} queue\n`],
    [join(project, ".env.example"), "TOKEN=\n"],
    [join(project, "apps", ".env.production"), `TOKEN=${MARKER} queue\n`],
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  await symlink(join(project, ".env"), join(project, "settings.txt"));
});
afterAll(() => rm(top, { recursive: true, force: true }));

const setUp = (more: object = {}) => keepInV2({ worktree: project, experiments: [base], ...more });
const at = (...names: string[]) => join(project, ...names);
const folder = (name: string, ...lines: string[]) =>
  [`<path>${at(name)}</path>`, "<type>directory</type>", "<entries>", ...lines, "</entries>"].join("\n");

describe("grep", () => {
  test("answers with what may be seen, whatever the host found, and has the host search nothing", async () => {
    const { call, session } = setUp();
    const { asked, text, result } = await call("grep", { pattern: "queue" }, { content: MARKER, output: [MARKER] });
    expect(text.split("\n")).toEqual([
      "Found 2 matches",
      `${at(".hidden/note.md")}:`,
      "  Line 1: queue",
      "",
      `${at("src/main.ts")}:`,
      "  Line 2: export const queue = a;",
    ]);
    expect(asked).toEqual({ pattern: "x", include: "!**" });
    expect(JSON.stringify(result)).not.toContain(MARKER);
    expect(session.violations).toEqual([]);
  });

  test("obeys literal, caseSensitive and limit", async () => {
    const { call } = setUp();
    expect((await call("grep", { pattern: "(1)", literal: true })).text).toContain("QUEUE (1)");
    expect((await call("grep", { pattern: "queue", caseSensitive: false })).text).toContain("Found 3 matches");
    const { text } = await call("grep", { pattern: "queue", limit: 1 });
    expect(text).toContain("Found 1 matches");
    expect(text).toContain("Results are truncated");
    expect((await call("grep", { pattern: "nowhere" })).text).toBe("No matches found");
  });
});

describe("glob", () => {
  test("finds hidden names only when it is asked to, and never a closed one", async () => {
    const { call } = setUp();
    expect((await call("glob", { pattern: "**/*.md" })).text).toBe("No files found");
    expect((await call("glob", { pattern: "**/*.md", hidden: true })).text).toBe(at(".hidden/note.md"));
    expect((await call("glob", { pattern: "**/*.json", hidden: true })).text).toBe("No files found");
    expect((await call("glob", { pattern: "*", path: "src" })).text.split("\n")).toEqual([
      at("src/Queue.ts"),
      at("src/main.ts"),
    ]);
  });
});

describe("read", () => {
  test("has the host read a file at the path that was checked", async () => {
    const { call } = setUp();
    const { asked, text } = await call(
      "read",
      { path: "src/main.ts", limit: 1 },
      { content: [{ type: "text", text: "1: x" }] },
    );
    expect([asked, text]).toEqual([{ path: at("src/main.ts"), limit: 1 }, "1: x"]);
  });

  test("lists a folder without what is closed", async () => {
    const { call } = setUp();
    const { text } = await call("read", { path: ".opencode" }, { content: "design-lab/" });
    expect(text).toBe(folder(".opencode", "", "(0 entries)"));
    const some = await call("read", { path: "src", limit: 1 });
    const count = "(Showing 1 of 2 entries. Use 'offset' parameter to read beyond entry 2)";
    expect(some.text).toBe(folder("src", "main.ts", "", count));
    expect((await call("read", { path: "src", offset: 2 })).text).toContain("Queue.ts");
  });

  test("takes out of a file what cannot be seen, part by part, and counts it", async () => {
    const { call, session } = setUp();
    const image = { type: "media" };
    const { result } = await call(
      "read",
      { path: "src/main.ts" },
      { content: [{ type: "text", text: "a\u200bb" }, image] },
    );
    expect(result?.content).toEqual([{ type: "text", text: "ab" }, image]);
    expect(session.removed_from_reads).toEqual({ zero_width: 1 });
  });
});

describe("a file of secrets", () => {
  test("is not read under any of its names", async () => {
    const { call, session } = setUp();
    for (const path of [".env", "./.ENV", "apps/.env.production", "settings.txt"]) {
      expect((await call("read", { path })).text).toContain("holds secrets");
    }
    expect(session.violations).toHaveLength(4);
  });

  test("is not found, and its example is", async () => {
    const { call } = setUp();
    expect((await call("grep", { pattern: "TOKEN" })).text).not.toContain(MARKER);
    const { text } = await call("glob", { pattern: "**/.env*", hidden: true });
    expect(text).toBe(at(".env.example"));
    expect((await call("read", { path: "." })).text).not.toMatch(/^(?:\.env|settings\.txt)$/m);
    expect((await call("read", { path: ".env.example" }, { content: "TOKEN=" })).text).toBe("TOKEN=");
  });
});

describe("a call that a session may not make", () => {
  test("is recorded and left to the host without its arguments where the session has not the tool", async () => {
    const { call, session } = setUp();
    for (const tool of ["execute", "subagent", "shell", "designlab", "question", "nothing"]) {
      expect((await call(tool, { code: "return 1" })).asked).toEqual({});
    }
    expect(session.violations.map(({ tool }) => tool)).toContain("subagent");
    expect(session.violations).toHaveLength(6);
  });

  test("is answered with a refusal that throws nothing, for every failure of a turn is told in the words of the first", async () => {
    const { call, session } = setUp();
    for (const path of [base, "..", "/etc/passwd", "~/.local/share/opencode/tool-output"]) {
      const { asked, text, result } = await call("read", { path }, { content: MARKER, output: MARKER });
      expect([asked, JSON.stringify(result).includes(MARKER)]).toEqual([{ path: "." }, false]);
      expect(text).toStartWith("Refused: read");
    }
    expect(session.violations).toHaveLength(4);
  });

  test("is answered without a violation when its arguments cannot be told", async () => {
    const { call, session } = setUp();
    expect((await call("grep", { pattern: "x", path: ["/etc"] })).text).toBe("grep: path must be a string");
    expect((await call("glob", { pattern: "*", limit: "9" })).text).toBe("glob: limit must be a number");
    expect((await call("grep", {})).text).toBe("grep: pattern is needed");
    expect((await call("read", {})).text).toBe("read: path is needed");
    expect(session.violations).toEqual([]);
  });

  test("what was never checked is not shown, and what the host failed keeps the host's words", async () => {
    const { hooks } = setUp();
    const after = { tool: "read", sessionID: "lab", id: "2", input: {}, result: { content: MARKER } };
    const unchecked: AfterV2 = { ...after, status: "completed" };
    await hooks.after(unchecked);
    expect(JSON.stringify(unchecked.result)).toContain("cannot be checked");
    expect(JSON.stringify(unchecked.result)).not.toContain(MARKER);
    await hooks.after({ ...after, status: "error" });
  });
});

test("a session that is not isolated and one of the person's own pass, each as far as it may", async () => {
  const { call } = setUp({ isolated: false });
  expect((await call("read", { path: "/etc/passwd" })).asked).toEqual({ path: "/etc/passwd" });
  expect((await call("shell", { command: "ls" })).asked).toEqual({});
  const { hooks } = setUp();
  const own = {
    tool: "shell",
    sessionID: "own",
    id: "1",
    input: {},
    status: "completed",
    result: { content: "a\u200bb" },
  };
  await hooks.before(own);
  await hooks.after(own);
  expect(own.result.content).toBe("a\u200bb");
});
