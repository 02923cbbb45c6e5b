import { parsePrism } from "@ruby/prism/src/parsePrism.js";
import { leaf, type Numbers, node, type Parsed, type Piece } from "./piece.ts";
import { prismBytes } from "./prism-bytes.ts" with { type: "macro" };

type Parse = (text: string, numbers: Numbers) => Parsed;
let loaded: Promise<Parse> | undefined;

/** Ruby's own parser, once for the process. */
export function rubyParser(): Promise<Parse> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Parse> {
  const module = await WebAssembly.compile(Buffer.from(prismBytes(), "base64"));
  // It asks for a system, and calls none of it to parse a text.
  const system: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    system[from] ??= {};
    Object.assign(system[from], { [name]: () => 0 });
  }
  const { exports } = await WebAssembly.instantiate(module, system);
  if (typeof exports._initialize === "function") exports._initialize();
  return (text, numbers) => {
    const bytes = Buffer.from(text);
    const { value, comments, errors, dataLoc } = parsedOf(exports, text);
    const of = ({ startOffset, length }: Place): string => bytes.subarray(startOffset, startOffset + length).toString();
    const said = comments.map(({ location }) => of(location));
    const acting = said.filter((comment) => ACTS.test(comment)).map((comment) => leaf(numbers, "Comment", comment));
    const data = dataLoc ? [leaf(numbers, "Data", of(dataLoc))] : [];
    const root = node(numbers, "File", [...acting, pieceOf(value, numbers), ...data]);
    return { root, comments: said.filter((comment) => !ACTS.test(comment)).join("\n"), sound: errors.length === 0 };
  };
}

/** Throws RangeError where a text is too deep for it: its memory is of no use then, and the next text gets another. */
function parsedOf(exports: WebAssembly.Exports, text: string): ReturnType<typeof parsePrism> {
  try {
    return parsePrism(exports, text);
  } catch (cause) {
    loaded = undefined;
    throw new RangeError("Ruby's parser came to no end of a text", { cause });
  }
}

type Place = { startOffset: number; length: number };

/** The comments that Ruby itself obeys. */
const ACTS = /^#!|coding[:=]|frozen[_-]string[_-]literal|shareable[_-]constant[_-]value|warn[_-]indent/iu;

/** A tree by what it means: all that its nodes hold but where they stand. */
function pieceOf(value: unknown, numbers: Numbers, name = ""): Piece {
  if (typeof value !== "object" || value === null) return leaf(numbers, name, String(value));
  if (Array.isArray(value))
    return node(
      numbers,
      name,
      value.map((each) => pieceOf(each, numbers)),
    );
  const plain: { type?: unknown } = "toJSON" in value && typeof value.toJSON === "function" ? value.toJSON() : value;
  const { type } = plain;
  const fields = Object.entries(plain).filter(([key]) => key !== "type" && !PLACES.test(key));
  // What lies in a list of statements is a part of the list itself.
  const parts = fields.flatMap(([key, each]) =>
    type === "StatementsNode" && Array.isArray(each)
      ? each.map((one) => pieceOf(one, numbers))
      : [pieceOf(each, numbers, key)],
  );
  return node(numbers, typeof type === "string" ? type : name, parts);
}

const PLACES = /^(?:location|locals|nodeID|.*Loc)$/u;
