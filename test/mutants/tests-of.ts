import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Glob } from "bun";

/** A file of tests, and the generation of the host for one that starts it. */
export type Job = { path: string; host: 1 | 2 | null };
/** Tests to run against a mistake in a file, nearest first; `built` where they test what is built, not the source. */
export type Tests = { jobs: readonly Job[]; built: boolean };

/** Folders of tests that start a host or a browser, or take minutes. */
const SLOW = /^test\/(?:e2e|browser|long|rehearsal)\//u;
const ON_HOST = /^test\/(?:e2e|long)\//u;
/** Holds every view to what was printed, and so notices most of what reaches one: it runs right after the nearest two. */
export const BROAD = "test/views/printed.test.ts";
/** The page's own script: what it does in a browser no view that is drawn tells, so that few of these are asked. */
const IN_BROWSER = "src/views/html/live/";
/** The tests of this tool would run it for every mistake. */
const ITSELF = "test/mutants/";

/**
 * Says which tests reach a file of the project in `root` by imports, static or dynamic: those first whose path shares
 * most words with it, since tests are named and kept like what they test, and of these the one with the fewest steps. A
 * file that only what is built reaches has the slow tests, those first that hold most words of its path, and of these
 * those that are named with most of them.
 */
export function testsOf(root: string): (file: string) => Tests {
  const files = [...new Glob("{src,test,rehearsal,bench}/**/*.{ts,tsx}").scanSync(root)].sort();
  const imports = new Map(files.map((file) => [file, importsOf(root, file)]));
  const tests = files.filter((file) => file.endsWith(".test.ts") && !file.startsWith(ITSELF));
  const near = tests.filter((file) => !SLOW.test(file)).map((path) => ({ path, steps: stepsFrom(path, imports) }));
  return (file) => {
    const words = wordsOf(file);
    const reaching = near
      .map(({ path, steps }) => ({ path, steps: steps.get(file), shared: shared(words, wordsOf(path)) }))
      .filter(({ steps }) => steps !== undefined)
      .sort((a, b) => b.shared - a.shared || (a.steps ?? 0) - (b.steps ?? 0));
    if (file.startsWith(IN_BROWSER)) {
      const jobs = inTurn(reaching).slice(0, 3);
      return {
        jobs: [...jobs.map(({ path }) => ({ path, host: null })), ...slowTests(root, tests, words)],
        built: true,
      };
    }
    if (reaching.length > 0) return { jobs: inTurn(reaching).map(({ path }) => ({ path, host: null })), built: false };
    return { jobs: slowTests(root, tests, words), built: true };
  };
}

function inTurn<T extends { path: string }>(reaching: readonly T[]): T[] {
  const others = reaching.filter(({ path }) => path !== BROAD);
  const broad = reaching.filter(({ path }) => path === BROAD);
  return [...others.slice(0, 2), ...broad, ...others.slice(2)];
}

function shared(words: readonly string[], others: readonly string[]): number {
  return words.filter((word) => others.includes(word)).length;
}

function importsOf(root: string, file: string): string[] {
  const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
  return transpiler
    .scanImports(readFileSync(join(root, file), "utf8"))
    .filter(({ path }) => path.startsWith("."))
    .map(({ path }) => join(dirname(file), path));
}

function stepsFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const steps = new Map([[start, 0]]);
  for (const [file, count] of steps) {
    for (const next of imports.get(file) ?? []) if (!steps.has(next)) steps.set(next, count + 1);
  }
  return steps;
}

function slowTests(root: string, tests: readonly string[], words: readonly string[]): Job[] {
  return tests
    .filter((path) => SLOW.test(path))
    .map((path) => ({ path, text: `${path} ${readFileSync(join(root, path), "utf8")}`.toLowerCase() }))
    .map(({ path, text }) => ({
      path,
      shared: words.filter((word) => text.includes(word)).length,
      named: shared(words, wordsOf(path)),
    }))
    .sort((a, b) => b.shared - a.shared || b.named - a.named)
    .flatMap(({ path }): Job[] => {
      if (!ON_HOST.test(path)) return [{ path, host: null }];
      const jobs: Job[] = [
        { path, host: 1 },
        { path, host: 2 },
      ];
      return words.includes("v2") ? jobs.reverse() : jobs;
    });
}

/** The words of a path below its first folder, without what its name ends in. */
function wordsOf(file: string): string[] {
  return file
    .replace(/(?:\.test)?\.tsx?$/u, "")
    .split(/[/.-]/u)
    .slice(1);
}
