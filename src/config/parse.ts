import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import { jsonTrouble } from "../text/json-trouble.ts";
import { pathText } from "../text/wording.ts";
import type { Position, Problem } from "./problem.ts";
import type { Reading } from "./source.ts";

/** The text of a configuration file (JSON with comments and trailing commas) as a source that knows its lines. */
export function parseSource(label: string, text: string): Reading {
  const at = positionsIn(text);
  const failed = (problem: string, offset?: number): Reading => ({
    source: null,
    problems: [{ source: label, text: problem, position: offset === undefined ? null : at(offset) }],
  });
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (error) {
    if (error instanceof RangeError) return failed("it must be an object of a few levels, found one nested too deeply");
    throw error;
  }
  if (errors.length > 0) {
    return { source: null, problems: errors.map((error) => syntaxProblem(label, error, at)) };
  }
  if (!root) return failed("it must be a JSON object, found an empty file");
  if (root.type !== "object") return failed(`it must be a JSON object, found ${article(root.type)}`, root.offset);

  const tree = root;
  const problems: Problem[] = [];
  const value = readValue(tree, [], (path, node) =>
    problems.push({
      source: label,
      text: `${pathText(path)} must stand once, found again`,
      position: at(node.offset),
    }),
  );
  return {
    problems,
    source: {
      label,
      value,
      positionOf(path, part) {
        const node = findNodeAtLocation(tree, [...path]);
        if (!node) return path.length > 0 ? this.positionOf(path.slice(0, -1), "value") : null;
        return at(part === "key" ? (node.parent?.offset ?? node.offset) : node.offset);
      },
    },
  };
}

function syntaxProblem(label: string, { error, offset }: ParseError, at: (offset: number) => Position): Problem {
  return { source: label, text: `it must be JSON with comments, found ${jsonTrouble(error)}`, position: at(offset) };
}

/** The value of a node, with a key like __proto__ kept as a key, and with every repeated key reported. */
function readValue(node: Node, path: (string | number)[], repeated: (path: (string | number)[], node: Node) => void) {
  if (node.type === "array") {
    return (node.children ?? []).map((child, index): unknown => readValue(child, [...path, index], repeated));
  }
  if (node.type !== "object") return node.value as unknown;
  const value: Record<string, unknown> = Object.create(null);
  for (const { children } of node.children ?? []) {
    const [key, field] = children ?? [];
    if (!key || !field) continue;
    const name = String(key.value);
    if (name in value) repeated([...path, name], key);
    value[name] = readValue(field, [...path, name], repeated);
  }
  return value;
}

/** Tells lines and columns by offset; the text is looked through once, for it may hold as many mistakes as letters. */
function positionsIn(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)];
  return (offset) => {
    let line = 0;
    for (let past = starts.length; past - line > 1; ) {
      const middle = (line + past) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else past = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function article(type: string): string {
  return type === "null" ? "null" : type === "array" ? "a list" : `a ${type}`;
}
