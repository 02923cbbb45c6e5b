import { afterEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placesOf } from "./mutants-of.ts";
import { testsOf } from "./tests-of.ts";

const TOOL = join(import.meta.dir, "run.ts");
const homes: string[] = [];

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** Every mistake of a source, as "operator: before → after". */
function mistakes(source: string, file = "a.ts"): string[] {
  return placesOf(file, source)
    .flat()
    .map(({ operator, before, after }) => `${operator}: ${before} → ${after}`);
}

test("a source has the small mistakes of each of its operators", () => {
  const source = [
    'import { late } from "./late.ts";',
    "export async function worth(list: number[] | null, most = 60_000): Promise<number> {",
    "  if (!list) return 0;",
    "  await late(list, most);",
    "  return (list[0]?.valueOf() ?? 7) - most * 2 && list.length < 1 ? 1 : 2;",
    "}",
  ].join("\n");
  const block = source.slice(source.indexOf("{\n"));
  expect(mistakes(source)).toEqual([
    "number: 60_000 → 600000",
    `block: ${block} → {}`,
    "condition: !list → false",
    "condition: !list → true",
    "sign removed: !list → (list)",
    "number: 0 → 1",
    "statement removed: await late(list, most); → ;",
    "await dropped: await late(list, most) → (late(list, most))",
    "arguments swapped: list, most → most, list",
    "condition: (list[0]?.valueOf() ?? 7) - most * 2 && list.length < 1 → false",
    "condition: (list[0]?.valueOf() ?? 7) - most * 2 && list.length < 1 → true",
    "logical: (list[0]?.valueOf() ?? 7) - most * 2 && list.length < 1 → ((list[0]?.valueOf() ?? 7) - most * 2 || list.length < 1)",
    "term removed: (list[0]?.valueOf() ?? 7) - most * 2 && list.length < 1 → ((list[0]?.valueOf() ?? 7) - most * 2)",
    "term removed: (list[0]?.valueOf() ?? 7) - most * 2 && list.length < 1 → (list.length < 1)",
    "arithmetic: (list[0]?.valueOf() ?? 7) - most * 2 → ((list[0]?.valueOf() ?? 7) + most * 2)",
    "term removed: (list[0]?.valueOf() ?? 7) - most * 2 → ((list[0]?.valueOf() ?? 7))",
    "term removed: (list[0]?.valueOf() ?? 7) - most * 2 → (most * 2)",
    "term removed: list[0]?.valueOf() ?? 7 → (list[0]?.valueOf())",
    "term removed: list[0]?.valueOf() ?? 7 → (7)",
    "optional chaining: ?. → .",
    "number: 0 → 1",
    "number: 7 → 8",
    "arithmetic: most * 2 → (most / 2)",
    "number: 2 → 3",
    "comparison: list.length < 1 → (list.length <= 1)",
    "comparison: list.length < 1 → (list.length >= 1)",
    "number: 1 → 0",
    "number: 1 → 0",
    "number: 2 → 3",
  ]);
});

test("literals are emptied or turned", () => {
  expect(mistakes('export const a = ["b", true, { c: "" }] as const;')).toEqual([
    'array emptied: ["b", true, { c: "" }] → []',
    'string: "b" → ""',
    "boolean: true → false",
    'object emptied: { c: "" } → ({})',
    'string: "" → "x"',
  ]);
});

test("a term that only the compiler asks for is not removed", () => {
  const removed = (source: string) => mistakes(source).filter((each) => each.startsWith("term removed"));
  expect(["a[b] ?? c", "a?.get(b) ?? c", "a.at(b) ?? c"].map(removed)).toEqual([
    ["term removed: a[b] ?? c → (c)"],
    ["term removed: a?.get(b) ?? c → (c)"],
    ["term removed: a.at(b) ?? c → (c)"],
  ]);
  expect(removed("a.b ?? c")).toEqual(["term removed: a.b ?? c → (a.b)", "term removed: a.b ?? c → (c)"]);
});

test("types, imports, keys, sentences and appearance have no mistakes", () => {
  const source = [
    'import type { A } from "./a.ts";',
    'export { b } from "./b.ts";',
    'export type C = { "d": 1 } | A["e"];',
    "/** Docstring. */",
    "export let f: 1 | 2 = g as unknown as 2;",
    'const h = () => import("./h.ts");',
    `export const i = "words of a sentence", j = \`\${i} and more\`, k = <T,>(l: T): T => l;`,
  ].join("\n");
  expect(mistakes(source)).toEqual([]);
  expect(mistakes('export const m = <p class="n" style="o" id="p">Words</p>;', "m.tsx")).toEqual([
    'string: "p" → {""}',
  ]);
});

/** A project of its own with a file that its test notices, one that it only runs, and one that nobody runs. */
function planted(files: Record<string, string> = {}): { root: string; temporary: string } {
  const home = mkdtempSync(join(tmpdir(), "designlab-planted-"));
  homes.push(home);
  const [root, temporary] = [join(home, "project"), join(home, "tmp")];
  mkdirSync(temporary, { recursive: true });
  const all = {
    "src/anew/kept.ts": "export const sum = (a: number, b: number): number => a * b;\n",
    "src/anew/loose.ts": "export const loose = (a: number): number => a / 4;\n",
    "test/kept.test.ts": [
      'import { expect, test } from "bun:test";',
      'import { sum } from "../src/anew/kept.ts";',
      'import { loose } from "../src/anew/loose.ts";',
      'test("product", () => expect([sum(3, 4), typeof loose(1)]).toEqual([12, "number"]));',
    ].join("\n"),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, temporary };
}

