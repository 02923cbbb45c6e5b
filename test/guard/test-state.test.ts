import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readTestState, type StateAsked } from "../../src/guard/test-state.ts";
import { processorTime } from "../support/processor.ts";

/** There are no pipes in its folders. */
const WINDOWS = process.platform === "win32";
const NOW = new Date("2026-01-01T12:00:00Z");
let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-state-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** A report of JUnit: names of tests that fail, and others that pass. */
const xml = (failing: readonly string[], passing: readonly string[] = ["fits"]): string =>
  `<testsuites><testsuite name="a.test.ts" file="a.test.ts">${[
    ...failing.map((name) => `<testcase name="${name}"><failure/></testcase>`),
    ...passing.map((name) => `<testcase name="${name}"/>`),
  ].join("")}</testsuite></testsuites>`;

/** Writes a file as if it had been written so many seconds ago. */
async function write(name: string, text: string, age: number): Promise<string> {
  const path = join(directory, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await setAge(path, age);
  return path;
}
const setAge = (path: string, age: number) => utimes(path, NOW, new Date(NOW.getTime() - age * 1_000));

const ask = (test_output: string | string[] = "out.xml", rest: Partial<StateAsked> = {}) =>
  readTestState({
    directory,
    test_output: [test_output].flat(),
    max_age: 300,
    testAddedAt: null,
    now: () => NOW,
    ...rest,
  });

const failure = (name: string) => ({ name, file: "a.test.ts" });

describe("of one file the state is", () => {
  test("green where nothing fails", async () => {
    await write("out.xml", xml([], ["0 failed", "fits"]), 7);
    expect(await ask()).toEqual({ state: "green", passed: 2, age: 7 });
  });
  test("red where one does, and blocked where two do", async () => {
    await write("out.xml", xml(["pops"]), 7);
    expect(await ask()).toEqual({ state: "red", failing: [failure("pops")], age: 7 });
    await write("out.xml", xml(["pops", "fills"]), 6);
    expect(await ask()).toEqual({ state: "blocked", failing: [failure("pops"), failure("fills")], age: 6 });
  });
  test("stale where nothing is written, and where it is older than it may be", async () => {
    expect(await ask()).toEqual({ state: "stale", why: "none", age: null });
    await write("out.xml", xml(["pops"]), 300);
    expect((await ask()).state).toBe("red");
    await write("out.xml", xml(["pops"]), 301);
    expect(await ask()).toEqual({ state: "stale", why: "old", age: 301 });
  });
  test("stale until what was let through has run", async () => {
    await write("out.xml", xml([]), 10);
    const at = (age: number) => ask("out.xml", { testAddedAt: new Date(NOW.getTime() - age * 1_000) });
    expect((await at(11)).state).toBe("green");
    expect(await at(10)).toEqual({ state: "stale", why: "test_added", age: 10 });
    expect(await at(9)).toEqual({ state: "stale", why: "test_added", age: 10 });
  });
  test("as if it were written now where a clock has jumped", async () => {
    await write("out.xml", xml([]), -5_000);
    expect(await ask()).toEqual({ state: "green", passed: 1, age: 0 });
  });
  test("unknown while it is being written, however little there is of it", async () => {
    const whole = xml(["pops"]);
    for (const length of [0, 1, 15, whole.length - 30, whole.length - 1]) {
      await write("out.xml", whole.slice(0, length), 1);
      expect(await ask()).toEqual({ state: "unknown", why: "format", file: "out.xml", age: 1 });
    }
  });
  test("told with files of the project as they stand in it", async () => {
    const suite = { name: join(directory, "test", "a.test.ts"), status: "failed", assertionResults: [] };
    await write("out.json", JSON.stringify({ numTotalTests: 0, success: false, testResults: [suite] }), 1);
    const file = "test/a.test.ts";
    expect(await ask("out.json")).toEqual({ state: "red", failing: [{ name: file, file }], age: 1 });
  });
  test("the same by an absolute path and by a link", async () => {
    const path = await write("deep/out.xml", xml(["pops"]), 7);
    await symlink(path, join(directory, "out.xml"));
    expect((await ask(path)).state).toBe("red");
    expect((await ask("out.xml")).state).toBe("red");
  });
});

describe("of several files", () => {
  test("all that fails counts, with the age of the newest", async () => {
    await write("a.xml", xml(["pops"]), 20);
    await write("b.xml", xml(["fills"]), 10);
    expect(await ask(["a.xml", "b.xml"])).toEqual({
      state: "blocked",
      failing: [failure("fills"), failure("pops")],
      age: 10,
    });
  });
  test("a test that stands in two counts as the newer one has it", async () => {
    await write("a.xml", xml(["pops", "fills"], ["fits"]), 20);
    await write("b.xml", xml(["fills"], ["pops", "fits"]), 10);
    expect(await ask(["a.xml", "b.xml"])).toEqual({ state: "red", failing: [failure("fills")], age: 10 });
    await setAge(join(directory, "a.xml"), 5);
    expect((await ask(["a.xml", "b.xml"])).state).toBe("blocked");
    await write("a.xml", xml([], ["fits", "sorts"]), 20);
    await write("b.xml", xml([], ["fits"]), 10);
    expect(await ask(["a.xml", "b.xml"])).toEqual({ state: "green", passed: 2, age: 10 });
  });
  test("two crates with a test of one name have two tests", async () => {
    const crate = (event: string): string =>
      ["started", event, event]
        .map((each, at) => JSON.stringify({ type: at === 1 ? "test" : "suite", event: each, name: "tests::works" }))
        .join("\n");
    await write("a.jsonl", crate("failed"), 20);
    await write("b.jsonl", crate("ok"), 10);
    expect((await ask(["a.jsonl", "b.jsonl"])).state).toBe("red");
  });
  test("those that are too old are left out, each by its own age", async () => {
    await write("a.xml", xml(["pops"]), 400);
    await write("b.xml", xml([]), 10);
    expect((await ask(["a.xml", "b.xml"])).state).toBe("green");
    await setAge(join(directory, "b.xml"), 350);
    expect(await ask(["a.xml", "b.xml"])).toEqual({ state: "stale", why: "old", age: 350 });
  });
  test("one that cannot be read counts only where all are so", async () => {
    await write("a.xml", xml(["pops"]), 20);
    await write("b.xml", "<testsuites>", 10);
    expect(await ask(["a.xml", "b.xml"])).toEqual({ state: "red", failing: [failure("pops")], age: 20 });
    await setAge(join(directory, "a.xml"), 400);
    expect(await ask(["a.xml", "b.xml"])).toEqual({ state: "unknown", why: "format", file: "b.xml", age: 10 });
  });
});

describe("of a folder", () => {
  test("every report counts, and those of JUnit below it", async () => {
    await write("reports/a.xml", xml(["pops"]), 20);
    await write("reports/test/deep/b.xml", xml(["fills"]), 10);
    await write("reports/c.tap", "1..1\nnot ok 1 - sorts\n", 5);
    await write("reports/test/c.tap", "1..1\nnot ok 1 - elsewhere\n", 5);
    await write("reports/notes.txt", "3 failed", 5);
    const state = await ask("reports");
    expect(state).toMatchObject({ state: "blocked", age: 5 });
    expect("failing" in state && state.failing.map(({ name }) => name)).toEqual(["sorts", "fills", "pops"]);
  });
  test("an empty one is as none, and one without reports too", async () => {
    await mkdir(join(directory, "reports"));
    expect(await ask("reports")).toEqual({ state: "stale", why: "none", age: null });
    await write("reports/notes.txt", "3 failed", 5);
    expect(await ask("reports")).toEqual({ state: "stale", why: "none", age: null });
  });
  test.skipIf(WINDOWS)("links that lead round in circles and to pipes are passed by", async () => {
    await write("reports/a.xml", xml(["pops"]), 20);
    await symlink(join(directory, "reports"), join(directory, "reports/again"));
    await symlink("b.xml", join(directory, "reports/b.xml"));
    spawnSync("mkfifo", [join(directory, "reports/c.xml")]);
    expect((await ask("reports")).state).toBe("red");
  });
  test("with more files than are read nothing is said to be green", async () => {
    await mkdir(join(directory, "reports"));
    await Promise.all(Array.from({ length: 2_001 }, (_, at) => write(`reports/${at}.xml`, xml([]), 1)));
    expect(await ask("reports")).toEqual({ state: "unknown", why: "too_large", file: "reports", age: null });
  });
});

describe("what is no report is unknown and never waited for:", () => {
  test("a file of 100 MB", async () => {
    const path = await write("out.xml", "", 1);
    await truncate(path, 100_000_000);
    await setAge(path, 1);
    const begun = processorTime();
    expect(await ask()).toEqual({ state: "unknown", why: "too_large", file: "out.xml", age: 1 });
    expect(processorTime() - begun).toBeLessThan(500);
  });
  test.skipIf(WINDOWS)("a pipe, a link to one and a device", async () => {
    spawnSync("mkfifo", [join(directory, "out.xml")]);
    await symlink("out.xml", join(directory, "link.xml"));
    for (const path of ["out.xml", "link.xml", "/dev/zero"])
      expect(await ask(path)).toEqual({ state: "unknown", why: "no_file", file: path, age: null });
  });
  test("a link to itself; one to nothing is as nothing", async () => {
    await symlink("out.xml", join(directory, "out.xml"));
    expect(await ask()).toEqual({ state: "unknown", why: "no_file", file: "out.xml", age: null });
    await symlink("missing.xml", join(directory, "other.xml"));
    expect(await ask("other.xml")).toEqual({ state: "stale", why: "none", age: null });
  });
  test("a file that may not be read, also by root", async () => {
    // The system refuses to read a process's memory from its beginning on, whoever asks.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await symlink("/proc/self/mem", join(directory, "out.xml"));
    else await chmod(await write("out.xml", xml([]), 1), 0);
    const state = await ask();
    expect(state).toMatchObject({ state: "unknown", why: "unreadable", file: "out.xml" });
  });
});

describe("plain text has a state that only a model can read:", () => {
  const unknown = { state: "unknown", why: "format", file: "out.txt", age: 1 } as const;
  test("its end is told, without what a terminal would obey", async () => {
    await write("out.txt", `${"x".repeat(50_000)}\n\u001b[31m1 failed\u001b[0m, 3 passed\r\n`, 1);
    const state = await ask("out.txt");
    expect(state).toMatchObject(unknown);
    const output = "output" in state ? (state.output ?? "") : "";
    expect(output).toHaveLength(4_000);
    expect(output).toEndWith("x\n1 failed, 3 passed");
  });
  test("it is stale while a test was let through since", async () => {
    await write("out.txt", "3 passed", 5);
    const at = (age: number) => ask("out.txt", { testAddedAt: new Date(NOW.getTime() - age * 1_000) });
    expect(await at(4)).toEqual({ state: "stale", why: "test_added", age: 5 });
    expect(await at(6)).toMatchObject({ state: "unknown", output: "3 passed" });
  });
});

test("a report without a test that ran is not green", async () => {
  const skipped = '<testsuite name="a"><testcase name="b"><skipped/></testcase></testsuite>';
  for (const text of ["<testsuites/>", skipped, "TAP version 13\n1..0\n"]) {
    await write("out.xml", text, 3);
    expect(await ask()).toEqual({ state: "stale", why: "no_tests", age: 3 });
  }
  await write("b.xml", xml([]), 5);
  expect(await ask(["out.xml", "b.xml"])).toMatchObject({ state: "green", passed: 1 });
});

test.each(["utf16le", "utf16be"])("a report in %s with its mark is read", async (encoding) => {
  const bytes = Buffer.from(`\uFEFF${xml(["pöps"])}`, "utf16le");
  await write("out.xml", "", 0);
  await writeFile(join(directory, "out.xml"), encoding === "utf16le" ? bytes : bytes.swap16());
  await setAge(join(directory, "out.xml"), 1);
  expect(await ask()).toMatchObject({ state: "red", failing: [failure("pöps")] });
});

describe("asked again", () => {
  test("a file is read anew after any change of it", async () => {
    await write("out.xml", xml(["pops"]), 7);
    await Bun.sleep(30);
    expect((await ask()).state).toBe("red");
    expect((await ask()).state).toBe("red");
    // As long, as old and under the same name.
    await write("out.xml", xml(["pips"]), 7);
    expect(await ask()).toMatchObject({ failing: [failure("pips")] });
    await Bun.sleep(30);
    expect((await ask()).state).toBe("red");
    await rename(await write("other.xml", xml(["pups"]), 7), join(directory, "out.xml"));
    expect(await ask()).toMatchObject({ failing: [failure("pups")] });
  });
  test("it costs a look at the file", async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `takes the first of ${at} that stand in the queue`);
    const path = await write("out.xml", xml(["pops"], names), 1);
    await Bun.sleep(30);
    const time = async (): Promise<number> => {
      const begun = processorTime();
      expect((await ask(path)).state).toBe("red");
      return processorTime() - begun;
    };
    const first = await time();
    const again = Math.min(await time(), await time(), await time());
    expect(again).toBeLessThan(first / 5);
    expect(again).toBeLessThan(20);
  });
});
