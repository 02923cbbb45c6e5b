import { describe, expect, test } from "bun:test";
import { type TSchema, Type, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { ROLE_NAMES, type Role } from "../../src/artifacts/stages/stages.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import type { Agent } from "../../src/prompting/agent.ts";
import { asMeant } from "../../src/session/as-meant.ts";
import { readReply } from "../../src/session/reply.ts";
import { askerAgent } from "../../src/stages/brief/asker.ts";
import { brieferAgent } from "../../src/stages/brief/briefer.ts";
import { openerAgent } from "../../src/stages/brief/opener.ts";
import { topicAgent } from "../../src/stages/brief/topic.ts";
import { designerAgent } from "../../src/stages/designs/designer.ts";
import { evaluatorAgent } from "../../src/stages/judgement/evaluator.ts";
import { plannerAgent } from "../../src/stages/plan/planner.ts";

/** Every schema that an agent asks with: with all that an input may ask for, and where answers are changed. */
function schemasOf<I>(agent: Agent<I, TSchema>, ...inputs: unknown[]): TSchema[] {
  return inputs.flatMap((input) => [agent.output(input as I), ...(agent.least ? [agent.least(input as I)] : [])]);
}

const parts = ["task", "requirements", "open_questions"];
const SCHEMAS: Record<Role, TSchema[]> = {
  topic: schemasOf(topicAgent, { name: true, split: true }),
  designer: schemasOf(designerAgent, {}),
  opener: schemasOf(openerAgent, { left: 7 }),
  asker: schemasOf(askerAgent, { left: 7 }),
  briefer: schemasOf(brieferAgent, { change: null }, { change: { parts, left: 3 } }),
  planner: schemasOf(plannerAgent, { change: null }, { change: {} }),
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

  test("guesses at no number, no other word and nothing beside the schema, and changes no value that it was given", () => {
    const schema = Type.Object({ level: Type.Optional(Level), count: Type.Optional(Type.Number()) });
    const given = { level: "highest", count: "1", other: null, __proto__: null };
    const before = structuredClone(given);
    expect(asMeant(schema, given)).toEqual(given);
    expect(given).toEqual(before);
    expect(asMeant(schema, { count: 0 })).toEqual({ count: 0 });
  });
});
