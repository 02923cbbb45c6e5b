import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findRunners, type Runner } from "../../src/guard/runner.ts";
import { RUNNER_KINDS } from "../../src/guard/runner-kinds.ts";
import { readTestState } from "../../src/guard/test-state.ts";
import { classifyCommand } from "../../src/host/shell-writes.ts";

/** Proposed lines are for a POSIX shell. */
const describeShell = describe.skipIf(process.platform === "win32");

let dir: string;
let programs: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-line-"));
  programs = await mkdtemp(join(tmpdir(), "designlab-programs-"));
});
afterEach(async () => {
  for (const folder of [dir, programs]) await rm(folder, { recursive: true, force: true });
});

const script = (name: string) => ({ "package.json": JSON.stringify({ scripts: { test: name } }) });
/** A project of each runner. */
const PROJECTS: Readonly<Record<keyof typeof RUNNER_KINDS, Record<string, string>>> = {
  vitest: script("vitest"),
  jest: script("jest"),
  mocha: script("mocha"),
  playwright: script("playwright test"),
  "bun test": script("bun test"),
  "node --test": script("node --test"),
  "deno test": { "deno.json": "{}" },
  "go test": { "go.mod": "module q" },
  "cargo nextest": { "Cargo.toml": "" },
  pytest: { "pytest.ini": "" },
  rspec: { ".rspec": "" },
  phpunit: { "phpunit.xml": "<phpunit/>" },
  maven: { "pom.xml": "<project/>", "core/pom.xml": "<project/>" },
  gradle: { "build.gradle": "", "core/build.gradle": "" },
  sbt: { "build.sbt": "", "core/src/a.scala": "" },
  "dotnet test": { "q.sln": "" },
  ctest: { "CMakeLists.txt": "enable_testing()" },
};
const NAMES = Object.keys(RUNNER_KINDS) as (keyof typeof RUNNER_KINDS)[];
/** What the lines start; cmake stands for all that it and ctest do. */
const PROGRAMS = "npx bun node deno go cargo pytest bundle mvn gradle sbt dotnet cmake ctest vendor/bin/phpunit".split(
  " ",
);

/** A report in the form of a runner's own: one test that passes, and one more that fails. */
function report(name: keyof typeof RUNNER_KINDS, failing: boolean): string {
  switch (name) {
    case "vitest":
    case "jest": {
      const of = (title: string, status: string) => ({ status, title, ancestorTitles: [] });
      const assertionResults = [of("fits", "passed"), ...(failing ? [of("pops", "failed")] : [])];
      const suite = { name: "a.test.ts", status: failing ? "failed" : "passed", assertionResults };
      return JSON.stringify({ numTotalTests: 2, success: !failing, testResults: [suite] });
    }
    case "node --test":
      return `TAP version 13\nok 1 - fits\n${failing ? "not ok 2 - pops\n1..2" : "1..1"}\n`;
    case "go test": {
      const ended = (Test: string, Action: string) => JSON.stringify({ Action, Package: "q", Test });
      const all = [ended("fits", "pass"), ...(failing ? [ended("pops", "fail")] : [])];
      return [...all, JSON.stringify({ Action: failing ? "fail" : "pass", Package: "q" })].join("\n");
    }
    case "dotnet test": {
      const of = (outcome: string, nth: number) => `<UnitTestResult testName="${outcome}${nth}" outcome="${outcome}"/>`;
      return `<TestRun><Results>${of("Passed", 1)}${failing ? of("Failed", 2) : ""}</Results></TestRun>`;
    }
    default:
      return `<testsuite name="q"><testcase name="fits"/>${failing ? '<testcase name="pops"><failure/></testcase>' : ""}</testsuite>`;
  }
}

