import { describe, expect, test } from "bun:test";
import { namesOf } from "../../../src/artifacts/names.ts";
import { designText } from "../../../src/views/markdown/design-text.ts";
import { designOf, taskOf } from "../../support/artifacts.ts";
import { codeBlocksOf, liveParts } from "../../support/live-markdown.ts";

const SQL = "CREATE TABLE jobs (\n    id bigint PRIMARY KEY,\n\tdue timestamptz\n);\n";
const TABLE = "| Step | Takes |\n| ---- | ----: |\n| send |  5 ms |";
const NAMES = namesOf(taskOf(["alpha/one"], []), []);

describe("designText()", () => {
  test("keeps a design's headings, tables and code, also in a component's description", () => {
    const design = designOf("alpha/one", {
      architecture_overview: `# Storage\n\nOne **table**:\n\n\`\`\`sql\n${SQL}\`\`\`\n\n## Times\n\n${TABLE}`,
      components: [
        {
          name: "Store",
          description: `It keeps jobs:\n\n\`\`\`sql\n${SQL}\`\`\``,
          responsibilities: ["Keep", "Find."],
        },
        { name: "Worker", description: "It works", responsibilities: [] },
      ],
    });
    const text = designText(design, NAMES, {});
    expect(text).toContain(
      `#### Storage\n\nOne **table**:\n\n\`\`\`sql\n${SQL}\`\`\`\n\n##### Times\n\n${TABLE}\n\n### Com`,
    );
    expect(text).toContain("- **Store**:\n\n  It keeps jobs:\n\n  ```sql\n");
    expect(text).toContain("  ```\n\n  Does: Keep; Find.\n- **Worker**: It works.\n\n### Data flow");
    expect(codeBlocksOf(text)).toEqual([SQL, SQL]);
  });

  test("ends each of a design's texts before the next", () => {
    const open = "> - a\n>   ```\n>   b\n\n<details>\n\n```\n## Ranking\n[x](//evil.example)";
    const design = designOf("alpha/one", {
      summary: open,
      assumptions: [open],
      architecture_overview: open,
      components: [{ name: "n", description: open, responsibilities: [open], interfaces: [open] }],
      data_flow: open,
      tradeoffs: [{ aspect: "a", choice: open, rationale: open, alternatives: [open] }],
      risks: [{ description: open, severity: "high", mitigation: open }],
      open_questions: [open],
      additional_notes: open,
    });
    const live = liveParts(designText(design, NAMES, {})).filter(({ kind }) => kind !== "code block");
    const ours = [
      "t",
      "Assumptions",
      "Architecture",
      "Components",
      "Data flow",
      "Tradeoffs",
      "Risks",
      "Open questions",
    ];
    expect(live.map(({ text }) => text)).toEqual([...ours, "Notes", ...ours, "Notes"]);
  });
});
