import { expect, test } from "bun:test";
import { fileRefused, rangeOfChoice, rangeSaid, roomLeft, wrongChoice } from "../../src/story/answering.ts";

test.each([
  [2, 2, 5, "Choose exactly 2."],
  [3, 3, 3, "Choose exactly 3."],
  [0, 5, 5, "Choose any, or none."],
  [1, 5, 5, "Choose at least 1."],
  [0, 3, 5, "Choose at most 3, or none."],
  [1, 3, 5, "Choose 1 to 3."],
])("a choice of %i to %i of %i is asked for as what it comes to", (min, max, all, said) => {
  expect(rangeOfChoice(min, max, all)).toBe(said);
});

test.each([
  [1, 2, 3, "Choose at least 2."],
  [1, 2, 2, "Choose exactly 2."],
  [2, 2, 3, null],
  [3, 2, 3, null],
  [4, 2, 3, "Choose at most 3; these are 4."],
])("%i chosen of %i to %i wanted: what is wrong with it", (chosen, min, max, said) => {
  expect(wrongChoice(chosen, min, max)).toBe(said);
});

test("a file is refused by its size, by what it is, or in the words that came with it, under a name that has room", () => {
  expect(fileRefused("a.png", { size: "9 MB", most: "5 MB" })).toBe("“a.png” has 9 MB; at most 5 MB are taken.");
  expect(fileRefused("a.png", { type: "PDF" })).toBe("“a.png” is no picture: by its content it is PDF.");
  expect(fileRefused("a.png", { said: "Cannot be read." })).toBe("“a.png”: Cannot be read.");
  expect(fileRefused("x".repeat(90), { said: "No." })).toBe(`“${"x".repeat(80)}”: No.`);
});

test("a field says how much room is left, and a number of which scale it has to be", () => {
  expect([0, 1, 12_000].map(roomLeft)).toEqual([
    "No character is left.",
    "1 characters are left.",
    "12,000 characters are left.",
  ]);
  expect(rangeSaid({ min: 1, max: 10 })).toBe("a number from 1 to 10");
  expect(rangeSaid({ min: 0, max: 1_000, step: 5 })).toBe("a number from 0 to 1,000 in steps of 5");
});
