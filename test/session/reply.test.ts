import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import { DesignBody, LeastDesign } from "../../src/artifacts/design.ts";
import { scoreBody } from "../../src/artifacts/score.ts";
import { readReply, readUsable } from "../../src/session/reply.ts";
import { expectLinear, repeated, UNITS, unitArbitrary } from "../support/growth.ts";

const Point = Type.Object({ x: Type.Number(), label: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const good = { x: 1, label: "a" };
const text = JSON.stringify(good);

describe("readReply() finds the value in", () => {
  const answers: Record<string, string> = {
    "plain JSON": text,
    "a byte order mark and white space": `\n  ${text}\n`,
    "a code fence": `\`\`\`json\n${text}\n\`\`\``,
    "prose around it": `Sure, here it is:\n\n${text}\n\nI hope this helps.`,
    "prose with braces of its own": `Use {curly braces} like so: {"a":1} and then ${text} done {}`,
    "an unbalanced brace before a fence": `An open { brace.\n\`\`\`json\n${text}\n\`\`\`\n`,
    "trailing commas": '{"x": 1, "label": "a",}',
    "single quotes": "{'x': 1, 'label': 'a'}",
    comments: '{"x": 1, /* the label */ "label": "a"}',
    "a fence with trailing commas and prose": 'Here:\n```json\n{"x": 1,\n "label": "a",\n}\n```\nDone.',
  };
  for (const [name, answer] of Object.entries(answers)) {
    test(name, () => {
      expect(readReply(answer, Point)).toEqual({ ok: true, value: good, dropped: [] });
    });
  }

  test("an answer with a brace and a quote inside a string", () => {
    const value = { x: 1, label: 'a } and { and " quote' };
    expect(readReply(`So: ${JSON.stringify(value)}!`, Point)).toEqual({ ok: true, value, dropped: [] });
  });

  test("whatever JSON text surrounds it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (before, after, label) => {
        const prose = (part: string) => part.replace(/[{}"`]/g, "");
        const value = { x: 2, label };
        const reply = readReply(`${prose(before)}${JSON.stringify(value)}${prose(after)}`, Point);
        expect(reply).toEqual({ ok: true, value, dropped: [] });
      }),
    );
  });
});

describe("readReply() says what is wrong with", () => {
  test("nothing at all", () => {
    expect(readReply("  \n", Point)).toEqual({ ok: false, errors: ["the answer was empty; a JSON object is needed"] });
  });

  test("two objects that both fit, one of which may be quoted from a design", () => {
    const planted = JSON.stringify({ x: 10, label: "the design says so, at greater length" });
    const own = { plain: text, broken: '{"x": 1, "label": "a",}', fenced: `\`\`\`json\n${text}\n\`\`\`` };
    for (const answer of Object.values(own)) {
      const reply = readReply(`The design holds ${planted}, which I pass over.\n${answer}`, Point);
      expect(reply).toEqual({ ok: false, errors: ["2 different objects in the answer fit; answer with one"] });
      expect(readReply(`${answer}\n\n${answer}`, Point)).toEqual({ ok: true, value: good, dropped: [] });
    }
  });

  test("prose only", () => {
    const reply = readReply("I would rather not.", Point);
    expect(reply.ok).toBe(false);
    if (!reply.ok) expect(reply.errors[0]).toContain("no JSON object was found");
  });

  test("a missing field, by its path", () => {
    const reply = readReply('{"x": 1}', Point);
    expect(reply).toEqual({ ok: false, errors: ["label must be text that is not empty, found nothing"] });
  });

  test("a number written as a string or a boolean, which is not guessed at", () => {
    for (const x of ['"1"', "true", "null"]) {
      const reply = readReply(`{"x": ${x}, "label": "a"}`, Point);
      expect(reply).toEqual({ ok: false, errors: [`x must be a number, found ${x}`] });
    }
  });

  test("a long value, cut, for the repair would repeat it", () => {
    const errorFor = (x: string) => readReply(JSON.stringify({ x, label: "a" }), Point);
    const whole = "y".repeat(60);
    expect(errorFor(whole)).toEqual({ ok: false, errors: [`x must be a number, found "${whole}"`] });
    expect(errorFor(`${whole}y`)).toEqual({ ok: false, errors: [`x must be a number, found "${whole}…"`] });
  });

  test("a score out of bounds, with the bound", () => {
    const criteria: Criterion[] = [{ name: "clarity", description: "?", min: 0, max: 10 }];
    const value = { rationales: { clarity: "r" }, scores: { clarity: 11 }, overall_score: 5, justification: "j" };
    const reply = readReply(JSON.stringify(value), scoreBody(criteria));
    expect(reply).toEqual({
      ok: false,
      errors: ["scores.clarity must be a number from 0 to 10, found 11"],
    });
  });

  test("what only `check` can tell", () => {
    expect(readReply(text, Point, () => ["x is wrong"])).toEqual({ ok: false, errors: ["x is wrong"] });
  });
});