function start({ root, temporary }: { root: string; temporary: string }, ...options: string[]) {
  return Bun.spawn([process.execPath, TOOL, "--seed", "7", "--jobs", "1", ...options], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    stdout: "pipe",
    stderr: "pipe",
  });
}

test("a file that no unit test reaches has the slow tests that hold its words, and of these those first that are named so", () => {
  const { root } = planted({
    "src/anew/main.ts": "export const main = 1;\n",
    "test/browser/page.test.ts": "// What anew does on a page, from main on.\n",
    "test/e2e/anew.test.ts": "// All from main on.\n",
    "test/e2e/other.test.ts": "// Something else.\n",
  });
  const { jobs, built } = testsOf(root)("src/anew/main.ts");
  expect(built).toBe(true);
  expect(jobs.map(({ path, host }) => [path, host])).toEqual([
    ["test/e2e/anew.test.ts", 1],
    ["test/e2e/anew.test.ts", 2],
    ["test/browser/page.test.ts", null],
    ["test/e2e/other.test.ts", 1],
    ["test/e2e/other.test.ts", 2],
  ]);
});

test("survivors are told, the share decides, and the project is as it was", async () => {
  const project = planted();
  const child = start(project);
  const output = await new Response(child.stdout).text();
  expect(await child.exited).toBe(1);
  expect(output).toContain("seed 7: 3 mistakes\n");
  expect(output).toContain("noticed  src/anew/kept.ts:1  arithmetic: a * b → (a / b)\n    by test/kept.test.ts");
  expect(output).toContain("survived  src/anew/loose.ts:1  number: 4 → 5\n    1 files of tests");
  expect(output).toMatch(/1 of 3 noticed \(33 %\), seed 7\n$/u);
  expect(readFileSync(join(project.root, "src/anew/kept.ts"), "utf8")).toContain("a * b");
  expect(readdirSync(project.temporary)).toEqual([]);
}, 300_000);

test("enough noticed is enough, and --only and --list say what would be tried", async () => {
  const project = planted();
  const child = start(project, "--only", "kept");
  expect(await new Response(child.stdout).text()).toMatch(/1 of 1 noticed \(100 %\), seed 7\n$/u);
  expect(await child.exited).toBe(0);
  const list = start(project, "--only", "loose", "--list", "--sample", "1");
  expect(await new Response(list.stdout).text()).toMatch(/^seed 7: 1 mistakes\nsrc\/anew\/loose.ts:1 .*\n$/u);
  expect(await list.exited).toBe(0);
}, 300_000);

test("a test that fails without a mistake notices nothing", async () => {
  const child = start(
    planted({
      "test/kept.test.ts": 'import "../src/anew/kept.ts"; import "../src/anew/loose.ts"; throw new Error("always");',
    }),
  );
  expect(await new Response(child.stdout).text()).toMatch(/0 of 3 noticed/u);
  expect(await child.exited).toBe(1);
}, 300_000);

test("a script that a test builds again of what is installed is built in a copy as in the project", async () => {
  const project = planted({
    "node_modules/dep/package.json": '{ "name": "dep", "type": "module", "main": "index.js" }',
    "node_modules/dep/index.js": "export const half = (a) => a / 2;\n",
    "test/page.ts": 'import { half } from "dep";\nconsole.log(half(4));\n',
    "test/kept.test.ts": [
      'import { expect, test } from "bun:test";',
      'import { half } from "dep";',
      'import { sum } from "../src/anew/kept.ts";',
      'import { loose } from "../src/anew/loose.ts";',
      'const build = () => Bun.build({ entrypoints: [import.meta.dir + "/page.ts"] });',
      'test("product", async () => {',
      "  expect([(await build()).success, (await build()).success]).toEqual([true, true]);",
      '  expect([half(sum(3, 4)), typeof loose(1)]).toEqual([6, "number"]);',
      "});",
    ].join("\n"),
  });
  const child = start(project, "--only", "kept");
  expect(await new Response(child.stdout).text()).toMatch(/1 of 1 noticed/u);
  expect(await child.exited).toBe(0);
}, 60_000);

test("--kept asks the others too about what the kept prints notice, and counts what none of them does", async () => {
  const both = 'import { sum } from "../src/anew/kept.ts"; import { loose } from "../src/anew/loose.ts";';
  const project = planted({
    "test/kept.test.ts": `${both} [sum, loose];`,
    "test/loose.test.ts": `${both} [sum, loose];`,
    "test/views/printed.test.ts": `${both.replaceAll("../", "../../")} if (sum(3, 4) !== 12 || loose(8) !== 2) throw 1;`,
    "test/views/third.test.ts": `${both.replaceAll("../", "../../")} if (sum(3, 4) !== 12) throw loose;`,
  });
  const child = start(project, "--kept");
  const output = await new Response(child.stdout).text();
  expect(output).toContain("arithmetic: a * b → (a / b)\n    by test/views/third.test.ts");
  expect(output).toContain("number: 4 → 5\n    by a kept print alone");
  expect(output).toMatch(/3 of 3 noticed \(100 %\), seed 7\n2 of them by a kept print alone\n$/u);
  expect(await child.exited).toBe(0);
}, 300_000);

test("an interrupt ends the tests and leaves nothing behind", async () => {
  const project = planted({
    "test/kept.test.ts": 'import "../src/anew/kept.ts"; await Bun.sleep(600_000);',
  });
  const child = start(project, "--only", "kept");
  while (readdirSync(project.temporary).length === 0) await Bun.sleep(50);
  await Bun.sleep(1000);
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  expect(readdirSync(project.temporary)).toEqual([]);
}, 300_000);
