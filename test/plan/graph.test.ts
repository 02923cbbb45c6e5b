import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { countConnectedComponents } from "graphology-components";
import { topologicalGenerations } from "graphology-dag";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import { bottlenecksOf } from "../../src/plan/bottlenecks.ts";
import { dependentsOf, generationsOf, graphOf, heaviest, islandsOf, naturally, reached } from "../../src/plan/graph.ts";
import { graphs, plain } from "./graphs.ts";
import { TWELVE, task } from "./samples.ts";

const isOrder = (order: readonly string[], tasks: readonly PlanTask[]): boolean =>
  tasks.every(({ id, depends_on }) => depends_on.every((on) => order.indexOf(on) < order.indexOf(id)));

describe("order", () => {
  test("of twelve tasks, worked by hand: each stands one step behind the last of what it waits for", () => {
    expect(generationsOf(graphOf(TWELVE))).toEqual([
      ["a", "k"],
      ["b", "c", "l"],
      ["d", "e", "f"],
      ["g", "h", "i"],
      ["j"],
    ]);
  });

  test("is that of graphology, and does not change with the order of files", () => {
    fc.assert(
      fc.property(graphs(false), fc.nat(), (tasks, turn) => {
        const found = generationsOf(graphOf(tasks));
        expect(found).toEqual(topologicalGenerations(plain(tasks)).map((ids) => ids.sort(naturally)));
        expect(isOrder(found.flat(), tasks)).toBe(true);
        const at = turn % tasks.length;
        expect(generationsOf(graphOf([...tasks.slice(at), ...tasks.slice(0, at)]))).toEqual(found);
      }),
    );
  });

  test("sorts ids as people do", () => {
    expect(["t10", "t2", "認証", "a", "t2b"].sort(naturally)).toEqual(["a", "t2", "t2b", "t10", "認証"]);
  });

  test("takes ids that are names of an object's own", () => {
    const ids = ["__proto__", "constructor", "toString", "1"];
    const graph = graphOf(ids.map((id, at) => task(id, ids.slice(0, at))));
    expect(generationsOf(graph).flat()).toEqual(ids);
    expect(bottlenecksOf(graph).rows).toEqual([]);
  });
});

describe("what comes before and after", () => {
  const graph = graphOf([...TWELVE, task("m", ["nowhere", "a", "a"])]);

  test("directly: each once, in natural order, and nothing unknown", () => {
    expect(graph.before.get("m")).toEqual(["a"]);
    expect(graph.after.get("a")).toEqual(["b", "c", "m"]);
    expect(graph.before.get("j")).toEqual(["g", "h"]);
  });

  test("in all", () => {
    expect([...reached(graph.before, "j")].sort().join("")).toBe("abcdefgh");
    expect([...reached(graph.after, "c")].sort().join("")).toBe("efghij");
    expect(reached(graph.before, "k").size).toBe(0);
    const loop = graphOf([task("x", ["y"]), task("y", ["x"])]);
    expect([...reached(loop.after, "x")].sort()).toEqual(["x", "y"]);
  });

  test("in number, of many at once as of each", () => {
    fc.assert(
      fc.property(graphs(false), (tasks) => {
        const graph = graphOf(tasks);
        for (const [id, many] of dependentsOf(graph)) expect(many).toBe(reached(graph.after, id).size);
      }),
    );
    const chain = graphOf(Array.from({ length: 70 }, (_, at) => task(`t${at}`, at === 0 ? [] : [`t${at - 1}`])));
    expect([...dependentsOf(chain).values()].sort((a, b) => a - b)).toEqual([...chain.ids.keys()]);
  });

  test("islands are the parts that graphology counts", () => {
    expect(islandsOf(graphOf(TWELVE))).toEqual([
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
      ["k", "l"],
    ]);
    fc.assert(
      fc.property(graphs(true), (tasks) => {
        expect(islandsOf(graphOf(tasks))).toHaveLength(countConnectedComponents(plain(tasks)));
      }),
    );
  });
});

describe("heaviest()", () => {
  test("is the highest sum over all paths there are", () => {
    const weights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(graphs(false), weights, (tasks, costs) => {
        const graph = graphOf(tasks);
        const weight = ({ id }: PlanTask): number => costs[Number(id.slice(1))] ?? 1;
        const sums = (id: string): number[] => {
          const own = weight(task(id));
          const further = (graph.after.get(id) ?? []).flatMap(sums);
          return further.length === 0 ? [own] : further.map((sum) => own + sum);
        };
        const { path, sum, tail } = heaviest(graph, weight);
        expect(sum).toBe(Math.max(...graph.ids.flatMap(sums)));
        expect(path.reduce((all, id) => all + weight(task(id)), 0)).toBe(sum);
        for (const [at, id] of path.slice(1).entries()) expect(graph.before.get(id)).toContain(path[at] ?? "");
        for (const id of graph.ids) expect(tail.get(id)).toBe(Math.max(...sums(id)));
      }),
    );
  });

  test("of nothing is nothing, and of two as long the one that comes first", () => {
    expect(heaviest(graphOf([]), () => 1)).toEqual({ path: [], sum: 0, tail: new Map() });
    const two = [task("b"), task("d", ["b"]), task("a"), task("c", ["a"])];
    expect(heaviest(graphOf(two), () => 1).path).toEqual(["a", "c"]);
  });
});