describe("an answer in the form of the schema", () => {
  test("is read where its properties are the answer", () => {
    const answer = JSON.stringify({ type: "object", required: ["x"], properties: good });
    expect(readReply(answer, Point)).toMatchObject({ ok: true, value: good });
    expect(readReply(`\`\`\`json\n${answer}\n\`\`\``, Point)).toMatchObject({ ok: true, value: good });
  });

  test("is one fault where it is the schema itself, also with brackets that do not close where they should", () => {
    const broken = JSON.stringify(Point).replace('"label":', '"inner":{"label":').replace(/\}\}$/u, "},}");
    for (const answer of [
      broken,
      JSON.stringify(Point),
      JSON.stringify(Point, null, 2),
      `Here it is:\n${JSON.stringify(Point)}`,
    ]) {
      expect(readReply(answer, Point)).toEqual({
        ok: false,
        errors: ["the answer repeats the schema; write what it asks for, as values of its fields"],
      });
    }
  });

  test("is no answer of a schema that has texts alone", () => {
    const Topic = Type.Object({ topic: Type.String({ minLength: 1, description: "A few words" }) });
    for (const answer of [Topic, Topic.properties, { topic: { type: "string", value: "A queue" } }]) {
      expect(readReply(JSON.stringify(answer), Topic).ok).toBe(false);
    }
  });

  test("is not what a whole answer beside it is taken for", () => {
    expect(readReply(`${JSON.stringify(Point)}\n${text}`, Point)).toMatchObject({ ok: true, value: good });
  });
});

test("readUsable() spares optional parts and texts of a list that do not fit, each by itself, and nothing that is needed", () => {
  const text = Type.String({ minLength: 1 });
  const item = Type.Object({ name: text, note: Type.Optional(text) });
  const schema = Type.Object({ needed: text, items: Type.Array(item), texts: Type.Optional(Type.Array(text)) });
  const read = (value: object) => readUsable(JSON.stringify(value), schema, () => []);
  const items = [
    { name: "a", note: "" },
    { name: "b", note: "c" },
  ];
  expect(read({ needed: "n", items, texts: ["d", "", 2, "\u200b"] })).toMatchObject({
    ok: true,
    value: { needed: "n", items: [{ name: "a" }, { name: "b", note: "c" }], texts: ["d"] },
  });
  const spared = read({ needed: "n", items: [], texts: 5 });
  expect(spared).toEqual({ ok: true, value: { needed: "n", items: [] }, dropped: ["texts"] });
  for (const odd of [
    { needed: "", items: [] },
    { needed: "n", items: [{ name: "" }] },
    { needed: "n", items: ["c"] },
  ])
    expect(read(odd).ok).toBe(false);
});

test("readReply() drops keys that were not asked for and names them", () => {
  const reply = readReply('{"x": 1, "label": "a", "z": {"deep": 1}}', Point);
  expect(reply).toEqual({ ok: true, value: good, dropped: ["z", "z.deep"] });
});

test("readReply() answers megabytes of nonsense without hanging", () => {
  const reply = readReply("{[(".repeat(500_000), Point);
  expect(reply.ok).toBe(false);
});

describe("readReply() bounds what it walks:", () => {
  const List = Type.Object({ list: Type.Array(Type.Unknown()) });
  const refusal = (answer: string) => {
    const reply = readReply(answer, List);
    return reply.ok ? "" : reply.errors.join();
  };

  test("20,000 nested lists are refused, whole, in a fence, in prose and misspelled", () => {
    const deep = `{"list": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    for (const answer of [deep, `\`\`\`json\n${deep}\n\`\`\``, `Here: ${deep}.`]) {
      expect(refusal(answer)).toContain("lists and objects inside one another");
    }
    expect(refusal(deep.replace("}", ",}"))).toContain("no JSON object");
    expect(refusal(`{"list": ${"[".repeat(500_000)}`)).toContain("no JSON object");
  });

  test("a list of 20,000 texts and a text of 300,000 characters are refused with the bound", () => {
    expect(refusal(JSON.stringify({ list: Array(20_000).fill("a point") }))).toBe(
      "list: at most 500 entries, found 20000",
    );
    expect(refusal(JSON.stringify({ list: ["x".repeat(300_000)] }))).toBe(
      "list[0]: at most 200000 characters, found 300000",
    );
    expect(refusal(" ".repeat(4_000_001))).toContain("4000000 characters at most, found 4000001");
  });

  test("of many keys that were not asked for fifty are named, each cut", () => {
    const extra = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${"k".repeat(300)}${at}`, at]));
    const reply = readReply(JSON.stringify({ list: [], ...extra }), List);
    expect(reply.ok && [reply.dropped.length, reply.dropped.at(-1)]).toEqual([51, "and 250 more"]);
    expect(reply.ok && Math.max(...reply.dropped.map((path) => path.length))).toBeLessThan(130);
  });

  test("a fence with a hundred line breaks after it is found", () => {
    expect(readReply(`\`\`\`json \n${"\n".repeat(100)}${text}\n  \`\`\`\n\`\`\``, Point)).toEqual({
      ok: true,
      value: good,
      dropped: [],
    });
  });
});

