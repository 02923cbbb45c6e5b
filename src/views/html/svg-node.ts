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

/**
 * A drawing that a library made, rebuilt as nodes of the view library: what it holds is escaped like everything else,
 * and what is no plain drawing stays out. `attributes` are put on the root.
 */
export function svgNode(element: Element, attributes: Readonly<Record<string, string>> = {}): VNode {
  const kept = Array.from(element.attributes)
    .filter(({ name }) => ATTRIBUTES.has(name))
    .map(({ name, value }): [string, string] => [name, value]);
  const children = Array.from(element.childNodes).flatMap((child): (VNode | string)[] => {
    if (child.nodeType === TEXT) return [child.textContent ?? ""];
    if (child.nodeType !== ELEMENT) return [];
    return ELEMENTS.has((child as Element).localName) ? [svgNode(child as Element)] : [];
  });
  return h(element.localName, { ...Object.fromEntries(kept), ...attributes }, ...children);
}

const ELEMENT = 1;
const TEXT = 3;
