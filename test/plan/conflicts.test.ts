import { describe, expect, test } from "bun:test";
import { conflictsAmong } from "../../src/plan/conflicts.ts";
import { task } from "./samples.ts";

const meet = (one: string, other: string): boolean => {
  const there = conflictsAmong([task("a", [], { files: [one] }), task("b", [], { files: [other] })]).length > 0;
  const back = conflictsAmong([task("a", [], { files: [other] }), task("b", [], { files: [one] })]).length > 0;
  expect(back).toBe(there);
  return there;
};

describe("two tasks touch the same files", () => {
  const same: [string, string][] = [
    ["src/a.ts", "src/a.ts"],
    ["./src/a.ts", "src//A.ts"],
    ["src/store", "src/store/read.ts"],
    ["src/", "src/store/deep/x.ts"],
    ["src\\a.ts", "src/a.ts"],
    ["src/*.ts", "src/a.ts"],
    ["src/**", "src/a/b.ts"],
    ["src/**", "src/**/*.test.ts"],
    ["**/*.md", "docs/a/b.md"],
    ["src/store/*.ts", "src/store"],
    ["src/{a,b}.ts", "src/a.ts"],
    ["test/*.test.ts", "test/a*.ts"],
    ["資料/設計.md", "資料"],
    ["caf\u00e9.md", "cafe\u0301.md"],
    [".", "src/a.ts"],
    ["./", "docs"],
    ["/", "src/*.ts"],
    ["src/..", "docs/a.md"],
    ["lib/../src/a.ts", "src/a.ts"],
    ["../other/./a.ts", "../other/a.ts"],
    ["src/{a/x,b/y}.ts", "src/b/y.ts"],
    ["src/{a,{b/x,c}}/z.ts", "src/b/x/z.ts"],
    ["src/a.ts:10-20", "src/a.ts"],
    ["src/a.ts:7:3", "src/a.ts:90"],
    ["src/a.ts#L4-L9", "src/a.ts"],
    ["app/v1.2", "app/**/*.ts"],
  ];
  for (const [one, other] of same) test(`by ${one} and ${other}`, () => expect(meet(one, other)).toBe(true));
});

describe("two tasks touch other files", () => {
  const apart: [string, string][] = [
    ["src/a.ts", "src/b.ts"],
    ["src/store", "src/storey/read.ts"],
    ["src/*.ts", "src/*.md"],
    ["src/*.ts", "src/a/b.ts"],
    ["src/**", "test/**"],
    ["**/*.md", "docs/a.ts"],
    ["src/store/*", "src/stats/*"],
    ["", "src/a.ts"],
    [" ", "src/a.ts"],
    ["../src/a.ts", "src/a.ts"],
    ["src/{a,b}/{c,d}.ts", "src/a/c.md"],
    ["src/{a/x", "src/b.ts"],
    ["app/v1.ts", "app/**/*.ts.md"],
  ];
  for (const [one, other] of apart) test(`by ${one} and ${other}`, () => expect(meet(one, other)).toBe(false));
});

test("one conflict is told of each pair, with the first paths that meet, in natural order", () => {
  const tasks = [
    task("t10", [], { files: ["src/a.ts", "src/b.ts"] }),
    task("t2", [], { files: ["src/b.ts", "src/a.ts"] }),
    task("t3", [], { files: ["src"] }),
    task("t4"),
  ];
  expect(conflictsAmong(tasks)).toEqual([
    { a: "t2", b: "t3", files: ["src/b.ts", "src"] },
    { a: "t2", b: "t10", files: ["src/a.ts", "src/a.ts"] },
    { a: "t3", b: "t10", files: ["src", "src/a.ts"] },
  ]);
});
