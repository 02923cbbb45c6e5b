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

  const chain = (length: number) => Array.from({ length }, (_, at) => component(`Part ${at + 1}`));
  const linked = (length: number) =>
    Array.from({ length: length - 1 }, (_, at) => ({ from: `Part ${at + 1}`, to: `Part ${at + 2}`, what: `row${at}` }));
  const svgOf = (given: Parameters<Drawer>[0]): Element => {
    const drawing = draw(given);
    const svg = drawing && createDocument(render(drawing)).querySelector("svg");
    if (!svg) throw new Error("Nothing was drawn");
    return svg;
  };

  /** The boxes of a picture, each with its outline and its lines. */
  const boxesOf = (given: Parameters<Drawer>[0]): Element[] =>
    Array.from(svgOf(given).querySelectorAll("path"))
      .filter((path) => path.getAttribute("stroke") === "var(--strong-line)")
      .flatMap(({ parentElement }) => parentElement ?? []);

  test("is one picture with a name for who does not see it, and sizes in pixels", () => {
    const svg = svgOf({ components: chain(3), connections: linked(3) });
    expect(["role", "class", "aria-label"].map((name) => svg.getAttribute(name))).toEqual([
      "img",
      "diagram",
      "The 3 components as boxes with arrows between them; the list says the same.",
    ]);
    for (const size of ["width", "height"]) expect(svg.getAttribute(size)).toMatch(/^[1-9][\d.]+$/u);
  });

  test("has words beside sixteen arrows at most", () => {
    const said = (arrows: number) =>
      svgOf({ components: chain(arrows + 1), connections: linked(arrows + 1) }).textContent?.match(/row\d+/gu)?.length;
    expect([said(16), said(17)]).toEqual([16, undefined]);
  });

  test("centres each label in its box, the interfaces smaller beneath the name", () => {
    const components = [component("API", ["get", "put"]), component("S")];
    const boxes = boxesOf({ components, connections: [{ from: "API", to: "S", what: "" }] });
    const labels = boxes.map((box) => {
      const outline = box.querySelector("path")?.getAttribute("d") ?? "";
      const across = Array.from(outline.matchAll(/(-?[\d.]+),/gu), ([, x]) => Number(x));
      const centre = ((Math.min(...across) + Math.max(...across)) / 2).toFixed(1);
      return Array.from(box.querySelectorAll("text")).map((text) => [
        text.textContent?.trim(),
        text.getAttribute("x") === centre && text.getAttribute("text-anchor") === "middle",
        text.getAttribute("font-size"),
      ]);
    });
    expect(labels).toEqual([
      [
        ["API", true, "13.00"],
        ["", true, "4.00"],
        ["get", true, "11.00"],
        ["put", true, "11.00"],
      ],
      [["S", true, "13.00"]],
    ]);
  });

  test("puts those without an arrow into rows of two, so that the picture stays narrow", () => {
    const connections = [{ from: "Part 1", to: "Part 2", what: "" }];
    const width = (parts: number) => Number(svgOf({ components: chain(parts), connections }).getAttribute("width"));
    expect(width(8)).toBe(width(4));
    expect(width(4)).toBeGreaterThan(width(3));
  });

  test("breaks a name after 26 columns, wide letters counted twice, and shows three lines of it", () => {
    const lines = (name: string) => {
      const components = [component(name), component("S")];
      const [box] = boxesOf({ components, connections: [{ from: name, to: "S", what: "" }] });
      return Array.from(box?.querySelectorAll("text") ?? [], ({ textContent }) => textContent);
    };
    expect(lines("abcdefghijkl abcdefghijklm")).toEqual(["abcdefghijkl abcdefghijklm"]);
    expect(lines("abcdefghijklm abcdefghijklm")).toEqual(["abcdefghijklm", "abcdefghijklm"]);
    expect(lines("永続永続永続 永続永続永続")).toEqual(["永続永続永続 永続永続永続"]);
    expect(lines("永続永続永続永 永続永続永続")).toEqual(["永続永続永続永", "永続永続永続"]);
    const twenty = "a".repeat(20);
    expect(lines([twenty, twenty, twenty].join(" "))).toEqual([twenty, twenty, twenty]);
    expect(lines([twenty, twenty, twenty, twenty].join(" "))).toEqual([twenty, twenty, `${twenty} …`]);
  });
});
