import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hasCycle } from "graphology-dag";
import { cyclesOf, cycleThrough, stuckIn } from "../../src/plan/cycles.ts";
import { graphOf } from "../../src/plan/graph.ts";
import { graphs, plain } from "./graphs.ts";
import { task } from "./samples.ts";

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

  test("lead from each of their tasks back to it, as shortly as can be", () => {
    const graph = graphOf([
      task("a", ["c", "d"]),
      task("b", ["a"]),
      task("c", ["b"]),
      task("d", ["a"]),
      task("e", ["e"]),
    ]);
    expect(["a", "b", "e"].map((id) => cycleThrough(graph, id).join(""))).toEqual(["ada", "bcab", "ee"]);
  });
});
