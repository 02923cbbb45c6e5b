import { expect, test } from "bun:test";
import { MAX_BECAUSE } from "../../../src/artifacts/said-bounds.ts";
import type { DecisionRecord } from "../../../src/story/decision-record.ts";
import { quote, type Sentence, say, titled } from "../../../src/story/sentence.ts";
import { md } from "../../../src/text/markdown.ts";
import { shapeOf } from "../../../src/text/record-shape.ts";
import { recordText } from "../../../src/views/markdown/decision-record.ts";
import { foreign, HOSTILE } from "../../support/hostile-text.ts";

const SHAPES = {
  front: [],
  bullet: ["# X\n\n* Status: accepted\n"],
  section: ["# 1. X\n\n## Status\n\nAccepted\n"],
  line: ["# X\n\nStatus: accepted\n"],
  table: ["| Status | Date | Author(s) |\n|:--|---|:-:|\n| Accepted | 2026-01-05 | Ada |\n"],
};
const NAMES = { designs: new Map(), titles: new Map<string, string>(), reviewers: new Map() };

function recordOf(text: string, many: number): DecisionRecord {
  const one = say`${quote(text)}`;
  const said = (): Sentence[] => Array.from({ length: many }, () => one);
  return {
    context: [say`${quote(text, "message")}`, say`Judged.`],
    drivers: said(),
    options: Array.from({ length: many }, (_, at) => ({
      design_id: `d${at}`,
      is: null,
      came: [],
      what: one,
      good: said(),
      bad: said(),
    })),
    chosen: say`${titled("d0")}`,
    because: text.slice(0, 4_000),
    sure: [say`Sure.`],
    dissent: said(),
    consequences: { good: said(), bad: said() },
    confirmation: said(),
    reverses: said(),
    more: [say`Written.`],
  };
}

const TEXTS = {
  plain: "A queue that holds what it was given. ".repeat(200),
  japanese: "仕事を失わない待ち行列を設計する。".repeat(300),
  markup: HOSTILE.repeat(30),
  signs: "<a *_[]`|&lt; ".repeat(400),
  short: "Holds.",
};
const HOSTILE_KINDS: ReadonlySet<string> = new Set(["markup", "signs"]);

for (const [name, texts] of Object.entries(SHAPES))
  for (const [kind, text] of Object.entries(TEXTS))
    test(`a record has two pages at most, and nothing of ${kind} text takes effect in it: ${name}`, () => {
      for (const many of [1, 5, 200]) {
        NAMES.titles.clear();
        for (let at = 0; at < many; at++) NAMES.titles.set(`d${at}`, text);
        const head = {
          topic: text,
          before: "",
          day: "2026-11-24",
          by: text,
          design_id: "d0",
          supersedes: null,
          document: null,
          brief: null,
          beside: [],
        };
        const record = recordText(recordOf(text, many), head, shapeOf(texts), NAMES);
        expect(record.length).toBeLessThanOrEqual(8_000);
        expect(record.split("\n").length).toBeLessThanOrEqual(120);
        if (many === 5 && HOSTILE_KINDS.has(kind)) expect(foreign(record)).toEqual([]);
        if (many === 200) expect(record).toMatch(/[*-] and 1\d\d more\n/u);
        if (many < 2) expect(record).not.toContain("…");
      }
    });

const HEAD = {
  ...{ topic: "Queue", before: "", day: "2026-11-24", by: null },
  ...{ design_id: "d0", supersedes: null, document: null, brief: null, beside: [] },
};

test("a person's reason stands whole in a record, however long it may be, where there is room", () => {
  const because = `${"It holds what it was given. ".repeat(200).slice(0, MAX_BECAUSE - 6)} Done.`.slice(-MAX_BECAUSE);
  const record = recordText({ ...recordOf("Holds.", 1), because }, HEAD, shapeOf([]), NAMES);
  expect(record.replace(/\s+/gu, " ")).toContain(because.trim());
});

test("a record begins with the lines that most of the folder's begin with, each once, and with those that they lack", () => {
  const head = { ...HEAD, by: "Ada" };
  const begun = (lines: string): string[] => {
    const shape = shapeOf([1, 2, 3].map((at) => `# Title ${at}\n\n${lines}\n\n## Context\n\nText.\n`));
    const [, below = ""] = recordText(recordOf("Holds.", 1), head, shape, NAMES).split("\n\n");
    return below.split("\n");
  };
  expect(begun("* Status: accepted")).toEqual(["* Status: accepted", "* Deciders: Ada"]);
  expect(begun("* Status: accepted\n* Date: 2026-01-05")).toEqual([
    "* Status: accepted",
    "* Date: 2026-11-24",
    "* Deciders: Ada",
  ]);
  expect(begun("* Date: 2026-01-05\n* Deciders: Bob\n* Status: accepted")).toEqual([
    "* Date: 2026-11-24",
    "* Deciders: Ada",
    "* Status: accepted",
  ]);
});

