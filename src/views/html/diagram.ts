import { Graphviz } from "@hpcc-js/wasm-graphviz";
import { createDocument } from "@mixmark-io/domino";
import type { VNode } from "preact";
import stringWidth from "string-width";
import type { Design } from "../../artifacts/design.ts";
import { drawnComponents } from "../../story/report.ts";
import { clean } from "../../text/clean.ts";
import { truncate } from "../../text/truncate.ts";
import { svgNode } from "./svg-node.ts";

/**
 * Draws a design's components, each with its interfaces, and its connections as arrows. Null where it states none
 * between them: arrows that were guessed from its text were wrong.
 */
export type Drawer = (design: Pick<Design, "components" | "connections">) => VNode | null;

/** Beyond this a picture shows nothing any more; the table beneath it holds all. */
const MAX_COMPONENTS = 24;
const MAX_INTERFACES = 3;
/** Columns of a line inside a box, where a wide letter takes two. */
const COLUMNS = 26;
const MAX_LINES = 3;
/** Arrows of a picture that can still be followed; with more the engine takes seconds. */
const MAX_ARROWS = 100;
/** Arrows that have room for words beside them; the list holds these whole. */
const MAX_NAMED_ARROWS = 16;

/** A wide font to measure with: whatever a reader's own font is, its letters fit. */
const FONT = "DejaVu Sans";
/** The layout engine takes plain colours only; the page's own, which follow the theme, stand in their place after. */
const [BOX, INK, FAINT] = ["#0000a1", "#0000a2", "#0000a3"] as const;
const PAINT: Readonly<Record<string, string>> = {
  [BOX]: "var(--strong-line)",
  [INK]: "currentColor",
  [FAINT]: "var(--muted)",
};

/** Loads the layout engine, once for all designs of a report. A picture that cannot be drawn is null. */
export async function diagramDrawer(): Promise<Drawer> {
  const graphviz = await Graphviz.load();
  return ({ components, connections = [] }) => {
    const shown = components.slice(0, MAX_COMPONENTS);
    const links = linksOf({ components: shown, connections }).slice(0, MAX_ARROWS);
    if (links.length === 0) return null;
    const svg = laidOut(graphviz, dotOf(shown, links));
    if (svg === null) return null;
    tidy(svg);
    const label = drawnComponents(components.length);
    return svgNode(svg, { role: "img", "aria-label": label, class: "diagram" });
  };
}

/** What the engine drew last, by the graph: a report is drawn again with each vote and each step of a plan, its designs stay. */
const drawn = new Map<string, string>();
const MAX_DRAWN = 50;

/** The engine's drawing; null for a graph that it gives up on. */
function laidOut(graphviz: Graphviz, dot: string): Element | null {
  try {
    const svg = drawn.get(dot) ?? graphviz.dot(dot);
    drawn.set(dot, svg);
    const [oldest] = drawn.keys();
    if (drawn.size > MAX_DRAWN && oldest !== undefined) drawn.delete(oldest);
    return createDocument(svg).querySelector("svg") ?? null;
  } catch {
    return null;
  }
}

/** The graph in Graphviz's language; of a design's text nothing but escaped labels is in it. */
function dotOf(components: Design["components"], links: readonly Link[]): string {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const alone = [...components.keys()].filter((at) => !linked.has(at));
  const named = links.length <= MAX_NAMED_ARROWS;
  return [
    "digraph { graph [rankdir=TB, nodesep=0.3, ranksep=0.45, bgcolor=transparent, pad=0.05]",
    `node [shape=box, style=rounded, margin="0.14,0.09", color="${BOX}", fontcolor="${INK}", fontname="${FONT}", fontsize=13]
edge [color="${FAINT}", fontcolor="${FAINT}", fontname="${FONT}", fontsize=10, arrowsize=0.7]`,
    ...components.map((component, at) => `n${at} [label=<${labelOf(component)}>]`),
    ...links.map(({ from, to, what }) => `n${from} -> n${to}${named ? ` [label=<${whatOf(what)}>]` : ""}`),
    // Those without an arrow stand in rows instead of one long line.
    ...alone.slice(2).map((at, next) => `n${alone[next]} -> n${at} [style=invis]`),
    "}",
  ].join("\n");
}

/** Puts the page's colours in, takes points as pixels, and centres every label, which the engine starts where its own font would. */
function tidy(svg: Element): void {
  for (const size of ["width", "height"])
    svg.setAttribute(size, String(Number.parseFloat(svg.getAttribute(size) ?? "0")));
  for (const element of Array.from(svg.querySelectorAll("*"))) {
    for (const paint of ["fill", "stroke"]) {
      const own = PAINT[element.getAttribute(paint) ?? ""];
      if (own !== undefined) element.setAttribute(paint, own);
    }
  }
  for (const node of Array.from(svg.querySelectorAll("g.node"))) {
    const outline = node.querySelector("path")?.getAttribute("d") ?? "";
    const across = Array.from(outline.matchAll(/(-?[\d.]{1,40}),/g), ([, x]) => Number(x));
    const centre = (Math.min(...across) + Math.max(...across)) / 2;
    for (const label of Array.from(node.querySelectorAll("text"))) {
      label.setAttribute("x", centre.toFixed(1));
      label.setAttribute("text-anchor", "middle");
    }
  }
}

/** What passes along an arrow, with room around it. */
const whatOf = (what: string): string => ` ${escaped(truncate(plain(what), COLUMNS))} `;

/** Without the marks of code, which a picture cannot show. */
const plain = (text: string): string => oneLine(text.replaceAll("`", ""));

function labelOf({ name, interfaces = [] }: Design["components"][number]): string {
  const small = interfaces.slice(0, MAX_INTERFACES).map((each) => truncate(plain(each), COLUMNS + 6));
  const more = interfaces.length > small.length ? [`and ${interfaces.length - small.length} more`] : [];
  const gap = interfaces.length > 0 ? ['<FONT POINT-SIZE="4"> </FONT>'] : [];
  return [
    ...wrapped(oneLine(name)).map((line) => `<B>${escaped(line)}</B>`),
    ...gap,
    ...[...small, ...more].map((line) => `<FONT POINT-SIZE="11" COLOR="${FAINT}">${escaped(line)}</FONT>`),
  ].join("<BR/>");
}

/** Lines of at most COLUMNS columns, broken between words where there are any; of the text no more than they can hold. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of truncate(text, (MAX_LINES + 1) * COLUMNS)
    .split(" ")
    .map((each) => truncate(each, COLUMNS))) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(`${last} ${word}`) <= COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`];
}

function oneLine(text: string): string {
  return clean(text).text.replace(/\s+/g, " ").trim() || "–";
}

/** Letter by letter, in Graphviz's own markup: a backslash counts twice there, for "\\N" would be the node's name. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An arrow between two components, by their positions, and what passes there. */
export type Link = { from: number; to: number; what: string };

/**
 * A design's connections between two of its components, each pair once in each direction, with the first that is said
 * of it. Names are compared without case and outer blanks; a connection of what is no component is left out.
 */
export function linksOf({ components, connections = [] }: Pick<Design, "components" | "connections">): Link[] {
  const places = new Map(components.map(({ name }, at) => [keyOf(name), at] as const).reverse());
  const links = connections.flatMap(({ from, to, what }): Link[] => {
    const [start, end] = [places.get(keyOf(from)), places.get(keyOf(to))];
    return start === undefined || end === undefined || start === end ? [] : [{ from: start, to: end, what }];
  });
  return [...new Map(links.reverse().map((link) => [`${link.from} ${link.to}`, link])).values()].reverse();
}

const keyOf = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
