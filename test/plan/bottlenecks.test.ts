import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import betweenness from "graphology-metrics/centrality/betweenness";
import { bottlenecksOf } from "../../src/plan/bottlenecks.ts";
import { graphOf, reached } from "../../src/plan/graph.ts";
import { graphs, plain } from "./graphs.ts";
import { HOSTILE } from "./hostile.ts";
import { task } from "./samples.ts";

describe("bottlenecksOf()", () => {
  test("of a diamond, worked by hand", () => {
    // a → b, a → c, b → d, c → d, d → e. From a to d two ways are as short: b and c have ½ each; from a to e they have
    // ½ each and d 1; from b to e and from c to e d has 1. So d: 1 + 1 + 1 = 3, b: ½ + ½ = 1, c: 1.
    const diamond = [task("a"), task("b", ["a"]), task("c", ["a"]), task("d", ["b", "c"]), task("e", ["d"])];
    expect(bottlenecksOf(graphOf(diamond)).rows).toEqual([
      { id: "d", ways: 3 },
      { id: "b", ways: 1 },
      { id: "c", ways: 1 },
    ]);
  });

  test("of nothing is nothing", () => expect(bottlenecksOf(graphOf([]))).toEqual({ rows: [], pairs: 0, from: 0 }));

  test("is graphology's own centrality, the highest first", () => {
    fc.assert(
      fc.property(graphs(true), (tasks) => {
        const own = betweenness(plain(tasks), { normalized: false });
        const graph = graphOf(tasks);
        const { rows: found, pairs, from } = bottlenecksOf(graph);
        const others = graph.ids.map((id) => [...reached(graph.after, id)].filter((each) => each !== id).length);
        expect(pairs).toBe(others.reduce((sum, many) => sum + many, 0));
        expect(from).toBe(tasks.length);
        for (const { id, ways } of found) expect(ways).toBeCloseTo(own[id] ?? -1, 9);
        expect(found).toHaveLength(Object.values(own).filter((ways) => ways > 0).length);
        expect(found.map(({ ways }) => ways)).toEqual(found.map(({ ways }) => ways).sort((a, b) => b - a));
      }),
    );
  });

  test("counts from a sample where there is too much to go along, and its shares are about those of all", () => {
    const many = HOSTILE["each waits for the hundred before it"]?.(2_000).tasks ?? [];
    const { rows, pairs, from } = bottlenecksOf(graphOf(many));
    expect([from > 400, from < 600]).toEqual([true, true]);
    expect(pairs / from).toBeCloseTo(1_999 / 2, -2);
    // Counted from all 2,000: task-999 stands on 1 % of all ways, and no task on more.
    expect((rows[0]?.ways ?? 0) / pairs).toBeCloseTo(0.01, 2);
  });
});
