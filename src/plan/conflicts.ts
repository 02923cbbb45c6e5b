import type { PlanTask } from "../artifacts/plan-task.ts";
import { naturally } from "./graph.ts";

/** Two tasks that touch the same files, and on which of their paths. */
export type Conflict = { a: string; b: string; files: [string, string] };

export type Conflicts = {
  /** Of each group, one for each pair of tasks. */
  groups: Conflict[][];
  /** Ids of tasks of which not every path was compared with those of the others. */
  unseen: ReadonlySet<string>;
};

/** Conflicts of a group that are named at most. */
const MAX_CONFLICTS = 2_000;
/** Pairs of paths, and pairs of their names where one has a sign, that are looked at in all. */
const MAX_LOOKS = 5_000_000;

/**
 * Which tasks of a group touch the same files: paths that are equal, one inside the other, or that a glob may meet.
 * Letter case does not count. Pairs are looked at where `isAsked`, in the order of tasks and their paths, until there
 * is no more room for looks, which all groups share, or for conflicts.
 */
export function conflictsIn(
  groups: readonly (readonly PlanTask[])[],
  isAsked: (one: string, other: string) => boolean = () => true,
): Conflicts {
  const unseen = new Set<string>();
  const room = { looks: MAX_LOOKS };
  return { groups: groups.map((tasks) => conflictsAmong(tasks, { isAsked, room, unseen })), unseen };
}

type Room = { looks: number };
type Asked = { isAsked(one: string, other: string): boolean; room: Room; unseen: Set<string> };

function conflictsAmong(tasks: readonly PlanTask[], { isAsked, room, unseen }: Asked): Conflict[] {
  const all = tasks.flatMap((task, owner) => pathsOf(task).map((path) => ({ ...path, id: task.id, owner })));
  const near = neighboursIn(all);
  const found = new Map<number, Conflict>();
  let isFull = false;
  for (const one of all) {
    for (const at of isFull ? [] : near(one, room)) {
      const other = all[at];
      if (room.looks < 0 || isFull || other === undefined) break;
      const pair = Math.min(one.owner, other.owner) * tasks.length + Math.max(one.owner, other.owner);
      if (other.id === one.id || found.has(pair) || !isAsked(one.id, other.id)) continue;
      if ((one.isWild || other.isWild) && !meets(one.names, other.names, room)) continue;
      if (found.size === MAX_CONFLICTS) isFull = true;
      else found.set(pair, conflictOf(one, other));
    }
    if (room.looks < 0 || isFull) unseen.add(one.id);
  }
  return [...found.values()].sort((x, y) => naturally(x.a, y.a) || naturally(x.b, y.b));
}

function conflictOf(one: Touched, other: Touched): Conflict {
  const [first, second] = naturally(one.id, other.id) < 0 ? [one, other] : [other, one];
  return { a: first.id, b: second.id, files: [first.file, second.file] };
}

/** A path as it is compared; `plain` is what stands before its first name with a sign, each name with a "/" behind it. */
type Path = { file: string; names: readonly Name[]; isWild: boolean; plain: string };
type Touched = Path & { id: string; owner: number };

