import type { Graph } from "./graph.ts";

/**
 * Tasks that stand in a cycle, which have no place in any order, and those that wait for one of them and never can be
 * started: what is completed holds nothing up.
 */
export function stuckIn(graph: Graph): { cycle: Set<string>; waiting: Set<string> } {
  const cycle = new Set(inCycles(graph).map((at) => graph.ids[at] ?? ""));
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

/** Places of what waits for itself: strong components of several tasks (Kosaraju 1978), and loops of one. */
function inCycles({ ids, places: { before, after } }: Graph): number[] {
  const done: number[] = [];
  const seen = new Set<number>();
  for (const start of ids.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const way = [{ at: start, next: 0 }];
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const each = after[step.at]?.[step.next++];
      if (each === undefined) {
        done.push(step.at);
        way.pop();
      } else if (!seen.has(each)) {
        seen.add(each);
        way.push({ at: each, next: 0 });
      }
    }
  }
  const found: number[] = [];
  const taken = new Set<number>();
  for (const start of done.reverse()) {
    const component: number[] = [];
    const left = [start];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (taken.has(at)) continue;
      taken.add(at);
      component.push(at);
      left.push(...(before[at] ?? []));
    }
    if (component.length > 1 || after[start]?.includes(start)) found.push(...component);
  }
  return found.sort((a, b) => a - b);
}

/** A shortest way from a task of a cycle back to itself; it stands at both ends. */
export function cycleThrough({ after }: Pick<Graph, "after">, id: string): string[] {
  const came = new Map<string, string>();
  const left = [id];
  for (const at of left) {
    for (const next of after.get(at) ?? []) {
      if (came.has(next)) continue;
      came.set(next, at);
      left.push(next);
    }
  }
  const way = [id];
  for (let at = came.get(id); at !== undefined && at !== id; at = came.get(at)) way.push(at);
  return [...way, id].reverse();
}

/** Cycles that are written out; the rest is counted. */
const MAX_CYCLES = 200;

/**
 * A path a → b → a for each edge that closes a cycle, met in the natural order of ids: each task comes before the next,
 * the first again at the end. Not every cycle there is, of which there can be more than anybody reads.
 */
export function cyclesOf({ ids, places: { after } }: Graph): { paths: string[][]; more: number } {
  const paths: string[][] = [];
  let more = 0;
  const state = new Map<number, "open" | "done">();
  for (const start of ids.keys()) {
    if (state.has(start)) continue;
    const way = [{ at: start, next: 0 }];
    state.set(start, "open");
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = after[step.at]?.[step.next++];
      if (next === undefined) {
        state.set(step.at, "done");
        way.pop();
      } else if (state.get(next) === "open") {
        if (paths.length < MAX_CYCLES) {
          const places = way.map(({ at }) => at);
          paths.push([...places.slice(places.indexOf(next)), next].map((at) => ids[at] ?? ""));
        } else more++;
      } else if (!state.has(next)) {
        state.set(next, "open");
        way.push({ at: next, next: 0 });
      }
    }
  }
  return { paths, more };
}
