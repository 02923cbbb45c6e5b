import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, type Bounds, exceededBound, MAX_AMOUNT } from "../../src/artifacts/bounds.ts";
import { Criterion } from "../../src/artifacts/criterion.ts";
import { kindRow } from "../../src/artifacts/stages/files.ts";
import { ARTIFACT_KINDS, type ArtifactKind } from "../../src/artifacts/stages/stages.ts";

type Bounded = keyof typeof BOUNDS | ArtifactKind;
const ALL = {
  ...BOUNDS,
  ...Object.fromEntries(ARTIFACT_KINDS.map((kind) => [kind, kindRow(kind).bounds])),
} as Record<Bounded, Bounds>;

const SMALL: Bounds = { characters: 20, text: 10, items: 3, values: 8, depth: 3 };

function nested(depth: number): unknown {
  let value: unknown = "core";
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { in: value };
  return value;
}

describe("exceededBound()", () => {
  test("finds nothing in a value that reaches every bound", () => {
    expect(exceededBound({ a: "1234567890", b: ["234567", [3]] }, SMALL)).toBeNull();
    expect(exceededBound([1, 2, 3], SMALL)).toBeNull();
    expect(exceededBound(null, SMALL)).toBeNull();
    expect(exceededBound(undefined, SMALL)).toBeNull();
  });

  test("names the place of a text, a list and a depth that are too much", () => {
    expect(exceededBound({ a: ["12345678901"] }, SMALL)).toBe("a[0]: at most 10 characters, found 11");
    expect(exceededBound({ a: [1, 2, 3, 4] }, SMALL)).toBe("a: at most 3 entries, found 4");
    expect(exceededBound({ a: { b: { c: [] } } }, SMALL)).toBe("a.b.c: at most 3 lists and objects inside one another");
    expect(exceededBound("12345678901", SMALL)).toBe("at most 10 characters, found 11");
  });

  test("adds up characters, those of keys too, and values", () => {
    expect(exceededBound(["1234567890", "1234567890", "1"], SMALL)).toBe("at most 20 characters in all, found more");
    expect(exceededBound({ "12345678901": "1234567890" }, SMALL)).toBe("at most 20 characters in all, found more");
    expect(
      exceededBound(
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        SMALL,
      ),
    ).toBe("at most 8 values in all, found more");
  });

  test("answers for any depth without a call stack", () => {
    for (const bounds of Object.values(ALL)) {
      expect(exceededBound(nested(bounds.depth), bounds)).toBeNull();
      expect(exceededBound(nested(bounds.depth + 1), bounds)).toContain("inside one another");
      expect(exceededBound(nested(500_000), bounds)).toContain("inside one another");
    }
    expect((exceededBound(nested(100), BOUNDS.answer) ?? "").length).toBeLessThan(200);
  });

  test("takes a design of 200,000 characters in every kind that holds one", () => {
    const design = {
      title: "t",
      summary: "s".repeat(200_000),
      components: Array(300).fill({ name: "n", uses: ["a"] }),
    };
    for (const kind of ["answer", "design"] as const) expect(exceededBound(design, ALL[kind])).toBeNull();
  });
});

/** What is taken of each kind: characters in all, of one text, entries, values in all, and lists inside one another. */
const TAKEN: Record<Bounded, [number, number, number, number, number]> = {
  answer: [400_000, 200_000, 500, 10_000, 12],
  task: [2_000_000, 1_000_000, 2_000, 20_000, 12],
  idea: [2_000_000, 1_000_000, 2_000, 20_000, 12],
  entrant: [201_000, 200_000, 10, 20, 3],
  basis: [210_000, 200_000, 10, 20, 3],
  design: [2_000_000, 200_000, 5_000, 50_000, 16],
  review: [2_000_000, 200_000, 5_000, 50_000, 16],
  score: [2_000_000, 200_000, 5_000, 50_000, 16],
  brief: [2_000_000, 200_000, 500, 20_000, 12],
  interview: [15_000_000, 200_000, 500, 200_000, 12],
  hold: [1_000, 100, 10, 20, 4],
  vote: [500_000, 20_000, 250, 40_000, 8],
  decision: [4_000_000, 10_000, 500, 100_000, 8],
  plan: [1_000_000, 100_000, 200, 20_000, 8],
  look: [15_000_000, 200_000, 50_000, 200_000, 8],
  ranking: [15_000_000, 200_000, 50_000, 1_000_000, 16],
  desk: [20_000_000, 5_000_000, 50_000, 1_100_000, 20],
  question: [200_000, 100_000, 200, 15_000, 6],
  person: [200_000, 100_000, 200, 2_000, 5],
  question_line: [201_000, 100_000, 200, 15_100, 8],
  ledger_line: [50_000, 20_000, 500, 2_000, 8],
};

test("each kind takes so much of everything and not one more", () => {
  for (const [kind, [characters, text, items, values, depth]] of Object.entries(TAKEN)) {
    const bounds = ALL[kind as Bounded];
    const takes = (value: unknown): boolean => exceededBound(value, bounds) === null;
    const texts = (all: number): string[] => {
      const whole = Array<string>(Math.floor(all / text)).fill("x".repeat(text));
      return all % text > 0 ? [...whole, "x".repeat(all % text)] : whole;
    };
    /** So many values: a list of lists, itself among them. */
    const lists = (all: number): number[][] => {
      const found: number[][] = [];
      for (let left = all - 1; left > 0; ) {
        const inner = Math.min(items, left - 1);
        found.push(Array<number>(inner).fill(0));
        left -= inner + 1;
      }
      return found;
    };
    const pairs = [
      [texts(characters), texts(characters + 1)],
      ["x".repeat(text), "x".repeat(text + 1)],
      [Array(items).fill(0), Array(items + 1).fill(0)],
      [lists(values), lists(values + 1)],
      [nested(depth), nested(depth + 1)],
    ];
    expect([kind, pairs.map(([most, more]) => [takes(most), takes(more)])]).toEqual([
      kind,
      pairs.map(() => [true, false]),
    ]);
  }
});

test("a place is told by six keys of forty characters at most", () => {
  const bounds = { ...SMALL, characters: 1_000, values: 100, depth: 20 };
  const inside = (keys: string[]) => keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), "12345678901");
  const told = "at most 10 characters, found 11";
  expect(exceededBound(inside(["a", "b", "c", "d", "e", "f"]), bounds)).toBe(`a.b.c.d.e.f: ${told}`);
  expect(exceededBound(inside(["a", "b", "c", "d", "e", "f", "g"]), bounds)).toBe(`a.b.c.d.e.f…: ${told}`);
  expect(exceededBound(inside(["k".repeat(41)]), bounds)).toBe(`${"k".repeat(40)}: ${told}`);
  expect(exceededBound([[["12345678901"]]], bounds)).toBe(`[0][0][0]: ${told}`);
  // Of several the first is told.
  expect(exceededBound({ a: [1, "12345678901"], b: "1234567890123" }, bounds)).toBe(`a[1]: ${told}`);
});

test("numbers past any scale or amount are not taken", () => {
  const scale = { name: "clarity", description: "?", min: 0, max: 1_000_000, weight: 1_000_000 };
  expect(Value.Check(Criterion, scale)).toBe(true);
  for (const more of [{ max: 1_000_001 }, { weight: 1_000_001 }, { min: -1_000_001 }, { weight: -1 }])
    expect(Value.Check(Criterion, { ...scale, ...more })).toBe(false);
  expect(MAX_AMOUNT).toBe(1e12);
});
