import { type ComponentChildren, h, type VNode } from "preact";
import { type Token, tokensOf } from "../../text/markdown-parser.ts";
import { languageOf } from "./language.ts";

/** Elements that a text may make. */
const ELEMENTS = new Set("p strong em s ul ol li blockquote table thead tbody tr th td".split(" "));

/** Elements whose text finds its own direction. */
const DIRECTED = new Set(["p", "li", "th", "td"]);

/** Words of somebody else as they are meant: paragraphs, lists, code and tables, line breaks where they were made. */
export function Paragraphs({ of }: { of: string }) {
  return (
    <div class="words" lang={languageOf(of)}>
      {markdownNodes(of)}
    </div>
  );
}

/** Somebody else's Markdown as elements; every character of it is text. Headings become lines in bold, so that the page's own order stands. */
export function markdownNodes(text: string): ComponentChildren {
  return nodesOf(tokensOf(text));
}

type Frame = { token: Token | null; children: ComponentChildren[] };

function nodesOf(tokens: readonly Token[]): ComponentChildren[] {
  const frames: Frame[] = [{ token: null, children: [] }];
  const top = (): Frame => frames.at(-1) as Frame;
  for (const token of tokens) {
    if (token.nesting === 1) frames.push({ token, children: [] });
    else if (token.nesting === -1) {
      const { token: opened, children } = frames.pop() as Frame;
      top().children.push(...(opened ? elementOf(opened, children) : children));
    } else top().children.push(...leafOf(token));
  }
  return top().children;
}

function elementOf(token: Token, children: ComponentChildren[]): ComponentChildren[] {
  const heading = token.type === "heading_open";
  const tag = heading ? "p" : token.tag;
  // A paragraph of a tight list is no element of its own.
  if (!ELEMENTS.has(tag) || token.hidden) return children;
  const start = token.type === "ordered_list_open" ? Number(token.attrGet("start") ?? 1) : 1;
  const props = { ...(DIRECTED.has(tag) && { dir: "auto" }), ...(start !== 1 && { start }) };
  return [h(tag, props, ...(heading ? [h("strong", null, ...children)] : children))];
}

function leafOf({ type, content, children }: Token): ComponentChildren[] {
  if (type === "inline") return nodesOf(children ?? []);
  if (type === "softbreak" || type === "hardbreak") return [h("br", null)];
  if (type === "code_inline") return [h("code", null, content)];
  if (type === "fence" || type === "code_block") return [codeOf(content)];
  if (type === "hr") return [h("hr", null)];
  return [content];
}

const codeOf = (content: string): VNode => h("pre", null, h("code", null, content.replace(/\n$/, "")));
