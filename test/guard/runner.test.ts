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

/** A proposed line: what clears old reports, the command, and what records an error. */
function lineFor(
  runner: string,
  command: string,
  reports: readonly string[],
  record = `.opencode/test-results.exit.json`,
) {
  const [head, tail] = [`{"runner":"${runner}","exit_code":`, `,"reports":${JSON.stringify(reports)}}`];
  return `rm -rf ${reports.join(" ")} ${record}; ${command} || { echo '${head}'$?'${tail}' > ${record}; false; }`;
}

describe("the runner of a project is found by its files, with the line that writes results", () => {
  const RESULTS = ".opencode/test-results";
  const RECORD = ".opencode/test-results.exit.json";
  const JS = ["**/*.ts", "**/*.tsx", "**/*.js", "**/*.jsx", "**/*.mjs", "!**/node_modules/**", "!**/dist/**"];
  const KINDS: [string, Record<string, string>, { command: string; output: string[]; patterns: string[] }][] = [
    [
      "vitest",
      { "package.json": pack({ test: "vitest" }), "src/a.ts": "", "test/a.test.ts": "" },
      {
        command: `npx vitest run --reporter=default --reporter=json --outputFile=${RESULTS}.json`,
        output: [`${RESULTS}.json`],
        patterns: ["src/**", "test/**"],
      },
    ],
    [
      "jest",
      { "package.json": pack({}, { devDependencies: { jest: "30" } }), "lib/a.js": "" },
      { command: `npx jest --json --outputFile=${RESULTS}.json`, output: [`${RESULTS}.json`], patterns: ["lib/**"] },
    ],
    [
      "bun test",
      { "package.json": pack({ test: "bun test --timeout 5" }), "a.ts": "" },
      {
        command: `bun test --reporter=junit --reporter-outfile=${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: JS,
      },
    ],
    [
      "node --test",
      { "package.json": pack({ test: "node --import tsx --test" }), "src/a.js": "" },
      {
        command: `node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=${RESULTS}.tap`,
        output: [`${RESULTS}.tap`],
        patterns: ["src/**"],
      },
    ],
    [
      "go test",
      { "go.mod": "module a", "a.go": "" },
      {
        command: `go test -json ./... > ${RESULTS}.json`,
        output: [`${RESULTS}.json`],
        patterns: ["**/*.go", "!vendor/**"],
      },
    ],
    [
      "cargo nextest",
      { "Cargo.toml": "[package]", "src/lib.rs": "", "crates/a/Cargo.toml": "[package]" },
      {
        command: "cargo nextest run --no-fail-fast",
        output: ["target/nextest/default/junit.xml"],
        patterns: ["**/*.rs", "!target/**"],
      },
    ],
    [
      "pytest",
      { "pyproject.toml": "[tool.pytest.ini_options]", "a.py": "" },
      {
        command: `pytest --junitxml=${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["**/*.py", "!**/.venv/**", "!**/venv/**"],
      },
    ],
    [
      "rspec",
      { Gemfile: 'gem "rspec"', "lib/a.rb": "", "spec/a_spec.rb": "" },
      {
        command: `bundle exec rspec --format progress --format RspecJunitFormatter --out ${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["lib/**", "spec/**"],
      },
    ],
    [
      "maven",
      { "pom.xml": "<project/>", "core/pom.xml": "<project/>", "web/pom.xml": "<project/>", mvnw: "" },
      {
        command: "./mvnw test",
        output: ["target/surefire-reports", "core/target/surefire-reports", "web/target/surefire-reports"],
        patterns: ["**/src/**"],
      },
    ],
    [
      "gradle",
      { "build.gradle.kts": "" },
      { command: "gradle test", output: ["build/test-results/test"], patterns: ["**/src/**"] },
    ],
    [
      "mocha",
      { "package.json": pack({ test: "nyc mocha 'test/**'" }), "test/a.js": "" },
      {
        command: `npx mocha --reporter xunit --reporter-option output=${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["test/**"],
      },
    ],
    [
      "playwright",
      { "package.json": pack({ e2e: "npx playwright test" }), "tests/a.spec.ts": "" },
      {
        command: `PLAYWRIGHT_JUNIT_OUTPUT_NAME=${RESULTS}.xml npx playwright test --reporter=list,junit`,
        output: [`${RESULTS}.xml`],
        patterns: ["tests/**"],
      },
    ],
    [
      "deno test",
      { "deno.jsonc": '{ // tasks\n"tasks": { "test": "deno test -A" } }' },
      { command: `deno task test --junit-path=${RESULTS}.xml`, output: [`${RESULTS}.xml`], patterns: JS },
    ],
    [
      "phpunit",
      { "composer.json": '{"require-dev": {"phpunit/phpunit": "^11"}}', "src/a.php": "", "tests/ATest.php": "" },
      {
        command: `vendor/bin/phpunit --log-junit ${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["src/**", "tests/**"],
      },
    ],
    [
      "sbt",
      { "build.sbt": "", "src/main/scala/a.scala": "", "core/src/main/scala/b.scala": "", "docs/a.md": "" },
      { command: "sbt test", output: ["target/test-reports", "core/target/test-reports"], patterns: ["**/src/**"] },
    ],
    [
      "dotnet test",
      { "Q.slnx": "", "test/Q.Tests/Q.Tests.csproj": '<PackageReference Include="Microsoft.NET.Test.Sdk" />' },
      {
        command: `dotnet test --logger trx --results-directory ${RESULTS}`,
        output: [RESULTS],
        patterns: ["**/*.cs", "**/*.fs", "**/*.vb", "!**/bin/**", "!**/obj/**"],
      },
    ],
    [
      "ctest",
      { "CMakeLists.txt": "include (CTest)", "a.c": "" },
      {
        command: `cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure --output-junit "$PWD"/${RESULTS}.xml`,
        output: [`${RESULTS}.xml`],
        patterns: ["**/*.c", "**/*.cc", "**/*.cpp", "**/*.cxx", "**/*.h", "**/*.hpp", "!build/**"],
      },
    ],
  ];
  for (const [name, files, wanted] of KINDS)
    test(name, async () => {
      const all = await found(files);
      expect(all.map((each) => each.name as string)).toEqual([name]);
      const { command, output, patterns } = wanted;
      const line = lineFor(name, command, output);
      expect(all[0]).toMatchObject({ folder: "", line, output: [...output, RECORD], patterns });
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
      [".opencode/test-results-vitest.json", ".opencode/test-results-vitest.exit.json"],
      [".opencode/test-results-go-test.json", ".opencode/test-results-go-test.exit.json"],
      [".opencode/test-results-pytest.xml", ".opencode/test-results-pytest.exit.json"],
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
      line: lineFor(
        "vitest",
        "(cd 'packages/web app' && npx vitest run --reporter=default --reporter=json --outputFile=../../.opencode/test-results-packages-web-app.json)",
        [".opencode/test-results-packages-web-app.json"],
        ".opencode/test-results-packages-web-app.exit.json",
      ),
      output: [".opencode/test-results-packages-web-app.json", ".opencode/test-results-packages-web-app.exit.json"],
      patterns: ["packages/web app/src/**"],
    });
    expect(api?.patterns).toEqual(["services/api/**/*.go", "!services/api/vendor/**"]);
    expect(python?.line).toContain("; (cd tools && pytest --junitxml=../.opencode/test-results-tools.xml) || ");
  });

  test("are found three folders deep, and below a solution none of its own", async () => {
    const all = await found({
      "apps/web/client/package.json": pack({ test: "vitest" }),
      "services/q/Q.sln": "",
      "services/q/test/Q.Tests/Q.Tests.csproj": "Microsoft.NET.Test.Sdk",
      "services/r/R.Tests/R.Tests.fsproj": "Microsoft.NET.Test.Sdk",
      "services/r/R/R.csproj": "",
    });
    expect(all.map(({ name, folder }) => [name, folder])).toEqual([
      ["dotnet test", "services/q"],
      ["vitest", "apps/web/client"],
      ["dotnet test", "services/r/R.Tests"],
    ]);
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
  expect(go?.line).toStartWith("mkdir -p .opencode; rm -rf .opencode/test-results-go-test.json ");
  expect(java?.line).toStartWith("mkdir -p .opencode; rm -rf target/surefire-reports ");
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
  ["alone", "import './missing.ts';", {}, ["bun test ended with exit code 1"], 1],
  ["beside one that passes", "import './missing.ts';", { b: "" }, ["bun test ended with exit code 1"], 1],
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
    // A test was let through before the run.
    ...{ directory: dir, test_output: runner?.output ?? [], max_age: 300, testAddedAt: new Date(0) },
    now: () => new Date(),
  });
  expect(failing === null ? state.state : "failing" in state && state.failing.map(({ name }) => name)).toEqual(
    failing === null ? "green" : [...failing],
  );
});
