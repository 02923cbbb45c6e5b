import { beforeAll, describe, expect, test } from "bun:test";
import { createDocument } from "@mixmark-io/domino";
import { render } from "preact-render-to-string";
import { clean } from "../../../src/text/clean.ts";
import { type Drawer, diagramDrawer } from "../../../src/views/html/diagram.ts";
import { expectLinear, repeated } from "../../support/growth.ts";
import { PAYLOADS } from "../../support/hostile-report.ts";

let draw: Drawer;
beforeAll(async () => {
  draw = await diagramDrawer();
});

const component = (name: string, interfaces: string[] = []) => ({
  name,
  description: "",
  responsibilities: [],
  interfaces,
});

/** The words of a drawing; the first two components are connected, or the one and another. */
function wordsOf(given: Parameters<Drawer>[0]["components"], what = ""): string {
  const components = given.length > 1 ? given : [...given, component("-")];
  const [from = "", to = ""] = components.map(({ name }) => name);
  const drawing = draw({ components, connections: [{ from, to, what }] });
  if (drawing === null) throw new Error("Nothing was drawn");
  return createDocument(render(drawing)).body.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

describe("the diagram of a design", () => {
  test("takes time that grows with the length of names, whatever they are made of, and not with the arrows", () => {
    for (const unit of ["a ", "-", "a\u0301 ", "\u0915\u200d ", "\u5b57"]) {
      const named = (length: number) => void wordsOf([component(repeated(unit, length), [repeated(unit, length)])]);
      expectLinear(JSON.stringify(unit), named, 60_000);
    }
    const names = Array.from({ length: 24 }, (_, at) => `Component ${at} of all`);
    const connections = names.flatMap((from) => names.map((to) => ({ from, to, what: "all" })));
    const drawing = draw({ components: names.map((name) => component(name)), connections });
    // An arrow's head is the one polygon of a picture.
    expect(drawing === null ? 0 : render(drawing).split("<polygon").length - 1).toBe(100);
  });

  for (const payload of [...PAYLOADS, "\\N \\G \\L \\E \\T", "&lt;b&gt;", "a -> b; }", "%n"]) {
    test(`shows a name as it was written: ${JSON.stringify(payload.slice(0, 40))}`, () => {
      const start = clean(payload).text.replace(/\s+/g, " ").trim().slice(0, 8).trim();
      expect(wordsOf([component(payload)])).toStartWith(start);
    });
  }

  test("has the page's own colours, and none that only the layout engine needed", () => {
    const drawing = draw({
      components: [component("API", ["one"]), component("Store")],
      connections: [{ from: "API", to: "Store", what: "rows" }],
    });
    const svg = drawing === null ? "" : render(drawing);
    const paints = Array.from(svg.matchAll(/ (?:fill|stroke)="([^"]*)"/gu), ([, paint]) => paint);
    expect(new Set(paints)).toEqual(new Set(["none", "currentColor", "var(--muted)", "var(--strong-line)"]));
  });

  test("names three interfaces of a component and counts the others", () => {
    expect(wordsOf([component("API", ["one", "two", "three", "four", "five"])])).toStartWith(
      "API one two three and 2 more",
    );
  });

  test("has an arrow with its words for each connection, and none that the design does not state", () => {
    const components = [component("API"), component("Store", ["Read by the API"])];
    expect(draw({ components })).toBeNull();
    expect(draw({ components, connections: [{ from: "API", to: "Cache", what: "rows" }] })).toBeNull();
    const drawing = draw({ components, connections: [{ from: "API", to: "Store", what: "<b>rows & more</b>" }] });
    const html = drawing === null ? "" : render(drawing);
    expect(html.split("<polygon").length - 1).toBe(1);
    expect(createDocument(html).body.textContent).toContain("<b>rows & more</b>");
  });

  test("draws components that nothing connects too, and stops at what a picture can show", () => {
    const many = Array.from({ length: 60 }, (_, at) => component(`Part ${at + 1}`));
    const words = wordsOf(many);
    expect(words).toContain("Part 24");
    expect(words).not.toContain("Part 25");
  });

  test("follows the theme: every colour is the page's own", () => {
    const drawing = draw({
      components: [component("API"), component("Store")],
      connections: [{ from: "API", to: "Store", what: "rows" }],
    });
    const text = drawing === null ? "" : render(drawing);
    expect(text).toContain("var(--strong-line)");
    expect(text).not.toMatch(/#[0-9a-f]{3,6}/i);
  });
});
