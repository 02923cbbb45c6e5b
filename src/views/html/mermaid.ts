import { createDocument } from "@mixmark-io/domino";
import type { VNode } from "preact";
import { drawnMermaid } from "../../story/report.ts";
import { cleanValue } from "../../text/clean.ts";
import type { MermaidDrawer } from "./markdown.tsx";
import { svgNode } from "./svg-node.ts";

/** Beyond these a source is shown as it is written: a layout of 60 boxes and 120 arrows takes a second of the processor. */
const MAX_CHARACTERS = 8_000;
const MAX_LINES = 300;
const MAX_COLUMNS = 400;
const MAX_NODES = 60;
const MAX_EDGES = 120;
/** Of one page: drawings, and characters of their sources together. */
const MAX_DRAWINGS = 16;
const MAX_SOURCES = 40_000;
/** Characters of a drawing. */
const MAX_DRAWN = 300_000;

/** The page's own colours in the place of the library's, which name variables of its own style sheet. */
const PAINT: Readonly<Record<string, string>> = {
  "var(--_text)": "currentColor",
  "var(--_text-sec)": "currentColor",
  "var(--_text-muted)": "var(--muted)",
  "var(--_text-faint)": "var(--muted)",
  "var(--_line)": "var(--muted)",
  "var(--_arrow)": "var(--muted)",
  "var(--_node-fill)": "var(--raised)",
  "var(--_node-stroke)": "var(--strong-line)",
  "var(--_group-fill)": "none",
  "var(--_group-hdr)": "var(--line)",
  "var(--_inner-stroke)": "var(--line)",
  "var(--_key-badge)": "var(--line)",
  "var(--bg)": "var(--surface)",
  none: "none",
  transparent: "none",
};

/**
 * Draws Mermaid of one page, each source once; null for what is too large, what does not parse, and once the page has
 * enough of it. The library is loaded with the first source. Of its drawing only shapes and text are kept, in the page's
 * colours: no style, script, link or address that a source may have brought.
 */
export function mermaidDrawer(): MermaidDrawer {
  const drawn = new Map<string, VNode | null>();
  let characters = 0;
  return (source) => {
    const known = drawn.get(source);
    if (known !== undefined) return known;
    characters += source.length;
    const isOver = drawn.size >= MAX_DRAWINGS || characters > MAX_SOURCES;
    const drawing = isOver || !isSmall(source) ? null : draw(source, `m${drawn.size}`);
    drawn.set(source, drawing);
    return drawing;
  };
}

function isSmall(source: string): boolean {
  const lines = source.split("\n");
  return (
    source.length <= MAX_CHARACTERS && lines.length <= MAX_LINES && lines.every(({ length }) => length <= MAX_COLUMNS)
  );
}

/** Null where the library throws, as it does for what is no Mermaid; what it draws is read as a hostile text. */
function draw(source: string, ids: string): VNode | null {
  try {
    // Loaded by the first source that there is: its layout engine is a megabyte.
    const { parseMermaid, renderMermaidSVG } = require("beautiful-mermaid") as typeof import("beautiful-mermaid");
    const own = plain(source);
    if (/^(?:graph|flowchart|stateDiagram)/iu.test(own)) {
      const { nodes, edges } = parseMermaid(own);
      if (nodes.size > MAX_NODES || edges.length > MAX_EDGES) return null;
    }
    const text = renderMermaidSVG(own, { transparent: true });
    if (text.length > MAX_DRAWN) return null;
    const svg = createDocument(text).querySelector("svg");
    if (svg === null || !Number.isFinite(Number(svg.getAttribute("width")))) return null;
    for (const element of Array.from(svg.querySelectorAll("*"))) {
      for (const paint of ["fill", "stroke"]) {
        const given = element.getAttribute(paint);
        if (given !== null) element.setAttribute(paint, PAINT[given] ?? colourOf(element.localName, paint));
      }
    }
    return svgNode(
      svg,
      { role: "img", "aria-label": drawnMermaid(own.split("\n", 1)[0] ?? ""), class: "diagram mermaid" },
      ids,
    );
  } catch {
    return null;
  }
}

/** Colours that a source names itself give way: on a page of another theme they would hide what they colour. */
function colourOf(name: string, paint: string): string {
  if (name === "text" || name === "tspan") return paint === "fill" ? "currentColor" : "none";
  return paint === "fill" ? "var(--raised)" : "var(--strong-line)";
}

/** Without what cannot be seen, directives, and the marks of HTML by which labels break their lines. */
function plain(source: string): string {
  const { value } = cleanValue(source);
  const lines = value
    .replace(/%%\{.{0,2000}?\}%%/gsu, "")
    .split("\n")
    .filter((line) => !/^\s*(?:click|style|classDef|linkStyle|class\s+[\w,]+\s+\w+\s*$)/u.test(line));
  const labelled = new Set(lines.flatMap((line) => /^\s*(\w+)\s*[[({>]/u.exec(line)?.[1] ?? []));
  // The library labels a box where it first stands: by its id, where a class alone comes before its label.
  return lines
    .filter((line) => !labelled.has(/^\s*(\w+):::\w+[\s;]*$/u.exec(line)?.[1] ?? ""))
    .join("\n")
    .trim();
}