/** Of a path the places of those that can meet it and do not find it themselves, in their order; none without room. */
function neighboursIn(all: readonly Touched[]): (of: Touched, room: Room) => Iterable<number> {
  const plainAt = new Map<string, number[]>();
  const allAt = new Map<string, number[]>();
  for (const [at, { plain, isWild }] of all.entries()) {
    for (const map of isWild ? [allAt] : [allAt, plainAt]) {
      const there = map.get(plain);
      if (there === undefined) map.set(plain, [at]);
      else there.push(at);
    }
  }
  const sorted = [...allAt.keys()].sort((a, b) => (a < b ? -1 : 1));
  /** How many stand before this one, in the order of letters. */
  const before = (plain: string): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? "") < plain) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ plain, isWild }, room) => {
    const holders = [...plain.matchAll(/\//gu)].map(({ index }) => plain.slice(0, index + 1));
    // In the order of letters "0" follows "/": all that begins with these names stands together.
    const inside = () => sorted.slice(before(plain), plain === "" ? undefined : before(`${plain.slice(0, -1)}0`));
    const plains = isWild ? [...(plain === "" ? [] : ["", ...holders.slice(0, -1)]), ...inside()] : holders;
    room.looks -= plains.length;
    const lists = plains.flatMap((each) => [(isWild ? allAt : plainAt).get(each) ?? []]);
    room.looks -= lists.reduce((sum, { length }) => sum + length, 0);
    if (room.looks < 0) return [];
    return isWild && lists.length > 1 ? Uint32Array.from(lists.flat()).sort() : lists.flat();
  };
}

const PATHS = new WeakMap<PlanTask, Path[]>();

/** The paths of a task that name something, each once; a view that asks several times reads them once. */
function pathsOf(task: PlanTask): Path[] {
  const known = PATHS.get(task);
  if (known !== undefined) return known;
  const paths = new Map<string, Path>();
  for (const file of task.files) {
    const parts = partsOf(file);
    const key = parts.join("/");
    if (parts.length === 0 || paths.has(key)) continue;
    const names = parts.map(nameOf);
    const wild = names.findIndex(({ isWild }) => isWild);
    const plain = parts.slice(0, wild === -1 ? parts.length : wild).map((part) => `${part}/`);
    paths.set(key, { file, names, isWild: wild !== -1, plain: plain.join("") });
  }
  const all = [...paths.values()];
  PATHS.set(task, all);
  return all;
}

/** Names of a path that count; what lies deeper is in the last of their folders. */
const MAX_NAMES = 32;

/**
 * Names of a path, folded; neither "./" before it nor "/" or the number of a line behind it counts. The whole project,
 * and what stands in braces with a "/" in them, is anything from there on.
 */
function partsOf(path: string): string[] {
  const folded = path.normalize("NFC").toLowerCase().replaceAll("\\", "/").trim();
  const plain = folded.replace(/(?::\d{1,7}(?:[:-]\d{1,7})?|#l\d{1,7}(?:-l?\d{1,7})?)$/u, "");
  if (plain === "") return [];
  const parts: string[] = [];
  const whole = bracedSlash(plain);
  for (const part of plain.slice(0, whole).split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  if (whole < plain.length) parts.splice(-1, 1, "**");
  return parts.length === 0 ? ["**"] : parts.slice(0, MAX_NAMES);
}

/** Where the first "/" between braces stands; the end where none does. */
function bracedSlash(path: string): number {
  const last = path.lastIndexOf("}");
  let depth = 0;
  for (let at = 0; at < last; at++) {
    if (path[at] === "{") depth++;
    else if (path[at] === "}") depth = Math.max(0, depth - 1);
    else if (path[at] === "/" && depth > 0) return at;
  }
  return path.length;
}

/** A name of a path: what it begins and ends with for certain, which is all of one without signs. */
type Name = { text: string; isWild: boolean; isAny: boolean; isFolder: boolean; start: string; end: string };

/** A folder may hold what a glob means: no sign is in it, and no ending of a file; .2 is a version's. */
function nameOf(text: string): Name {
  const sign = text.search(/[*?[{]/u);
  if (sign === -1) {
    return { text, isWild: false, isAny: false, isFolder: !/.\.[^.\d][^.]*$/u.test(text), start: text, end: text };
  }
  const last = Math.max(...["*", "?", "]", "}"].map((each) => text.lastIndexOf(each)));
  const ends = { start: text.slice(0, sign), end: text.slice(last + 1) };
  return { text, isWild: true, isAny: text === "**", isFolder: false, ...ends };
}

/** Whether some path may be meant by both: name by name, where ** is any number of them. */
function meets(a: readonly Name[], b: readonly Name[], room: Room): boolean {
  room.looks -= a.length * b.length;
  // Which beginnings of both may mean the same, by how many names they have; one row for each number of a's.
  let [above, row] = [new Uint8Array(b.length + 1), new Uint8Array(b.length + 1)];
  for (let i = 0; i <= a.length; i++) {
    const one = a[i - 1];
    let isOpen = false;
    for (let j = 0; j <= b.length; j++) {
      const other = b[j - 1];
      const isMeeting =
        (i === 0 && j === 0) ||
        ((one?.isAny || other?.isAny) && (above[j] === 1 || row[j - 1] === 1)) ||
        (one !== undefined && other !== undefined && above[j - 1] === 1 && namesMeet(one, other));
      row[j] = isMeeting ? 1 : 0;
      if (!isMeeting) continue;
      if ((i === a.length && one?.isFolder) || (j === b.length && other?.isFolder)) return true;
      isOpen = true;
    }
    if (!isOpen) return false;
    [above, row] = [row, above];
  }
  return above[b.length] === 1;
}

/** Whether a name may be meant by both: what stands before the first sign and after the last must agree. */
function namesMeet(a: Name, b: Name): boolean {
  if (!a.isWild && !b.isWild) return a.text === b.text;
  const starts = a.start.startsWith(b.start) || b.start.startsWith(a.start);
  return starts && (a.end.endsWith(b.end) || b.end.endsWith(a.end));
}
