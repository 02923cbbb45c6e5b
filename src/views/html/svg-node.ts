import { h, type VNode } from "preact";

/** Elements of a drawing that are kept; a library's <style>, <script>, links and comments are not. */
const ELEMENTS = new Set("svg g path line rect circle ellipse polygon polyline text tspan".split(" "));

/** Attributes that are kept: shape, place and paint, and nothing that a browser loads or runs. */
const ATTRIBUTES = new Set(
  [
    "viewBox width height x y x1 x2 y1 y2 cx cy r rx ry dx dy d points transform",
    "fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity",
    "text-anchor font-size font-weight font-style font-variant xml:space aria-hidden",
  ]
    .join(" ")
    .split(" "),
);

/** Elements and attributes of the heads of arrows, which are drawn once and named where they stand. */
const HEADS = new Set(["defs", "marker"]);
const OF_HEADS = new Set("markerWidth markerHeight refX refY orient".split(" "));
const NAME = /^[\w-]{1,40}$/u;
const NAMED = /^url\(#([\w-]{1,40})\)$/u;

/**
 * A drawing that a library made, rebuilt as nodes of the view library: what it holds is escaped like everything else,
 * and what is no plain drawing stays out. `attributes` are put on the root. With `ids` heads of arrows are kept too, under
 * names that begin so, and nothing else is named: an address is none of them.
 */
export function svgNode(element: Element, attributes: Readonly<Record<string, string>> = {}, ids?: string): VNode {
  const kept = Array.from(element.attributes).flatMap(({ name, value }): [string, string][] => {
    if (ATTRIBUTES.has(name)) return [[name, value]];
    if (ids === undefined) return [];
    const head = NAMED.exec(value)?.[1];
    if ((name === "marker-end" || name === "marker-start") && head !== undefined)
      return [[name, `url(#${ids}-${head})`]];
    if (element.localName !== "marker") return [];
    if (name === "id" && NAME.test(value)) return [[name, `${ids}-${value}`]];
    return OF_HEADS.has(name) ? [[name, value]] : [];
  });
  const children = Array.from(element.childNodes).flatMap((child): (VNode | string)[] => {
    if (child.nodeType === TEXT) return [child.textContent ?? ""];
    if (child.nodeType !== ELEMENT) return [];
    const { localName } = child as Element;
    const isKept = ELEMENTS.has(localName) || (ids !== undefined && HEADS.has(localName));
    return isKept ? [svgNode(child as Element, {}, ids)] : [];
  });
  return h(element.localName, { ...Object.fromEntries(kept), ...attributes }, ...children);
}

const ELEMENT = 1;
const TEXT = 3;
