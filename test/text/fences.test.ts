import { expect, test } from "bun:test";
import fc from "fast-check";
import { fencesInLine } from "../../src/text/fences.ts";
import { inline } from "../../src/text/markdown.ts";

test("fencesInLine() makes a code span of each block of code, without its fence and its language", () => {
  expect(fencesInLine("A\n```sql\nSELECT 1\n  FROM a;\n```\nB\n~~~~\nx\n~~~\n~~~~")).toBe(
    "A\n`SELECT 1 FROM a;`\nB\n`x ~~~`",
  );
  expect<string>(inline("Run\n\n```sh\nnpm test\n```")).toBe("Run `npm test`");
});

test("fencesInLine() leaves as it was written what has no end, no code, a backtick in it or one line alone", () => {
  for (const text of ["```sql\nSELECT 1", "```\n\n```", "```\na`b\n```", "```js x```", "a ``` b\n```"])
    expect(fencesInLine(text)).toBe(text);
});

test("fencesInLine() loses no word of a text but the words behind a fence", () => {
  const line = fc.constantFrom("```", "~~~", "````", "a", "b c", "", " ```");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const words = (text: string) => text.replace(/[`~\s]+/gu, "");
      expect(words(fencesInLine(lines.join("\n")))).toBe(words(lines.join("\n")));
    }),
  );
});
