import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import { type Conflict, conflictsIn } from "../../src/plan/conflicts.ts";
import { naturally } from "../../src/plan/graph.ts";
import { HOSTILE } from "./hostile.ts";
import { task } from "./samples.ts";

/** Of tasks that are few enough to compare every path. */
function conflictsAmong(tasks: readonly PlanTask[]): Conflict[] {
  const { groups, unseen } = conflictsIn([tasks]);
  expect(unseen.size).toBe(0);
  return groups.flat();
}

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

describe("many tasks", () => {
  const name = fc.constantFrom(..."a b ab a.ts b.md * ** *.ts a* *b ? a[bc] {a,b} {a/x,b} .. . v1.2 字".split(" "), "");
  const path = fc.array(name, { maxLength: 4 }).map((names) => names.join("/"));
  const plans = fc
    .array(fc.array(path, { maxLength: 3 }), { minLength: 2, maxLength: 6 })
    .map((all) => all.map((files, at) => task(`t${at}`, [], { files })));

  test("meet as each pair of them does alone", () => {
    fc.assert(
      fc.property(plans, (tasks) => {
        const alone = tasks.flatMap((one, at) => tasks.slice(at + 1).flatMap((two) => conflictsAmong([one, two])));
        const named = (all: readonly Conflict[]) => all.map(({ a, b }) => `${a} ${b}`);
        expect(named(conflictsAmong(tasks))).toEqual(named(alone));
      }),
      { numRuns: 1_000 },
    );
  });

  test("are looked at in pairs that are asked for alone", () => {
    const tasks = ["a", "b", "c"].map((id) => task(id, [], { files: ["src/**"] }));
    const { groups } = conflictsIn([tasks], (one, other) => one === "b" || other === "b");
    expect(groups.flat().map(({ a, b }) => a + b)).toEqual(["ab", "bc"]);
  });

  const unseenIn = (name: string, many: number) => {
    const { tasks = [] } = HOSTILE[name]?.(many) ?? {};
    return { tasks, ...conflictsIn([tasks]) };
  };

  test("with more globs than are compared are named, and a pair of others is known to be apart or not", () => {
    const { tasks, unseen, groups } = unseenIn("paths of four parts with stars, all in progress", 250);
    expect(unseen.size).toBeGreaterThan(200);
    const seen = tasks.filter(({ id }) => !unseen.has(id));
    expect(seen.length).toBeGreaterThan(0);
    const between = groups.flat().filter(({ a, b }) => !unseen.has(a) && !unseen.has(b));
    expect(between).toEqual(conflictsAmong(seen));
  });

  test("that meet more often than is named are named too, and other groups have room of their own", () => {
    const { tasks, unseen, groups } = unseenIn("all touch the same hundred files", 65);
    expect(groups[0]).toHaveLength(2_000);
    expect(unseen.has("task-64")).toBe(true);
    const { groups: two } = conflictsIn([tasks, tasks.slice(0, 20)]);
    expect(two[1]).toHaveLength((20 * 19) / 2);
  });

  test("with plain paths apart need no look at each other", () => {
    const tasks = Array.from({ length: 2_000 }, (_, at) =>
      task(`t${at}`, [], { files: Array.from({ length: 20 }, (_, k) => `src/part-${at}/${k}/**/*.ts`) }),
    );
    expect(conflictsAmong(tasks).sort((x, y) => naturally(x.a, y.a))).toEqual([]);
  });
});
