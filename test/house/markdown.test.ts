import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** Files that may say of a text that it is Markdown, or a number in words, without a look at what is in it. */
const MAKERS = [
  "src/text/kept-markdown.ts",
  "src/text/markdown.ts",
  "src/text/numbers.ts",
  "src/views/markdown/table.ts",
];

test("nothing but the makers of Markdown calls a text Markdown: everything else passes their escape", () => {
  const casting = [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].filter((file) => {
    return /\bas (?:unknown as )?(?:Markdown|Figure)\b/.test(readFileSync(join(ROOT, file), "utf8"));
  });
  expect(casting.sort()).toEqual(MAKERS);
});
