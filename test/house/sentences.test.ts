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

/** Every text of a module that has four words or more: strings, templates without their values, and what elements say. */
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

/**
 * What still stands outside of story, in the rooms that draw: a number only falls. A sentence is worded in story, and a
 * view says how a part of it looks.
 */
const STILL: readonly (readonly [room: string, most: number])[] = [
  ["src/views/markdown", 123],
  ["src/views/html", 283],
  ["src/views/terminal", 11],
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
  ];
  for (const [code, times] of ways)
    test(`is seen in ${code}`, () => expect(sentencesIn(code, true)).toHaveLength(times));

  for (const [room, most] of STILL) {
    test(`of four words or more stands in no more places of ${room} than before`, () => {
      const found = [...new Glob(`${room}/**/*.{ts,tsx}`).scanSync(ROOT)].sort().flatMap((file) => {
        const said = sentencesIn(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x"));
        return said.map((each) => `${file}: ${each}`);
      });
      expect(found.length, found.join("\n")).toBeLessThanOrEqual(most);
    });
  }
});
