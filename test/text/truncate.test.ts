import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import stringWidth from "string-width";
import { columnsOf, firstSentence, truncate } from "../../src/text/truncate.ts";

describe("truncate()", () => {
  test("counts wide letters and emoji as two columns and cuts between graphemes", () => {
    expect(truncate("\u65E5\u672C\u8A9E\u30C6", 5)).toBe("\u65E5\u672C…");
    expect(truncate("\u65E5\u672C", 4)).toBe("\u65E5\u672C");
    expect(truncate("\u{1F468}\u200d\u{1F469}\u200d\u{1F467}xy", 3)).toBe("\u{1F468}\u200d\u{1F469}\u200d\u{1F467}…");
    expect(truncate("abc def", 5)).toBe("abc…");
    expect(truncate("abc", 0)).toBe("");
  });

  test("ends with a whole word where one ends in the second half", () => {
    expect(truncate("A queue of one table with leases", 20)).toBe("A queue of one…");
    expect(truncate("A queue of one table with leases", 21)).toBe("A queue of one table…");
    expect(truncate("A queue of one table with leases", 22)).toBe("A queue of one table…");
    expect(truncate("one\ntwo\nthree", 9)).toBe("one\ntwo…");
    expect(truncate("complete(id), and fail(id)", 18)).toBe("complete(id), and…");
    expect(truncate("complete(id), and fail(id)", 16)).toBe("complete(id)…");
  });

  test("never ends inside a number that stands between words", () => {
    for (const number of ["9,000", "$9.50", "1.5e10", "99.9%", "10:30"]) {
      const text = `The whole must cost at most ${number} in a month, whatever happens.`;
      for (let max = 24; max < text.length; max++) {
        const shown = truncate(text, max).slice(0, -1);
        expect([max, shown.includes(number) || !/\d|\$/.test(shown)]).toEqual([max, true]);
      }
    }
  });

  test("cuts a lone long word, before the number in it where that leaves half", () => {
    expect(truncate("x".repeat(40), 10)).toBe(`${"x".repeat(9)}…`);
    expect(truncate("of incomprehensibilities", 12)).toBe("of incompre…");
    expect(truncate("cluster-of-9,000-nodes", 15)).toBe("cluster-of…");
    expect(truncate("9".repeat(40), 10)).toBe(`${"9".repeat(9)}…`);
  });

  test("cuts between any two letters of a script without blanks, and not inside the number or the word between them", () => {
    const text = "決済基盤のための耐久性のあるジョブキュー。月9,000円、PostgreSQLのみ。";
    expect(truncate(text, 40)).toBe("決済基盤のための耐久性のあるジョブキュ…");
    expect(truncate(text, 47)).toBe("決済基盤のための耐久性のあるジョブキュー。月…");
    expect(truncate(text, 60)).toBe("決済基盤のための耐久性のあるジョブキュー。月9,000円、…");
  });

  test("leaves what fits alone and never exceeds the limit, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, max) => {
        expect(stringWidth(truncate(text, max))).toBeLessThanOrEqual(max);
        if (stringWidth(text) <= max) expect(truncate(text, max)).toBe(text);
      }),
    );
  });

  test("cuts marks upon marks, which take no column", () => {
    expect(truncate(`a${"\u0301".repeat(100_000)}`, 10).length).toBeLessThan(200);
    expect(truncate(`abcd${"\u0301".repeat(100_000)}`, 10)).toBe("abc…");
  });
});

test("a plain text is measured and cut as every other is", () => {
  const units = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).concat(
    "…",
    "“",
    "決",
    "👩‍👧",
    "e\u0301",
  );
  expect(units.filter((unit) => columnsOf(unit) !== stringWidth(unit))).toEqual([]);
  for (const end of ["", "\u0301", "決", "…", "\u200d", "\ufe0f"])
    for (let length = 0; length < 8; length++)
      for (const max of [0, 1, 2, 4, 5, 6]) {
        const text = `${"a b cdefg".slice(0, length)}${end}`;
        // A mark at the front makes the whole be measured by its letters.
        const slow = truncate(`\u200b${text}`, max).replace("\u200b", "");
        expect([text, max, truncate(text, max)]).toEqual([text, max, slow]);
      }
});

test("firstSentence() ends at the first stop behind twenty letters, however it is written, or is the whole", () => {
  const sentences: [text: string, first: string][] = [
    ["This is short. And this is more. Third.", "This is short. And this is more."],
    ["1234567890123456789. b", "1234567890123456789. b"],
    ["12345678901234567890. b", "12345678901234567890."],
    ["Version 1.5 is what we take! Good", "Version 1.5 is what we take!"],
    ["  Is this a question of more? Yes", "Is this a question of more?"],
    ["It goes over\ntwo lines here.\nMore", "It goes over\ntwo lines here."],
    ["決済基盤のための耐久性のあるジョブキューである。次", "決済基盤のための耐久性のあるジョブキューである。"],
    ["no end at all here", "no end at all here"],
    ["A queue that runs jobs (e.g. mails) elsewhere. More", "A queue that runs jobs (e.g. mails) elsewhere."],
    ["It keeps what is needed, i.e. the rows. More", "It keeps what is needed, i.e. the rows."],
    ["Polling vs. notifying was not measured. More", "Polling vs. notifying was not measured."],
    ["It writes to the two discs. More of that", "It writes to the two discs."],
  ];
  for (const [text, first] of sentences) expect(firstSentence(text)).toBe(first);
});
