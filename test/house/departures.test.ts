import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");
const ADR = join(ROOT, "docs/adr");
const PAGE = readFileSync(join(ROOT, "docs/departures.md"), "utf8");
const COMMENT = /<!-- (test\/\S+\.ts): (.+?) -->/gu;
const DOCUMENTS = ["Lab", "Tool", "Interview", "Swarm", "TDD"];

type Row = { document: string; asked: string; does: string; why: string; tests: { file: string; name: string }[] };

/** The rows of the table of departures, each with the tests that its comments name. */
function rowsOf(page: string): Row[] {
  const [, table = ""] = page.split("| document | asked for | what Design Lab does | why |\n|---|---|---|---|\n");
  return table
    .trimEnd()
    .split("\n")
    .map((line) => {
      const tests = [...line.matchAll(COMMENT)].map(([, file = "", name = ""]) => ({ file, name }));
      const cells = line.replace(COMMENT, "").split(/(?<!\\)\|/u);
      const [document = "", asked = "", does = "", why = ""] = cells.slice(1, -1).map((cell) => cell.trim());
      return { document, asked, does, why, tests };
    });
}

/** What is wrong with a row that says something is not built: it names no folder, or one that exists. */
function faultOf({ asked, does }: Row, isThere: (folder: string) => boolean): string[] {
  if (!/not built/iu.test(does)) return [];
  const folders = [...does.matchAll(/`(src\/[\w/-]+)`/gu)].map(([, folder = ""]) => folder);
  if (folders.length === 0) return [`${asked}: names no folder`];
  return folders.filter(isThere).map((folder) => `${asked}: ${folder} exists`);
}

const rows = rowsOf(PAGE);

describe("docs/departures.md", () => {
  test("has rows of every document, each with all its cells", () => {
    expect([...new Set(rows.map(({ document }) => document))]).toEqual(DOCUMENTS);
    for (const document of DOCUMENTS) expect(PAGE).toContain(`| ${document} | `);
    expect(rows.length).toBeGreaterThan(75);
    expect(rows.filter(({ asked, does, why }) => [asked, does, why].includes(""))).toEqual([]);
  });

  test("names a test for every row, and each of them exists under that name", () => {
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ asked }) => asked)).toEqual([]);
    const missing = rows
      .flatMap(({ tests }) => tests)
      .filter(({ file, name }) => !existsSync(join(ROOT, file)) || !sourceOf(file).includes(name))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(missing).toEqual([]);
  });

  test('a row that says "not built" names folders that do not exist', () => {
    expect(rows.flatMap((row) => faultOf(row, (folder) => existsSync(join(ROOT, folder))))).toEqual([]);
  });

  test("a row that says so of what is built, or names no folder, is a fault", () => {
    const faults = (does: string): string[] => {
      const page = PAGE.split("\n").slice(0, -2).join("\n");
      const [row] = rowsOf(`${page}\n| Lab | X | ${does} | Y |\n`).slice(-1);
      return row ? faultOf(row, (folder) => existsSync(join(ROOT, folder))) : ["no row"];
    };
    expect(faults("not built (`src/guard`)")).toEqual(["X: src/guard exists"]);
    expect(faults("Not built, see `src/no-such-folder` and `src/study`")).toEqual(["X: src/study exists"]);
    expect(faults("not built")).toEqual(["X: names no folder"]);
    expect(faults("built in `src/guard`")).toEqual([]);
  });

  test("leads only to pages that exist", () => {
    const links = [...PAGE.matchAll(/\]\(([^)]+)\)/gu)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !existsSync(join(ROOT, "docs", link)))).toEqual([]);
  });
});

test("a decision has a page of 45 lines, and stands in the list", () => {
  const list = readFileSync(join(ADR, "README.md"), "utf8");
  const pages = [...new Glob("[0-9]*.md").scanSync(ADR)].sort();
  const long = pages.filter((page) => readFileSync(join(ADR, page), "utf8").trimEnd().split("\n").length > 45);
  expect(long).toEqual([]);
  expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
});

test("a number that docs/adr/README.md calls unused has no page", () => {
  const list = readFileSync(join(ADR, "README.md"), "utf8").replace(/\s+/gu, " ");
  const [, said = ""] = /The numbers ([^.]*?) were never used/u.exec(list) ?? [];
  const unused = said.split(/, | and /u).flatMap((part) => {
    const [first = "", last = first] = part.split(" to ");
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at);
  });
  const pages = new Set([...new Glob("[0-9]*.md").scanSync(ADR)].map((page) => Number(page.slice(0, 4))));
  expect(unused.length).toBeGreaterThan(5);
  expect(unused.filter((number) => pages.has(number))).toEqual([]);
  const last = Math.max(...unused);
  const gaps = Array.from({ length: last }, (_, at) => at + 1).filter((number) => !pages.has(number));
  expect(gaps).toEqual(unused);
});

/** A test file's text in which a quotation mark inside a name is written as the name has it. */
function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8").replaceAll('\\"', '"').replaceAll("\\`", "`");
}
