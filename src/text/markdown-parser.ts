import MarkdownIt, { type Token } from "markdown-it";

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

/** What a token of our own Markdown shows: of entities it holds the two that we write, and only outside of code. */
export function visibleText({ type, content }: Token): string {
  return type === "code_inline" ? content : content.replace(/&(lt|amp);/gu, (_, name) => (name === "lt" ? "<" : "&"));
}

const HOLDS: ReadonlySet<string> = new Set(["list_item_open", "blockquote_open"]);

function without(rules: string[]) {
  return new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: DEEPEST }).disable(rules);
}
