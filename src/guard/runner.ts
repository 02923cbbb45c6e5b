import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readRegular } from "../store/read.ts";
import { shellWord } from "../text/shell-word.ts";

/** A test runner of the project, and how its runs write what the gate reads. Paths are relative to the project, with "/". */
export type Runner = {
  name: RunnerName;
  /** The folder that it is for; "" for the whole project. */
  folder: string;
  /** What to type in the project's folder. */
  line: string;
  /** What it writes: files, or folders of reports. */
  output: readonly string[];
  /** Globs of what it tests. */
  patterns: readonly string[];
  /** What else is needed once, a sentence; null for nothing. */
  needs: string | null;
};
export type RunnerName =
  | "vitest"
  | "jest"
  | "bun test"
  | "node --test"
  | "go test"
  | "cargo nextest"
  | "pytest"
  | "rspec"
  | "maven"
  | "gradle";

/** What is known of one folder: the names in it, and the texts of the files that tell. */
type Folder = { at: string; names: ReadonlySet<string>; texts: ReadonlyMap<string, string> };

/** Files whose text tells of a runner. */
const TELLING = [
  "package.json",
  "pyproject.toml",
  "setup.cfg",
  "tox.ini",
  "requirements.txt",
  "requirements-dev.txt",
  "Gemfile",
];
/** Folders that hold no project of their own. */
const PASSED: ReadonlySet<string> = new Set(
  "node_modules target dist build out vendor venv env coverage __pycache__".split(" "),
);
const DEEPEST = 2;
const MOST_FOLDERS = 200;
const MOST_RUNNERS = 12;
const MOST_BYTES = 1_000_000;

/** The runners of a project by its files, those of the whole first. What cannot be read tells of none. Never rejects. */
export async function findRunners(directory: string): Promise<Runner[]> {
  const folders = await lookInto(directory);
  const found = folders.flatMap((folder) =>
    Object.entries(KINDS).flatMap(([name, kind]) => (kind.is(folder) ? [{ name: name as RunnerName, folder }] : [])),
  );
  const first = found.filter(
    ({ name, folder }) =>
      KINDS[name].alone || !found.some((other) => other.name === name && isAbove(other.folder.at, folder.at)),
  );
  // A runner makes no folder for what it writes.
  const makes = folders[0]?.names.has(RESULTS) ? "" : `mkdir -p ${RESULTS} && `;
  return first.slice(0, MOST_RUNNERS).map(({ name, folder }) => {
    const below = found.filter((other) => other.name === name && isAbove(folder.at, other.folder.at));
    const modules = below.map((each) => each.folder.at);
    const isOnly = first.every((other) => other.name === name || other.folder.at !== folder.at);
    return runnerOf(name, folder, { modules, slug: slugOf(isOnly ? folder.at : `${folder.at} ${name}`), makes });
  });
}

/** The folder that results go to. */
const RESULTS = ".opencode";

function slugOf(name: string): string {
  const slug = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/gu, "");
  return slug === "" ? "" : `-${slug}`;
}

const isAbove = (above: string, below: string): boolean =>
  above !== below && (above === "" || below.startsWith(`${above}/`));

function runnerOf(
  name: RunnerName,
  folder: Folder,
  { modules, slug, makes }: { modules: readonly string[]; slug: string; makes: string },
): Runner {
  const { at } = folder;
  const kind = KINDS[name];
  const up = at === "" ? "" : "../".repeat(at.split("/").length);
  const results = `${RESULTS}/test-results${slug}.${kind.writes ?? "xml"}`;
  const line = [kind.place === undefined ? makes : "", at === "" ? "" : `cd ${shellWord(at)} && `].join("");
  const beside = (path: string) => [at, ...modules].map((each) => (each === "" ? path : `${each}/${path}`));
  return {
    name,
    folder: at,
    line: `${line}${kind.line(folder, `${up}${results}`)}`,
    output:
      kind.place === undefined
        ? [results]
        : kind.place.inModules
          ? beside(kind.place.path)
          : beside(kind.place.path).slice(0, 1),
    patterns: kind.patterns(folder).map((pattern) => prefixed(pattern, at)),
    needs: kind.needs?.(folder) ?? null,
  };
}

