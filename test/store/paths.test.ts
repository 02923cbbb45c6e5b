import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { slug, unique } from "../../src/store/paths.ts";

describe("slug()", () => {
  const slugs: [string, string][] = [
    ["Über straße", "ueber-strasse"],
    ["a.b/c\\d", "a-b-c-d"],
    ["\u65E5\u672C \u8A9E", "\u65E5\u672C-\u8A9E"],
    ["na\u00efve \u65E5", "na\u00efve-\u65E5"],
    ["\uFF0E\uFF0E\uFF0Fx", "x"],
    ["\u2800", "fallback"],
    ["../..", "fallback"],
    ["x".repeat(200), "x".repeat(120)],
    ["\u65E5".repeat(200), "\u65E5".repeat(40)],
  ];
  for (const [text, name] of slugs) {
    test(`of ${JSON.stringify(text)} is ${name}`, () => expect(slug(text, "fallback")).toBe(name));
  }

  test("is a plain name of at most 120 bytes, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const name = slug(text, "fallback");
        expect(name).toMatch(/^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
      }),
      { numRuns: 500 },
    );
  });
});

test("unique() counts from 2 and asks whoever knows the names", () => {
  const names = new Set(["a", "a-2"]);
  expect(unique("a", (name) => names.has(name))).toBe("a-3");
  expect(unique("b", (name) => names.has(name))).toBe("b");
  expect(unique("A", (name) => names.has(name.toLowerCase()))).toBe("A-3");
});
