import MarkdownIt, { type Token } from "markdown-it";
import { markdownTable } from "markdown-table";
import stringWidth from "string-width";
import { clean } from "./clean.ts";
import { code, escapeFragment, escapeStart, inCell, longestRun, type Markdown, prose } from "./markdown.ts";

/**
 * Somebody else's Markdown as Markdown: headings below those of the page, lists, tables, quotes, emphasis, and code to
 * the byte, each written anew from a parser's tokens. Links, pictures, HTML and all else show as they were written.
 * Stands at the left margin, or indented as a whole: see `indented`.
 * @param ours Whether our own code wrote it as Markdown: of entities it holds the two that we write.
 * @param headings false: they are lines like any other, so that the only headings are those of who holds the text.
 */
export function kept(text: string, { headings = true, ours = false }: Keeping = {}): Markdown {
  const tokens = tokensOf(clean(text).text);
  for (const each of ours ? tokens.flatMap(({ children }) => children ?? []) : []) each.content = visibleText(each);
  const nodes = treeOf(tokens);
  const top = headings ? Math.min(...nodes.flatMap(levelsOf)) : null;
  return blocksText(nodes, top) as Markdown;
}

type Keeping = { headings?: boolean; ours?: boolean };

/** A text of several lines, which can be more than a sentence among others. */
export function isLong(text: string): boolean {
  return clean(text).text.trim().includes("\n");
}

/** What stands inside an item of a list: each line but the empty ones moved to the right. */
export function indented(text: Markdown): Markdown {
  return behind("  ", "  ", text) as Markdown;
}

/** Several blocks as one item of a list. */
export function bulleted(text: Markdown): Markdown {
  return behind("- ", "  ", text) as Markdown;
}

/** Level of the highest heading that a text may make: the pages that hold one have three of their own. */
const HIGHEST = 4;
const LOWEST = 6;
/** The longest fence, in characters; code that would need a longer one is shown as text. */
const MAX_FENCE = 200;
/** The widest cell of a table whose columns are aligned, so that one long cell does not make every row as long. */
const MAX_ALIGNED = 60;

/**
 * Words after a fence that no viewer takes for more than the colours of the code, or for a drawing of it alone: others have
 * what they know fetched, sent away or run.
 */
const LANGUAGES: ReadonlySet<string> = new Set(
  [
    "sql json jsonc json5 yaml yml toml ini properties xml html css scss csv text txt plaintext diff http",
    "js javascript jsx mjs ts typescript tsx py python go golang rust rs java kotlin kt scala swift dart",
    "c h cpp csharp cs objc rb ruby php perl lua elixir erlang clojure haskell ocaml fsharp r julia zig",
    "sh bash zsh fish shell console powershell dockerfile makefile nginx hcl terraform proto protobuf graphql",
    "regex ebnf abnf bnf pseudocode gherkin markdown md log promql cypher prisma thrift avro solidity",
    "vue svelte sass less groovy gradle cmake nix bicep rego cue bat vb pascal ada fortran nim awk asm",
  ]
    .join(" ")
    .split(" "),
);

/** A drawing of text that viewers of repositories know. */
const DRAWN = "mermaid";
/** In such a drawing an address, something to press, a picture or a setting of who draws it: its source is shown then. */
const LOUD =
  /:\/\/|["'(=]\s*\/\/|%%\{|^[ \t]*---|<\/?[a-z!](?!r\s*\/?>)|\b(?:href|img|javascript)\s*[:=]|\bdata:[a-z]+\/|(?:^|;)[ \t]*(?:click|links?|callback)\b/imu;

type Node = { token: Token; inner: Node[] };

function treeOf(tokens: readonly Token[]): Node[] {
  const open: Node[][] = [[]];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const node = { token, inner: [] };
    open.at(-1)?.push(node);
    if (token.nesting === 1) open.push(node.inner);
  }
  return open[0] ?? [];
}

function levelsOf({ token, inner }: Node): number[] {
  return token.type === "heading_open" ? [Number(token.tag.slice(1))] : inner.flatMap(levelsOf);
}

/** Level of the highest heading of the whole text; null where it is to have none. */
type Top = number | null;

function blocksText(nodes: readonly Node[], top: Top): string {
  return nodes
    .map((node) => blockText(node, top))
    .filter(Boolean)
    .join("\n\n");
}

function blockText({ token, inner }: Node, top: Top): string {
  switch (token.type) {
    case "heading_open":
      return headingText(wordsOf(inner).replaceAll("\n", " "), top === null ? null : Number(token.tag.slice(1)) - top);
    case "fence":
    case "code_block":
      return fenced(token.content, token.info);
    case "hr":
      return "___";
    case "blockquote_open":
      return blocksText(inner, top)
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
    case "bullet_list_open":
    case "ordered_list_open":
      return listText(token, inner, top);
    case "table_open":
      return tableText(inner.flatMap((part) => part.inner));
    default:
      return wordsOf(inner);
  }
}

function headingText(words: string, below: number | null): string {
  if (below === null) return words;
  return words === "" ? "" : `${"#".repeat(Math.min(LOWEST, HIGHEST + below))} ${words}`;
}

/** A fence longer than any run of backticks in the code, which may end wherever it likes. */
function fenced(content: string, info: string): string {
  const body = content.replace(/\n$/, "");
  const run = longestRun(body);
  if (run >= MAX_FENCE) return prose(body);
  const fence = "`".repeat(Math.max(3, run + 1));
  const [word = ""] = info.trim().toLowerCase().split(/\s/, 1);
  const isKnown = LANGUAGES.has(word) || (word === DRAWN && !LOUD.test(body));
  return `${fence}${isKnown ? word : ""}\n${content === "" ? "" : `${body}\n`}${fence}`;
}

