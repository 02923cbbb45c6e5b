import { expect, mock, test } from "bun:test";
import type { Stored } from "../../src/story/stored.ts";
import "../support/solid.ts";

type Drawn = { tag: string; props: Record<string, unknown>; children: unknown[] };
type Row = { name: string; description: string };

/** What the terminal's own modules would do at the first drawing: properties are read once, and signals at every reading. */
mock.module("@opentui/solid", () => ({
  createElement: (tag: string): Drawn => ({ tag, props: {}, children: [] }),
  insert: (parent: Drawn, child: unknown) => void parent.children.push(child),
  setProp: (node: Drawn, name: string, value: unknown) => void Object.assign(node.props, { [name]: value }),
  effect: (run: () => void) => reruns.push(run) && run(),
}));
const reruns: (() => void)[] = [];
const { pageElement } = await import("../../src/host/screen/page.ts");

const DIR = "/p/.opencode/design-lab/2026-11-23-a-queue-that-survives-a-crash";

/** The longest row of the page in a terminal of so many columns. */
async function widest(columns: number): Promise<number> {
  const closed = [{ path: DIR, reason: "unreadable".repeat(40) }];
  const stored: Stored = { experiments: [], older: 0, closed };
  const host = {
    progress: () => null,
    stored: async () => stored,
    knows: async () => true,
    open: () => undefined,
    back: () => undefined,
    columns: () => columns,
  };
  reruns.splice(0);
  const page = pageElement(host, { text: () => "white", quiet: () => "grey" }) as Drawn;
  await Bun.sleep(0);
  // Looked at once: what was read is drawn.
  for (const rerun of reruns.splice(0)) rerun();
  const select = page.children.find((child) => (child as Drawn).tag === "select") as Drawn;
  const rows = select.props.options as Row[];
  expect(rows.length).toBeGreaterThan(0);
  return Math.max(...rows.flatMap(({ name, description }) => [name.length, description.length]));
}

test("rows of the page are as wide as the terminal without its frame, and never narrower than can be read", async () => {
  expect(await widest(80)).toBe(73);
  expect(await widest(47)).toBe(40);
  expect(await widest(10)).toBe(20);
});
