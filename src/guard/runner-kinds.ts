import { type Folder, type PackageRunner, runsBy } from "./package-runner.ts";

export type RunnerName =
  | PackageRunner
  | "deno test"
  | "go test"
  | "cargo nextest"
  | "pytest"
  | "rspec"
  | "phpunit"
  | "maven"
  | "gradle"
  | "sbt"
  | "dotnet test"
  | "ctest";

/** Files whose text tells of a runner. */
export const RUNNER_FILES =
  /^(?:package\.json|deno\.jsonc?|composer\.json|pyproject\.toml|setup\.cfg|tox\.ini|requirements(?:-dev)?\.txt|Gemfile|CMakeLists\.txt|.*\.(?:cs|fs|vb)proj)$/u;

export type RunnerKind = {
  is(folder: Folder): boolean;
  /** One below another is a project of its own. */
  alone?: boolean;
  /** How a result file is named at its end, or a folder of them; "xml" when absent. */
  writes?: "json" | "tap" | "folder";
  /** Where it writes by itself, in its folder. */
  place?: { path: string; inModules: boolean };
  /** Which folders below are its modules; those that it is for when absent. */
  isModule?(folder: Folder): boolean;
  /** @param file The result file or folder, from the runner's folder, as a word of a shell. */
  command(folder: Folder, file: string): string;
  patterns(folder: Folder): string[];
  needs?(folder: Folder): string | null;
};

const JS_FOLDERS = ["src", "lib", "app", "packages", "test", "tests", "spec", "__tests__"];
const JS_FILES = ["**/*.ts", "**/*.tsx", "**/*.js", "**/*.jsx", "**/*.mjs", "!**/node_modules/**", "!**/dist/**"];
const RUBY_FOLDERS = ["lib", "app", "spec"];
const PHP_FOLDERS = ["src", "app", "lib", "tests"];

/** The folders of code that are there, whole; the other patterns where none is. */
const foldersOr =
  (folders: readonly string[], others: readonly string[]) =>
  ({ names }: Folder): string[] => {
    const there = folders.filter((each) => names.has(each)).map((each) => `${each}/**`);
    return there.length > 0 ? there : [...others];
  };
const javaScript = foldersOr(JS_FOLDERS, JS_FILES);

const someText = ({ texts }: Folder, names: RegExp, says: RegExp): boolean =>
  [...texts].some(([name, text]) => names.test(name) && says.test(text));

