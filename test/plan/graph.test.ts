import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DirectedGraph } from "graphology";
import { countConnectedComponents } from "graphology-components";
import { hasCycle, topologicalGenerations } from "graphology-dag";
import betweenness from "graphology-metrics/centrality/betweenness";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import {
  bottlenecksOf,
  cyclesOf,
  generationsOf,
  graphOf,
  heaviest,
  islandsOf,
  naturally,
  reached,
  stuckIn,
} from "../../src/plan/graph.ts";
import { TWELVE, task } from "./samples.ts";

/** The same graph as anybody would make it of graphology, with ids as nodes. */
function plain(tasks: readonly PlanTask[]): DirectedGraph {
  const graph = new DirectedGraph();
  for (const { id } of tasks) graph.mergeNode(id);
  for (const { id, depends_on } of tasks)
    for (const on of depends_on) if (graph.hasNode(on)) graph.mergeDirectedEdge(on, id);
  return graph;
}

/** Up to nine tasks of which each waits for some of those before it; with `cycles` for any. */
const graphs = (cycles: boolean): fc.Arbitrary<PlanTask[]> =>
  fc.integer({ min: 1, max: 9 }).chain((many) =>
    fc.array(fc.array(fc.nat(many - 1), { maxLength: 4 }), { minLength: many, maxLength: many }).map((all) =>
      all.map((on, at) =>
        task(
          `t${at}`,
          [...new Set(on)].filter((each) => cycles || each < at).map((each) => `t${each}`),
        ),
      ),
    ),
  );

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
    expect(bottlenecksOf(graph)).toEqual([]);
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

describe("cycles", () => {
  test("are paths, one for each edge that closes one", () => {
    // a → b → c → a and b → d → b share b; e waits for itself; f waits for c.
    const tasks = [task("a", ["c"]), task("b", ["a", "d"]), task("c", ["b"]), task("d", ["b"]), task("e", ["e"])];
    expect(cyclesOf(graphOf([...tasks, task("f", ["c"])]))).toEqual({
      paths: [
        ["a", "b", "c", "a"],
        ["b", "d", "b"],
        ["e", "e"],
      ],
      more: 0,
    });
  });

  test("are found where graphology finds one, are such, and nothing is left without the edges that close them", () => {
    fc.assert(
      fc.property(graphs(true), (tasks) => {
        const graph = graphOf(tasks);
        const { paths } = cyclesOf(graph);
        expect(paths.length > 0).toBe(hasCycle(plain(tasks)));
        const closing = new Set(paths.map((path) => `${path.at(-2)} ${path.at(-1)}`));
        expect(closing.size).toBe(paths.length);
        for (const path of paths) {
          expect(path[0]).toBe(path.at(-1) ?? "");
          expect(new Set(path).size).toBe(path.length - 1);
          for (const [at, id] of path.slice(1).entries()) expect(graph.before.get(id)).toContain(path[at] ?? "");
        }
        const mended = tasks.map((each) => ({
          ...each,
          depends_on: each.depends_on.filter((on) => !closing.has(`${on} ${each.id}`)),
        }));
        expect(cyclesOf(graphOf(mended)).paths).toEqual([]);
      }),
    );
  });

  test("keep out of every order what stands in one or waits for it, and nothing else", () => {
    const tasks = [
      task("a"),
      task("b", ["a", "d"]),
      task("c", ["b"]),
      task("d", ["c"]),
      task("e", ["d"]),
      task("f", ["a"]),
    ];
    const { cycle, waiting } = stuckIn(graphOf([...tasks, task("g", ["g"])]));
    expect([...cycle]).toEqual(["b", "c", "d", "g"]);
    expect([...waiting]).toEqual(["e"]);
    fc.assert(
      fc.property(graphs(true), (all) => {
        const stuck = stuckIn(graphOf(all));
        const sound = all.filter(({ id }) => !stuck.cycle.has(id) && !stuck.waiting.has(id));
        expect(hasCycle(plain(sound))).toBe(false);
        for (const { depends_on } of sound)
          for (const on of depends_on) expect(stuck.cycle.has(on) || stuck.waiting.has(on)).toBe(false);
      }),
    );
  });

  test("of a graph in which all wait for all are counted, not all written out", () => {
    const ids = Array.from({ length: 60 }, (_, at) => `t${at}`);
    const { paths, more } = cyclesOf(graphOf(ids.map((id) => task(id, ids))));
    // Depth first from t0 leads through all in turn: of 60 × 60 edges those back to an open task, and to itself, close one.
    expect(paths).toHaveLength(200);
    expect(paths.length + more).toBe((60 * 61) / 2);
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

describe("bottlenecksOf()", () => {
  test("of a diamond, worked by hand", () => {
    // a → b, a → c, b → d, c → d, d → e. From a to d two ways are as short: b and c have ½ each; from a to e they have
    // ½ each and d 1; from b to e and from c to e d has 1. So d: 1 + 1 + 1 = 3, b: ½ + ½ = 1, c: 1.
    const diamond = [task("a"), task("b", ["a"]), task("c", ["a"]), task("d", ["b", "c"]), task("e", ["d"])];
    expect(bottlenecksOf(graphOf(diamond))).toEqual([
      { id: "d", ways: 3 },
      { id: "b", ways: 1 },
      { id: "c", ways: 1 },
    ]);
  });

  test("of nothing is nothing", () => expect(bottlenecksOf(graphOf([]))).toEqual([]));

  test("is graphology's own centrality, the highest first", () => {
    fc.assert(
      fc.property(graphs(true), (tasks) => {
        const own = betweenness(plain(tasks), { normalized: false });
        const found = bottlenecksOf(graphOf(tasks));
        for (const { id, ways } of found) expect(ways).toBeCloseTo(own[id] ?? -1, 9);
        expect(found).toHaveLength(Object.values(own).filter((ways) => ways > 0).length);
        expect(found.map(({ ways }) => ways)).toEqual(found.map(({ ways }) => ways).sort((a, b) => b - a));
      }),
    );
  });
});