/** The file that a runner would write. */
const fileOf = ({ name, output: [first = ""] }: Runner): string =>
  join(dir, first, RUNNER_KINDS[name].place?.inModules ? "TEST-q.xml" : name === "dotnet test" ? "q.trx" : "");

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Runs the line of a project; its runner ends with this code after it wrote this report, or none. */
async function run(name: keyof typeof RUNNER_KINDS, { code, writes }: { code: number; writes: string | null }) {
  for (const [path, text] of Object.entries(PROJECTS[name])) await put(join(dir, path), text);
  const [runner] = await findRunners(dir);
  if (runner === undefined) throw new Error(`No runner in a project of ${name}`);
  const [text, to] = [join(programs, "text"), fileOf(runner)];
  if (writes !== null) await writeFile(text, writes);
  const body = `#!/bin/sh\nif [ -e '${text}' ]; then mkdir -p '${dirname(to)}'; cat '${text}' > '${to}'; fi\nexit ${code}\n`;
  for (const program of PROGRAMS) {
    const path = program.includes("/") ? join(dir, program) : join(programs, program);
    await put(path, body);
    await chmod(path, 0o755);
  }
  const env = { PATH: `${programs}:/usr/bin:/bin` };
  const ran = Bun.spawnSync(["/bin/sh", "-c", runner.line], { cwd: dir, env, stderr: "pipe" });
  expect([name, ran.stderr.toString()]).toEqual([name, ""]);
  return { runner, exit: ran.exitCode };
}

async function stateOf({ output }: Runner) {
  const asked = { directory: dir, test_output: output, max_age: 300, testAddedAt: null, now: () => new Date() };
  const state = await readTestState(asked);
  return { state: state.state, failing: "failing" in state ? state.failing.map((each) => each.name) : [] };
}

describeShell("the proposed line of every runner", () => {
  for (const name of NAMES) {
    test(`${name}: the tests are red when the build fails, whatever an older run reported`, async () => {
      expect((await run(name, { code: 0, writes: report(name, false) })).exit).toBe(0);
      await rm(join(programs, "text"));
      const { exit, runner } = await run(name, { code: 2, writes: null });
      expect(exit).toBe(1);
      expect(await stateOf(runner)).toEqual({ state: "red", failing: [`${name} ended with exit code 2`] });
    });

    test(`${name}: an error without a failing test is red, and one failing test stays one`, async () => {
      const { runner } = await run(name, { code: 1, writes: report(name, false) });
      expect(await stateOf(runner)).toEqual({ state: "red", failing: [`${name} ended with exit code 1`] });
      await run(name, { code: 1, writes: report(name, true) });
      const { state, failing } = await stateOf(runner);
      expect([state, failing.length]).toEqual(["red", 1]);
      expect(failing[0]).not.toContain("exit code");
    });
  }
});

test("a proposed line counts as a command that runs tests, for every runner", async () => {
  for (const name of NAMES) {
    for (const [path, text] of Object.entries(PROJECTS[name])) await put(join(dir, "a b", path), text);
    const [runner] = await findRunners(dir);
    expect([name, classifyCommand(runner?.line ?? "").does]).toEqual([name, "runs"]);
    await rm(join(dir, "a b"), { recursive: true });
  }
});

