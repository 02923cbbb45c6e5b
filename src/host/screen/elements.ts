import { createElement, effect, insert, type Node, setProp } from "@opentui/solid";
import type { ScreenLine } from "../../views/terminal/view.ts";
import { MOST_LINES } from "../../views/terminal/view.ts";

/** What the panel takes of the theme, read anew at every change of it. */
export type Colours = { text(): unknown; quiet(): unknown };

/** Up to `MOST_LINES` lines, drawn only while there is something to say. */
export function linesElement(lines: () => readonly string[], colour: () => unknown): Node {
  const rows = Array.from({ length: MOST_LINES }, (_, at) => lineElement(() => lines()[at] ?? "", colour));
  return box({ flexDirection: "column", flexShrink: 0, visible: () => lines().length > 0 }, rows);
}

function lineElement(text: () => string, colour: () => unknown, wrapMode?: () => "none" | "word"): Node {
  return box({ flexShrink: 0, visible: () => text() !== "" }, [textElement(text, colour, wrapMode)]);
}

/** The sidebar's panel; as many lines as there are, none where no lab ran. */
export function panelElement(lines: () => readonly ScreenLine[], most: number, { text, quiet }: Colours): Node {
  const rows = Array.from({ length: most }, (_, at) =>
    lineElement(
      () => lines()[at]?.text ?? "",
      () => (lines()[at]?.quiet ? quiet() : text()),
      () => (lines()[at]?.wrapped ? "word" : "none"),
    ),
  );
  return box({ flexDirection: "column", flexShrink: 0, visible: () => lines().length > 0 }, rows);
}

/** One text, on one line unless it is to be wrapped. */
export function textElement(
  text: () => string,
  colour: () => unknown,
  wrapMode: "none" | "word" | (() => "none" | "word") = "none",
): Node {
  const node = element("text", { fg: colour, wrapMode });
  insert(node, text);
  return node;
}

/** A box around others. */
export function box(props: Record<string, unknown>, children: readonly Node[]): Node {
  const node = element("box", props);
  for (const child of children) insert(node, child);
  return node;
}

/** Properties that are functions are read again whenever what they read changes; those that begin with "on" are called. */
export function element(tag: string, props: Record<string, unknown>): Node {
  const node = createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function" && !name.startsWith("on")) effect(() => setProp(node, name, value()));
    else setProp(node, name, value);
  }
  return node;
}
