import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Design } from "../../../src/artifacts/design.ts";
import { md } from "../../../src/text/markdown.ts";
import { designDocumentText } from "../../../src/views/markdown/design-document.ts";

/** Letters and digits alone: what no escaping, folding or list changes. */
const letters = (text: string): string =>
  text
    .replace(/&lt;/gu, "<")
    .replace(/&amp;/gu, "&")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

const word = fc.oneof(
  fc.stringMatching(/^[a-zA-Zéüß0-9]{1,12}$/u),
  fc.constantFrom(
    "#",
    "---",
    "\n```\n",
    "`x`",
    "| a |",
    "> q",
    "- i",
    "<b>",
    "[l](m)",
    "待ち行列",
    "очередь",
    "…",
    "**",
  ),
);
const text = fc
  .tuple(
    fc.stringMatching(/^[a-z]{3,9}$/u),
    fc.array(fc.tuple(word, fc.constantFrom(" ", "\n", "\n\n")), { maxLength: 30 }),
  )
  .map(([first, rest]) => `${first} ${rest.map(([one, then]) => `${one}${then}`).join("")}end`);
const texts = fc.array(text, { maxLength: 4 });
const body = fc.record({
  title: text,
  summary: text,
  assumptions: texts,
  architecture_overview: text,
  components: fc.array(fc.record({ name: text, description: text, responsibilities: texts, interfaces: texts }), {
    minLength: 1,
    maxLength: 3,
  }),
  connections: fc.array(fc.record({ from: text, to: text, what: text }), { maxLength: 3 }),
  data_flow: text,
  tradeoffs: fc.array(fc.record({ aspect: text, choice: text, rationale: text, alternatives: texts }), {
    maxLength: 3,
  }),
  risks: fc.array(
    fc.record({ description: text, severity: fc.constantFrom("low", "medium", "high"), mitigation: text }),
    { maxLength: 3 },
  ),
  open_questions: texts,
  additional_notes: text,
});
/** What stands of a design that a round made. */
const MADE = { made: [], answers: [], added: [], origins: [] };

const strings = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

test("a drawing of the design is drawn where the document is read, and code keeps its colours", () => {
  const drawing = "```mermaid\ngraph TD\n  Intake --> Store\n```";
  const code = "```sql\nSELECT 1;\n```";
  const design = {
    ...{ design_id: "d1", generating_model: "a/b", title: "A queue", summary: "s", assumptions: [] },
    ...{ architecture_overview: `As this:\n\n${drawing}`, components: [], data_flow: code, tradeoffs: [], risks: [] },
    open_questions: [],
  } as unknown as Design;
  const lists = {
    ...MADE,
    because: "",
    sure: [],
    strengths: [],
    weaknesses: [],
    scored: [],
    dissent: [],
    confirmation: [],
    reverses: [],
    origin: [],
  };
  const names = { designs: new Map(), titles: new Map(), reviewers: new Map() };
  const told = { ...lists, design, task: "t", requirements: [], rejected: [] };
  const written = designDocumentText(told, { topic: "t", before: "", record: md`r`, brief: null }, names);
  expect(written).toContain(`\n${drawing}\n`);
  expect(written).toContain(`\n${code}\n`);
});

test("the document holds every field's text in full, and no text of a design is one of its sections", () => {
  fc.assert(
    fc.property(body, text, (own, task) => {
      const design = { ...own, design_id: "d1", generating_model: "a/b" } as unknown as Design;
      const told = {
        ...MADE,
        because: "",
        sure: [],
        strengths: [],
        weaknesses: [],
        scored: [],
        dissent: [],
        confirmation: [],
        reverses: [],
        origin: [],
      };
      const rejected = [{ design_id: "d2", is: null, came: [], summary: task, good: [], bad: [] }];
      const requirements = [{ requirement: { id: "R1", kind: "requirement" as const, text: task }, said: [] }];
      const names = { designs: new Map(), titles: new Map([["d2", own.title]]), reviewers: new Map() };
      const head = { topic: task, before: "", record: md`r`, brief: md`b` };
      const written = designDocumentText({ ...told, design, task, requirements, rejected }, head, names);
      const all = letters(written);
      for (const each of [...strings(own), task]) expect(all).toContain(letters(each));
      // What stands between fences is no section, whatever it begins with.
      let fence: string | null = null;
      const prose = written.split("\n").filter((line) => {
        const mark = /^(`{3,})/u.exec(line)?.[1];
        if (mark === undefined || (fence !== null && line !== fence)) return fence === null;
        fence = fence === null ? mark : null;
        return false;
      });
      const sections = prose.filter((line) => /^##? /u.test(line)).slice(1);
      expect(sections).toEqual([
        ...["## Why it was chosen", "## The task", "## The design", "## Requirements"],
        ...["## What was rejected, and why", "## Where this comes from"],
      ]);
    }),
    { numRuns: 40 },
  );
});