const prefixed = (pattern: string, at: string): string => {
  if (at === "") return pattern;
  return pattern.startsWith("!") ? `!${at}/${pattern.slice(1)}` : `${at}/${pattern}`;
};

type Kind = {
  is(folder: Folder): boolean;
  /** One below another is a project of its own. */
  alone?: boolean;
  /** How a result file is named at its end; "xml" when absent. */
  writes?: "json" | "tap";
  /** Where it writes by itself, in its folder. */
  place?: { path: string; inModules: boolean };
  /** @param file The result file, from the runner's folder. */
  line(folder: Folder, file: string): string;
  patterns(folder: Folder): string[];
  needs?(folder: Folder): string | null;
};

/** What bun leaves out of its report: a file of tests that cannot be loaded, which its exit code alone tells of. */
const UNLOADED =
  '<testsuite name="bun test"><testcase name="a file of tests cannot be loaded"><error/></testcase></testsuite>';
const JS_FOLDERS = ["src", "lib", "app", "packages", "test", "tests", "spec", "__tests__"];
const JS_FILES = ["**/*.ts", "**/*.tsx", "**/*.js", "**/*.jsx", "**/*.mjs", "!**/node_modules/**", "!**/dist/**"];
const RUBY_FOLDERS = ["lib", "app", "spec"];

/** The folders of code that are there, whole; the other patterns where none is. */
const foldersOr =
  (folders: readonly string[], others: readonly string[]) =>
  ({ names }: Folder): string[] => {
    const there = folders.filter((each) => names.has(each)).map((each) => `${each}/**`);
    return there.length > 0 ? there : [...others];
  };
const javaScript = foldersOr(JS_FOLDERS, JS_FILES);

const KINDS: Readonly<Record<RunnerName, Kind>> = {
  vitest: {
    is: (folder) => runsBy(folder) === "vitest",
    writes: "json",
    line: (_, file) => `npx vitest run --reporter=default --reporter=json --outputFile=${file}`,
    patterns: javaScript,
  },
  jest: {
    is: (folder) => runsBy(folder) === "jest",
    writes: "json",
    line: (_, file) => `npx jest --json --outputFile=${file}`,
    patterns: javaScript,
  },
  "bun test": {
    is: (folder) => runsBy(folder) === "bun test",
    line: (_, file) =>
      `rm -f ${file}; bun test --reporter=junit --reporter-outfile=${file} || { grep -qs '<failure' ${file} || echo '${UNLOADED}' > ${file}; false; }`,
    patterns: javaScript,
  },
  "node --test": {
    is: (folder) => runsBy(folder) === "node --test",
    // Its JUnit names no file.
    writes: "tap",
    line: (_, file) =>
      `node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=${file}`,
    patterns: javaScript,
  },
  "go test": {
    is: ({ names }) => names.has("go.mod"),
    alone: true,
    writes: "json",
    line: (_, file) => `go test -json ./... > ${file}`,
    patterns: () => ["**/*.go", "!vendor/**"],
  },
  "cargo nextest": {
    is: ({ names }) => names.has("Cargo.toml"),
    place: { path: "target/nextest/default/junit.xml", inModules: false },
    line: () => "cargo nextest run --no-fail-fast",
    patterns: () => ["**/*.rs", "!target/**"],
    needs: () =>
      'cargo itself writes results with a nightly compiler alone; cargo-nextest writes them with [profile.default.junit] and below it path = "junit.xml" in .config/nextest.toml',
  },
  pytest: {
    is: ({ at, names, texts }) =>
      names.has("pytest.ini") ||
      (names.has("conftest.py") && !/(?:^|\/)tests?$/u.test(at)) ||
      [...texts].some(([name, text]) => name !== "package.json" && name !== "Gemfile" && /\bpytest\b/u.test(text)),
    line: (_, file) => `pytest --junitxml=${file}`,
    patterns: () => ["**/*.py", "!**/.venv/**", "!**/venv/**"],
  },
  rspec: {
    is: ({ names, texts }) => names.has(".rspec") || /\brspec\b/u.test(texts.get("Gemfile") ?? ""),
    line: (_, file) => `bundle exec rspec --format progress --format RspecJunitFormatter --out ${file}`,
    patterns: foldersOr(RUBY_FOLDERS, ["**/*.rb", "!vendor/**"]),
    needs: ({ texts }) =>
      texts.get("Gemfile")?.includes("rspec_junit_formatter") ? null : "the gem rspec_junit_formatter writes the file",
  },
  maven: {
    is: ({ names }) => names.has("pom.xml"),
    place: { path: "target/surefire-reports", inModules: true },
    line: ({ names }) => (names.has("mvnw") ? "./mvnw test" : "mvn test"),
    patterns: () => ["**/src/**"],
  },
  gradle: {
    is: ({ names }) => names.has("build.gradle") || names.has("build.gradle.kts"),
    place: { path: "build/test-results/test", inModules: true },
    line: ({ names }) => (names.has("gradlew") ? "./gradlew test" : "gradle test"),
    patterns: () => ["**/src/**"],
  },
};