function listText(list: Token, items: readonly Node[], top: Top): string {
  const first = Number(list.attrGet("start") ?? 1);
  const written = items.flatMap(({ inner }, at) => {
    const body = itemText(inner, top);
    const marker = list.type === "ordered_list_open" ? `${first + at}${list.markup}` : list.markup;
    return body === "" ? [] : [behind(`${marker} `, " ".repeat(marker.length + 1), body)];
  });
  const tight = items.every(({ inner }) => inner.every(({ token }) => token.type !== "paragraph_open" || token.hidden));
  return written.join(tight ? "\n" : "\n\n");
}

/** A list stands right below the line that it belongs to; any other block has an empty line before it. */
function itemText([first, second, ...rest]: readonly Node[], top: Top): string {
  if (first === undefined) return "";
  if (!first.token.hidden || second?.token.type !== "bullet_list_open") {
    return blocksText([first, ...(second ? [second] : []), ...rest], top);
  }
  const below = [blockText(first, top), blockText(second, top)].filter(Boolean).join("\n");
  return [below, blocksText(rest, top)].filter(Boolean).join("\n\n");
}

function tableText(rows: readonly Node[]): string {
  const cells = rows.map(({ inner }) => inner.map((each) => inCell(wordsOf(each.inner) as Markdown)));
  const align = rows[0]?.inner.map(({ token }) => /text-align:(\w)/.exec(String(token.attrGet("style")))?.[1]);
  const widths = cells.flat().map((each) => stringWidth(each));
  const aligned = widths.every((width) => width <= MAX_ALIGNED);
  const table = markdownTable(cells, { align: align ?? [], stringLength: stringWidth, alignDelimiters: aligned });
  // Some readers want three.
  return aligned ? table : table.replace(/\n.*/u, (line) => line.replace(/-+/g, "---"));
}

/** The words of a paragraph, a heading or a cell, line by line. */
function wordsOf(nodes: readonly Node[]): string {
  const pieces = nodes.flatMap(({ token }) => token.children ?? []);
  let text = "";
  let struck = 0;
  for (const token of pieces) {
    const piece = token.type.startsWith("s_") ? strike(struck === (token.nesting === 1 ? 0 : 1)) : pieceText(token);
    if (token.type.startsWith("s_")) struck += token.nesting;
    // Two code spans that touch would read as one run of backticks.
    text += text.endsWith("`") && piece.startsWith("`") ? ` ${piece}` : piece;
  }
  return text
    .split("\n")
    .map((line) => escapeStart(line.trim()))
    .filter(Boolean)
    .join("\n");
}

/** What is struck out inside what is struck out has no marks of its own: four in a row at a start would be a fence. */
const strike = (outermost: boolean): string => (outermost ? "~~" : "");

function pieceText({ type, content }: Token): string {
  switch (type) {
    case "text":
      // What some readers of Markdown take for a space must be one for all of them.
      return escapeFragment(content.replace(/[^\S ]/g, " ")).replace(/^~|(?<!\\)~$/g, "\\~");
    case "code_inline":
      return code(content);
    case "em_open":
    case "em_close":
      return "*";
    case "strong_open":
    case "strong_close":
      return "**";
    default:
      return "\n";
  }
}

/** The first line behind one text, the others behind another; an empty line stays empty. */
function behind(first: string, others: string, text: string): string {
  return text
    .split("\n")
    .map((line, at) => (line === "" ? "" : `${at === 0 ? first : others}${line}`))
    .join("\n");
}

export type { Token };

/** Lists and quotes that stand in one another, counted as the parser does; it drops what lies deeper. */
const DEEPEST = 12;

const OFF = ["link", "image", "autolink", "entity", "reference", "lheading"];
const parser = without(OFF);
/** For a text that lies deeper: its markers of lists and quotes stay text. */
const flat = without([...OFF, "list", "blockquote"]);

/**
 * Somebody else's Markdown as a parser's tokens: headings, lists, tables, code, quotes and emphasis of CommonMark, and
 * nothing else. What would be a link, a picture, an entity or HTML is the text that it is; no text is lost.
 */
export function tokensOf(text: string): Token[] {
  const tokens = parser.parse(text, {});
  const deep = tokens.some(({ type, level }) => HOLDS.has(type) && level >= DEEPEST - 1);
  return deep ? flat.parse(text, {}) : tokens;
}

/** The tokens of one line of our own Markdown. */
export function inlineTokensOf(line: string): Token[] {
  return parser.parseInline(line, {}).flatMap(({ children }) => children ?? []);
}

/** The words that a text of Markdown shows, in one line. @param ours Whether our own code wrote it. */
export function wordsShown(text: string, { ours = false }: { ours?: boolean } = {}): string {
  const shown = (token: Token): string => {
    if (token.type.endsWith("break")) return " ";
    return ours ? visibleText(token) : token.content;
  };
  return tokensOf(clean(text).text)
    .map(({ content, children, type }) => {
      if (type === "inline") return (children ?? []).map(shown).join("");
      return type === "fence" || type === "code_block" ? content : "";
    })
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** What a token of our own Markdown shows: of entities it holds the two that we write, and only outside of code. */
export function visibleText({ type, content }: Token): string {
  return type === "code_inline" ? content : content.replace(/&(lt|amp);/gu, (_, name) => (name === "lt" ? "<" : "&"));
}

const HOLDS: ReadonlySet<string> = new Set(["list_item_open", "blockquote_open"]);

function without(rules: string[]) {
  return new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: DEEPEST }).disable(rules);
}
