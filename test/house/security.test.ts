import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NOT_PROMISED } from "../long/support/not-promised.ts";

const ROOT = join(import.meta.dir, "../..");
const PAGE = readFileSync(join(ROOT, "docs/security.md"), "utf8");
const COMMENT = /<!-- (test\/\S+\.ts): (.+?) -->/gu;

/** The items of the page, each with the tests that its comments name. */
const items = PAGE.split(/^(?=- |## )/mu)
  .filter((part) => part.startsWith("- "))
  .map((part) => ({
    text: part.replace(COMMENT, "").replace(/\s+/gu, " ").slice(2).trim(),
    tests: [...part.matchAll(COMMENT)].map(([, file = "", name = ""]) => ({ file, name })),
  }));

test("every item of docs/security.md names a test that holds it", () => {
  expect(items.length).toBeGreaterThan(80);
  expect(items.filter(({ tests }) => tests.length === 0).map(({ text }) => text)).toEqual([]);
});

test("every test that docs/security.md names exists under that name", () => {
  const missing = items
    .flatMap(({ tests }) => tests)
    .filter(({ file, name }) => !existsSync(join(ROOT, file)) || !sourceOf(file).includes(name))
    .map(({ file, name }) => `${file}: ${name}`);
  expect(missing).toEqual([]);
});

test("docs/security.md states each limit that an agent with every permission was seen to use", () => {
  const stated = (sentence: string) => items.some(({ text }) => text.includes(sentence));
  expect(Object.values(NOT_PROMISED).filter((sentence) => !stated(sentence))).toEqual([]);
});

test("docs/security.md claims nothing outside its items but for its first paragraph", () => {
  const rest = PAGE.replace(/<!--.*?-->/gsu, "")
    .split(/\n{2,}/u)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("#") && !part.startsWith("- "));
  expect(rest.length).toBe(1);
});

/** A test file's text in which a quotation mark inside a name is written as the name has it. */
function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8").replaceAll('\\"', '"').replaceAll("\\`", "`");
}
