import fc from "fast-check";
import { DirectedGraph } from "graphology";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import { task } from "./samples.ts";

/** The same graph as anybody would make it of graphology, with ids as nodes. */
export function plain(tasks: readonly PlanTask[]): DirectedGraph {
  const graph = new DirectedGraph();
  for (const { id } of tasks) graph.mergeNode(id);
  for (const { id, depends_on } of tasks)
    for (const on of depends_on) if (graph.hasNode(on)) graph.mergeDirectedEdge(on, id);
  return graph;
}

/** Up to nine tasks of which each waits for some of those before it; with `cycles` for any. */
export const graphs = (cycles: boolean): fc.Arbitrary<PlanTask[]> =>
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