test.each([
  ["Status: Accepted (2026-01-05)", "Status: Accepted (2026-11-24)"],
  ["Status: accepted, 2026-01-05", "Status: accepted, 2026-11-24"],
  ["* Status: accepted (2026-01-05)", "* Status: accepted (2026-11-24)"],
  ["## Status\n\nAccepted (2026-01-05)", "## Status\n\nAccepted (2026-11-24)"],
  ["| Status |\n|--|\n| Accepted (2026-01-05) |", "| Status |\n| -- |\n| Accepted (2026-11-24) |"],
])("a record dates its status as the others do, and has no other line for the day: %j", (status, expected) => {
  const sections = "\n\n## Context\n\nText.\n\n## Decision\n\nText.\n";
  const shape = shapeOf([1, 2, 3].map((at) => `# Title ${at}\n\n${status}${sections}`));
  const text = recordText(recordOf("Holds.", 1), HEAD, shape, NAMES);
  expect(text.slice(text.indexOf("\n\n") + 2)).toStartWith(`${expected}\n\n## Context`);
});

test("a record has the table that the others begin with, without front matter, and nothing in a label takes effect", () => {
  const begun = (table: string, by: string | null = "Ada|b"): string[] => {
    const shape = shapeOf([1, 2, 3].map(() => `${table}\n\n## Context\n\nText.\n\n## Decision\n\nText.\n`));
    return (
      recordText(recordOf("Holds.", 1), { ...HEAD, by }, shape, NAMES)
        .split("\n## ")[0]
        ?.trim()
        .split("\n")
        .slice(2) ?? []
    );
  };
  expect(
    begun("| Status | Date | Author(s) | Jira |\n|:--|---|:-:|--|\n| Accepted | 2026-01-05 | Bob | X-1 |"),
  ).toEqual([
    "| Status | Date | Author(s) | Jira |",
    "| :-- | --- | :-: | -- |",
    "| Accepted | 2026-11-24 | Ada\\|b |  |",
  ]);
  expect(begun("| | |\n|--|--|\n| **Status** | proposed |\n| Date | 2026-01-05 |", null)).toEqual([
    "|  |  |",
    "| -- | -- |",
    "| **Status** | accepted |",
    "| Date | 2026-11-24 |",
  ]);
  expect(begun("| Status | <b>[x](http://evil.example) |\n|--|--|\n| Accepted | a |", "Ada")).toEqual([
    "| Status | bx(http:evilexample) |",
    "| -- | -- |",
    "| Accepted |  |",
    "",
    "Deciders: Ada",
  ]);
});

test("a record of MADR has its parts under one another, and no other of them inside the outcome than what follows from it", () => {
  const headings = (shape: readonly string[]): string[] =>
    recordText(recordOf("Holds.", 2), HEAD, shapeOf(shape), NAMES)
      .split("\n")
      .filter((line) => /^#{2,3} /u.test(line) && !/^### (?:d\d|Holds)/u.test(line));
  expect(headings(SHAPES.bullet)).toEqual([
    "## Context and Problem Statement",
    "## Decision Drivers",
    "## Considered Options",
    "## Decision Outcome",
    "### Consequences",
    "### Confirmation",
    "## Pros and Cons of the Options",
    "## Links",
  ]);
});

test("a task and a reason that have no room whole stand in sentences that say where all of them is", () => {
  const long = (words: string) => `${words} `.repeat(300).trim();
  const { options, ...rest } = recordOf("Holds.", 9);
  const record = {
    ...rest,
    options,
    context: [say`${quote(long("Design a queue."), "message")}`],
    because: long("We know it."),
    sure: [say`Sure.`, say`${quote(long("It is first."), "all")}`],
  };
  for (const [document, where] of [
    [md`[the-design](designs/the-design.md)`, "[the-design](designs/the-design.md)"],
    [null, "the files of the experiment"],
  ] as const) {
    const text = recordText(record, { ...HEAD, document }, shapeOf([]), NAMES);
    expect(text).toContain(`Design a queue.” The whole task stands in ${where}.\n`);
    expect(text).toContain(`We know it.”, and more that stands in ${where}.\n`);
    expect(text).toContain(`\nSure. All that the ranking said stands in ${where}.\n`);
  }
  const short = recordText({ ...record, ...recordOf("Holds.", 1) }, HEAD, shapeOf([]), NAMES);
  expect(short).not.toContain("stands in");
});
