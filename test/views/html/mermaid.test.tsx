import { describe, expect, test } from "bun:test";
import { render } from "preact-render-to-string";
import { Mermaid, Paragraphs } from "../../../src/views/html/markdown.tsx";
import { mermaidDrawer } from "../../../src/views/html/mermaid.ts";

const FENCE = "```";
const page = (text: string, draw = mermaidDrawer()): string =>
  render(
    <Mermaid.Provider value={draw}>
      <Paragraphs of={text} />
    </Mermaid.Provider>,
  );
const fenced = (source: string): string => `Before.\n\n${FENCE}mermaid\n${source}\n${FENCE}\n\nAfter.`;

const KINDS: Readonly<Record<string, string>> = {
  flowchart: "flowchart TD\n  A[Client] -->|enqueue| B(Queue)\n  B --> C{Lease?}",
  sequence: "sequenceDiagram\n  participant A as Client\n  A->>B: enqueue(job)\n  B-->>A: Client",
  state: "stateDiagram-v2\n  [*] --> Client\n  Client --> Busy: job",
  class: "classDiagram\n  class Client{\n    +id: string\n  }\n  Client <|-- CronJob",
  er: "erDiagram\n  Client ||--o{ ORDER : places",
};

describe("Mermaid in a design's text", () => {
  for (const [kind, source] of Object.entries(KINDS)) {
    test(`is drawn where it is a ${kind}, with its source behind it`, () => {
      const html = page(fenced(source));
      expect(html).toContain('<svg viewBox="');
      expect(html).toMatch(/<text[^>]*>(?:<tspan[^>]*>)?Client</u);
      expect(html).toContain(`<pre><code>${source.split("\n")[0]}`);
      expect(html).toContain('<p dir="auto">Before.</p>');
    });
  }

  test("has its labels also where a line before them gives a class alone", () => {
    const html = page(fenced("flowchart LR\n  A:::waiting\n  B:::waiting\n  A[Available]\n  A --> B"));
    expect(html).toMatch(/<text[^>]*>(?:<tspan[^>]*>)?Available</u);
    expect(html).toMatch(/<text[^>]*>(?:<tspan[^>]*>)?B</u);
    expect(html).not.toMatch(/<text[^>]*>(?:<tspan[^>]*>)?A</u);
  });

  test("is drawn where a whole field is a source", () => {
    expect(page("flowchart LR\n A --> B")).toContain("<svg");
    expect(page("A flowchart LR\n A --> B")).not.toContain("<svg");
  });

  test("stays text where nothing draws it, and where it does not parse", () => {
    expect(render(<Paragraphs of={fenced("flowchart TD\n A --> B")} />)).not.toContain("<svg");
    const html = page(fenced("no such drawing"));
    expect(html).not.toContain("<svg");
    expect(html).toContain("<pre><code>no such drawing</code></pre>");
  });

  test("is not seen in code of another language", () => {
    const html = page(`${FENCE}ts\nflowchart TD\n A --> B\n${FENCE}`);
    expect(html).toContain("<pre><code>flowchart TD");
    expect(html).not.toContain("<svg");
  });

  test("names two drawings of one page apart", () => {
    const html = page(`${fenced("flowchart TD\n A --> B")}\n\n${fenced("flowchart TD\n C --> D")}`);
    const ids = Array.from(html.matchAll(/ id="([^"]+)"/gu), ([, id]) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, head] of html.matchAll(/url\(#([^)]+)\)/gu)) expect(ids).toContain(head);
  });

  const HOSTILE: Readonly<Record<string, string>> = {
    "a link": 'flowchart TD\n A --> B\n click A "javascript:alert(1)"\n click B href "http://evil.test"',
    "an address as a colour": "flowchart TD\n A --> B\n style A fill:url(http://evil.test),stroke:url(#x)",
    "a class with an address": "flowchart TD\n A:::x --> B\n classDef x fill:url(http://evil.test)",
    "a directive": "%%{init: {'themeCSS': '*{background:url(http://evil.test)}'}}%%\nflowchart TD\n A --> B",
    "markup in a label":
      'flowchart TD\n A["<img src=http://evil.test onerror=alert(1)>"] --> B["<script>alert(1)</script>"]',
    "entities in a label": 'flowchart TD\n A["&lt;script&gt;alert(1)&lt;/script&gt;"] --> B',
    "an id that is markup": 'flowchart TD\n A"><script> --> B',
  };
  for (const [what, source] of Object.entries(HOSTILE)) {
    test(`brings nothing that a browser loads or runs: ${what}`, () => {
      const [drawn = ""] = /<svg.*<\/svg>/su.exec(page(fenced(source))) ?? [];
      const tags = Array.from(drawn.matchAll(/<([a-zA-Z]+)/gu), ([, tag = ""]) => tag);
      const known = "svg g path line rect circle ellipse polygon polyline text tspan defs marker".split(" ");
      expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
      // Without what stands between tags, which is text.
      const marks = drawn.replace(/>[^<]*</gu, "><");
      expect(marks).not.toMatch(/ (?:href|style|class="(?!diagram)|on\w+)=|url\((?!#m\d+-)/u);
      expect(marks).not.toContain("evil.test");
    });
  }

  const LARGE: Readonly<Record<string, string>> = {
    "10,000 boxes": `flowchart TD\n${Array.from({ length: 10_000 }, (_, at) => ` N${at} --> N${at + 1}`).join("\n")}`,
    "2,000 arrows in two lines": `flowchart TD\n${"A & ".repeat(50)}B --> ${Array.from({ length: 40 }, (_, at) => `X${at}`).join(" & ")}`,
    "a line of 20,000 letters": `flowchart TD\n A${"-".repeat(20_000)}> B`,
  };
  for (const [what, source] of Object.entries(LARGE)) {
    test(`stays its source where it is too large: ${what}`, () => {
      const html = page(fenced(source));
      expect(html.includes("<svg")).toBe(false);
      expect(html.includes("<pre><code>flowchart TD")).toBe(true);
    });
  }

  test("is drawn sixteen times on a page at most, one source once", () => {
    const draw = mermaidDrawer();
    const texts = Array.from({ length: 18 }, (_, at) => page(`flowchart TD\n A${at} --> B`, draw));
    expect(texts.filter((html) => html.includes("<svg"))).toHaveLength(16);
    expect(page("flowchart TD\n A0 --> B", draw)).toContain("<svg");
  });
});
