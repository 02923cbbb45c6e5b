import type { PlanTask } from "../artifacts/plan-task.ts";
import { naturally } from "./graph.ts";

/** Two tasks that touch the same files, and on which of their paths. */
export type Conflict = { a: string; b: string; files: [string, string] };

/** Conflicts that are named at most. */
const MAX_CONFLICTS = 2_000;

/**
 * Which of some tasks touch the same files: paths that are equal, one inside the other, or that a glob may meet. Letter
 * case does not count. One conflict for each pair.
 */
export function conflictsAmong(tasks: readonly PlanTask[]): Conflict[] {
  const all = tasks.flatMap(({ id, files }) => files.map((file) => ({ id, file, parts: partsOf(file) })));
  const plain = new Map<string, Touched[]>();
  for (const each of all) {
    if (each.parts.some(isWild)) continue;
    const key = each.parts.join("/");
    plain.set(key, [...(plain.get(key) ?? []), each]);
  }
  const found = new Map<string, Conflict>();
  const note = (one: Touched, other: Touched): void => {
    if (one.id === other.id || found.size >= MAX_CONFLICTS) return;
    const [first, second] = naturally(one.id, other.id) < 0 ? [one, other] : [other, one];
    const key = JSON.stringify([first.id, second.id]);
    if (!found.has(key)) found.set(key, { a: first.id, b: second.id, files: [first.file, second.file] });
  };
  for (const each of all) {
    if (each.parts.some(isWild)) {
      for (const other of all) if (meets(each.parts, other.parts)) note(each, other);
    } else {
      for (let depth = 1; depth <= each.parts.length; depth++) {
        for (const other of plain.get(each.parts.slice(0, depth).join("/")) ?? []) note(each, other);
      }
    }
  }
  return [...found.values()].sort((x, y) => naturally(x.a, y.a) || naturally(x.b, y.b));
}

type Touched = { id: string; file: string; parts: string[] };

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

const isWild = (part: string): boolean => /[*?[{]/u.test(part);

/** Whether some path may be meant by both: name by name, where ** is any number of them. */
function meets(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  // Most paths part at a plain name before the first sign.
  for (let at = 0; at < a.length && at < b.length; at++) {
    const [one = "", other = ""] = [a[at], b[at]];
    if (isWild(one) || isWild(other)) break;
    if (one !== other) return false;
  }
  const open = Array.from({ length: a.length + 1 }, () => new Array<boolean>(b.length + 1).fill(false));
  const at = (i: number, j: number): boolean => open[i]?.[j] === true;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const row = open[i];
      if (row === undefined) continue;
      const [one, other] = [a[i - 1], b[j - 1]];
      row[j] =
        (i === 0 && j === 0) ||
        (one === "**" && (at(i - 1, j) || (j > 0 && at(i, j - 1)))) ||
        (other === "**" && (at(i, j - 1) || (i > 0 && at(i - 1, j)))) ||
        (one !== undefined && other !== undefined && namesMeet(one, other) && at(i - 1, j - 1));
      if (row[j] && ((i === a.length && isFolder(one)) || (j === b.length && isFolder(other)))) return true;
    }
  }
  return at(a.length, b.length);
}

/** Whether a path that ends so may hold what a glob means: no sign is in it, and no ending of a file; .2 is a version's. */
const isFolder = (name = "*"): boolean => !isWild(name) && !/.\.[^.\d][^.]*$/u.test(name);

/** Whether a name may be meant by both: what stands before the first sign and after the last must agree. */
function namesMeet(a: string, b: string): boolean {
  if (!isWild(a) && !isWild(b)) return a === b;
  const [one, other] = [endsOf(a), endsOf(b)];
  const agree = (x: string, y: string): boolean => x.startsWith(y) || y.startsWith(x);
  const reversed = (text: string): string => [...text].reverse().join("");
  return agree(one.start, other.start) && agree(reversed(one.end), reversed(other.end));
}

/** What a name begins and ends with for certain; both are the whole of one without signs. */
function endsOf(name: string): { start: string; end: string } {
  if (!isWild(name)) return { start: name, end: name };
  return {
    start: name.slice(0, name.search(/[*?[{]/u)),
    end: name.slice(Math.max(...["*", "?", "]", "}"].map((sign) => name.lastIndexOf(sign))) + 1),
  };
}
