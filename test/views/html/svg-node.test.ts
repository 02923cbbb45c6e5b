import { expect, test } from "bun:test";
import { createDocument } from "@mixmark-io/domino";
import { render } from "preact-render-to-string";
import { svgNode } from "../../../src/views/html/svg-node.ts";

const drawn = (svg: string) => render(svgNode(createDocument(svg).querySelector("svg") as Element, { role: "img" }));

test("svgNode() keeps shapes and texts as they are drawn", () => {
  const svg = '<svg viewBox="0 0 9 9"><g stroke="red"><path d="M0,0L9,9"></path><text x="1">A &amp; B</text></g></svg>';
  expect(drawn(svg)).toBe(svg.replace("<svg ", "<svg ").replace('9 9">', '9 9" role="img">'));
});

test("svgNode() leaves out whatever loads, links, runs or styles", () => {
  const hostile = [
    '<svg viewBox="0 0 9 9" onload="x()" style="color: red" class="a">',
    "<style>* { display: none }</style><script>x()</script>",
    '<a href="javascript:x()"><text>in a link</text></a>',
    '<image href="https://attacker.invalid/x"/><use href="#y"/><foreignObject><p>x</p></foreignObject>',
    '<rect width="9" onclick="x()" href="https://attacker.invalid"/><title>n0</title>',
    "</svg>",
  ].join("");
  expect(drawn(hostile)).toBe('<svg viewBox="0 0 9 9" role="img"><rect width="9"></rect></svg>');
});
