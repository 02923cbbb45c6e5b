import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { configError, fieldPaths, merge, parseSource, problemsOf, valueSource } from "../../src/config/source.ts";

const problems = (value: unknown): string[] => problemsOf(valueSource("here", value)).map(({ text }) => text);
const criterion = (name: string, change: object = {}) => ({ name, description: "?", min: 0, max: 10, ...change });
const rubric = (...criteria: object[]) => problems({ review: { quantitative: { criteria } } });
const AT = "review.quantitative.criteria";

test("a field that nobody knows is told with the nearest beside it, elsewhere, or all there are", () => {
  expect(problems({ desing_models: [] })).toEqual(
    ['must be a known field, found "desing_models"; nearest: design_models'].map((text) => `desing_models ${text}`),
  );
  expect(problems({ limits: { max_costs: 1 } })[0]).toEndWith("; nearest: limits.max_cost");
  expect(problems({ samples: 3 })[0]).toEndWith("; nearest: review.quantitative.samples");
  expect(problems({ limits: { zzz: 1 } })[0]).toContain("; known here: max_cost");
  expect(problems({ fallback_models: { nobody: [] } })[0]).toContain(
    'must have as its name a model as "provider/model"',
  );
  expect(problems({})).toEqual([]);
});

test("a preset that there is not is told with those there are", () => {
  expect(problems({ preset: "huge" })).toEqual([
    'preset must be "quick", "standard", "thorough" or null, found "huge"',
  ]);
  expect(problems({ preset: null })).toEqual([]);
});

test("each place is told once, and a hundred of them at most", () => {
  expect(problems({ design_models: [7, "x"], limits: { max_cost: "much" } })).toHaveLength(3);
  expect(problems({ design_models: Array(200).fill(7) })).toHaveLength(100);
  expect(rubric(...Array.from({ length: 60 }, () => criterion("same", { max: 0 })))).toHaveLength(100);
});

test("criteria need names that look different, a scale with width, and one weight above 0", () => {
  expect(rubric(criterion("clarity"), criterion("risk"))).toEqual([]);
  expect(rubric(criterion("clarity"), criterion("risk"), criterion("Clarity"))).toEqual([
    `${AT}[2].name must look different from "clarity" (criteria[0].name), found "Clarity"`,
  ]);
  const cyrillic = rubric(criterion("clarity"), criterion("cl\u0430rity"))[0];
  expect(cyrillic).toEndWith('found "cl\\u0430rity"');
  expect(rubric(criterion("a"), criterion("b", { min: 5, max: 5 }))).toEqual([
    `${AT}[1].max must be above min 5, found 5`,
  ]);
  expect(rubric(criterion("a", { min: 5, max: 6 }))).toEqual([]);
  const weights = (...all: number[]) => rubric(...all.map((weight, at) => criterion(`c${at}`, { weight })));
  expect(weights(0, 0)).toEqual([`${AT} must have a weight above 0 for at least one criterion, found 0 for all`]);
  expect(weights(0, 1)).toEqual([]);
  // Of the last of them the first is told where two look like it.
  expect(rubric(criterion("a"), criterion("A"), criterion("a"))[1]).toContain("(criteria[0].name)");
});

test("a criterion that is nothing without its invisible letters is told where it stands", () => {
  expect(rubric(criterion("clarity"), criterion("risk", { description: "\u200b" }))).toEqual([
    `${AT}[1].description must be text that is not empty, found "\\u200b"`,
  ]);
});

test("fieldPaths() has every field of a schema, sections before what is in them", () => {
  const schema = Type.Object({ a: Type.String(), b: Type.Object({ c: Type.Null(), d: Type.Object({}) }) });
  expect(fieldPaths(schema)).toEqual(["a", "b", "b.c", "b.d"]);
  expect(fieldPaths(schema, "x.").at(-1)).toBe("x.b.d");
});

