import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseLenient } from "../../src/session/lenient-json.ts";
import { expectLinear, repeated, UNITS, unitArbitrary } from "../support/growth.ts";

const value = { title: 'A "queue", durable', list: [1, -2.5e3, true, null, { deep: ["x\ny", ""] }], last: "end" };
const json = JSON.stringify(value, null, 2);

describe("parseLenient() reads", () => {
  const spelled: Record<string, string> = {
    "JSON as it should be": json,
    "trailing commas": json.replaceAll("\n  ]", ",\n  ]").replace(/\n}$/, ",\n}"),
    "missing commas at the ends of lines": json.replaceAll(",\n", "\n"),
    "doubled commas": json.replaceAll(",\n", ",,\n"),
    comments: json.replaceAll("\n", ' // a comment, "quoted"\n').replace("{", "/* first { */{"),
    "unquoted keys": json.replaceAll(/"(\w+)":/g, "$1:"),
    "typographic quotation marks": json.replaceAll(/"(\w+)":/g, "\u201C$1\u201D:"),
    "Python's words": json.replace("true", "True").replace("null", "None"),
    "line breaks inside strings": json.replace("x\\ny", "x\ny"),
    "no closing brackets at the end": json.replace(/\n}$/, ""),
    "a byte order mark": `\uFEFF${json}`,
  };
  for (const [name, text] of Object.entries(spelled)) {
    test(name, () => expect(parseLenient(text)).toEqual(value));
  }

  test("single quotes, with an apostrophe in a word", () => {
    expect(parseLenient("{'a': 'it's a queue', 'b': ['x', 'y']}")).toEqual({ a: "it's a queue", b: ["x", "y"] });
  });

  test("quotation marks inside a string, where no separator follows them", () => {
    expect(parseLenient('{"a": "the "fast" path", "b": 1}')).toEqual({ a: 'the "fast" path', b: 1 });
  });

  test("escapes, of which an unknown one stands for its letter", () => {
    expect(parseLenient('["\\u00e9\\t\\/\\q\\\\", "\\u12"]')).toEqual(["\u00e9\t/q\\", "u12"]);
  });

  test("a key like __proto__ as any other", () => {
    const read = parseLenient('{__proto__: {"a": 1}}') as object;
    expect(Object.keys(read)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test("any JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseLenient(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

test("parseLenient() reads each thing that models write, and only so far", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const read: [string, unknown][] = [
    ["[1,,2,]", [1, 2]],
    ["[,1]", [1]],
    ["{,a: 1,,}", { a: 1 }],
    ['{a: "1" /* x */ , /* , */ b: 2}', { a: "1", b: 2 }],
    ["{a: 1, // x", { a: 1 }],
    ["{a: 1, /* x", { a: 1 }],
    ["[1, /*/ 2 */ 3]", [1, 3]],
    ["[a/b, a /b, 1/2]", ["a/b", "a /b", "1/2"]],
    ["[true, True, false, False, null, None, undefined, TRUE]", [true, true, false, false, null, null, null, "TRUE"]],
    ["[12, -3.5, 1e3, 0x10, Infinity, NaN, 7 apples]", [12, -3.5, 1000, 16, "Infinity", "NaN", "7 apples"]],
    ["{1: 2, true: 3, None: 4}", { 1: 2, true: 3, None: 4 }],
    ["{null: {a b: c d}}", { null: { "a b": "c d" } }],
    ["[`a`, 'b', \u201Cc\u201D, \u201Cd\", \u2018e\u2019, \u2018f']", ["a", "b", "c", "d", "e", "f"]],
    ['["a\u201D, \'b"]', ["a\u201D, 'b"]],
    ['["a\\nb\\tc\\rd\\be\\ff\\\ng\\"h"]', ['a\nb\tc\rd\be\ffg"h']],
    ['["\\u00e9\\u00E9\\u00g9\\u00e"]', ["\u00e9\u00e9u00g9u00e"]],
    ['["a" /* c */, "b" // c\n]', ["a", "b"]],
    ['["a"\n"b" "c"]', ["a", 'b" "c']],
    ["[\"a\"\n'b']", ["a", "b"]],
    ['["a', ["a"]],
    ['{"a": [1, {"b": "c', { a: [1, { b: "c" }] }],
    ["\uFEFF\u00a0\u2028\u2029\t\v\f\r\n[\u00a01\uFEFF]", [1]],
    ["1", 1],
    ["word", "word"],
    [deep(64), JSON.parse(deep(64))],
    [`["a"${" ".repeat(99)}x", 1]`, [`a"${" ".repeat(99)}x`, 1]],
    [`["a"${" ".repeat(98)}, 1]`, ["a", 1]],
    [`["a"${" ".repeat(150)}]`, ["a"]],
  ];
  for (const [text, value] of read) expect([text, parseLenient(text)]).toEqual([text, value]);
  for (const text of [",", "1,2", "[1:2", "{a:,}", "{a::1}", "{:1}", "]", "[}", deep(65), "{a: }", "[1]]", "{[1]: 2}"])
    expect([text, parseLenient(text)]).toEqual([text, undefined]);
});

describe("parseLenient() makes nothing of", () => {
  const unreadable = ["", "   ", "{a b}", '{"a": 1} and more', "[1, 2}", "{:1}", '{"a"}', "[".repeat(100_000)];
  for (const text of unreadable) {
    test(JSON.stringify(text.slice(0, 40)), () => expect(parseLenient(text)).toBeUndefined());
  }
});

test("parseLenient() takes time that grows with the length, for any unit that is repeated", () => {
  for (const unit of UNITS)
    for (const start of ["", "{", "[", '{"a": ', '{"a": "'])
      expectLinear(
        JSON.stringify([start, unit]),
        (length) => void parseLenient(repeated(unit, length, start)),
        100_000,
      );
  fc.assert(
    fc.property(unitArbitrary, fc.constantFrom("{", "[", '{"a": "'), (unit, start) => {
      expectLinear(
        JSON.stringify([start, unit]),
        (length) => void parseLenient(repeated(unit, length, start)),
        100_000,
      );
    }),
    { numRuns: 50 },
  );
});
