import type { Graph } from "./graph.ts";

/** Dependencies that are gone along in all: some tenths of a second. */
const MAX_STEPS = 100_000_000;

export type Bottlenecks = {
  /** How many pairs of tasks have this one on a shortest way from one to the other, the most first. */
  rows: { id: string; ways: number }[];
  /** Pairs of which one waits for the other, directly or by way of others. */
  pairs: number;
  /** From how many tasks ways were counted, evenly apart in the order of ids: all, unless there is too much to go along. */
  from: number;
};

/** Betweenness centrality (Brandes 2001), of a sample of beginnings where the graph is large (Brandes and Pich 2007). */
export function bottlenecksOf({ ids, places: { after } }: Graph): Bottlenecks {
  const all = ids.length;
  // Dependents of all tasks one after the other: those of a task stand from its own bound to the next one's.
  const bounds = new Int32Array(all + 1);
  for (const [at, each] of after.entries()) bounds[at + 1] = (bounds[at] as number) + each.length;
  const to = Int32Array.from(after.flat());
  const from = Math.min(all, Math.max(1, Math.floor(MAX_STEPS / (to.length + all + 1))));
  const ways = new Float64Array(all);
  const far = new Int32Array(all);
  const count = new Float64Array(all);
  const part = new Float64Array(all);
  const order = new Int32Array(all);
  let pairs = 0;
  for (let nth = 0; nth < from; nth++) {
    const start = Math.floor((nth * all) / from);
    far.fill(-1);
    count.fill(0);
    part.fill(0);
    far[start] = 0;
    count[start] = 1;
    order[0] = start;
    let many = 1;
    for (let next = 0; next < many; next++) {
      const at = order[next] as number;
      const further = (far[at] as number) + 1;
      for (let edge = bounds[at] as number; edge < (bounds[at + 1] as number); edge++) {
        const each = to[edge] as number;
        if (far[each] === -1) {
          far[each] = further;
          order[many++] = each;
        }
        if (far[each] === further) count[each] = (count[each] as number) + (count[at] as number);
      }
    }
    pairs += many - 1;
    for (let next = many - 1; next > 0; next--) {
      const at = order[next] as number;
      const further = (far[at] as number) + 1;
      let sum = 0;
      for (let edge = bounds[at] as number; edge < (bounds[at + 1] as number); edge++) {
        const each = to[edge] as number;
        if (far[each] === further) sum += (1 + (part[each] as number)) / (count[each] as number);
      }
      part[at] = sum * (count[at] as number);
      ways[at] = (ways[at] as number) + (part[at] as number);
    }
  }
  const rows = ids.flatMap((id, at) => ((ways[at] as number) > 0 ? [{ id, ways: ways[at] as number }] : []));
  return { rows: rows.sort((a, b) => b.ways - a.ways), pairs, from };
}
