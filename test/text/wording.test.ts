import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { found, foundBeside, mismatch, need, pathText, pointerPath } from "../../src/text/wording.ts";

test("need() says in words what a schema asks for", () => {
  const said: [Parameters<typeof need>[0], string][] = [
    [Type.Union([Type.Literal("a"), Type.Null()]), '"a" or null'],
    [Type.Union([Type.Literal("a"), Type.Literal("b"), Type.Null()]), '"a", "b" or null'],
    [Type.Boolean(), "true or false"],
    [Type.Number(), "a number"],
    [Type.Integer({ minimum: 1 }), "a whole number of at least 1"],
    [Type.Number({ minimum: 0, maximum: 2 }), "a number from 0 to 2"],
    [Type.Number({ exclusiveMinimum: 0 }), "a number above 0"],
    [Type.String(), "text"],
    [Type.String({ minLength: 1 }), "text that is not empty"],
    [Type.String({ pattern: "^x$" }), "text without control characters"],
    [Type.Array(Type.Null()), "a list"],
    [Type.Array(Type.Null(), { minItems: 2 }), "a list of at least 2"],
    [Type.Object({}), "an object"],
  ];
  for (const [schema, words] of said) expect(need(schema)).toBe(words);
  expect(need(Type.String({ pattern: "^x$" }), { "^x$": "an x" })).toBe("an x");
});

test("mismatch() counts a text that is too long rather than show it", () => {
  const schema = Type.String({ maxLength: 3 });
  expect(mismatch({ schema, value: "abcd" })).toBe("must be text of at most 3 characters, found 4");
  expect(mismatch({ schema, value: 7 })).toBe("must be text, found 7");
});

test("mismatch() counts the entries of a list that has too few or too many", () => {
  const schema = Type.Array(Type.Null(), { minItems: 2, maxItems: 3 });
  expect(mismatch({ schema, value: [null] })).toBe("must be a list of at least 2, found 1");
  expect(mismatch({ schema, value: [null, null, null, null] })).toBe("must be a list of at most 3, found 4");
  expect(mismatch({ schema, value: [] })).toBe("must be a list of at least 2, found an empty list");
});

test("found() shows a value short, on one line, with nothing invisible in it", () => {
  expect(["a", 1, null, true, [], [1], {}, undefined].map(found)).toEqual([
    '"a"',
    "1",
    "null",
    "true",
    "an empty list",
    "a list",
    "an empty object",
    "nothing",
  ]);
  expect(found("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
  expect(found("x".repeat(61))).toBe(`"${"x".repeat(60)}…"`);
  expect(found("a b\u200b\u{e0041}")).toBe('"a b\\u200b\\u{e0041}"');
  expect(foundBeside("раy é", "pay é")).toBe('"\\u0440\\u0430y é"');
});

test("a JSON pointer is read as a path and shown as a person writes it", () => {
  const root = { "a/b": [0, 0, { "c~d": 1 }], list: { 2: 0 } };
  expect(pointerPath("/a~1b/2/c~0d", root)).toEqual(["a/b", 2, "c~d"]);
  expect(pointerPath("/list/2", root)).toEqual(["list", "2"]);
  expect(pathText(["review", "criteria", 2, "max"])).toBe("review.criteria[2].max");
  expect(pathText(["models", "a/b", 0])).toBe('models["a/b"][0]');
});

test("need() takes the words that a pattern or a constant has", () => {
  const words = { "^x$": "an x", a: "the letter a" };
  expect(need(Type.Union([Type.Literal("a"), Type.Literal("b")]), words)).toBe('the letter a or "b"');
  expect(need(Type.String({ pattern: "^y$", minLength: 1 }), words)).toBe("text without control characters");
  expect(need(Type.Number({ maximum: 2 }))).toBe("a number");
  expect(need(Type.Integer({ exclusiveMinimum: 1, minimum: 0 }))).toBe("a whole number above 1");
  expect(need(Type.Array(Type.Null(), { minItems: 0 }))).toBe("a list");
  expect(mismatch({ schema: Type.Number(), value: "abc" })).toBe('must be a number, found "abc"');
  expect(mismatch({ schema: Type.String({ pattern: "^x$" }), value: "y" }, words)).toBe('must be an x, found "y"');
});

test("pathText() and pointerPath() take a name of 64 plain letters as it is, and a place that is not there", () => {
  expect(pathText(["a/b", "c"])).toBe('["a/b"].c');
  expect(["x".repeat(64), "x".repeat(65)].map((name) => pathText([name]).startsWith("x"))).toEqual([true, false]);
  expect(pointerPath("/a/b/0", undefined)).toEqual(["a", "b", "0"]);
  expect(pointerPath("", {})).toEqual([]);
});
