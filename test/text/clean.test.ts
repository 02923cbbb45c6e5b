import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clean, cleanValue } from "../../src/text/clean.ts";
import { expectLinear, repeated, UNITS, unitArbitrary } from "../support/growth.ts";

describe("clean()", () => {
  const takenOut: [string, string, string, string][] = [
    ["colours", "a\u001b[31mred\u001b[0m", "ared", "ansi"],
    ["8-bit colours", "a\u009b31mred", "ared", "ansi"],
    ["a terminal title", "x\u001b]0;owned\u0007y", "xy", "ansi"],
    ["a terminal link", "\u001b]8;;https://evil\u001b\\text\u001b]8;;\u001b\\", "text", "ansi"],
    ["a device control string", "x\u001bPq#0\u001b\\y", "xy", "ansi"],
    ["a charset switch", "x\u001b(0y", "xy", "ansi"],
    ["the start of an unfinished sequence", "x\u001b]0;half", "x0;half", "ansi"],
    ["NUL and backspace", "a\u0000b\u0008c", "abc", "control"],
    ["C1 controls", "a\u0084b", "ab", "control"],
    ["right-to-left override", "a\u202Eb\u202Cc", "abc", "bidi"],
    ["isolates", "a\u2066b\u2069c", "abc", "bidi"],
    ["zero-width letters", "i\u200bg\u200cn\u200do\u2060r\ufeffe", "ignore", "zero_width"],
    ["text in tags", "x\u{E0001}\u{E0067}\u{E007F}", "x", "tag"],
    ["unassigned tags", "x\u{E0002}y", "xy", "tag"],
    ["variation selectors that carry bytes", "x\u{E0100}\uFE01y", "xy", "variation"],
    ["an emoji selector after a letter", "x\uFE0Fy", "xy", "variation"],
    ["the second emoji selector", "\u2764\uFE0F\uFE0F", "\u2764\uFE0F", "variation"],
    ["soft hyphen", "pass\u00adword", "password", "invisible"],
    ["Hangul fillers", "a\u3164b\u115fc\uffa0d", "abcd", "invisible"],
    ["grapheme joiner", "a\u034fb", "ab", "invisible"],
    ["annotation marks", "a\ufff9b\ufffbc", "abc", "invisible"],
    ["a lone surrogate", "a\ud800b\udc00c", "abc", "surrogate"],
    ["a joiner between Latin letters", "a\u200db", "ab", "zero_width"],
    ["a joiner after an Arabic letter at a word's end", "\u0645\u200d b", "\u0645 b", "zero_width"],
  ];
  for (const [what, from, to, kind] of takenOut) {
    test(`removes ${what} and counts it as ${kind}`, () => {
      const result = clean(from);
      expect(result.text).toBe(to);
      expect(Object.keys(result.removed)).toEqual([kind]);
    });
  }

  const kept: [string, string][] = [
    ["a family", "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}"],
    ["a red heart", "\u2764\uFE0F"],
    ["a keycap", "1\uFE0F\u20E3"],
    ["a skin tone", "\u{1F44D}\u{1F3FD}"],
    ["a rainbow flag", "\u{1F3F3}\uFE0F\u200d\u{1F308}"],
    ["Persian with its non-joiner", "\u0645\u06CC\u200c\u062E\u0648\u0627\u0647\u0645"],
    ["a Devanagari conjunct with its joiner", "\u0915\u094D\u200d\u0937"],
    ["Vietnamese, Korean, Japanese and accents apart", "Ti\u1EBFng \uD55C\uAD6D\uC5B4 \u65E5\u672C e\u0301"],
    ["newlines and tabs", "a\n\tb"],
  ];
  for (const [what, text] of kept) {
    test(`leaves ${what} alone`, () => expect(clean(text)).toEqual({ text, removed: {} }));
  }

  test("makes one newline of every kind of line end", () => {
    expect(clean("a\r\nb\rc\u0085d\u2028e\u2029f")).toEqual({ text: "a\nb\nc\nd\ne\nf", removed: {} });
  });

  test("is idempotent and leaves nothing that a terminal obeys, for any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\u001b[", "\u001b]", "\u0007", "\u009b", "\ud83d", "\ude00", "\u200d", "\uFE0F", "\u2764"),
      fc.constantFrom(
        "\u0645",
        "\u061c",
        "\u{1F468}",
        "\u{1F3FD}",
        "\u200c",
        "\u0915",
        "\u094D",
        "\u{E0041}",
        "m",
        "1",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = clean(pieces.join("")).text;
        expect(clean(once)).toEqual({ text: once, removed: {} });
        expect(once).not.toMatch(/(?![\n\t])\p{Cc}|\p{Surrogate}|\p{Bidi_Control}|[\u200b\u{E0000}-\u{E007F}]/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe("cleanValue()", () => {
  test("cleans strings and keys at any depth and adds the counts up", () => {
    const value = { "a\u200b": ["x\u0000", { b: "\u202Ey\u0000" }], n: 1, t: true, nil: null };
    expect(cleanValue<unknown>(value)).toEqual({
      value: { a: ["x", { b: "y" }], n: 1, t: true, nil: null },
      removed: { zero_width: 1, control: 2, bidi: 1 },
    });
    expect(value["a\u200b"]?.[0]).toBe("x\u0000");
  });

  test("keeps a key named __proto__ a plain key", () => {
    const { value } = cleanValue<unknown>(JSON.parse('{"__proto__": {"x": "y"}}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":"y"}}');
  });
});

test("clean() takes time that grows with the length, for any unit that is repeated", () => {
  const run = (unit: string) => (length: number) => void clean(repeated(unit, length));
  for (const unit of [...UNITS, "\u001b[0", "\u0645\u200d", "\u{1F468}\u200d", "\u0645"])
    expectLinear(JSON.stringify(unit), run(unit), 100_000);
  fc.assert(
    fc.property(unitArbitrary, (unit) => expectLinear(JSON.stringify(unit), run(unit), 100_000)),
    { numRuns: 50 },
  );
});
