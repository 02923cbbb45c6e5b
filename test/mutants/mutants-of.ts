import { parse } from "@babel/parser";

/** One mistake that somebody could make: at `start` stands `before`, and after the mistake `after`. */
export type Mutant = {
  file: string;
  line: number;
  operator: string;
  start: number;
  before: string;
  after: string;
};
/** A place in a file with the mistakes that can be made there, one at least. */
export type Place = [Mutant, ...Mutant[]];

type Node = { type: string; start: number; end: number; loc: { start: { line: number } } } & Record<string, unknown>;
/** What stands in a part of a node's text after a mistake. */
type Change = { operator: string; from: number; to: number; after: string };

const SWAPPED: Record<string, readonly string[]> = {
  "===": ["!=="],
  "!==": ["==="],
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "**": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
  "++": ["--"],
  "--": ["++"],
};
const METHODS: Record<string, string> = {
  every: "some",
  some: "every",
  min: "max",
  max: "min",
  startsWith: "endsWith",
  endsWith: "startsWith",
  floor: "ceil",
  ceil: "floor",
};
/** Methods whose result is of the kind of what they are called on. */
const LEFT_OUT = ["filter", "sort", "toSorted", "reverse", "toReversed", "slice", "trim", "trimEnd", "flat"];
/** Nodes of TypeScript that hold code that runs; all others are types. */
const RUNS = ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"];
const APPEARANCE = ["class", "className", "style"];

/**
 * Every place of a file where a small mistake can be made, in order. Neither types nor imports have any, and a string
 * that is words of a sentence or says how something looks has none: a test of it would be the same words again.
 */
export function placesOf(file: string, source: string): Place[] {
  const places: Place[] = [];
  const { program } = parse(source, {
    sourceType: "module",
    plugins: file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
  });
  visit(program as unknown as Node, []);
  return places;

  function visit(node: Node, parents: readonly Node[]): void {
    if (isSkipped(node)) return;
    const changes = changesOf(node, parents, source).filter(({ from, to, after }) => source.slice(from, to) !== after);
    const [first, ...others] = changes.map(
      ({ operator, from, to, after }): Mutant => ({
        file,
        line: source.slice(0, from).split("\n").length,
        operator,
        start: from,
        before: source.slice(from, to),
        after,
      }),
    );
    if (first) places.push([first, ...others]);
    for (const [key, child] of Object.entries(node)) {
      if (key === "key" && node.computed !== true) continue;
      for (const each of [child].flat()) if (isNode(each)) visit(each, [node, ...parents]);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string" && "start" in value;
}

function isSkipped({ type, ...node }: Node): boolean {
  if (type.startsWith("TS")) return !RUNS.includes(type);
  if (type === "ImportDeclaration" || type === "ExportAllDeclaration" || type === "Directive") return true;
  if (type === "CallExpression") return (node.callee as Node).type === "Import";
  if (type === "ExportNamedDeclaration") return node.source !== null && node.source !== undefined;
  return type === "JSXAttribute" && APPEARANCE.includes((node.name as { name: string }).name);
}

function changesOf(node: Node, parents: readonly Node[], source: string): Change[] {
  const { start, end } = node;
  const [parent] = parents;
  const all = (operator: string, after: string): Change => ({ operator, from: start, to: end, after });
  const text = (from: number, to: number): string => source.slice(from, to).trim();
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const [left, sign] = [node.left as Node, node.operator as string];
      const at = source.indexOf(sign, left.end);
      const [before, after] = [text(start, at), text(at + sign.length, end)];
      const kind = node.type === "LogicalExpression" ? "logical" : /[=<>]/u.test(sign) ? "comparison" : "arithmetic";
      const swapped = (isWords(left) || isWords(node.right as Node) ? [] : (SWAPPED[sign] ?? [])).map((other) =>
        all(kind, `(${before} ${other} ${after})`),
      );
      const terms = kind === "logical" || sign === "+" || sign === "-" ? [before, after] : [];
      const removed = terms.map((term) => all("term removed", `(${term})`));
      return [...swapped, ...removed.slice(sign === "??" && isLookup(left) ? 1 : 0)];
    }
    case "AssignmentExpression":
    case "UpdateExpression": {
      const sign = node.operator as string;
      const from = source.indexOf(sign, node.type === "AssignmentExpression" ? (node.left as Node).end : start);
      return (SWAPPED[sign] ?? []).map((after) => ({ operator: "assignment", from, to: from + sign.length, after }));
    }
    case "UnaryExpression":
      if (node.operator !== "!" && node.operator !== "-") return [];
      return [all("sign removed", `(${text(start + 1, end)})`)];
    case "BooleanLiteral":
      return [all("boolean", String(!node.value))];
    case "NumericLiteral":
      return [all("number", otherNumber(node.value as number))];
    case "StringLiteral": {
      const other = node.value === "" ? '"x"' : '""';
      return isWords(node) ? [] : [all("string", parent?.type === "JSXAttribute" ? `{${other}}` : other)];
    }
    case "TemplateLiteral":
      return isWords(node) || parent?.type === "TaggedTemplateExpression" ? [] : [all("string", '""')];
    case "IfStatement":
    case "ConditionalExpression":
    case "WhileStatement": {
      const { start: from, end: to } = node.test as Node;
      const values = node.type === "WhileStatement" ? ["false"] : ["false", "true"];
      return values.map((after) => ({ operator: "condition", from, to, after }));
    }
    case "ExpressionStatement":
    case "ThrowStatement":
    case "ContinueStatement":
      return [all("statement removed", ";")];
    case "BlockStatement":
      return (node.body as Node[]).length > 0 && /Function|Method/u.test(parent?.type ?? "")
        ? [all("block", "{}")]
        : [];
    case "ArrayExpression":
      return (node.elements as unknown[]).length > 0 ? [all("array emptied", "[]")] : [];
    case "ObjectExpression":
      return (node.properties as unknown[]).length > 0 ? [all("object emptied", "({})")] : [];
    case "AwaitExpression":
      return isAwaitedAnyway(parents) ? [] : [all("await dropped", `(${text(start + 5, end)})`)];
    case "OptionalMemberExpression":
    case "OptionalCallExpression": {
      if (node.optional !== true) return [];
      const from = source.indexOf("?.", ((node.object ?? node.callee) as Node).end);
      const dot = node.type === "OptionalMemberExpression" && node.computed !== true ? "." : "";
      return [{ operator: "optional chaining", from, to: from + 2, after: dot }];
    }
    case "CallExpression":
      return callChanges(node, source, all);
    default:
      return [];
  }
}

