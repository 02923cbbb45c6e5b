import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepIn } from "../isolation/support/keeping-in.ts";

const MARKER = "MARKER-7f3a";
let top: string;
let project: string;
let base: string;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "tools-v1-")));
  project = join(top, "project");
  base = join(project, ".opencode", "design-lab");
  const files: [string, string][] = [
    [join(base, "older", "designs", "design-a.json"), `${MARKER} queue`],
    [join(project, "copied", "task.json"), MARKER],
    [join(project, "copied", "ledger.jsonl"), MARKER],
    [join(project, "copied", "designs", "design-b.json"), `${MARKER} queue`],
    [join(project, "src", "main.ts"), "const a = 1;\nexport const queue = a;\n"],
    [join(project, "src", "deep", "util.ts"), "queue\nqueue\n"],
    [join(project, "src", "odd: name:", "a.ts"), "queue\r\n"],
    [join(project, "AGENTS.md"), "rules\n"],
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const design = join(base, "older", "designs", "design-a.json");
  await symlink(design, join(project, "src", "link-to-file.ts"));
  await symlink(base, join(project, "src", "link-to-folder"));
  await symlink("deep", join(project, "src", "link-inside"));
  await link(design, join(project, "src", "hard-link.ts"));
});
afterAll(() => rm(top, { recursive: true, force: true }));

const setUp = (more: object = {}) => keepIn({ worktree: project, experiments: [base], ...more });
const at = (...names: string[]) => join(project, ...names);

describe("grep", () => {
  test("answers in the host's layout with what may be seen, by path and line", async () => {
    const { call, session } = setUp();
    const { title, output, metadata } = await call("grep", { pattern: "que+ue" });
    expect(output.split("\n")).toEqual([
      "Found 4 matches",
      `${at("src/deep/util.ts")}:`,
      "  Line 1: queue",
      "  Line 2: queue",
      "",
      `${at("src/main.ts")}:`,
      "  Line 2: export const queue = a;",
      "",
      `${at("src/odd: name:/a.ts")}:`,
      "  Line 1: queue",
    ]);
    expect([title, metadata]).toEqual(["que+ue", { matches: 4, truncated: false }]);
    expect(session.violations).toEqual([]);
  });

  test("searches a file that is given as path and no other", async () => {
    const { call } = setUp();
    const { output } = await call("grep", { pattern: "queue", path: "src/main.ts" });
    expect(output).toBe(`Found 1 matches\n${at("src/main.ts")}:\n  Line 2: export const queue = a;`);
  });

  test("finds nothing that only a closed folder holds", async () => {
    const { call } = setUp();
    for (const include of [undefined, "**/*.json", "*", "**", "**/designs/*", ".opencode/**"]) {
      const { output, metadata } = await call("grep", { pattern: MARKER, ...(include && { include }) });
      expect([include, output, metadata]).toEqual([include, "No matches found", { matches: 0, truncated: false }]);
    }
  });

  test("says of a pattern that cannot be searched for what is wrong with it", async () => {
    const { call } = setUp();
    await expect(call("grep", { pattern: "(" })).rejects.toThrow("unclosed group");
    await expect(call("grep", { pattern: "x", include: "{a" })).rejects.toThrow("error parsing glob");
    await expect(call("grep", { pattern: "" })).rejects.toThrow("grep: pattern is needed");
    for (const pattern of ["x".repeat(10_001), "a\0b"]) {
      await expect(call("grep", { pattern })).rejects.toThrow(
        "A pattern has 10,000 characters at most and holds no NUL",
      );
      await expect(call("glob", { pattern })).rejects.toThrow(
        "A pattern has 10,000 characters at most and holds no NUL",
      );
    }
  });
});

describe("glob", () => {
  test("answers in the host's layout with what may be seen, by path", async () => {
    const { call } = setUp();
    const { output, metadata } = await call("glob", { pattern: "**/*.ts", path: "src" });
    expect(output.split("\n")).toEqual([at("src/deep/util.ts"), at("src/main.ts"), at("src/odd: name:/a.ts")]);
    expect(metadata).toEqual({ count: 3, truncated: false });
  });

  test("takes a folder alone to search in", async () => {
    const { call } = setUp();
    await expect(call("glob", { pattern: "*", path: "AGENTS.md" })).rejects.toThrow("must be a folder");
  });

  test("leaves names with invisible letters to the disk before it cleans them", async () => {
    const { call, session } = setUp();
    const path = at("src", "ma\u200bin.ts");
    await writeFile(path, "x");
    expect((await call("glob", { pattern: "ma*.ts" })).output.split("\n")).toEqual([
      at("src/main.ts"),
      at("src/main.ts"),
    ]);
    expect(session.removed_from_reads).toEqual({ zero_width: 1 });
    await rm(path);
  });
});

