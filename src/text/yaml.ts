import { isAlias, isCollection, isPair, isScalar, parseDocument } from "yaml";

/** Lists and maps inside one another that are read. */
export const MAX_DEPTH = 20;
const CORE_TAG = "tag:yaml.org,2002:";
const CORE_TAGS = new Set(["str", "int", "float", "bool", "null", "map", "seq"].map((name) => CORE_TAG + name));

/**
 * A text as YAML, of which nothing is evaluated; whoever reads on looks for `strangeIn` and for keys that stand twice, which
 * the parser would compare each with each. A second document in it is a mistake of the first. Throws where the parser gives up.
 */
export const yamlDocument = (source: string) =>
  parseDocument(source, { uniqueKeys: false, prettyErrors: false, logLevel: "error", merge: false });

/** Where brackets or dashes open more inside one another than is read, before a parser goes down there. */
export function tooDeep(source: string): number | null {
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
export function strangeIn(root: unknown): Strange | null {
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
