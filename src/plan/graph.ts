import type { PlanTask } from "../artifacts/plan-task.ts";

/** Tasks and what comes before what, each id once. Unknown dependencies are no edges. */
export type Graph = {
  /** In natural order. */
  ids: readonly string[];
  tasks: ReadonlyMap<string, PlanTask>;
  /** Direct prerequisites and dependents of an id, in natural order. */
  before: ReadonlyMap<string, readonly string[]>;
  after: ReadonlyMap<string, readonly string[]>;
  /** The same by places in `ids`: what walks the whole graph goes over numbers. */
  places: { before: Places; after: Places };
};
type Places = readonly (readonly number[])[];

/** Ids as people sort them: task-2 before task-10. */
export function naturally(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : Number(a > b));
}
const COLLATOR = new Intl.Collator("en", { numeric: true });

/** The graph of some tasks, each id once; what stands outside them does not count. */
export function graphOf(tasks: readonly PlanTask[]): Graph {
  const known = new Map([...tasks].sort((a, b) => naturally(a.id, b.id)).map((task) => [task.id, task]));
  const ids = [...known.keys()];
  const place = new Map(ids.map((id, at) => [id, at]));
  const before = ids.map((id) => {
    const places = known.get(id)?.depends_on.flatMap((each) => place.get(each) ?? []);
    return [...new Set(places)].sort((a, b) => a - b);
  });
  const after = ids.map((): number[] => []);
  for (const [at, places] of before.entries()) for (const each of places) after[each]?.push(at);
  const named = (of: Places) => new Map(ids.map((id, at) => [id, namesOf(ids, of[at] ?? [])]));
  return { ids, tasks: known, before: named(before), after: named(after), places: { before, after } };
}

const namesOf = (ids: readonly string[], places: readonly number[]): string[] => places.map((at) => ids[at] ?? "");

/** What can be done at the same time, one after the other: each waits for something of the one before. */
export function generationsOf({ ids, places: { before, after } }: Graph): string[][] {
  const open = before.map(({ length }) => length);
  const generations: string[][] = [];
  for (let ready = [...open.keys()].filter((at) => open[at] === 0); ready.length > 0; ) {
    generations.push(namesOf(ids, ready));
    const next: number[] = [];
    for (const at of ready) {
      for (const each of after[at] ?? []) {
        open[each] = (open[each] ?? 0) - 1;
        if (open[each] === 0) next.push(each);
      }
    }
    ready = next.sort((a, b) => a - b);
  }
  return generations;
}

/** Parts that have nothing to do with each other, the largest first. */
export function islandsOf({ ids, places: { before, after } }: Graph): string[][] {
  const seen = new Set<number>();
  const islands: string[][] = [];
  for (const start of ids.keys()) {
    const island: number[] = [];
    const left = [start];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      island.push(at);
      left.push(...(before[at] ?? []), ...(after[at] ?? []));
    }
    if (island.length > 0)
      islands.push(
        namesOf(
          ids,
          island.sort((a, b) => a - b),
        ),
      );
  }
  return islands.sort((a, b) => b.length - a.length);
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

/** How many wait for each task of a graph without cycles, directly and by way of others: a bit for each, row by row. */
export function dependentsOf(sound: Graph): ReadonlyMap<string, number> {
  const { ids, places } = sound;
  const width = Math.ceil(ids.length / 32);
  const rows = ids.map(() => new Uint32Array(width));
  const place = new Map(ids.map((id, at) => [id, at]));
  const counts = new Map<string, number>();
  for (const id of generationsOf(sound).flat().reverse()) {
    const at = place.get(id) ?? 0;
    const row = rows[at] ?? new Uint32Array();
    for (const each of places.after[at] ?? []) {
      const other = rows[each] ?? row;
      for (let word = 0; word < width; word++) row[word] = (row[word] ?? 0) | (other[word] ?? 0);
      row[each >> 5] = (row[each >> 5] ?? 0) | (1 << (each & 31));
    }
    counts.set(
      id,
      row.reduce((sum, bits) => sum + bitsIn(bits), 0),
    );
  }
  return counts;
}

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
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