test("parseSource() knows the line and the column of each value, key and mistake, whatever ends the lines", () => {
  const { source, problems: none } = parseSource("a", '{\r\n  "b": [1,\r    {"c": 2}],\n\n  "d": 3, // x\n}');
  expect(none).toEqual([]);
  const at = (path: (string | number)[], part: "key" | "value" = "value") => {
    const place = source?.positionOf(path, part);
    return place && [place.line, place.column];
  };
  expect(at([])).toEqual([1, 1]);
  expect([at(["b"]), at(["b"], "key"), at(["b", 0]), at(["b", 1, "c"]), at(["d"], "key"), at(["d"])]).toEqual([
    [2, 8],
    [2, 3],
    [2, 9],
    [3, 11],
    [5, 3],
    [5, 8],
  ]);
  // What is not there has the place of what would hold it.
  expect([at(["b", 1, "zzz"]), at(["zzz", "deeper"])]).toEqual([
    [3, 5],
    [1, 1],
  ]);
  expect(source?.value).toEqual({ b: [1, { c: 2 }], d: 3 });
  const wrong = parseSource("a", '{\n "a": 1\n "b": 2 }');
  expect(wrong).toMatchObject({ source: null, problems: [{ source: "a", position: { line: 3, column: 2 } }] });
  expect(wrong.problems[0]?.text).toContain("no comma where one is needed");
});

test("parseSource() takes an object alone, and says what it found", () => {
  const found = (text: string) => parseSource("a", text).problems.map(({ text: said, position }) => [said, position]);
  const needed = "it must be a JSON object, found";
  expect([found(""), found("  // nothing")]).toEqual([
    [[`${needed} an empty file`, null]],
    [[`${needed} an empty file`, null]],
  ]);
  const at = { line: 1, column: 1 };
  expect([found("null"), found("[]"), found("7"), found('"x"')].flat()).toEqual([
    [`${needed} null`, at],
    [`${needed} a list`, at],
    [`${needed} a number`, at],
    [`${needed} a string`, at],
  ]);
  expect(found("[".repeat(100_000))[0]?.[0]).toContain("nested too deeply");
  const twice = parseSource("a", '{"a": {"b": 1,\n "b": 2, "__proto__": 3}}');
  expect(twice.problems).toEqual([
    { source: "a", text: "a.b must stand once, found again", position: { line: 2, column: 2 } },
  ]);
  expect(JSON.stringify(twice.source?.value)).toBe('{"a":{"b":2,"__proto__":3}}');
});

test("configError() lists ten problems in the order they stand, source by source, and how many more there are", () => {
  const problem = (source: string, text: string, line?: number, column = 1) => {
    return { source, text, position: line === undefined ? null : { line, column } };
  };
  expect(configError([problem("a", "is wrong", 3, 4)])).toMatchObject({
    message: "Cannot read a: is wrong (line 3, column 4)",
    advice: expect.stringContaining("Correct a;"),
  });
  const several = configError([
    problem("b", "x", 9),
    problem("a", "y"),
    problem("b", "z", 2, 5),
    problem("b", "w", 2, 3),
  ]);
  expect(several.message.split("\n")).toEqual([
    "Cannot read the configuration, 4 problems:",
    "- b: w (line 2, column 3)",
    "- b: z (line 2, column 5)",
    "- b: x (line 9, column 1)",
    "- a: y",
  ]);
  expect(several.advice).toStartWith("Correct b and a;");
  const many = (size: number) => configError(Array.from({ length: size }, (_, at) => problem("a", `p${at}`))).message;
  expect(many(10).split("\n")).toHaveLength(11);
  expect(many(11).split("\n").slice(-2)).toEqual(["- a: p9", "- and 1 more"]);
});

test("merge() goes into objects, replaces lists, and leaves what it was given as it was", () => {
  const earlier = { a: { b: 1, c: [1] }, d: null, e: 1 };
  expect(merge(earlier, { a: { c: [2] }, d: { f: 1 }, e: undefined })).toEqual({
    a: { b: 1, c: [2] },
    d: { f: 1 },
    e: 1,
  });
  expect(earlier).toEqual({ a: { b: 1, c: [1] }, d: null, e: 1 });
  expect([merge(1, undefined), merge([1], { a: 1 }), merge({ a: 1 }, null)]).toEqual([1, { a: 1 }, null]);
  expect(valueSource("x", { a: undefined, b: [{ c: undefined }], d: null }).value).toEqual({ b: [{}], d: null });
});
