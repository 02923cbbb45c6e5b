import { describe, expect, test } from "bun:test";
import type { DesignBody } from "../../../src/artifacts/design.ts";
import { arranged, documentText, NOT_SAID, strangersIn, unplaced } from "../../../src/stages/designs/placed.ts";
import { processorTime } from "../../support/processor.ts";

const TEXT = `---
author: Ann
---
# RFC 12: A durable queue

Jobs are kept in Postgres. A worker must not
lose a job, even when it dies!

## Components

- **Intake** checks each job.
- Worker: runs one job at a time.

| Risk | Severity | Answer |
|------|----------|--------|
| Disk full | high | Refuse new jobs |

\`\`\`sql
create table jobs (id int);
\`\`\`

## Why we left Kafka behind for good
`;

const BODY: DesignBody = {
  title: "A durable queue",
  summary: "Jobs are kept in Postgres.",
  assumptions: [],
  architecture_overview: "A worker must not lose a job, even when it dies!",
  components: [{ name: "Intake", description: "Intake checks each job.", responsibilities: [] }],
  data_flow: NOT_SAID,
  tradeoffs: [],
  risks: [{ description: "Disk full", severity: "high", mitigation: "Refuse new jobs" }],
  open_questions: [],
};
const source = documentText(TEXT);

describe("strangersIn()", () => {
  test("finds nothing in a document's own words, wherever its lines break and whatever marks them", () => {
    expect(strangersIn(BODY, source)).toEqual([]);
  });

  const strange: [string, Partial<DesignBody>, string, string][] = [
    ["a sentence that was added", { summary: "Jobs are kept in Postgres. It scales." }, "summary", "It scales."],
    ["another number", { assumptions: ["runs two jobs at a time"] }, "assumptions[0]", "runs two jobs at a time"],
    ["a part of a word", { open_questions: ["ork"] }, "open_questions[0]", "ork"],
    [
      "words with others left out",
      { data_flow: "A worker must … lose a job" },
      "data_flow",
      "A worker must … lose a job",
    ],
    ["a short name", { title: "Q" }, "title", "Q"],
  ];
  for (const [what, change, path, sentence] of strange) {
    test(`finds ${what}`, () => {
      expect(strangersIn({ ...BODY, ...change }, source)).toEqual([{ path, sentence }]);
    });
  }

  test("compares Japanese by its letters", () => {
    const japanese = documentText("# 耐久キュー\n\nジョブはPostgresに保存します。失敗した場合は再試行します。\n");
    const body = { ...BODY, title: "耐久キュー", summary: "ジョブはPostgresに保存します。", risks: [], components: [] };
    const said = { ...body, architecture_overview: "三回まで再試行します。" };
    expect(strangersIn(said, japanese)).toEqual([
      { path: "architecture_overview", sentence: "三回まで再試行します。" },
    ]);
    expect(unplaced({ ...said, architecture_overview: NOT_SAID }, japanese)).toEqual(["失敗した場合は再試行します。"]);
  });
});

describe("arranged()", () => {
  test("keeps what is placed, and appends what stands in no field as it is", () => {
    const { additional_notes, ...rest } = arranged(BODY, source);
    expect(rest).toEqual(BODY);
    expect(additional_notes).toBe(
      [
        "author: Ann",
        "# RFC 12: A durable queue",
        "## Components",
        "- Worker: runs one job at a time.",
        "| Risk | Severity | Answer |",
        "| Disk full | high | Refuse new jobs |",
        "```sql\ncreate table jobs (id int);\n```",
        "## Why we left Kafka behind for good",
      ].join("\n\n"),
    );
  });

  test("drops what was added, and a required field that is then empty says so", () => {
    const added: DesignBody = {
      ...BODY,
      title: "The best design",
      summary: "Jobs are kept in Postgres. This is excellent.",
      architecture_overview: "Everything scales.",
      components: [{ name: "Router", description: "x", responsibilities: [] }],
      tradeoffs: [{ aspect: "Storage", choice: "S3", rationale: "cheap", alternatives: [] }],
      risks: [{ description: "Disk full", severity: "low" }],
    };
    const body = arranged(added, source);
    expect(body.title).toBe("RFC 12: A durable queue");
    expect(body.summary).toBe("Jobs are kept in Postgres.");
    expect(body.architecture_overview).toBe(NOT_SAID);
    expect(body.components).toEqual([{ name: body.title, description: NOT_SAID, responsibilities: [] }]);
    expect(body.tradeoffs).toEqual([]);
    // The document says "high", and no other word counts.
    expect(body.risks).toEqual([{ description: "Disk full", severity: "medium" }]);
    expect(body.additional_notes).toContain("A worker must not\nlose a job, even when it dies!");
  });

  test("appends a sentence of which a field holds a part alone, which may say the opposite", () => {
    const body = arranged({ ...BODY, architecture_overview: "lose a job" }, source);
    expect(body.additional_notes).toContain("A worker must not\nlose a job");
  });

  test("loses no word of the document, whatever the answer", () => {
    const nothing = { ...BODY, title: "x", summary: "x", architecture_overview: "x", components: [], risks: [] };
    const all = JSON.stringify(arranged(nothing, source));
    for (const word of TEXT.match(/\p{L}+/gu) ?? []) expect(all.toLowerCase()).toContain(word.toLowerCase());
  });
});

test("a long document is looked through in a moment", () => {
  const long = documentText("The queue keeps what it is given, and says so at once. ".repeat(3_200));
  const before = processorTime();
  arranged({ ...BODY, open_questions: Array(400).fill("The queue keeps what it is given, and says so twice.") }, long);
  expect(processorTime() - before).toBeLessThan(10_000);
});
