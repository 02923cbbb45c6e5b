import { DirectedGraph } from "graphology";
import { connectedComponents, stronglyConnectedComponents } from "graphology-components";
import { topologicalGenerations } from "graphology-dag";
import betweenness from "graphology-metrics/centrality/betweenness";
import type { PlanTask } from "../artifacts/plan-task.ts";

/**
 * Tasks and what comes before what. Nodes of the graph are n0, n1, … in the natural order of ids, since an id may be any
 * text; an edge leads from what comes before to what waits for it. Unknown dependencies are no edges.
 */
export type Graph = {
  ids: readonly string[];
  tasks: ReadonlyMap<string, PlanTask>;
  /** Direct prerequisites and dependents of an id, in natural order. */
  before: ReadonlyMap<string, readonly string[]>;
  after: ReadonlyMap<string, readonly string[]>;
  graph: DirectedGraph;
};

/** Ids as people sort them: task-2 before task-10. */
export function naturally(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : Number(a > b));
}
const COLLATOR = new Intl.Collator("en", { numeric: true });

/** The graph of some tasks, each id once; what stands outside them does not count. */
export function graphOf(tasks: readonly PlanTask[]): Graph {
  const sorted = [...tasks].sort((a, b) => naturally(a.id, b.id));
  const known = new Map(sorted.map((task) => [task.id, task]));
  const ids = [...known.keys()];
  const node = new Map(ids.map((id, at) => [id, `n${at}`]));
  const before = new Map(
    ids.map((id) => [id, [...new Set(known.get(id)?.depends_on)].filter((each) => known.has(each)).sort(naturally)]),
  );
  const after = new Map<string, string[]>(ids.map((id) => [id, []]));
  const graph = new DirectedGraph();
  for (const id of ids) graph.addNode(node.get(id));
  for (const id of ids)
    for (const each of before.get(id) ?? []) {
      after.get(each)?.push(id);
      graph.addDirectedEdge(node.get(each), node.get(id));
    }
  return { ids, tasks: known, before, after, graph };
}

/** Ids in the order in which graphology gives their nodes. */
const named = ({ ids }: Graph, nodes: readonly string[]): string[] =>
  nodes.map((node) => ids[Number(node.slice(1))] ?? "");

/** What can be done at the same time, one after the other: each waits for something of the one before. */
export function generationsOf(sound: Graph): string[][] {
  return topologicalGenerations(sound.graph).map((nodes) => named(sound, nodes).sort(naturally));
}

/** How many pairs of tasks have this one on a shortest way from one to the other (Brandes 2001), the most first. */
export function bottlenecksOf(graph: Graph): { id: string; ways: number }[] {
  if (graph.ids.length === 0) return [];
  const ways = betweenness(graph.graph, { normalized: false, getEdgeWeight: null });
  return Object.entries(ways)
    .flatMap(([node, count]) => (count > 0 ? [{ id: named(graph, [node])[0] ?? "", ways: count }] : []))
    .sort((a, b) => b.ways - a.ways || naturally(a.id, b.id));
}

/** Parts that have nothing to do with each other, the largest first. */
export function islandsOf(graph: Graph): string[][] {
  return connectedComponents(graph.graph)
    .map((nodes) => named(graph, nodes).sort(naturally))
    .sort((a, b) => b.length - a.length || naturally(a[0] ?? "", b[0] ?? ""));
}

/** Everything that is reached from an id by one way or the other, without itself unless it stands in a cycle. */
export function reached(ways: Graph["before"], id: string): Set<string> {
  const found = new Set<string>();
  const left = [...(ways.get(id) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(ways.get(next) ?? []));
  }
  return found;
}

/**
 * Tasks that stand in a cycle, which have no place in any order, and those that wait for one of them and never can be
 * started: what is completed holds nothing up.
 */
export function stuckIn(graph: Graph): { cycle: Set<string>; waiting: Set<string> } {
  const loops = graph.ids.filter((id) => graph.before.get(id)?.includes(id));
  const strong = stronglyConnectedComponents(graph.graph).filter((nodes) => nodes.length > 1);
  const cycle = new Set([...loops, ...strong.flatMap((nodes) => named(graph, nodes))].sort(naturally));
  const isOpen = (id: string): boolean => graph.tasks.get(id)?.status !== "completed";
  const waiting = new Set<string>();
  const left = [...cycle].filter(isOpen);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const id of graph.after.get(next) ?? []) {
      if (cycle.has(id) || waiting.has(id) || !isOpen(id)) continue;
      waiting.add(id);
      left.push(id);
    }
  }
  return { cycle, waiting };
}

/** A shortest way from a task of a cycle back to itself; it stands at both ends. */
export function cycleThrough({ after }: Pick<Graph, "after">, id: string): string[] {
  const came = new Map<string, string>();
  const left = [id];
  for (let at = left.shift(); at !== undefined; at = left.shift()) {
    for (const next of after.get(at) ?? []) {
      if (came.has(next)) continue;
      came.set(next, at);
      left.push(next);
    }
  }
  const way = [id];
  for (let at = came.get(id); at !== undefined && at !== id; at = came.get(at)) way.unshift(at);
  return [id, ...way];
}

/** Cycles that are written out; the rest is counted. */
const MAX_CYCLES = 200;

/**
 * A path a → b → a for each edge that closes a cycle, met in the natural order of ids: each task comes before the next,
 * the first again at the end. Not every cycle there is, of which there can be more than anybody reads.
 */
export function cyclesOf(graph: Graph): { paths: string[][]; more: number } {
  const paths: string[][] = [];
  let more = 0;
  const state = new Map<string, "open" | "done">();
  for (const start of graph.ids) {
    if (state.has(start)) continue;
    const way = [{ id: start, left: [...(graph.after.get(start) ?? [])] }];
    state.set(start, "open");
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.left.shift();
      if (next === undefined) {
        state.set(step.id, "done");
        way.pop();
      } else if (state.get(next) === "open") {
        if (paths.length < MAX_CYCLES) {
          const ids = way.map(({ id }) => id);
          paths.push([...ids.slice(ids.indexOf(next)), next]);
        } else more++;
      } else if (!state.has(next)) {
        state.set(next, "open");
        way.push({ id: next, left: [...(graph.after.get(next) ?? [])] });
      }
    }
  }
  return { paths, more };
}

/** The path of the highest sum of weights through a graph without cycles, and that of the heaviest from each task on. */
export function heaviest(sound: Graph, weight: (task: PlanTask) => number): Heaviest {
  const tail = new Map<string, number>();
  const next = new Map<string, string>();
  for (const id of generationsOf(sound).flat().reverse()) {
    let best = 0;
    for (const after of sound.after.get(id) ?? []) {
      const length = tail.get(after) ?? 0;
      if (length > best + EQUAL) {
        best = length;
        next.set(id, after);
      }
    }
    const task = sound.tasks.get(id);
    tail.set(id, best + (task === undefined ? 0 : weight(task)));
  }
  let first: string | undefined;
  for (const id of sound.ids) {
    if (first === undefined || (tail.get(id) ?? 0) > (tail.get(first) ?? 0) + EQUAL) first = id;
  }
  const path: string[] = [];
  for (let id = first; id !== undefined; id = next.get(id)) path.push(id);
  return { path, sum: tail.get(first ?? "") ?? 0, tail };
}

type Heaviest = { path: string[]; sum: number; tail: ReadonlyMap<string, number> };

/** Sums that differ by less are the same sum, added in another order. */
const EQUAL = 1e-9;
