import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GuardLine } from "../../src/artifacts/guard.ts";
import type { LabSession } from "../../src/artifacts/lab-session.ts";
import { createGate, type GateHost } from "../../src/host/gate.ts";
import type { LabOptions } from "../../src/lab.ts";
import { NO_HOST } from "../../src/session/host.ts";
import { dropGuard, type GuardOn, keepGuard } from "../../src/store/guard-switch.ts";
import { projectFile } from "../../src/store/private.ts";

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

function open(given: Partial<GateHost & Pick<LabOptions, "now" | "sessions">> = {}) {
  const told: string[] = [];
  const host: GateHost = {
    parentOf: async (id) => (id.startsWith("child") ? "root" : undefined),
    lastSaid: async () => null,
    hasPerson: async () => false,
    tell: (line) => void told.push(line),
    unloaded: new AbortController().signal,
    ...given,
  };
  const { directory } = place();
  const lab = { host: NO_HOST, sessions: new Map(), bases: new Set<string>(), worktree: directory, ...place() };
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
  const { gate, called } = open();
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