export const RUNNER_KINDS: Readonly<Record<RunnerName, RunnerKind>> = {
  vitest: {
    is: (folder) => runsBy(folder) === "vitest",
    writes: "json",
    command: (_, file) => `npx vitest run --reporter=default --reporter=json --outputFile=${file}`,
    patterns: javaScript,
  },
  jest: {
    is: (folder) => runsBy(folder) === "jest",
    writes: "json",
    command: (_, file) => `npx jest --json --outputFile=${file}`,
    patterns: javaScript,
  },
  mocha: {
    is: (folder) => runsBy(folder) === "mocha",
    command: (_, file) => `npx mocha --reporter xunit --reporter-option output=${file}`,
    patterns: javaScript,
  },
  playwright: {
    is: (folder) => runsBy(folder) === "playwright",
    command: (_, file) => `PLAYWRIGHT_JUNIT_OUTPUT_NAME=${file} npx playwright test --reporter=list,junit`,
    patterns: javaScript,
  },
  "bun test": {
    is: (folder) => runsBy(folder) === "bun test",
    command: (_, file) => `bun test --reporter=junit --reporter-outfile=${file}`,
    patterns: javaScript,
  },
  "node --test": {
    is: (folder) => runsBy(folder) === "node --test",
    // Its JUnit names no file.
    writes: "tap",
    command: (_, file) =>
      `node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=${file}`,
    patterns: javaScript,
  },
  "deno test": {
    is: ({ names }) => names.has("deno.json") || names.has("deno.jsonc"),
    // The project's own task has the permissions that its tests need.
    command: (folder, file) =>
      `deno ${someText(folder, /^deno\./u, /"test"\s*:\s*"deno test\b/u) ? "task test" : "test"} --junit-path=${file}`,
    patterns: javaScript,
  },
  "go test": {
    is: ({ names }) => names.has("go.mod"),
    alone: true,
    writes: "json",
    command: (_, file) => `go test -json ./... > ${file}`,
    patterns: () => ["**/*.go", "!vendor/**"],
  },
  "cargo nextest": {
    is: ({ names }) => names.has("Cargo.toml"),
    place: { path: "target/nextest/default/junit.xml", inModules: false },
    command: () => "cargo nextest run --no-fail-fast",
    patterns: () => ["**/*.rs", "!target/**"],
    needs: () =>
      'cargo itself writes results with a nightly compiler alone; cargo-nextest writes them with [profile.default.junit] and below it path = "junit.xml" in .config/nextest.toml',
  },
  pytest: {
    is: (folder) =>
      folder.names.has("pytest.ini") ||
      (folder.names.has("conftest.py") && !/(?:^|\/)tests?$/u.test(folder.at)) ||
      someText(folder, /\.(?:toml|cfg|ini|txt)$/u, /\bpytest\b/u),
    command: (_, file) => `pytest --junitxml=${file}`,
    patterns: () => ["**/*.py", "!**/.venv/**", "!**/venv/**"],
  },
  rspec: {
    is: ({ names, texts }) => names.has(".rspec") || /\brspec\b/u.test(texts.get("Gemfile") ?? ""),
    command: (_, file) => `bundle exec rspec --format progress --format RspecJunitFormatter --out ${file}`,
    patterns: foldersOr(RUBY_FOLDERS, ["**/*.rb", "!vendor/**"]),
    needs: ({ texts }) =>
      texts.get("Gemfile")?.includes("rspec_junit_formatter") ? null : "the gem rspec_junit_formatter writes the file",
  },
  phpunit: {
    is: (folder) =>
      folder.names.has("phpunit.xml") ||
      folder.names.has("phpunit.xml.dist") ||
      someText(folder, /^composer\.json$/u, /"phpunit\/phpunit"/u),
    command: (_, file) => `vendor/bin/phpunit --log-junit ${file}`,
    patterns: foldersOr(PHP_FOLDERS, ["**/*.php", "!vendor/**"]),
  },
  maven: {
    is: ({ names }) => names.has("pom.xml"),
    place: { path: "target/surefire-reports", inModules: true },
    command: ({ names }) => (names.has("mvnw") ? "./mvnw test" : "mvn test"),
    patterns: () => ["**/src/**"],
  },
  gradle: {
    is: ({ names }) => names.has("build.gradle") || names.has("build.gradle.kts"),
    place: { path: "build/test-results/test", inModules: true },
    command: ({ names }) => (names.has("gradlew") ? "./gradlew test" : "gradle test"),
    patterns: () => ["**/src/**"],
  },
  sbt: {
    is: ({ names }) => names.has("build.sbt"),
    place: { path: "target/test-reports", inModules: true },
    // A build file names its modules, which have none of their own.
    isModule: ({ names }) => names.has("src"),
    command: () => "sbt test",
    patterns: () => ["**/src/**"],
  },
  "dotnet test": {
    is: (folder) =>
      [...folder.names].some((name) => /\.slnx?$/u.test(name)) ||
      someText(folder, /proj$/u, /Microsoft\.NET\.Test\.Sdk/u),
    writes: "folder",
    command: (_, file) => `dotnet test --logger trx --results-directory ${file}`,
    patterns: () => ["**/*.cs", "**/*.fs", "**/*.vb", "!**/bin/**", "!**/obj/**"],
    needs: () => "a project on Microsoft.Testing.Platform takes --report-trx in place of --logger trx",
  },
  ctest: {
    is: (folder) => someText(folder, /^CMakeLists\.txt$/u, /enable_testing|add_test|include\s*\(\s*CTest/iu),
    // A relative file is taken from the build folder.
    command: (_, file) =>
      `cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure --output-junit "$PWD"/${file}`,
    patterns: () => ["c", "cc", "cpp", "cxx", "h", "hpp"].map((end) => `**/*.${end}`).concat("!build/**"),
    needs: () => "CMake 3.21 or newer writes the file",
  },
};