function callChanges(node: Node, source: string, all: (operator: string, after: string) => Change): Change[] {
  const [callee, passed] = [node.callee as Node, node.arguments as Node[]];
  const [first, second] = passed;
  const changes: Change[] = [];
  const name = ((callee.property as { name?: string } | undefined)?.name ?? "") as string;
  if (first && second && !/^Math\./u.test(source.slice(callee.start, callee.end))) {
    const [one, two] = [first, second].map(({ start, end }) => source.slice(start, end)) as [string, string];
    const after = `${two}${source.slice(first.end, second.start)}${one}`;
    changes.push({ operator: "arguments swapped", from: first.start, to: second.end, after });
  }
  if (callee.type !== "MemberExpression" || callee.computed === true) return changes;
  const { start: from, end: to } = callee.property as Node;
  const other = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (other !== undefined) changes.push({ operator: "method", from, to, after: other });
  if (LEFT_OUT.includes(name))
    changes.push(all("method removed", source.slice(node.start, from).replace(/\s*\.\s*$/u, "")));
  return changes;
}

/** One more below a hundred, else ten times as much: nobody can tell 60,000 ms from 60,001. */
function otherNumber(value: number): string {
  return value === 1 ? "0" : String(value < 100 ? value + 1 : value * 10);
}

/** What may find nothing by its type alone, so that the compiler asks for the other term, which the run may never need. */
function isLookup(node: Node): boolean {
  const name = ((node.callee as Node | undefined)?.property as { name?: string } | undefined)?.name ?? "";
  return node.computed === true || name === "get" || name === "at";
}

/** Whether a string holds white space, as sentences do and names do not. */
function isWords(node: Node): boolean {
  if (node.type === "StringLiteral") return /\s/u.test(node.value as string);
  if (node.type !== "TemplateLiteral") return false;
  return (node.quasis as { value: { raw: string } }[]).some(({ value }) => /\s|\\n/u.test(value.raw));
}

/** Whether who called waits for the same promise, so that nothing is lost without the await. */
function isAwaitedAnyway([parent, ...others]: readonly Node[]): boolean {
  if (parent?.type === "ArrowFunctionExpression") return true;
  const scope = others.findIndex(({ type }) => /Function|Method/u.test(type));
  return parent?.type === "ReturnStatement" && !others.slice(0, scope).some(({ type }) => type === "TryStatement");
}
