import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import type { Criterion } from "../../src/schemas/criterion.ts";
import { scoreBody } from "../../src/schemas/score.ts";
import { readReply } from "../../src/session/reply.ts";

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
    expect(reply).toEqual({ ok: false, errors: ["label: expected required property, found nothing"] });
  });

  test("a number written as a string or a boolean, which is not guessed at", () => {
    for (const x of ['"1"', "true", "null"]) {
      const reply = readReply(`{"x": ${x}, "label": "a"}`, Point);
      expect(reply).toEqual({ ok: false, errors: [`x: expected number, found ${x}`] });
    }
  });

  test("a score out of bounds, with the bound", () => {
    const criteria: Criterion[] = [{ name: "clarity", description: "?", min: 0, max: 10 }];
    const value = { rationales: { clarity: "r" }, scores: { clarity: 11 }, overall_score: 5, justification: "j" };
    const reply = readReply(JSON.stringify(value), scoreBody(criteria));
    expect(reply).toEqual({
      ok: false,
      errors: ["scores.clarity: expected number to be less or equal to 10, found 11"],
    });
  });

  test("what only `check` can tell", () => {
    expect(readReply(text, Point, () => ["x is wrong"])).toEqual({ ok: false, errors: ["x is wrong"] });
  });
});

test("readReply() drops keys that were not asked for and names them", () => {
  const reply = readReply('{"x": 1, "label": "a", "z": {"deep": 1}}', Point);
  expect(reply).toEqual({ ok: true, value: good, dropped: ["z", "z.deep"] });
});

test("readReply() answers megabytes of nonsense without hanging", () => {
  const reply = readReply("{[(".repeat(500_000), Point);
  expect(reply.ok).toBe(false);
});
