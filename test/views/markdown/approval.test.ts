import { describe, expect, test } from "bun:test";
import MarkdownIt from "markdown-it";
import { textOf } from "../../../src/questions/check.ts";
import type { Question } from "../../../src/questions/types.ts";
import { approvalsOf, WRITTEN_BRIEF, WRITTEN_PLAN } from "../../support/approvals.ts";
import { codeBlocksOf, liveParts } from "../../support/live-markdown.ts";

const reader = new MarkdownIt({ html: true });

/** The words of a text that a reader shows outside of code. */
const shownWords = (text: string): string =>
  reader
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .map(({ type, content }) => (type === "text" ? content : " "))
    .join("");

const [ofBrief, ofPlan] = approvalsOf(WRITTEN_BRIEF, WRITTEN_PLAN) as [Question, Question];

for (const [name, question] of [
  ["brief", ofBrief],
  ["plan", ofPlan],
] as const) {
  describe(`the question that approves a ${name}`, () => {
    const parts = question.type === "show_plan" ? question.sections : [];

    test("shows no fence, in the reply and in each of its parts, whichever field holds one", () => {
      for (const text of [textOf(question), ...parts.map(({ markdown }) => markdown)]) {
        expect(shownWords(text)).not.toContain("```");
        expect(shownWords(text)).not.toContain("~~~");
      }
    });

    test("has each block of code to the byte, and each table, where a text of several lines holds it", () => {
      const tables = (text: string) => reader.parse(text, {}).filter(({ type }) => type === "table_open").length;
      const own = name === "plan" ? 1 : 0;
      expect(tables(textOf(question))).toBe(own + (name === "brief" ? 14 : 2));
      const inReply = codeBlocksOf(textOf(question)).filter((code) => code === "SELECT 'a|b' FROM jobs;\n");
      const inParts = parts
        .flatMap(({ markdown }) => codeBlocksOf(markdown))
        .filter((code) => code.startsWith("SELECT"));
      expect(inReply).toHaveLength(name === "brief" ? 14 : 2);
      expect(inParts).toEqual(inReply);
    });

    test("lets no picture, link, heading or mark of a page take effect", () => {
      for (const text of [textOf(question), ...parts.map(({ markdown }) => markdown)]) {
        expect(liveParts(text).filter(({ kind }) => kind !== "code block")).toEqual([]);
      }
    });
  });
}
