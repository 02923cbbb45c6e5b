import { describe, expect, test } from "bun:test";
import { type TSchema, Type, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { ROLE_NAMES, type Role } from "../../src/artifacts/stages/stages.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import type { Agent } from "../../src/prompting/agent.ts";
import { asMeant, parseLenient } from "../../src/session/lenient-json.ts";
import { readReply } from "../../src/session/reply.ts";
import { askerAgent } from "../../src/stages/brief/asker.ts";
import { brieferAgent } from "../../src/stages/brief/briefer.ts";
import { openerAgent } from "../../src/stages/brief/opener.ts";
import { topicAgent } from "../../src/stages/brief/topic.ts";
import { arrangerAgent } from "../../src/stages/designs/arranger.ts";
import { designerAgent } from "../../src/stages/designs/designer.ts";
import { evaluatorAgent } from "../../src/stages/judgement/evaluator.ts";
import { plannerAgent } from "../../src/stages/plan/planner.ts";
import { mergerAgent } from "../../src/stages/refine/merger.ts";
import { reviserAgent } from "../../src/stages/refine/reviser.ts";
import { verifierAgent } from "../../src/stages/work/verifier.ts";
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

  test("escapes, of which an unknown one stays as it is", () => {
    expect(parseLenient('["\\u00e9\\t\\/\\q\\\\", "\\u12"]')).toEqual(["\u00e9\t/\\q\\", "\\u12"]);
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
    ['["a\\nb\\tc\\r\\"h"]', ['a\nb\tc\r"h']],
    ['["\\u00e9\\u00E9\\u00g9\\u00e"]', ["\u00e9\u00e9\\u00g9\\u00e"]],
    ["[1 // one\n, 2 # two\n, 3 /* three */, # four\n 4]", [1, 2, 3, 4]],
    ["{a: 7// good\n, # next\n b: #1}", { a: 7, b: "#1" }],
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

/** Every schema that an agent asks with: with all that an input may ask for, and where answers are changed. */
function schemasOf<I>(agent: Agent<I, TSchema>, ...inputs: unknown[]): TSchema[] {
  return inputs.flatMap((input) => [agent.output(input as I), ...(agent.least ? [agent.least(input as I)] : [])]);
}

const parts = ["task", "requirements", "open_questions"];
const SCHEMAS: Record<Role, TSchema[]> = {
  topic: schemasOf(topicAgent, { name: true, split: true }),
  designer: schemasOf(designerAgent, {}),
  arranger: schemasOf(arrangerAgent, {}),
  reviser: schemasOf(reviserAgent, {}),
  merger: schemasOf(mergerAgent, {}),
  opener: schemasOf(openerAgent, { left: 7 }),
  asker: schemasOf(askerAgent, { left: 7 }),
  briefer: schemasOf(brieferAgent, { change: null }, { change: { parts, left: 3 } }),
  planner: schemasOf(plannerAgent, { change: null }, { change: {} }),
  verifier: schemasOf(verifierAgent, {}),
  evaluator: schemasOf(evaluatorAgent, {
    criteria: DEFAULT_CRITERIA,
    parts: ["review", "score"],
    checked: [{ id: "R1", kind: "requirement", text: "Survives a crash" }],
  }),
};

type Path = readonly (string | number)[];
type Place = { path: Path; schema: TSchema };

/** A value with every field, and where in it a field may be absent and a word of a list stands. */
function filled(schema: TSchema, path: Path = []): { value: unknown; optional: Place[]; words: Place[] } {
  if (TypeGuard.IsObject(schema)) {
    const parts = Object.entries(schema.properties).map(([key, part]) => ({
      key,
      part,
      ...filled(part, [...path, key]),
    }));
    return {
      value: Object.fromEntries(parts.map(({ key, value }) => [key, value])),
      optional: parts.flatMap(({ key, part, optional }) => [
        ...(TypeGuard.IsOptional(part) ? [{ path: [...path, key], schema: part }] : []),
        ...optional,
      ]),
      words: parts.flatMap(({ words }) => words),
    };
  }
  if (TypeGuard.IsArray(schema)) {
    const items = Array.from({ length: Math.max(1, schema.minItems ?? 0) }, (_, at) =>
      filled(schema.items, [...path, at]),
    );
    return {
      value: items.map(({ value }) => value),
      optional: items.flatMap(({ optional }) => optional),
      words: items.flatMap(({ words }) => words),
    };
  }
  const literals = schema.anyOf?.every((each: TSchema) => typeof each.const === "string");
  if (literals) return { value: schema.anyOf[0].const, optional: [], words: [{ path, schema }] };
  return { value: leafOf(schema), optional: [], words: [] };
}

function leafOf(schema: TSchema): unknown {
  const options = [1, 0.5, 5, true, "a-word", null];
  const fitting = [schema, ...(schema.anyOf ?? [])].flatMap((each) =>
    options.filter((value) => Value.Check(each, value)),
  );
  if (fitting.length === 0) throw new Error(`no value is known for ${JSON.stringify(schema)}`);
  return fitting[0];
}

type Tree = Record<string | number, unknown>;
const parentOf = (value: unknown, path: Path): Tree =>
  path.slice(0, -1).reduce((at, key) => (at as Tree)[key], value) as Tree;
const set = (value: unknown, path: Path, to: unknown): void => {
  parentOf(value, path)[path.at(-1) ?? ""] = to;
};

const NOTHINGS = [null, "", "  ", "\u200b", [], [""], {}, [{}], [null]];

describe("of every role's answers", () => {
  test("all roles are here", () => {
    expect(Object.keys(SCHEMAS).sort()).toEqual([...ROLE_NAMES].sort());
  });

  for (const [role, schemas] of Object.entries(SCHEMAS)) {
    test(`${role}: an optional field in which nothing stands is absent, or what the schema has for it`, () => {
      for (const schema of schemas) {
        const { value, optional } = filled(schema);
        expect(readReply(JSON.stringify(value), schema)).toMatchObject({ ok: true, value, dropped: [] });
        for (const { path, schema: part } of optional) {
          for (const nothing of NOTHINGS) {
            const given = structuredClone(value);
            set(given, path, nothing);
            const reply = readReply(JSON.stringify(given), schema);
            const expected = structuredClone(value);
            const blank = typeof nothing === "string" ? "" : nothing;
            if (!Value.Check(part, blank)) delete parentOf(expected, path)[path.at(-1) ?? ""];
            else set(expected, path, nothing);
            expect([path, nothing, reply]).toEqual([
              path,
              nothing,
              { ok: true, value: expected, dropped: [] },
            ] as never);
          }
        }
      }
    });

    test(`${role}: any of its optional fields may be so at once, and words stand in any case`, () => {
      for (const schema of schemas) {
        const { value, optional, words } = filled(schema);
        const deep = optional.filter(({ path }) => path.length > 1);
        fc.assert(
          fc.property(fc.subarray(deep), fc.constantFrom(null, "", []), (some, nothing) => {
            const given = structuredClone(value);
            // The deepest first, so that what holds it is still there.
            for (const { path } of some.toSorted((a, b) => b.path.length - a.path.length)) set(given, path, nothing);
            expect(readReply(JSON.stringify(given), schema)).toMatchObject({ ok: true, dropped: [] });
          }),
          { numRuns: 40 },
        );
        for (const { path, schema: part } of words) {
          for (const { const: word } of part.anyOf as { const: string }[]) {
            const spelled = [
              word.toUpperCase(),
              `${word[0]?.toUpperCase()}${word.slice(1)}`,
              ` ${word}\n`,
              `\u200b${word}`,
            ];
            for (const each of spelled) {
              const [given, expected] = [structuredClone(value), structuredClone(value)];
              set(given, path, each);
              set(expected, path, word);
              expect(readReply(JSON.stringify(given), schema)).toEqual({
                ok: true,
                value: expected,
                dropped: [],
              } as never);
            }
          }
          const given = structuredClone(value);
          set(given, path, "grave");
          const reply = readReply(JSON.stringify(given), schema);
          const said = reply.ok ? "" : reply.errors.join();
          for (const { const: word } of part.anyOf as { const: string }[]) expect(said).toContain(`"${word}"`);
          expect(said).toContain('found "grave"');
        }
      }
    });

    test(`${role}: a needed field in which nothing stands is refused, in words`, () => {
      for (const schema of schemas) {
        const { value } = filled(schema);
        for (const [key, part] of Object.entries(schema.properties as Record<string, TSchema>)) {
          if (TypeGuard.IsOptional(part)) continue;
          for (const nothing of ["", [], {}, null]) {
            const reply = readReply(JSON.stringify({ ...(value as object), [key]: nothing }), schema);
            const takes = Value.Check(part, nothing) || Value.Check(part, null);
            expect([key, nothing, reply.ok]).toEqual([key, nothing, takes]);
            if (!reply.ok)
              expect(reply.errors.join()).toMatch(/must be .+, found (?:""|null|an empty (?:list|object)|nothing)/u);
            if (!reply.ok) expect(reply.errors.join()).not.toMatch(/expected|\[\]/u);
          }
        }
      }
    });
  }
});

describe("asMeant()", () => {
  const Level = Type.Union([Type.Literal("low"), Type.Literal("high")]);
  test("keeps an empty list where the schema has one: it may say that nothing is left", () => {
    const schema = Type.Object({ list: Type.Optional(Type.Array(Type.String({ minLength: 1 }))) });
    expect(asMeant(schema, { list: [] })).toEqual({ list: [] });
    expect(asMeant(schema, { list: [""] })).toEqual({});
  });

  test("reads nothing as null where null is the schema's own word for it", () => {
    const schema = Type.Object({ end: Type.Union([Type.String({ minLength: 1 }), Type.Null()]) });
    for (const end of ["", " ", null, []]) expect(asMeant(schema, { end })).toEqual({ end: null });
  });

  const Text = Type.String({ minLength: 1 });
  test.each([
    [
      "an object of texts in a list of texts",
      ["Kafka", { name: "Redis", reason: "it forgets" }],
      ["Kafka", "Redis; reason: it forgets"],
    ],
    ["an object of one text", [{ description: "One set" }], ["One set"]],
    ["a number beside a text", [{ risk: "It fails", odds: 3 }], ["It fails; odds: 3"]],
    ["a list in a list", [["first", "second"]], ["first\nsecond"]],
    ["a text where a list is wanted", "Kafka", ["Kafka"]],
  ])("reads %s", (_, given, meant) => {
    const schema = Type.Object({ list: Type.Array(Text) });
    expect(asMeant(schema, { list: given })).toEqual({ list: meant });
    expect(Value.Check(schema, asMeant(schema, { list: given }))).toBe(true);
  });

  test("reads a list of steps as one text", () => {
    const schema = Type.Object({ data_flow: Text });
    expect(asMeant(schema, { data_flow: ["1. It is sent", "2. It is kept"] })).toEqual({
      data_flow: "1. It is sent\n2. It is kept",
    });
  });

  test("makes no text of what holds more than texts, or nothing", () => {
    const schema = Type.Object({ text: Text, list: Type.Array(Text) });
    for (const given of [{ a: { b: "deep" } }, [["deep"], "text"], {}, [], true, 7, { on: true }]) {
      expect(asMeant(schema, { text: given, list: [given] })).toEqual({ text: given, list: [given] });
    }
  });

  test("leaves out an optional list that is null", () => {
    expect(asMeant(Type.Object({ list: Type.Optional(Type.Array(Text)) }), { list: null })).toEqual({});
  });

  test("guesses at no number, no other word and nothing beside the schema, and changes no value that it was given", () => {
    const schema = Type.Object({ level: Type.Optional(Level), count: Type.Optional(Type.Number()) });
    const given = { level: "highest", count: "1", other: null, __proto__: null };
    const before = structuredClone(given);
    expect(asMeant(schema, given)).toEqual(given);
    expect(given).toEqual(before);
    expect(asMeant(schema, { count: 0 })).toEqual({ count: 0 });
  });
});
