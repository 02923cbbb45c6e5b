import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GENERATIONS, installedBinary } from "../../../rehearsal/binary.ts";
import { askReader } from "../../../src/guard/results/ask-reader.ts";

const READER = join(import.meta.dir, "../../../src/guard/results/reader.ts");
const ASK_READER = join(import.meta.dir, "../../../src/guard/results/ask-reader.ts");
const GREEN = '<testsuites><testsuite name="a"><testcase name="fits"/></testsuite></testsuites>';
const RED = '<testsuites><testsuite name="a"><testcase name="pops"><failure/></testcase></testsuite></testsuites>';

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "ask-reader-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, text: string) {
  const path = join(folder, name);
  await writeFile(path, text);
  const { size, mtimeMs: at } = await stat(path);
  return { path, size, at };
}

/** Asks a script of the test in place of the reader. */
async function askScript(code: string, patience = 30_000) {
  const { path } = await put("script.js", code);
  return askReader([await put("a.xml", GREEN)], { program: process.execPath, script: path, patience });
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until a condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let patience = 600; !(await holds()) && patience > 0; patience--) await Bun.sleep(50);
  expect(await holds()).toBe(true);
}

for (const generation of GENERATIONS) {
  const program = installedBinary(generation);
  test.skipIf(program === null)(`the binary of OpenCode ${generation} runs the reader`, async () => {
    const files = [await put("a.xml", "<torn"), await put("b.xml", RED)];
    expect(await askReader(files, { program: program ?? "", script: READER, patience: 60_000 })).toEqual({
      newest: 1,
      failing: [{ name: "pops", file: null }],
      passed: 0,
    });
  });
}

describe("a reader that fails leaves the state unknown:", () => {
  test("its program is missing", async () => {
    const files = [await put("a.xml", GREEN)];
    const program = join(folder, "nothing");
    expect(await askReader(files, { program, script: READER, patience: 30_000 })).toEqual({ why: "broken" });
  });

  test("its script is missing, in a folder that is missing", async () => {
    const script = join(folder, "none/reader.js");
    expect(await askReader([], { program: process.execPath, script, patience: 30_000 })).toEqual({ why: "broken" });
  });

  test.each([
    ["it ends without an answer", "process.exit(0)"],
    ["it dies", 'process.kill(process.pid, "SIGKILL")'],
    ["it prints no JSON", 'console.log("Bun v1")'],
    ["it prints another shape", 'console.log(JSON.stringify({ newest: 0, failing: "none", passed: 1 }))'],
    ["it names a file that nobody asked about", 'console.log(\'{"newest":7,"failing":[],"passed":1}\')'],
    ["it prints without an end", 'for (;;) require("node:fs").writeSync(1, "x".repeat(65536))'],
  ])("%s", async (_, code) => {
    expect(await askScript(code)).toEqual({ why: "broken" });
  });

  test("it takes too long, and is then killed", async () => {
    const told = join(folder, "pid");
    const code = `require("node:fs").writeFileSync(${JSON.stringify(told)}, String(process.pid)); for (;;);`;
    expect(await askScript(code, 3_000)).toEqual({ why: "slow" });
    const pid = Number(await readFile(told, "utf8"));
    await until(() => !isAlive(pid));
  });
});

test("the reader reads no bunfig.toml, .env or variables of the project that its host is in", async () => {
  await writeFile(join(folder, "bunfig.toml"), 'preload = ["./preload.js"]\n');
  await writeFile(join(folder, ".env"), "FROM_PROJECT=1\n");
  await writeFile(
    join(folder, "preload.js"),
    `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "ran"))}, "");`,
  );
  const seen = join(folder, "seen");
  const script = join(await mkdtemp(join(tmpdir(), "own-")), "script.js");
  const code = `require("node:fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify(Object.keys(process.env)));`;
  await writeFile(script, code);
  // A host that works in the project, with variables that Bun and Node obey.
  const preload = JSON.stringify(join(folder, "preload.js"));
  const asking = `
    process.env.BUN_OPTIONS = "--preload=" + ${preload};
    process.env.NODE_OPTIONS = "--require=" + ${preload};
    const { askReader } = await import(${JSON.stringify(ASK_READER)});
    await askReader([], { program: process.execPath, script: ${JSON.stringify(script)}, patience: 30_000 });`;
  const host = spawn(process.execPath, ["--config=/dev/null", "-e", asking], { cwd: folder, stdio: "ignore" });
  await new Promise((resolve) => host.once("close", resolve));
  expect(existsSync(join(folder, "ran"))).toBe(false);
  const names = JSON.parse(await readFile(seen, "utf8")) as string[];
  expect(names.filter((name) => !["BUN_BE_BUN", "SystemRoot", "PWD"].includes(name))).toEqual([]);
  await rm(join(script, ".."), { recursive: true });
});

test("the reader ends when its host is killed while a parser is busy", async () => {
  const files = [{ path: join(folder, "a.tap"), size: 1 }];
  await put("a.tap", `TAP version 13\n1..90000\n${"not ok 1 - a\n".repeat(290_000)}`);
  const told = join(folder, "pid");
  const asking = `
    const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(READER)}, "read-results"], { stdio: ["pipe", "pipe", "ignore"] });
    require("node:fs").writeFileSync(${JSON.stringify(told)}, String(child.pid));
    child.stdin.end(${JSON.stringify(JSON.stringify({ files: Array(50).fill(files[0]) }))});
    setInterval(() => {}, 1000);`;
  const host = spawn(process.execPath, ["-e", asking], { stdio: "ignore" });
  await until(() => existsSync(told));
  const pid = Number(await readFile(told, "utf8"));
  // The watching thread needs a moment.
  await Bun.sleep(1_500);
  host.kill("SIGKILL");
  await until(() => !isAlive(pid));
}, 60_000);