/** Which runner a package's scripts name, its test script first; else the one that it depends on, or that its lock file is for. */
function runsBy({ names, texts }: Folder): "vitest" | "jest" | "bun test" | "node --test" | null {
  const text = texts.get("package.json");
  if (text === undefined) return null;
  const { scripts = {}, ...read } = asPackage(text);
  const { test = "", ...others } = scripts;
  const said = [test, ...Object.values(others)];
  const named = said.flatMap((script) => {
    const typed = wordsIn(script);
    return RUNS.find(([, runs]) => runs(typed))?.[0] ?? [];
  })[0];
  if (named !== undefined) return named;
  const depends = new Set([...Object.keys(read.dependencies ?? {}), ...Object.keys(read.devDependencies ?? {})]);
  if (depends.has("vitest")) return "vitest";
  if (depends.has("jest")) return "jest";
  const isBun =
    names.has("bun.lock") || names.has("bun.lockb") || names.has("bunfig.toml") || depends.has("@types/bun");
  return isBun ? "bun test" : null;
}

/** What a script is known by, in words. */
const RUNS: readonly [ReturnType<typeof runsBy> & string, (words: readonly string[]) => boolean][] = [
  ["vitest", (words) => words.includes("vitest")],
  ["jest", (words) => words.includes("jest")],
  ["bun test", (words) => words.some((word, at) => word === "bun" && argumentAt(words, at + 1) === "test")],
  ["node --test", (words) => words.includes("node") && words.includes("--test")],
];

/** The first word from there on that is no option. */
const argumentAt = (words: readonly string[], from: number): string | undefined =>
  words.find((word, at) => at >= from && !word.startsWith("-"));

const wordsIn = (script: string): string[] => script.split(/[\s;&|()"']+/u);

type Package = Partial<Record<"scripts" | "dependencies" | "devDependencies", Record<string, string>>>;

function asPackage(text: string): Package {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    const texts = (of: unknown): Record<string, string> =>
      typeof of === "object" && of !== null
        ? Object.fromEntries(
            Object.entries(of).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
          )
        : {};
    const all = value as Record<string, unknown>;
    return {
      scripts: texts(all.scripts),
      dependencies: texts(all.dependencies),
      devDependencies: texts(all.devDependencies),
    };
  } catch {
    return {};
  }
}

/** The project's folder and those below it, breadth first. */
async function lookInto(directory: string): Promise<Folder[]> {
  const folders: Folder[] = [];
  for (let level = [""], depth = 0; level.length > 0 && depth <= DEEPEST; depth++) {
    const next: string[] = [];
    for (const at of level) {
      if (folders.length >= MOST_FOLDERS) return folders;
      const entries = await readdir(join(directory, at), { withFileTypes: true }).catch(() => []);
      const names = new Set(entries.map(({ name }) => name));
      const texts = new Map<string, string>();
      for (const name of TELLING.filter((each) => names.has(each))) {
        const read = await readRegular(join(directory, at, name), directory, undefined, MOST_BYTES);
        if (read.state === "ok") texts.set(name, read.value);
      }
      folders.push({ at, names, texts });
      const below = entries.filter(
        (each) => each.isDirectory() && !each.name.startsWith(".") && !PASSED.has(each.name),
      );
      next.push(...below.map(({ name }) => (at === "" ? name : `${at}/${name}`)).sort());
    }
    level = next;
  }
  return folders;
}
