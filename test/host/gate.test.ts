import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GuardLine } from "../../src/artifacts/guard.ts";
import type { LabSession } from "../../src/artifacts/lab-session.ts";
import { createGate, type GateHost } from "../../src/host/gate.ts";
import type { LabOptions } from "../../src/lab.ts";
import { NO_HOST } from "../../src/session/host.ts";
import { dropGuard, type GuardOn, keepGuard, readGuard } from "../../src/store/guard-switch.ts";
import { projectFile } from "../../src/store/private.ts";
import { scriptedHost } from "../support/scripted-host.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "designlab-gate-"));
  put("src/queue.ts", "export const queue = [];\n");
  put("test/queue.test.ts", TESTS);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (path: string): string => join(root, "project", path);
function put(path: string, text: string): void {
  mkdirSync(join(at(path), ".."), { recursive: true });
  writeFileSync(at(path), text);
}
const TESTS = 'import { expect, test } from "bun:test";\n\ntest("one", () => {\n  expect(1).toBe(1);\n});\n';
const GREEN = '<testsuites><testsuite tests="1"><testcase name="one"/></testsuite></testsuites>';
const RED = '<testsuites><testsuite tests="1"><testcase name="one"><failure/></testcase></testsuite></testsuites>';

const place = () => ({ directory: join(root, "project"), home: join(root, "home"), env: {} });
const turnOn = (more: Partial<GuardOn> = {}) =>
  keepGuard(place(), {
    terms: {
      test_output: ["junit.xml"],
      patterns: ["src/**", "test/**"],
      model: "no/one",
      max_age: 300,
      max_cost: null,
    },
    ...{ since: new Date().toISOString(), door: "terminal", task: null, edits_allowed: [], until_green: null },
    ...more,
  });

async function on(): Promise<GuardOn> {
  if ((await readGuard(place())) === null) await turnOn();
  return (await readGuard(place())) as GuardOn;
}

