import { expect, test } from "bun:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { markdownNodes } from "../../../src/views/html/markdown.tsx";

const html = (text: string) => render(h("div", null, markdownNodes(text))).slice("<div>".length, -"</div>".length);

test("markdownNodes() numbers a list from where it began", () => {
  expect(html("1. a\n2. b")).toBe('<ol><li dir="auto">a</li><li dir="auto">b</li></ol>');
  expect(html("3. a\n4. b")).toBe('<ol start="3"><li dir="auto">a</li><li dir="auto">b</li></ol>');
  expect(html("- a\n\n- b")).toBe(
    '<ul><li dir="auto"><p dir="auto">a</p></li><li dir="auto"><p dir="auto">b</p></li></ul>',
  );
});

test("markdownNodes() makes a heading a line in bold, and keeps emphasis, code, quotes, rules and line breaks", () => {
  expect(html("## A *b*")).toBe('<p dir="auto"><strong>A <em>b</em></strong></p>');
  expect(html("**a** ~~b~~ `c`\nd  \ne")).toBe(
    '<p dir="auto"><strong>a</strong> <s>b</s> <code>c</code><br/>d<br/>e</p>',
  );
  expect(html("> a\n\n---\n\n```ts\nb < c\n```")).toBe(
    '<blockquote><p dir="auto">a</p></blockquote><hr/><pre><code>b &lt; c</code></pre>',
  );
});

test("markdownNodes() draws a table, and leaves a link, a picture, an entity and HTML the text that they are", () => {
  expect(html("| a |\n|---|\n| b |")).toBe(
    '<table><thead><tr><th dir="auto">a</th></tr></thead><tbody><tr><td dir="auto">b</td></tr></tbody></table>',
  );
  for (const text of [
    "[a](https://b.c)",
    "![a](b.png)",
    "<https://b.c>",
    "&copy;",
    "<b>a</b>",
    "https://b.c",
    "<div>",
  ]) {
    const shown = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    expect(html(text)).toBe(`<p dir="auto">${shown}</p>`);
  }
});

test("of Markdown that is our own the two entities that we write are shown as what they stand for", () => {
  const ours = "A &lt;b>late&lt;/b> van, &amp;lt; `&lt;`";
  const drawn = (own: boolean): string => render(h("div", null, markdownNodes(ours, undefined, own)));
  expect(drawn(true)).toContain("A &lt;b>late&lt;/b> van, &amp;lt; <code>&amp;lt;</code>");
  expect(drawn(false)).toContain("A &amp;lt;b>late");
});
