/** What is known of one folder: the names in it, and the texts of the files that tell. */
export type Folder = { at: string; names: ReadonlySet<string>; texts: ReadonlyMap<string, string> };

export type PackageRunner = "vitest" | "jest" | "mocha" | "playwright" | "bun test" | "node --test";

/** Which runner a package's scripts name, its test script first; else the one that it depends on, or that its lock file is for. */
export function runsBy({ names, texts }: Folder): PackageRunner | null {
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
  if (depends.has("mocha")) return "mocha";
  if (depends.has("@playwright/test")) return "playwright";
  const isBun =
    names.has("bun.lock") || names.has("bun.lockb") || names.has("bunfig.toml") || depends.has("@types/bun");
  return isBun ? "bun test" : null;
}

/** What a script is known by, in words. */
const RUNS: readonly [PackageRunner, (words: readonly string[]) => boolean][] = [
  ["vitest", (words) => words.includes("vitest")],
  ["jest", (words) => words.includes("jest")],
  ["mocha", (words) => words.includes("mocha")],
  ["playwright", (words) => words.some((word, at) => word === "playwright" && argumentAt(words, at + 1) === "test")],
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
