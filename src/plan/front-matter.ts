import { isAlias, isCollection, isMap, isPair, isScalar, type ParsedNode, parseDocument, type Scalar } from "yaml";
import type { TaskFault } from "../artifacts/plan-task.ts";
import { messageOf } from "../errors.ts";

/** What a file says before its body, as nodes that know where they stand. */
export type FrontMatter = {
  /** Where the YAML begins and ends in the text, and where the body begins. */
  from: number;
  to: number;
  body: number;
  /** Every key of the outermost map with its value; ranges count from `from`. */
  fields: ReadonlyMap<string, { key: Scalar.Parsed; value: ParsedNode | null }>;
  /** Whether it is written as {…}. */
  braces: boolean;
};

type Fault = Omit<Extract<TaskFault, { kind: "yaml" }>, "file"> | Omitted<TaskFault>;
type Omitted<T> = T extends unknown ? Omit<T, "file"> : never;

/** Most characters of a front matter, and lists and maps inside one another. */
export const MAX_FRONT_MATTER = 20_000;
const MAX_DEPTH = 20;
const CORE_TAG = "tag:yaml.org,2002:";
const CORE_TAGS = new Set(["str", "int", "float", "bool", "null", "map", "seq"].map((name) => CORE_TAG + name));

/**
 * Reads the YAML between two lines of three dashes at a file's very beginning; null where there is none. Nothing is
 * evaluated: an alias or a tag that is not of YAML's own is a fault, and so is whatever the parser reports.
 */
export function frontMatter(text: string): FrontMatter | Fault | null {
  const opening = /^\uFEFF?---[ \t]*\r?\n/u.exec(text)?.[0];
  if (opening === undefined) return null;
  const end = closing(text, opening.length);
  if (end === null) return { kind: "no-end", line: 1 };
  const from = opening.length;
  if (end.at - from > MAX_FRONT_MATTER) return { kind: "too-long", line: 2, most: MAX_FRONT_MATTER };
  const source = text.slice(from, end.at);
  const lineAt = linesIn(text.slice(0, end.at));
  const line = (offset: number): number => lineAt(from + offset);
  const deep = tooDeep(source);
  if (deep !== null) return { kind: "too-deep", line: line(deep), most: MAX_DEPTH };
  const document = documentOf(source);
  if (typeof document === "string") return { kind: "yaml", line: 2, reason: document };
  const [error] = document.errors;
  if (error !== undefined) return { kind: "yaml", line: line(error.pos[0]), reason: error.message };
  const place = { from, to: end.at, body: end.after };
  const root = document.contents;
  if (root === null) return { ...place, fields: new Map(), braces: false };
  const strange = strangeIn(root);
  if (strange !== null) return { kind: strange.kind, found: strange.found, line: line(strange.at) };
  if (!isMap(root)) return { kind: "value", field: "", need: "fields with their values", found: "no field", line: 2 };
  const fields = new Map<string, { key: Scalar.Parsed; value: ParsedNode | null }>();
  for (const { key, value } of root.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (fields.has(name)) return { kind: "twice", field: name, line: line(key.range[0]) };
    fields.set(name, { key, value });
  }
  return { ...place, fields, braces: root.flow === true };
}

/** What tells the line of a place in a text, from 1. */
export function linesIn(text: string): (offset: number) => number {
  let ends: number[] | undefined;
  return (offset) => {
    ends ??= [...text.matchAll(/\n/gu)].map(({ index }) => index);
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Where the line that ends the front matter begins, and where what follows it does. */
function closing(text: string, from: number): { at: number; after: number } | null {
  for (let at = from; at < text.length; ) {
    const next = text.indexOf("\n", at);
    const end = next === -1 ? text.length : next;
    if (text.startsWith("---", at) && text.slice(at + 3, end).trim() === "") {
      return { at, after: Math.min(end + 1, text.length) };
    }
    at = end + 1;
  }
  return null;
}

/** Duplicate keys are looked for here: the parser compares each with each. */
function documentOf(source: string) {
  try {
    return parseDocument(source, { uniqueKeys: false, prettyErrors: false, logLevel: "silent", merge: false });
  } catch (error) {
    return messageOf(error);
  }
}

/** Where brackets or dashes open more inside one another than is read, before a parser goes down there. */
function tooDeep(source: string): number | null {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? "";
    if ("[{".includes(letter)) depth++;
    else if ("]}".includes(letter)) depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return at;
  }
  let at = 0;
  for (const line of source.split("\n")) {
    if (markersOf(line) > MAX_DEPTH) return at;
    at += line.length + 1;
  }
  return null;
}

/** How many lists a line opens, one in another, by a dash or a question mark with a blank behind it. */
function markersOf(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? "";
    if ("-?".includes(letter) && " \t".includes(line[at + 1] ?? "x")) count++;
    else if (letter !== " " && letter !== "\t") break;
  }
  return count;
}

type Strange = { kind: "alias" | "tag"; found: string; at: number };

/** The first alias or foreign tag anywhere below a node. */
function strangeIn(root: unknown): Strange | null {
  const left: unknown[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (isAlias(node)) return { kind: "alias", found: `*${node.source}`, at: node.range?.[0] ?? 0 };
    if (isPair(node)) left.push(node.value ?? undefined, node.key);
    else if (isScalar(node) || isCollection(node)) {
      if (node.tag !== undefined && !CORE_TAGS.has(node.tag)) {
        return { kind: "tag", found: node.tag.replace(CORE_TAG, "!!"), at: node.range?.[0] ?? 0 };
      }
      if (isCollection(node)) left.push(...[...node.items].reverse());
    }
  }
  return null;
}
