import { isMap, isScalar, type ParsedNode, type Scalar } from "yaml";
import type { TaskFault } from "../artifacts/plan-task.ts";
import { messageOf } from "../errors.ts";
import { MAX_DEPTH, strangeIn, tooDeep, yamlDocument } from "../text/yaml.ts";

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

/** Most characters of a front matter. */
export const MAX_FRONT_MATTER = 20_000;

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

function documentOf(source: string) {
  try {
    return yamlDocument(source);
  } catch (error) {
    return messageOf(error);
  }
}
