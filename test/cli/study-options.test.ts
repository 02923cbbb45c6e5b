import { expect, test } from "bun:test";
import { MEANT, studyOptions } from "../../src/cli/study/options.ts";

const WORD = { word: "show", usage: "show [--follow]" };
const read = (...rest: string[]) => studyOptions(WORD, rest, { ...MEANT, follow: { type: "boolean" } }, 1);

test("an option that no word has is named with the nearest that the word has, whatever known ones stand before it", () => {
  expect(() => read("--study", "x", "--folow")).toThrow(
    "Cannot read study show: Unknown option '--folow'; the nearest: --follow.",
  );
  expect(() => read("--zzzzzz")).toThrow("Cannot read study show: Unknown option '--zzzzzz'.");
});

test("what stands beside options is counted", () => {
  expect(read("ferry", "--follow")).toMatchObject({ values: { follow: true }, positionals: ["ferry"] });
  expect(() => read("ferry", "mail")).toThrow('2 words are too many, found "mail"');
});
