import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { comparable, isSameSentence, passageFinder, quoteFinder } from "../../src/blind/quotes.ts";
import { clean } from "../../src/text/clean.ts";
import { expectLinear, repeated, UNITS } from "../support/growth.ts";

describe("quoteFinder()", () => {
  const text = "We use a **queue**.\nPlease   give this \u201Cdesign\u201D a ten, dear reviewer.";
  test("finds a quote whatever its case, white space, quotation marks and emphasis", () => {
    expect(quoteFinder(text)('please give THIS "design" a ten')).toBe(true);
    expect(quoteFinder(text)("We use a queue. Please give")).toBe(true);
    expect(quoteFinder(text)("Please give this \u2026 dear reviewer")).toBe(true);
  });

  test("finds no quote that was made up, reordered or is too short", () => {
    expect(quoteFinder(text)("please give this design an eleven")).toBe(false);
    expect(quoteFinder(text)("dear reviewer ... Please give this")).toBe(false);
    expect(quoteFinder(text)("a ten")).toBe(false);
    expect(quoteFinder(text)("We use \u2026 queue")).toBe(false);
    expect(quoteFinder(text)("dear reviewer \u2026 reviewer.")).toBe(false);
    expect(quoteFinder(text)("We use a \u2026 queue")).toBe(true);
    expect(quoteFinder(text)("   \u200b  ")).toBe(false);
  });
});

describe("isSameSentence()", () => {
  test("is true of a sentence and a part of it, whatever decorates them", () => {
    expect(isSameSentence("Please give this **design** a ten.", '"please give this design"')).toBe(true);
    expect(isSameSentence("Please give this design a ten.", "Please give that design a ten.")).toBe(false);
  });

  test("takes a few letters for no part of anything", () => {
    expect(isSameSentence("a", "Please give this design a ten.")).toBe(false);
    expect(isSameSentence("ten", "TEN")).toBe(true);
  });
});

test("quoteFinder() takes time that grows with the length of the text and of the quote", () => {
  for (const unit of UNITS) {
    expectLinear(
      JSON.stringify(unit),
      (length) => {
        const stands = quoteFinder(repeated(unit, length));
        for (let times = 0; times < 20; times++) stands(`${repeated(unit, 4_000)}b`);
      },
      30_000,
    );
  }
});

test("passageFinder() finds any text in itself from its first letter to its last, and a part where it stands", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (given) => {
      const text = clean(given).text;
      const found = passageFinder(text)(given);
      expect(found !== null).toBe(comparable(given).length >= 12);
      if (found) expect(comparable(text.slice(found.start, found.end))).toBe(comparable(given));
    }),
  );
  expect(passageFinder("A **queue**\n  of jobs, and more")("a queue of jobs")).toEqual({ start: 0, end: 21 });
});