type Opened = ReturnType<typeof open>;
function open(
  given: Partial<GateHost & Pick<LabOptions, "now" | "sessions" | "host">> = {},
  directory: string = place().directory,
) {
  const told: string[] = [];
  const host: GateHost = {
    parentOf: async (id) => (id.startsWith("child") ? "root" : undefined),
    lastSaid: async () => null,
    hasPerson: async () => false,
    tell: (line) => void told.push(line),
    unloaded: new AbortController().signal,
    ...given,
  };
  const lab = {
    host: NO_HOST,
    sessions: new Map(),
    bases: new Set<string>(),
    ...place(),
    worktree: directory,
    directory,
  };
  const gate = createGate({ ...lab, ...given }, host);
  let calls = 0;
  const called = (tool: string, sessionID = "root") => ({
    ...{ sessionID, messageID: "", callID: String(++calls), agent: "build", tool },
  });
  const write = (path: string, content: string, sessionID?: string) =>
    gate.before(called("write", sessionID), { args: { filePath: path, content } });
  return { gate, told, called, write };
}
const lines = (): GuardLine[] =>
  readFileSync(at(".opencode/design-lab/guard.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

test("off holds nothing, on holds from the next edit, and off again at once; what another program wrote turns nothing on", async () => {
  const { write } = open();
  const held = () => write("src/queue.ts", "export const queue = [1];\n");
  expect(await held()).toBeNull();
  await turnOn();
  expect(await held()).toContain("There are no test results in junit.xml");
  await dropGuard(place());
  expect(await held()).toBeNull();
  await turnOn();
  expect(await held()).toContain("There are no test results in junit.xml");
  const file = projectFile(place(), "guard");
  writeFileSync(file, readFileSync(file, "utf8").replace('"max_age":300', '"max_age":301'));
  expect(await held()).toBeNull();
});

test("what looks, what lies outside of the patterns and what the lab's own sessions do is not held, nor written down", async () => {
  await turnOn();
  const { gate, called, write } = open({ sessions: new Map([["lab", {} as LabSession]]) });
  expect(await write("src/queue.ts", "x", "lab")).toBeNull();
  expect(await write("docs/note.md", "x")).toBeNull();
  expect(await gate.before(called("read"), { args: { filePath: "src/queue.ts", content: "x" } })).toBeNull();
  expect(await gate.before(called("other_look"), { args: { path: "src/queue.ts" } })).toBeNull();
  expect(existsSync(at(".opencode/design-lab"))).toBe(false);
  expect(await gate.before(called("other_put"), { args: { path: "src/queue.ts", content: "x" } })).toContain(
    "The gate",
  );
});

test("a failing test lets everything through, whichever hand it comes by", async () => {
  await turnOn();
  put("junit.xml", RED);
  const { gate, called, write } = open();
  expect(await write("src/queue.ts", "export const queue = [1];\n")).toBeNull();
  expect(await write("src/queue.ts", "export const queue = [1];\n", "child")).toBeNull();
  const patch =
    "--- src/queue.ts\n+++ src/queue.ts\n@@ -1,1 +1,1 @@\n-export const queue = [];\n+export const q = [];\n";
  const files = [{ file: "src/queue.ts", patch, status: "modified" }];
  expect(await gate.before(called("edit"), { files })).toBeNull();
  expect(lines().map(({ decision, state, session_id }) => [decision, state, session_id])).toEqual([
    ["allowed", "red", "root"],
    ["allowed", "red", "child"],
    ["allowed", "red", "root"],
  ]);
});

test("of two tests that are added at once in a session the second waits for the first one's run", async () => {
  await turnOn();
  put("junit.xml", GREEN);
  const answer = { edit_type: "test", decision: "allow", reason: "It is one test." };
  const { gate, called } = open({ host: scriptedHost([{ id: "no/one" }], () => JSON.stringify(answer)) });
  const add = (name: string) =>
    gate.before(called("edit"), {
      args: {
        filePath: "test/queue.test.ts",
        oldString: "  expect(1).toBe(1);\n});\n",
        newString: `  expect(1).toBe(1);\n});\n\ntest("${name}", () => {\n  expect(2).toBe(1);\n});\n`,
      },
    });
  // Of two that come at the same moment either may be the first.
  const answers = await Promise.all([add("two"), add("three")]);
  expect(answers.filter((each) => each === null)).toHaveLength(1);
  expect(answers.find((each) => each !== null)).toContain("A test was let through since the tests last wrote");
});

test("what fails in the gate lets the edit through, and says so to agent and person", async () => {
  await turnOn();
  const { gate, told, called } = open({
    now: () => {
      throw new Error("no clock");
    },
  });
  const call = called("write");
  expect(await gate.before(call, { args: { filePath: "src/queue.ts", content: "x" } })).toBeNull();
  const note = "The gate could not look at this edit and let it through: no clock";
  expect([await gate.after(call, {}), told]).toEqual([note, [note]]);
  expect(await gate.after(call, {})).toBeNull();
  // Once in a session.
  for (const [session, notes] of [
    ["root", 1],
    ["other", 2],
  ] as const) {
    expect(await gate.before(called("write", session), { args: { filePath: "src/a.ts", content: "x" } })).toBeNull();
    expect(told).toHaveLength(notes);
  }
});

test("a host that cannot show what is told holds no edit back for it", async () => {
  await turnOn();
  put("junit.xml", "no report");
  const tell = () => {
    throw new Error("no screen");
  };
  expect(await open({ tell }).write("src/queue.ts", "export const queue = [1];\n")).toBeNull();
});

test("what a shell changed is said after it with its program, once; not what an edit changed meanwhile, nor in red", async () => {
  await turnOn();
  put("junit.xml", GREEN);
  const { gate, called, write } = open();
  const shell = async (command: string, work: () => unknown) => {
    const call = called("bash");
    expect(await gate.before(call, { args: { command } })).toBeNull();
    await Bun.sleep(15);
    await work();
    return gate.after(call, { command });
  };
  expect(await shell("ls", () => undefined)).toBeNull();
  expect(await shell("sed -i s/a/b/ src/queue.ts", () => put("src/queue.ts", "b"))).toStartWith(
    "src/queue.ts was changed by `sed` without a failing test.",
  );
  expect(await shell("sed -i s/b/c/ src/queue.ts", () => put("src/queue.ts", "c"))).toBeNull();
  expect(await shell("echo a > notes.txt", () => put("notes.txt", "a"))).toBeNull();

  const both = called("bash");
  await gate.before(both, { args: { command: "sleep 1" } });
  expect(await shell("cp a src/a.ts", () => put("src/a.ts", "a"))).toContain(
    "src/a.ts was changed by a shell command ",
  );
  await gate.after(both, { command: "sleep 1" });

  put("junit.xml", RED);
  expect(await shell("tee src/red.ts", () => put("src/red.ts", "a"))).toBeNull();
  const edited = await shell("true", async () => {
    await write("src/edited.ts", "a");
    put("src/edited.ts", "a");
    put("junit.xml", GREEN);
  });
  expect(edited).toBeNull();
});

test("each session of the person's begins with one line, and no agent's agent does", async () => {
  const { gate, told } = open();
  const said = async (session: string) => {
    gate.heard(session, "Go on");
    await Bun.sleep(150);
    return told.length;
  };
  expect(await said("root")).toBe(0);
  await turnOn();
  for (let patience = 60; told.length === 0 && patience > 0; patience--) await said("root");
  expect(told[0]).toContain("The gate is on: edits of");
  expect([await said("root"), await said("child"), await said("other")]).toEqual([1, 1, 2]);
});

describe("an edit is held to the file that it really writes", () => {
  const HELD = "did not let this edit of src/";
  const patchOf = (...lines: string[]) => ({
    args: { patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") },
  });

  test("through links of every kind, by '..' behind a link, and by a hard link", async () => {
    await turnOn();
    put("docs/draft.ts", "export const draft = 1;\n");
    put("src/sub/a.ts", "export const a = 1;\n");
    symlinkSync("src", at("lnk"));
    symlinkSync("lnk", at("second"));
    symlinkSync("src/queue.ts", at("notes.txt"));
    symlinkSync("src/not-yet.ts", at("later.txt"));
    symlinkSync("src/sub", at("sub"));
    symlinkSync(at(""), join(root, "outside"));
    linkSync(at("src/queue.ts"), at("same.txt"));
    const { gate, called, write } = open();
    const ways = [
      ...["lnk/queue.ts", "second/queue.ts", "notes.txt", "later.txt", "lnk/deep/new.ts", "docs/../src/queue.ts"],
      ...["same.txt", `${at("sub")}/../queue.ts`, join(root, "outside/src/queue.ts")],
      ...[join(root, "outside/notes.txt"), "../outside/lnk/queue.ts"],
    ];
    for (const way of ways) expect([way, await write(way, "export const q = 1;\n")]).toEqual([way, held()]);
    const moved = patchOf("*** Update File: docs/draft.ts", "*** Move to: lnk/draft.ts", "@@", "-a", "+b");
    expect(await gate.before(called("apply_patch"), moved)).toContain(HELD);
    expect(await gate.before(called("apply_patch"), patchOf("*** Delete File: lnk/queue.ts"))).toContain(HELD);
    const patch = "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-export const queue = [];\n+export const q = [];\n";
    const files = [{ file: at("lnk/queue.ts"), patch, status: "modified" }];
    expect(await gate.before(called("edit"), { files })).toContain(HELD);
  });

  test("also when the project is opened by a link", async () => {
    symlinkSync(at(""), join(root, "project-link"));
    const linked = join(root, "project-link");
    const there = { ...place(), directory: linked };
    await keepGuard(there, { ...(await on()), since: new Date().toISOString() });
    const { write } = open({}, linked);
    for (const way of ["src/queue.ts", at("src/queue.ts"), join(linked, "src/queue.ts")])
      expect([way, await write(way, "export const q = 1;\n")]).toEqual([way, held()]);
  });

  test("a link that leads out of the patterns is held as it is written, and other links are not held", async () => {
    await turnOn();
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), at("src/out"));
    symlinkSync(join(root, "elsewhere"), at("away"));
    symlinkSync("loop-b", at("loop-a"));
    symlinkSync("loop-a", at("loop-b"));
    put("docs/one.txt", "1");
    linkSync(at("docs/one.txt"), at("docs/two.txt"));
    const { write } = open();
    expect(await write("src/out/a.ts", "export const q = 1;\n")).toEqual(held());
    for (const way of ["away/a.ts", "loop-a/x.ts", "docs/two.txt"]) expect(await write(way, "x")).toBeNull();
  });

  const held = () => expect.stringContaining(HELD);
});

describe("results that no test command wrote open nothing", () => {
  const SAID = "The guard counts only results that a test command wrote.";
  const NOTE = "changed junit.xml. Test results count again when a test command writes them.";
  const queue = (opened: Opened) => opened.write("src/queue.ts", `export const queue = [${Math.random()}];\n`);
  async function shell({ gate, called }: Opened, command: string, work: () => unknown) {
    const call = called("bash");
    await gate.before(call, { args: { command } });
    await Bun.sleep(15);
    await work();
    return gate.after(call, { command });
  }
  async function edited(opened: Opened, path: string, text: string) {
    const call = opened.called("write");
    expect(await opened.gate.before(call, { args: { filePath: path, content: text } })).toBeNull();
    if (text !== "") put(path, text);
    return opened.gate.after(call, {});
  }
  const tests = (opened: Opened, report = RED) => shell(opened, "bun test", () => put("junit.xml", report));

  test("written by an edit, also through a link: they are stale until tests run, in every process", async () => {
    await turnOn();
    put("junit.xml", GREEN);
    symlinkSync("junit.xml", at("lnk.xml"));
    linkSync(at("junit.xml"), at("hard.xml"));
    for (const path of ["junit.xml", "lnk.xml", "hard.xml"]) {
      const opened = open();
      const note = await edited(opened, path, RED);
      // Once in a session.
      if (path === "junit.xml") expect(note).toContain(NOTE);
      else expect(note).toBeNull();
      expect(await queue(opened)).toContain(SAID);
      // A restarted host, and a look at the report, change nothing.
      const again = open();
      await shell(again, "ls && cat junit.xml", () => undefined);
      await shell(again, "bun test test/other.test.ts", () => undefined);
      expect(await queue(again)).toContain(SAID);
      await tests(again);
      expect(await queue(again)).toBeNull();
    }
    expect(lines().filter(({ files }) => files.includes("junit.xml"))).toMatchObject(
      Array.from({ length: 3 }, () => ({ decision: "allowed", state: "stale", tool: "write" })),
    );
  });

  test("an edit that ends after a run of the tests counts as the last write", async () => {
    await turnOn();
    const opened = open();
    const call = opened.called("write");
    await opened.gate.before(call, { args: { filePath: "junit.xml", content: RED } });
    await Bun.sleep(15);
    await tests(opened, GREEN);
    await Bun.sleep(15);
    put("junit.xml", RED);
    await opened.gate.after(call, {});
    expect(await queue(opened)).toContain(SAID);
  });

  test("what the agent wrote that nobody can read is stale and not unknown", async () => {
    await turnOn();
    const opened = open();
    await edited(opened, "junit.xml", "no report");
    expect(await queue(opened)).toContain(SAID);
  });

  test("in a folder of reports a written one counts until it is deleted", async () => {
    await turnOn({ terms: { ...(await on()).terms, test_output: ["reports"] } });
    const opened = open();
    await edited(opened, "reports/mine.xml", RED);
    await edited(opened, "reports/notes.md", "no result");
    await shell(opened, "bun test", () => put("reports/theirs.xml", RED));
    expect(await queue(opened)).toContain("changed reports/mine.xml.");
    await shell(opened, "rm reports/mine.xml", () => rmSync(at("reports/mine.xml")));
    expect(await queue(opened)).toBeNull();
  });

  test("a plain program that writes or replaces them is named once and logged", async () => {
    await turnOn();
    const swap = (work: () => void) => () => {
      put("forged.xml", RED);
      utimesSync(at("forged.xml"), new Date(Date.now() - 5_000), new Date(Date.now() - 5_000));
      work();
    };
    const ways: [string, string, () => void][] = [
      ["echo '<x/>' > junit.xml", "`echo`", () => put("junit.xml", RED)],
      ["cat <<'E' > junit.xml\n<x/>\nE", "`cat`", () => put("junit.xml", RED)],
      ["printf x | tee junit.xml", "`tee`", () => put("junit.xml", RED)],
      ["sed -i s/a/b/ junit.xml", "`sed`", () => put("junit.xml", RED)],
      ["touch junit.xml", "`touch`", () => utimesSync(at("junit.xml"), new Date(), new Date())],
      ["mv forged.xml junit.xml", "`mv`", swap(() => renameSync(at("forged.xml"), at("junit.xml")))],
      [
        "ln -sf forged.xml junit.xml",
        "`ln`",
        swap(() => {
          rmSync(at("junit.xml"));
          symlinkSync("forged.xml", at("junit.xml"));
        }),
      ],
    ];
    for (const [command, named, work] of ways) {
      rmSync(at("junit.xml"), { force: true });
      const opened = open();
      await tests(opened);
      expect([command, await queue(opened)]).toEqual([command, null]);
      await Bun.sleep(15);
      const note = await shell(opened, command, work);
      expect([command, note]).toEqual([command, expect.stringContaining(`${named} changed `)]);
      expect(await shell(opened, command, work)).toBeNull();
      expect([command, await queue(opened)]).toEqual([command, expect.stringContaining(SAID)]);
    }
    expect(
      lines()
        .filter(({ decision }) => decision === "noticed")
        .map(({ tool }) => tool),
    ).toEqual(ways.flatMap(([, named]) => [named.slice(1, -1), named.slice(1, -1)]));
  });

  test("a command that runs anything else writes them as tests do, and what runs beside another is not named", async () => {
    await turnOn();
    const opened = open();
    for (const command of ["node --test | tee junit.xml", "bun test > junit.xml", "npm test; cp out.xml junit.xml"]) {
      expect(await shell(opened, command, () => put("junit.xml", RED))).toBeNull();
      expect(await queue(opened)).toBeNull();
    }
    const other = opened.called("bash");
    await opened.gate.before(other, { args: { command: "sleep 1" } });
    expect(await shell(opened, "echo x > junit.xml", () => put("junit.xml", RED))).toBeNull();
  });

  test("an edit of the guard's log makes the results stale until tests run", async () => {
    await turnOn();
    const opened = open();
    await tests(opened);
    expect(await queue(opened)).toBeNull();
    const path = ".opencode/design-lab/guard.jsonl";
    expect(await edited(opened, path, "")).toContain(`changed ${path}.`);
    expect(await queue(opened)).toContain("It is the log of the guard, so no test results count.");
    await tests(opened);
    expect(await queue(opened)).toBeNull();
  });
});