describeShell("the record of a run that ended with an error", () => {
  test("no longer counts when a later run wrote a report", async () => {
    const { runner } = await run("maven", { code: 1, writes: null });
    const file = fileOf(runner);
    await put(file, report("maven", false));
    const later = new Date(Date.now() + 2_000);
    await utimes(file, later, later);
    expect(await stateOf(runner)).toEqual({ state: "green", failing: [] });
  });

  test("is no failure when the exit code says that there are no tests", async () => {
    const asked = { directory: dir, max_age: 300, testAddedAt: null, now: () => new Date() };
    for (const [name, code] of [
      ["pytest", 5],
      ["cargo nextest", 4],
    ] as const) {
      const { runner } = await run(name, { code, writes: null });
      const state = await readTestState({ ...asked, test_output: runner.output });
      expect(state).toMatchObject({ state: "stale", why: "no_tests" });
      for (const path of Object.keys(PROJECTS[name])) await rm(join(dir, path));
    }
  });

  const JAVASCRIPT = ["vitest", "jest", "mocha", "playwright", "bun test", "deno test"] as const;
  for (const name of JAVASCRIPT) {
    test(`${name}: exit code 1 without results is a run without tests, until a test was let through`, async () => {
      const none = name === "vitest" ? '{"numTotalTests":0,"success":false,"testResults":[]}' : null;
      const { runner } = await run(name, { code: 1, writes: none });
      const asked = { directory: dir, test_output: runner.output, max_age: 300, now: () => new Date() };
      expect(await readTestState({ ...asked, testAddedAt: null })).toMatchObject({ state: "stale", why: "no_tests" });
      const testAddedAt = new Date(Date.now() - 60_000);
      expect(await readTestState({ ...asked, testAddedAt })).toMatchObject({
        state: "red",
        failing: [{ name: `${name} ended with exit code 1` }],
      });
    });
  }

  test("is red when the report of its run cannot be read", async () => {
    const { runner } = await run("jest", { code: 1, writes: `{"numTotalTests":1,"testResults":[` });
    expect(await stateOf(runner)).toEqual({ state: "red", failing: ["jest ended with exit code 1"] });
  });

  test("of a run without tests leaves the state of other runners as it is", async () => {
    await put(join(dir, "web/package.json"), script("vitest")["package.json"]);
    const { runner } = await run("bun test", { code: 1, writes: null });
    const web = (await findRunners(dir)).find(({ name }) => name === "vitest");
    const both = { ...runner, output: [...runner.output, ...(web?.output ?? [])] };
    await put(join(dir, web?.output[0] ?? ""), report("vitest", false));
    expect((await stateOf(both)).state).toBe("green");
    await put(join(dir, web?.output[0] ?? ""), report("vitest", true));
    expect((await stateOf(both)).failing).toEqual(["pops"]);
  });

  const STOPPED = [126, 127, 129, 130, 131, 137, 141, 143];
  test("is no result when the runner did not start or was stopped", async () => {
    for (const code of STOPPED) {
      for (const name of ["pytest", "bun test"] as const) {
        const { runner } = await run(name, { code, writes: null });
        const asked = { directory: dir, test_output: runner.output, max_age: 300, testAddedAt: null };
        const state = await readTestState({ ...asked, now: () => new Date() });
        expect([name, code, state]).toEqual([name, code, { state: "stale", why: "none", age: null }]);
        for (const path of Object.keys(PROJECTS[name])) await rm(join(dir, path));
      }
    }
  });

  test("is no result when the run was stopped and its report breaks off", async () => {
    const { runner } = await run("go test", { code: 143, writes: '{"Action":"start","Package":"q"}' });
    expect((await stateOf(runner)).state).toBe("stale");
  });

  test("is a failure when the program that is tested crashed", async () => {
    for (const code of [134, 139, 255]) {
      const { runner } = await run("phpunit", { code, writes: null });
      expect(await stateOf(runner)).toEqual({ state: "red", failing: [`phpunit ended with exit code ${code}`] });
    }
  });

  test("counts beside a failing test of another runner", async () => {
    await put(join(dir, "web/package.json"), script("vitest")["package.json"]);
    const { runner } = await run("go test", { code: 1, writes: null });
    const [, web] = await findRunners(dir);
    await put(join(dir, web?.output[0] ?? ""), report("vitest", true));
    const both = { ...runner, output: [...runner.output, ...(web?.output ?? [])] };
    expect((await stateOf(both)).failing.toSorted()).toEqual(["go test ended with exit code 1", "pops"]);
  });

  test("is written from a folder below the project, whatever it is called", async () => {
    const folder = "services/o'neil $(touch x) api";
    await put(join(dir, folder, "go.mod"), "module q");
    const [runner] = await findRunners(dir);
    await put(join(programs, "go"), "#!/bin/sh\nexit 2\n");
    await chmod(join(programs, "go"), 0o755);
    const env = { PATH: `${programs}:/usr/bin:/bin` };
    expect(Bun.spawnSync(["/bin/sh", "-c", runner?.line ?? ""], { cwd: dir, env, stderr: "pipe" }).exitCode).toBe(1);
    expect(await stateOf(runner as Runner)).toEqual({ state: "red", failing: ["go test ended with exit code 2"] });
  });
});
