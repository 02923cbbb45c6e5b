import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** Words of our own in a row of text, beside its values, from which on it is a sentence. */
const WORDS = 4;

/** Attributes of elements that a person reads. */
const READ = new Set("alt aria-label caption label lead placeholder title why".split(" "));

type Node = { type: string; [name: string]: unknown };

/** Every text of a module that has four words or more, but for those of errors that it throws: strings, templates without their values, and what elements say. */
export function sentencesIn(code: string, jsx: boolean): string[] {
  const found: string[] = [];
  const add = (text: string): void => {
    const folded = text.replace(/\s+/gu, " ").trim();
    const words = folded.match(/(?<![\w./-])[A-Za-z][a-z'’]*(?![\w/]|-\w)/gu) ?? [];
    if (words.length >= WORDS) found.push(folded);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== "object" || node === null || typeof (node as Node).type !== "string") return;
    const at = node as Node;
    if (at.type === "ImportDeclaration" || at.type.startsWith("TS")) {
      // A type says nothing; what stands behind "as" or "satisfies" does.
      if ("expression" in at) visit(at.expression);
      return;
    }
    // A refusal is worded where its fault is found, and story has no part in it.
    if (at.type === "NewExpression" && /Error$/u.test(String((at.callee as Node).name))) return;
    if (at.type === "StringLiteral") add(String(at.value));
    if (at.type === "JSXText") add(String(at.value));
    if (at.type === "TemplateLiteral")
      add((at.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(" … "));
    if (at.type === "JSXAttribute") {
      const { type, name } = at.name as { type: string; name: string };
      if (type !== "JSXIdentifier" || (!READ.has(name) && (at.value as Node | null)?.type === "StringLiteral")) return;
    }
    for (const [name, inner] of Object.entries(at)) if (name !== "loc" && name !== "key") visit(inner);
  };
  visit(parse(code, { sourceType: "module", plugins: ["typescript", ...(jsx ? (["jsx"] as const) : [])] }).program);
  return found;
}

/** The rooms that tell people something: a sentence of theirs is worded in story, and they say how a part of it looks. */
const ROOMS = ["src/views", "src/live", "src/tool.ts"];

/** As many may stand there all the same. */
const MOST = 20;

/** Those that do, by their file: a text that begins so, and why it is no sentence of story's. */
const STAY: readonly (readonly [file: string, begins: string, why: string])[] = [
  ...["digraph {", "node [shape", "n … -> n …"].map(
    (begins) => ["src/views/html/diagram.ts", begins, "the language of the layout engine"] as const,
  ),
  ["src/views/html/document.ts", "<!doctype html>", "a document's elements"],
  ["src/views/html/judge/ballot-page.ts", "<div id=", "a document's elements"],
  ["src/live/assets.ts", "<!doctype html>", "a document's elements"],
  ["src/live/show-page.ts", "<!doctype html>", "a document's elements"],
  ["src/views/html/markdown.tsx", "p strong em", "elements that may stand in words of others"],
  ["src/views/html/svg-node.ts", "svg g path", "elements that a drawing may have"],
  ["src/views/html/svg-node.ts", "viewBox width", "attributes that they may have"],
  ["src/views/html/sections/compare.tsx", ":has( …", "a selector of a style"],
  ["src/views/plan-mermaid.ts", "fill:#ffffff", "colours in Mermaid's language"],
  ["src/views/plan-mermaid.ts", "fill:#dbeafe", "colours in Mermaid's language"],
  ["src/live/body.ts", "It was not kept: …", "stands before the message of an error, where it is caught"],
  ["src/live/responses.ts", "It cannot be read: …", "stands before the message of an error, where it is caught"],
  ["src/tool.ts", "**designlab failed:**", "a defect of our own, told by the edge that catches it and knows no story"],
  ["src/tool.ts", "What was finished is on disk", "a defect of our own, likewise"],
  // The words of a stage while it runs and where it was stopped.
  ["src/views/terminal/view.ts", "Stopped. What you answered", "belongs to the stage"],
  ["src/views/terminal/view.ts", "Stopped. Nothing was planned", "belongs to the stage"],
  ["src/views/terminal/view.ts", "asking the next question", "belongs to the stage"],
];

describe("a sentence", () => {
  const ways: [string, number][] = [
    [`const a = \`one two \${x} three four\`;`, 1],
    [`const a = \`one two \${x} three four\`;`, 1],
    ["const a = <p>one two three four</p>;", 1],
    ['const a = <p class="one two three four" />;', 0],
    ['const a = <p title="one two three four" />;', 1],
    ['import { a } from "one two three four";', 0],
    ['type A = "one two three four";', 0],
    ['const a = "one two three" as const;', 0],
    ['const a = ["one two three four"] as const;', 1],
    ['throw new UsageError("one two three four");', 0],
    ['throw new Other("one two three four");', 1],
  ];
  for (const [code, times] of ways)
    test(`is seen in ${code}`, () => expect(sentencesIn(code, true)).toHaveLength(times));

  test("of four words or more stands in story alone, but for those listed with why", () => {
    const files = ROOMS.flatMap((room) =>
      room.endsWith(".ts") ? [room] : [...new Glob(`${room}/**/*.{ts,tsx}`).scanSync(ROOT)].sort(),
    );
    expect(files.length).toBeGreaterThan(100);
    const others = files.flatMap((file) =>
      sentencesIn(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x"))
        .filter((said) => !STAY.some(([own, begins]) => own === file && said.startsWith(begins)))
        .map((said) => `${file}: ${said}`),
    );
    expect(others).toEqual([]);
    expect(STAY.length).toBeLessThanOrEqual(MOST);
  }, 60_000);
});
