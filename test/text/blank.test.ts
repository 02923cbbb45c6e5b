import { describe, expect, test } from "bun:test";
import { isBlank } from "../../src/text/clean.ts";

describe("isBlank()", () => {
  for (const text of ["", " \n\t", "\u2800", "\u2800 \u3164", "\u200b\u00ad", "\u0301", "\u{E0041}", "\ue000"]) {
    test(`sees nothing in ${JSON.stringify(text)}`, () => expect(isBlank(text)).toBe(true));
  }
  for (const text of ["x", "\u2800x", "\u65E5", "?", "\u2801", "\u{1F600}", "\u2211"]) {
    test(`sees something in ${JSON.stringify(text)}`, () => expect(isBlank(text)).toBe(false));
  }
});
