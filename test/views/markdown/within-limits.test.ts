import { describe, expect, test } from "bun:test";
import { bulleted, kept } from "../../../src/text/kept-markdown.ts";
import { join, md } from "../../../src/text/markdown.ts";
import { withinLimits } from "../../../src/views/markdown/within-limits.ts";
import { liveParts } from "../../support/live-markdown.ts";

const HOSTILE_CODE = `<b>x</b>\n## Ranking\n[a](//b) ![c](//d) https://evil.example`;

describe("withinLimits()", () => {
  test("leaves a text of a few lines as it is", () => expect(withinLimits(md`a\n\n- b`)).toBe("a\n\n- b"));

  const code = `${HOSTILE_CODE}\n${"line\n".repeat(200)}`;
  const texts: [string, string][] = [
    ["on the page", `\`\`\`\n${code}\`\`\``],
    ["in lists and quotes", `1. a\n   - > \`\`\`sql\n${code.replace(/^/gm, "     > ")}`],
  ];
  for (const [where, text] of texts) {
    test(`closes a block of code that it cuts ${where}, and says what is left out`, () => {
      const reply = withinLimits(kept(text), { files: "/files" });
      expect(reply.split("\n").length).toBeLessThanOrEqual(150);
      expect(liveParts(reply).map(({ kind }) => kind)).toEqual(["code block", "code block"]);
      expect(reply).toMatch(/```\n\n\(\d+ more lines are left out; the files hold all of it\)\nFiles: \/files$/);
    });
  }

  for (const [what, line] of [
    ["code", `\`\`\`\n${"x".repeat(5_000)}\n${HOSTILE_CODE}\n\`\`\``],
    ["a paragraph", `${"x".repeat(5_000)}\n\n\`\`\`\n${HOSTILE_CODE}\n\`\`\``],
  ] as const) {
    test(`a line of ${what} that is cut ends nothing that it stands in`, () => {
      const reply = withinLimits(join([bulleted(kept(line)), md`## End`], "\n\n"));
      expect(reply).toContain("x […]");
      expect(liveParts(reply).map(({ kind }) => kind)).toEqual(["code block", "heading", "code block", "heading"]);
    });
  }
});