describe("read", () => {
  test("lists a folder in the host's layout without what leads to a closed one", async () => {
    const { call } = setUp();
    const { output, metadata } = await call("read", { filePath: "src" });
    const entries = ["deep/", "link-inside/", "main.ts", "odd: name:/"];
    expect(output).toBe(
      `<path>${at("src")}</path>\n<type>directory</type>\n<entries>\n${entries.join("\n")}\n\n(4 entries)\n</entries>`,
    );
    expect(metadata).toMatchObject({
      preview: entries.join("\n"),
      truncated: false,
      display: { entries, totalEntries: 4 },
    });
    expect((await call("read", { filePath: "" })).output).not.toMatch(/copied/);
    expect((await call("read", { filePath: ".opencode" })).output).toContain("(0 entries)");
  });

  test("counts and cuts a folder over what may be seen alone", async () => {
    const { call } = setUp();
    const { output, metadata } = await call("read", { filePath: "src", offset: 2, limit: 2 });
    expect(output).toContain("<entries>\nlink-inside/\nmain.ts\n\n");
    expect(output).toContain("(Showing 2 of 4 entries. Use 'offset' parameter to read beyond entry 4)");
    expect(metadata).toMatchObject({ truncated: true, display: { offset: 2, totalEntries: 4 } });
  });

  test("names beside a missing file what may be seen alone, and that is no violation", async () => {
    const { call, session } = setUp();
    await expect(call("read", { filePath: "src/main" })).rejects.toThrow(
      `File not found: ${at("src/main")}\n\nDid you mean one of these?\n${at("src/main.ts")}`,
    );
    for (const filePath of ["copied-1", "src/link-to", "src/hard-link"]) {
      const said = await call("read", { filePath }).catch((error: Error) => error.message);
      expect(said).toBe(`File not found: ${at(filePath)}`);
    }
    expect(session.violations).toEqual([]);
  });

  test("leaves a file to the host", async () => {
    const { call } = setUp();
    const output = "<path>x</path>\n<type>file</type>\n<content>\n1: queue\n</content>";
    expect((await call("read", { filePath: "src/main.ts" }, output)).output).toBe(output);
  });

  test("drops the instructions beside a file, whether or not they may be seen or paths are checked", async () => {
    const output = `<path>x</path>\n<content>\n1: queue\n</content>\n\n<system-reminder>\n${MARKER}\n</system-reminder>`;
    const beside = (path: string) => ({ preview: "queue", loaded: [at(path)] });
    for (const [path, isolated] of [
      ["src/link-to-file.ts", true],
      ["AGENTS.md", true],
      ["AGENTS.md", false],
    ] as const) {
      const { call } = setUp({ isolated });
      const answer = await call("read", { filePath: "src/main.ts" }, output, beside(path));
      expect(answer.output).toBe("<path>x</path>\n<content>\n1: queue\n</content>\n");
      expect(answer.metadata).toEqual({ preview: "queue", loaded: [] });
    }
  });

  test("keeps back and records a file that became closed after it was checked", async () => {
    const { before, after, session } = setUp();
    const args = { filePath: "src/changing.ts" };
    await writeFile(at("src/changing.ts"), "x");
    await before("read", args);
    await rm(at("src/changing.ts"));
    await symlink(join(base, "older", "designs", "design-a.json"), at("src/changing.ts"));
    await expect(after("read", args, MARKER)).rejects.toThrow("Work alone");
    expect(session.violations).toHaveLength(1);
    await rm(at("src/changing.ts"));
  });

  test("is refused what is neither a file nor a folder", async () => {
    const { call } = setUp();
    const made = Bun.spawnSync(["mkfifo", at("src/pipe")]);
    expect(made.success).toBe(true);
    await expect(call("read", { filePath: "src/pipe" })).rejects.toThrow("neither a file nor a folder");
    await expect(call("grep", { pattern: "x", path: "src/pipe" })).rejects.toThrow("neither a file nor a folder");
    await rm(at("src/pipe"));
  });
});

describe("any tool", () => {
  test("answers nothing that was not checked before", async () => {
    const { after } = setUp();
    for (const tool of ["read", "grep", "glob"]) {
      await expect(after(tool, { filePath: "src/main.ts" }, MARKER)).rejects.toThrow("cannot be checked");
    }
  });

  test("is given to the host with arguments that find nothing, which the model does not see", async () => {
    const { before } = setUp();
    expect(await before("grep", { pattern: MARKER, path: "src", include: "*.ts" })).toEqual({
      pattern: "x",
      include: "!**",
    });
    expect(await before("glob", { pattern: "**/*", path: "src" })).toEqual({ pattern: "!**" });
  });

  test("has its answer cleaned of what cannot be seen, also where paths are not checked", async () => {
    for (const isolated of [true, false]) {
      const { call, session } = setUp({ isolated });
      const output = "<content>\n1: ig\u200bnore\u001b[8m\n</content>";
      expect((await call("read", { filePath: "src/main.ts" }, output)).output).toContain("1: ignore\n");
      expect(session.removed_from_reads).toEqual({ ansi: 1, zero_width: 1 });
    }
  });

  test("goes to the host as it is where paths are not checked", async () => {
    const { call } = setUp({ isolated: false });
    const listing = join(base, "older");
    expect((await call("glob", { pattern: "*" }, listing)).output).toBe(listing);
    expect((await call("read", { filePath: base }, listing)).output).toBe(listing);
  });

  test("of a session that is not the lab's is never touched", async () => {
    const { before, after, session } = setUp({ strict: true });
    expect(await before("bash", { command: "rm" }, "mine")).toEqual({ command: "rm" });
    expect(await before("grep", { pattern: "x", path: base }, "mine")).toEqual({ pattern: "x", path: base });
    expect((await after("grep", { pattern: "x" }, `a\u200b${base}`, {}, "mine")).output).toBe(`a\u200b${base}`);
    expect(session.violations).toEqual([]);
  });
});