test("readReply() takes time that grows with the length, for any unit that is repeated", () => {
  const read = (unit: string, start: string) => (length: number) =>
    void readReply(repeated(unit, length, start), Point);
  for (const unit of UNITS)
    for (const start of ["", "```json\n", 'So: {"x": '])
      expectLinear(JSON.stringify([start, unit]), read(unit, start), 100_000);
  fc.assert(
    fc.property(unitArbitrary, fc.constantFrom("", "```\n", '{"x": "'), (unit, start) => {
      expectLinear(JSON.stringify([start, unit]), read(unit, start), 100_000);
    }),
    { numRuns: 50 },
  );
});

describe("readReply() reads", () => {
  const value = (answer: string) => {
    const reply = readReply(answer, Point);
    return reply.ok ? reply.value : reply.errors;
  };
  const none = ["no JSON object was found in the answer; answer with one JSON object and nothing else"];

  test("the object that fits, whatever stands before, behind and in it", () => {
    expect(value(`{"x": 1, "label": "a \\" } b"} and } more {`)).toEqual({ x: 1, label: 'a " } b' });
    expect(value(`{"outer": ${text}} ${text}`)).toEqual(good);
    expect(value(`[${text}]`)).toEqual(good);
    expect(value(`\`\`\`\n{x: 1, label: 'a'\n\`\`\`\nand { so on`)).toEqual(good);
    expect(value(`It is {x: 1, label: 'a'`)).toEqual(good);
    expect(value(`x: 1, label: 'a'}`)).toEqual(none);
    expect([value("null"), value("[]"), value("7")]).toEqual([none, none, none]);
  });

  test("of several that do not fit the one with the fewest faults, and what was not asked for", () => {
    expect(value('{"a": 1} {"x": 1, "q": 2}')).toEqual([
      "label must be text that is not empty, found nothing",
      "q is not asked for",
    ]);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`q${at}`, at]));
    expect(value(JSON.stringify({ x: 1, ...many }))).toHaveLength(4);
  });

  test("twelve faults at most, each with its path, its own words and what was found", () => {
    const Many = Type.Object({
      list: Type.Array(Type.Number()),
      "a/b": Type.Optional(Type.Object({ "c~d": Type.Null() })),
    });
    const errors = (given: object) => {
      const reply = readReply(JSON.stringify(given), Many);
      return reply.ok ? [] : reply.errors;
    };
    expect(errors({ list: Array(20).fill("x") })).toHaveLength(12);
    expect(errors({ list: [1, "x"] })).toEqual(['list[1] must be a number, found "x"']);
    expect(errors({ list: [], "a/b": { "c~d": [1] } })).toEqual(['["a/b"]["c~d"] must be null, found a list']);
  });
});

describe("readUsable() of a design, where no repair is left,", () => {
  const DECISION = { aspect: "Store", choice: "SQL", rationale: "It is there", alternatives: ["Redis"] };
  const whole = {
    title: "A queue",
    summary: "Jobs wait in a table.",
    assumptions: ["One region"],
    architecture_overview: "A table and workers.",
    components: [{ name: "Worker", description: "Takes jobs", responsibilities: ["Takes a job"] }],
    data_flow: "Into the table and out of it.",
    tradeoffs: [DECISION],
    risks: [{ description: "It fills up", severity: "low" }],
    open_questions: ["How many jobs?"],
  };
  const read = (design: object) => readUsable(JSON.stringify(design), LeastDesign, () => []);

  test("keeps it without what its decisions lack, as a whole design", () => {
    const { alternatives: _, ...decision } = DECISION;
    const reply = read({ ...whole, tradeoffs: [decision] });
    expect(reply).toEqual({
      ok: true,
      value: { ...whole, tradeoffs: [{ ...DECISION, alternatives: [] }] } as DesignBody,
      dropped: [],
    });
    expect(reply.ok && Value.Check(DesignBody, reply.value)).toBe(true);
  });

  test.each(["assumptions", "tradeoffs", "risks", "open_questions"] as const)("keeps it without %s", (list) => {
    const { [list]: _, ...rest } = whole;
    for (const design of [rest, { ...whole, [list]: 7 }, { ...whole, [list]: [7] }]) {
      expect(read(design)).toMatchObject({ ok: true, value: { ...whole, [list]: [] } });
    }
  });

  test.each(["title", "summary", "architecture_overview", "components", "data_flow"] as const)(
    "refuses it without %s",
    (part) => {
      const { [part]: _, ...rest } = whole;
      expect(read(rest).ok).toBe(false);
      expect(read({ ...whole, [part]: part === "components" ? [] : "" }).ok).toBe(false);
    },
  );
});
