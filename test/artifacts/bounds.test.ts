import { describe, expect, test } from "bun:test";
import { BOUNDS, type Bounds, exceededBound } from "../../src/artifacts/bounds.ts";

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
    for (const bounds of Object.values(BOUNDS)) {
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
    for (const kind of ["answer", "design"] as const) expect(exceededBound(design, BOUNDS[kind])).toBeNull();
  });
});
