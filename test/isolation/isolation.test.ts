import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DAY, type Ground, MARKER, makeGround } from "./support/ground.ts";
import { keepIn, type Setup } from "./support/keeping-in.ts";
import { LEGITIMATE, ROUTES } from "./support/routes.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await makeGround();
});
afterAll(() => rm(ground.top, { recursive: true, force: true }));

const setUp = (setup: Partial<Setup> = {}) => {
  const { top, project, base, elsewhere } = ground;
  return keepIn({
    worktree: project,
    directory: project,
    home: join(top, "home"),
    host: [join(project, ".data", "opencode"), join(project, ".cache", "opencode")],
    experiments: [base, elsewhere, join(top, "not-there-yet")],
    ...setup,
  });
};

const inner = `.opencode/design-lab/${DAY}/designs/design-a.json`;

describe("before() refuses, records and names", () => {
  for (const [what, tool, args, setup] of ROUTES) {
    test(`${tool}: ${what}`, async () => {
      const { before, session, failed } = setUp(setup?.(ground));
      const error = await before(tool, args(ground)).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      expect(error?.message).toContain("Work alone");
      expect(error?.message).not.toContain(MARKER);
      expect(session.violations).toHaveLength(1);
      expect(session.violations[0]).toMatchObject({ at: "2026-11-21T10:00:00.000Z", tool });
      expect(session.violations[0]?.target).not.toMatch(/\p{Cc}/u);
      expect(session.violations[0]?.target.length).toBeLessThanOrEqual(300);
      expect(failed).toEqual([]);
    });
  }
});

describe("before() lets pass", () => {
  for (const [what, tool, args, setup] of LEGITIMATE) {
    test(`${tool}: ${what}`, async () => {
      const { before, session } = setUp(setup?.(ground));
      await before(tool, args(ground));
      expect(session.violations).toEqual([]);
    });
  }

  test("a path as its real path, so that what was checked is what is opened", async () => {
    const { before } = setUp();
    expect(await before("read", { filePath: "docs/link-inside.ts", limit: 2 })).toEqual({
      filePath: join(ground.project, "src", "main.ts"),
      limit: 2,
    });
  });
});

describe("before()", () => {
  test("fails a strict session on its first violation", async () => {
    const { before, failed } = setUp({ strict: true });
    await expect(before("read", { filePath: inner })).rejects.toThrow("Work alone");
    expect(failed).toHaveLength(1);
    expect(failed[0]).toStartWith("isolation_violation: read ");
  });

  test("tells who asks for a brief what that role may do, and of no design", async () => {
    const { before } = setUp({ role: "asker" });
    await expect(before("read", { filePath: inner })).rejects.toThrow("Ask from what you can see");
  });

  test("refuses every tool that is not the session's, even when isolation is off", async () => {
    const { before, session } = setUp({ isolated: false });
    const tools = [
      "bash",
      "edit",
      "write",
      "webfetch",
      "websearch",
      "task",
      "skill",
      "designlab",
      "server_tool",
      "READ",
    ];
    for (const tool of tools)
      await expect(before(tool, { command: "cat x" })).rejects.toThrow("its tools are read, grep, glob");
    expect(session.violations.map(({ tool }) => tool)).toEqual(tools);
  });

  test("refuses every tool to a session that has none", async () => {
    const { before } = setUp({ tools: [] });
    for (const tool of ["read", "grep", "glob", "bash"]) {
      await expect(before(tool, { filePath: "src/main.ts" })).rejects.toThrow("this session has no tools");
    }
  });

  test("records the tool that a model named although the host did not offer it", async () => {
    const { before, session } = setUp();
    await expect(before("invalid", { tool: "bash", error: "no such tool" })).rejects.toThrow("Refused: bash");
    await before("invalid", { tool: "read", error: "arguments are no JSON" });
    expect(session.violations.map(({ tool, target }) => [tool, target])).toEqual([["bash", "bash"]]);
  });

  test("refuses arguments of the wrong type without calling that a violation", async () => {
    const { before, session } = setUp();
    await expect(before("read", { filePath: ["src/main.ts"] })).rejects.toThrow("filePath must be a string");
    await expect(before("glob", { pattern: "*", path: null })).rejects.toThrow("path must be a string");
    expect(session.violations).toEqual([]);
  });

  test("checks no path when isolation is off", async () => {
    const { before, session } = setUp({ isolated: false });
    expect(await before("read", { filePath: inner })).toEqual({ filePath: inner });
    expect(session.violations).toEqual([]);
  });

  test("never touches a session that is not the lab's", async () => {
    const { before, after, session } = setUp({ strict: true });
    expect(await before("bash", { command: "rm" }, "mine")).toEqual({ command: "rm" });
    expect(await before("read", { filePath: ground.design }, "mine")).toEqual({ filePath: ground.design });
    const listing = `${ground.design}\n`;
    expect((await after("glob", { pattern: "*" }, listing, {}, "mine")).output).toBe(listing);
    expect(session.violations).toEqual([]);
  });

  test("refuses when the disk cannot be asked", async () => {
    const { before, session } = setUp({ worktree: join(ground.top, "gone"), directory: join(ground.top, "gone") });
    await expect(before("read", { filePath: "src/main.ts" })).rejects.toThrow("cannot be checked (ENOENT)");
    expect(session.violations).toHaveLength(1);
  });
});
