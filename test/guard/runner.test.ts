import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findRunners } from "../../src/guard/runner.ts";
import { readTestState } from "../../src/guard/test-state.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-runner-"));
  await mkdir(join(dir, ".opencode"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
}
const found = async (files: Record<string, string>) => {
  await write(files);
  return findRunners(dir);
};
const pack = (scripts: object, more: object = {}): string => JSON.stringify({ scripts, ...more });

describe("the runner of a project is found by its files, with the line that writes results", () => {
  const RESULTS = ".opencode/test-results";
  const KINDS: [string, Record<string, string>, { line: string; output: string[]; patterns: string[] }][] = [
    [
      "vitest",
      { "package.json": pack({ test: "vitest" }), "src/a.ts": "", "test/a.test.ts": "" },
      {
        line: `npx vitest run --reporter=default --reporter=json --outputFile=${RESULTS}.json`,
        output: [`${RESULTS}.json`],
        patterns: ["src/**", "test/**"],
      },
    ],
    [
      "jest",
      { "package.json": pack({}, { devDependencies: { jest: "30" } }), "lib/a.js": "" },
      { line: `npx jest --json --outputFile=${RESULTS}.json`, output: [`${RESULTS}.json`], patterns: ["lib/**"] },
    ],
    [
      "bun test",
      { "package.json": pack({ test: "bun test --timeout 5" }), "a.ts": "" },
      {
        line: `rm -f ${RESULTS}.xml; bun test --reporter=junit --reporter-outfile=${RESULTS}.xml || { grep -qs '<failure' ${RESULTS}.xml || echo '<testsuite name="bun test"><testcase name="a file of tests cannot be loaded"><error/></testcase></testsuite>' > ${RESULTS}.xml; false; }`,
        output: [`${RESULTS}.xml`],
        patterns: ["**/*.ts", "**/*.tsx", "**/*.js", "**/*.jsx", "**/*.mjs", "!**/node_modules/**", "!**/dist/**"],
      },
    ],
    [
      "node --test",
      { "package.json": pack({ test: "node --import tsx --test" }), "src/a.js": "" },
      {
        line: `node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=${RESULTS}.tap`,
        output: [`${RESULTS}.tap`],
        patterns: ["src/**"],
      },
    ],
    [
      "go test",
      { "go.mod": "module a", "a.go": "" },
      {
        line: `go test -json ./... > ${RESULTS}.json`,
        output: [`${RESULTS}.json`],
        patterns: ["**/*.go", "!vendor/**"],
      },
    ],
    [
      "cargo nextest",
      { "Cargo.toml": "[package]", "src/lib.rs": "", "crates/a/Cargo.toml": "[package]" },
      {
        line: "cargo nextest run --no-fail-fast",
        output: ["target/nextest/default/junit.xml"],
        patterns: ["**/*.rs", "!target/**"],
      },
    ],
    [
      "pytest",
      { "pyproject.toml": "[tool.pytest.ini_options]", "a.py": "" },
      {
        line: `pytest --junitxml=${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["**/*.py", "!**/.venv/**", "!**/venv/**"],
      },
    ],
    [
      "rspec",
      { Gemfile: 'gem "rspec"', "lib/a.rb": "", "spec/a_spec.rb": "" },
      {
        line: `bundle exec rspec --format progress --format RspecJunitFormatter --out ${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["lib/**", "spec/**"],
      },
    ],
    [
      "maven",
      { "pom.xml": "<project/>", "core/pom.xml": "<project/>", "web/pom.xml": "<project/>", mvnw: "" },
      {
        line: "./mvnw test",
        output: ["target/surefire-reports", "core/target/surefire-reports", "web/target/surefire-reports"],
        patterns: ["**/src/**"],
      },
    ],
    [
      "gradle",
      { "build.gradle.kts": "" },
      { line: "gradle test", output: ["build/test-results/test"], patterns: ["**/src/**"] },
    ],
  ];
  for (const [name, files, wanted] of KINDS)
    test(name, async () => {
      const all = await found(files);
      expect(all.map((each) => each.name as string)).toEqual([name]);
      expect(all[0]).toMatchObject({ folder: "", ...wanted });
    });

  test("what is needed once is said: nextest's profile, the formatter of rspec where the Gemfile has none", async () => {
    const [cargo, rspec] = await found({ "Cargo.toml": "", Gemfile: 'gem "rspec"' });
    expect(cargo?.needs).toContain("[profile.default.junit]");
    expect(rspec?.needs).toBe("the gem rspec_junit_formatter writes the file");
    await write({ Gemfile: 'gem "rspec"\ngem "rspec_junit_formatter"' });
    expect((await findRunners(dir))[1]?.needs).toBeNull();
  });
});

describe("several runners in one repository", () => {
  test("of one folder write a file each", async () => {
    const all = await found({ "package.json": pack({ test: "vitest" }), "go.mod": "", "pytest.ini": "" });
    expect(all.map(({ output }) => output)).toEqual([
      [".opencode/test-results-vitest.json"],
      [".opencode/test-results-go-test.json"],
      [".opencode/test-results-pytest.xml"],
    ]);
  });

  test("each have their own line and file, from the project's folder", async () => {
    const all = await found({
      "package.json": pack({ test: "turbo test" }, { workspaces: ["packages/*"] }),
      "packages/web app/package.json": pack({ test: "vitest run" }),
      "packages/web app/src/a.ts": "",
      "services/api/go.mod": "module api",
      "tools/pytest.ini": "",
      "node_modules/jest/package.json": pack({ test: "jest" }),
      ".hidden/go.mod": "module x",
    });
    expect(all.map(({ name, folder }) => [name, folder])).toEqual([
      ["pytest", "tools"],
      ["vitest", "packages/web app"],
      ["go test", "services/api"],
    ]);
    const [python, web, api] = all;
    expect(web).toMatchObject({
      line: "cd 'packages/web app' && npx vitest run --reporter=default --reporter=json --outputFile=../../.opencode/test-results-packages-web-app.json",
      output: [".opencode/test-results-packages-web-app.json"],
      patterns: ["packages/web app/src/**"],
    });
    expect(api?.patterns).toEqual(["services/api/**/*.go", "!services/api/vendor/**"]);
    expect(python?.line).toBe("cd tools && pytest --junitxml=../.opencode/test-results-tools.xml");
  });

  test("below one that runs all of them is told once, but for modules of Go", async () => {
    const all = await found({
      "package.json": pack({ test: "vitest" }),
      "packages/a/package.json": pack({ test: "vitest" }),
      "go.mod": "module a",
      "tools/go.mod": "module b",
    });
    expect(all.map(({ name, folder }) => [name, folder])).toEqual([
      ["vitest", ""],
      ["go test", ""],
      ["go test", "tools"],
    ]);
  });
});

test("the folder for results is made by the line where it is not there yet", async () => {
  await rm(join(dir, ".opencode"), { recursive: true });
  const [go, java] = await found({ "go.mod": "", "pom.xml": "" });
  expect(go?.line).toBe("mkdir -p .opencode && go test -json ./... > .opencode/test-results-go-test.json");
  expect(java?.line).toBe("mvn test");
});

describe("what tells of no runner is passed over", () => {
  test("files that are broken, links, folders in the place of files, other texts", async () => {
    await mkdir(join(dir, "pyproject.toml"));
    await write({ "package.json": "{ broken", "elsewhere/list.txt": "vitest" });
    await symlink(join(dir, "elsewhere/list.txt"), join(dir, "Gemfile"));
    expect(await findRunners(dir)).toEqual([]);
    for (const text of ["null", "[]", '{"scripts":{"test":7,"build":"tsc"}}', '{"scripts":"vitest"}', '"vitest"'])
      expect(await found({ "package.json": text })).toEqual([]);
    expect(await findRunners(join(dir, "nowhere"))).toEqual([]);
  });

  test("of many folders so many are looked at", async () => {
    await Promise.all(Array.from({ length: 300 }, (_, at) => write({ [`p${at}/go.mod`]: "module p" })));
    expect((await findRunners(dir)).length).toBe(12);
  });
});

// Its own report says nothing of a file that cannot be loaded: where another passes it is green, and alone there is none.
test.each([
  ["alone", "import './missing.ts';", {}, ["a file of tests cannot be loaded"], 1],
  ["beside one that passes", "import './missing.ts';", { b: "" }, ["a file of tests cannot be loaded"], 1],
  ["not at all", "", { b: "" }, null, 0],
  ["but a test that fails", "import { test } from 'bun:test'; test('a', () => { throw new Error(); });", {}, ["a"], 1],
] as const)("bun's line tells of a file of tests that cannot be loaded: %s", async (_, text, others, failing, code) => {
  const passing = "import { test } from 'bun:test'; test('passes', () => {});";
  const more = Object.fromEntries(Object.keys(others).map((name) => [`${name}.test.ts`, passing]));
  const [runner] = await found({ "package.json": pack({ test: "bun test" }), "a.test.ts": text, ...more });
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const ran = Bun.spawn(["sh", "-c", runner?.line ?? ""], {
    cwd: dir,
    env: { ...process.env, PATH },
    stderr: "ignore",
  });
  expect(await ran.exited).toBe(code);
  const state = await readTestState({
    ...{ directory: dir, test_output: runner?.output ?? [], max_age: 300, testAddedAt: null },
    now: () => new Date(),
  });
  expect(failing === null ? state.state : "failing" in state && state.failing.map(({ name }) => name)).toEqual(
    failing === null ? "green" : [...failing],
  );
});
