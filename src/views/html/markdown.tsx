import { type ComponentChildren, createContext, h, type VNode } from "preact";
import { useContext } from "preact/hooks";
import stringWidth from "string-width";
import { isMermaid, MERMAID_SOURCE } from "../../story/drawn-source.ts";
import { type Token, tokensOf, visibleText } from "../../text/kept-markdown.ts";
import { truncate } from "../../text/truncate.ts";
import { languageOf } from "./language.ts";
import { withFigures } from "./words.tsx";

/** Elements that a text may make. */
const ELEMENTS = new Set("p strong em s ul ol li blockquote table thead tbody tr th td".split(" "));

/** Elements whose text finds its own direction. */
const DIRECTED = new Set(["p", "li", "th", "td"]);

/**
 * Words of somebody else as they are meant: paragraphs, lists, code and tables, line breaks where they were made; of
 * more than `max` columns the start.
 */
export function Paragraphs({ of, max, ours = false }: { of: string; max?: number; ours?: boolean }) {
  return (
    <div class="words" lang={languageOf(of)}>
      {max === undefined && isMermaid(of) ? <Diagram source={of} /> : markdownNodes(of, max, ours)}
    </div>
  );
}

/** Draws a source of Mermaid; null where it stays text. */
export type MermaidDrawer = (source: string) => VNode | null;

/** What draws Mermaid on this page; nothing does where none is given. */
export const Mermaid = createContext<MermaidDrawer>(() => null);

/** A drawing with its source behind it; where nothing draws it, the source. */
function Diagram({ source }: { source: string }) {
  const drawing = useContext(Mermaid)(source);
  if (drawing === null) return codeOf(source);
  return (
    <div class="drawn">
      <div class="scrolling">{drawing}</div>
      <details>
        <summary>{MERMAID_SOURCE}</summary>
        {codeOf(source)}
      </details>
    </div>
  );
}

/**
 * Somebody else's Markdown as elements; every character of it is text. What is begun at `max` columns is ended. Headings
 * become lines in bold, so that the page's own order stands.
 * @param ours Whether it is Markdown that our own code wrote: of entities it holds the two that we write.
 */
export function markdownNodes(text: string, max = Number.POSITIVE_INFINITY, ours = false): ComponentChildren {
  return nodesOf(tokensOf(text), { columns: max, ours });
}

type Frame = { token: Token | null; children: ComponentChildren[]; left: boolean };

/** Columns that are left for text, none after a text was cut; whether the Markdown is our own. */
type Left = { columns: number; ours: boolean };

function nodesOf(tokens: readonly Token[], left: Left): ComponentChildren[] {
  const frames: Frame[] = [{ token: null, children: [], left: true }];
  const top = (): Frame => frames.at(-1) as Frame;
  for (const token of tokens) {
    if (token.nesting === 1) frames.push({ token, children: [], left: left.columns > 0 });
    else if (token.nesting === -1) {
      const { token: opened, children, left: shown } = frames.pop() as Frame;
      if (shown) top().children.push(...(opened ? elementOf(opened, children) : children));
    } else if (left.columns > 0) top().children.push(...leafOf(token, left));
  }
  return top().children;
}

/** As much of a text as there are columns left. */
function startOf(text: string, left: Left): string {
  if (left.columns === Number.POSITIVE_INFINITY) return text;
  const start = truncate(text, left.columns);
  left.columns = start === text ? left.columns - stringWidth(text) : 0;
  return start;
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

function leafOf(token: Token, left: Left): ComponentChildren[] {
  const { type, content, children } = token;
  if (type === "inline") return nodesOf(children ?? [], left);
  if (type === "softbreak" || type === "hardbreak") return [h("br", null)];
  if (type === "code_inline") return [h("code", null, startOf(content, left))];
  if (type === "fence" && token.info.trim().toLowerCase() === "mermaid" && left.columns === Number.POSITIVE_INFINITY)
    return [h(Diagram, { source: content })];
  if (type === "fence" || type === "code_block") return [codeOf(startOf(content, left))];
  if (type === "hr") return [h("hr", null)];
  return [withFigures(startOf(left.ours ? visibleText(token) : content, left))];
}

const codeOf = (content: string): VNode => h("pre", null, h("code", null, content.replace(/\n$/, "")));
