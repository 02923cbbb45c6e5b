import MarkdownIt from "markdown-it";
import { Marked, type Token } from "marked";

/** What takes effect in a Markdown text beyond what its words say. */
export type Live = { kind: "html" | "image" | "link" | "heading" | "code block"; text: string; level?: number };

/** CommonMark with tables and with links made of addresses, and the parser that the host's own pages use. */
const commonMark = new MarkdownIt({ html: true, linkify: true });
commonMark.linkify.set({ fuzzyLink: false, fuzzyIP: true, fuzzyEmail: true });
/** It looks for an underlined heading from every line on; without an underline ahead there is none, which is told faster. */
const UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;
const gfm = new Marked({
  gfm: true,
  tokenizer: { lheading: (text) => (UNDERLINE.test(text) ? false : undefined) },
});

/** Everything live in a text as either parser reads it; headings and blocks of code are among it, for the caller to know its own. */
export function liveParts(text: string): Live[] {
  return [...byCommonMark(text), ...byGfm(text)];
}

/** What the code spans of a text show. */
export function codeSpansOf(text: string): string[] {
  const inner = commonMark.parse(text, {}).flatMap(({ children }) => children ?? []);
  return inner.filter(({ type }) => type === "code_inline").map(({ content }) => content);
}

/** What the blocks of code of a text hold, each to the byte. */
export function codeBlocksOf(text: string): string[] {
  const blocks = commonMark.parse(text, {}).filter(({ type }) => type === "fence" || type === "code_block");
  return blocks.map(({ content }) => content);
}

function byCommonMark(text: string): Live[] {
  const live: Live[] = [];
  const tokens = commonMark.parse(text, {});
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      live.push({ kind: "heading", text: tokens[at + 1]?.content ?? "", level: Number(token.tag.slice(1)) });
    }
    if (token.type === "html_block") live.push({ kind: "html", text: token.content });
    if (token.type === "fence" || token.type === "code_block") live.push({ kind: "code block", text: token.content });
    for (const child of token.children ?? []) {
      if (child.type === "html_inline") live.push({ kind: "html", text: child.content });
      if (child.type === "image") live.push({ kind: "image", text: child.content });
      if (child.type === "link_open") live.push({ kind: "link", text: String(child.attrGet("href")) });
    }
  }
  return live;
}

function byGfm(text: string): Live[] {
  const live: Live[] = [];
  gfm.walkTokens(gfm.lexer(text), (token: Token) => {
    if (token.type === "heading") live.push({ kind: "heading", text: token.text, level: token.depth });
    else if (token.type === "html") live.push({ kind: "html", text: token.raw });
    else if (token.type === "image") live.push({ kind: "image", text: token.raw });
    else if (token.type === "link") live.push({ kind: "link", text: token.href });
    else if (token.type === "code") live.push({ kind: "code block", text: token.text });
  });
  return live;
}

/** Pieces that mean something in Markdown, in HTML or to those who make links, and what hides them. */
export const HOSTILE_PIECES: readonly string[] = [
  "<",
  ">",
  "<img src=x onerror=y>",
  "<b>",
  "</b>",
  "<!--",
  "-->",
  "<a@b.cd>",
  "<?",
  "<![CDATA[",
  "`",
  "``",
  "```",
  "~~~",
  "\\",
  "[",
  "](",
  ")",
  "!",
  "![x](",
  "[x]: ",
  "[^1]",
  "https://evil.example",
  "_https://e.vil",
  "1https://e.vil",
  "HTTP://E.VIL/x_y",
  "javascript:x",
  "www.evil.com",
  "_www.e.vil",
  "mailto:a@b.cd",
  "mailto:a@b",
  "me@evil.com",
  "ftp://e.vil",
  "xmpp:a@b.cd",
  "//e.vil",
  "&lt;",
  "&#60;",
  "&colon;",
  "|",
  "*",
  "_",
  "#",
  "# ",
  "\u00a0# ",
  "## x",
  "===",
  "---",
  "- ",
  "+ ",
  "1. ",
  "> ",
  ": ",
  "a",
  "b_c",
  " ",
  "  ",
  "    ",
  "\t",
  "\n",
  "\n\n",
  "\r",
  "\u2028",
  "\u00a0",
  "\u3000",
  "\u0085",
  "\v",
  "\u200b",
  "\u202e",
  "\u6f22",
  ".",
  ",",
  '"',
  "'",
  "\u{1F600}",
  "|-|-|",
  "\n- ",
  "\n# ",
  "\n    ",
];
