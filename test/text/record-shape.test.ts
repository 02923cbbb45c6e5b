import { describe, expect, test } from "bun:test";
import { beforeTitle, shapeOf, supersededText } from "../../src/text/record-shape.ts";

const MADR_4 = "---\nstatus: accepted\ndate: 2026-01-02\n---\n\n# Use a queue\n\n## Status quo\n\nNone.\n";
const MADR_3 = "# Use a queue\n\n* Status: accepted\n* Date: 2026-01-02\n\n## Context\n\n* Status: of what\n";
const LOG4BRAINS = "# Use a queue\n\n- Status: accepted <!-- optional -->\n- Tags: x\n\n## Context\n";
const NYGARD =
  "# 9. Use a queue\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\nAmends [8. X](0008-x.md)\n\n## Context\n";
const LINE = "# 12. Use a queue\n\nStatus: accepted, 2026-11-22. Supersedes 3.\n\n## Context\n";
const TABLE =
  "| Status | Date | Author(s) |\n|:--|:--|:--|\n| Accepted | 2025-01-19 | [@ana](https://example.org/ana) |\n\n## Context\n\nx\n";
const PAIRS =
  "# X\n\n| Key | Value |\n|---|---|\n| Date | 2025-01-19 |\n| **Status:** | accepted |\n\n## Context\n\nx\n";
const FIRST_PAIR = "# X\n\n| Status | accepted |\n|---|---|\n| Date | 2025-01-19 |\n\n## Context\n\nx\n";
const IN_SECTION = "# X\n\n## Status\n\n| Date | Status |\n|---|---|\n| 2025-01-19 | Accepted |\n\n## Context\n\nx\n";
const LINK = "[0010](0010-y.md)";

describe("shapeOf()", () => {
  test.each([
    ["front matter", MADR_4, { status: "front", bullet: "*", numbered: null }],
    ["a list with stars", MADR_3, { status: "bullet", bullet: "*", numbered: null }],
    ["a list with dashes", LOG4BRAINS, { status: "bullet", bullet: "-", numbered: null }],
    ["a section", NYGARD, { status: "section", numbered: { before: "", width: 1, after: ". " } }],
    ["a line", LINE, { status: "line", numbered: { before: "", width: 2, after: ". " } }],
    ["a table", TABLE, { status: "table", table: { across: true, accepted: "Accepted" } }],
    ["a table of pairs", PAIRS, { status: "table", table: { across: false, header: ["Key", "Value"] } }],
    ["a table that begins with a pair", FIRST_PAIR, { status: "table", table: { across: false, header: null } }],
    ["a table in a section", IN_SECTION, { status: "section" }],
    ["a table without a status", "# X\n\n| Name | Date |\n|--|--|\n| x | a |\n", { status: "front" }],
    ["a bold key", "# X\n\n- **Status:** proposed\n", { status: "bullet", bullet: "-" }],
    [
      "a numbered title in words",
      "# ADR-0007: X\n\n## Status\n\nProposed\n",
      { numbered: { before: "ADR-", width: 4 } },
    ],
    ["nothing that is known", "# Notes\n\nOf a meeting.\n", { status: "front", numbered: null }],
    ["front matter that is cut", `---\nstatus: |\n  accepted\n---\n# X\n`, { status: "front", numbered: null }],
  ])("knows %s", (_, text, shape) => {
    expect(shapeOf([text])).toMatchObject(shape as object);
  });

  test("is what most have, whatever the newest is, and MADR 4 where there is none", () => {
    expect(shapeOf([NYGARD, NYGARD, MADR_4]).status).toBe("section");
    expect(shapeOf([MADR_4, NYGARD]).status).toBe("section");
    expect(shapeOf([])).toEqual({ status: "front", bullet: "*", numbered: null, head: null, sections: null });
  });
});

test("a title's number is written as the others are", () => {
  const before = (text: string, number: string) => beforeTitle(shapeOf([text]), number);
  expect(before("# 9. X", "0010")).toBe("10. ");
  expect(before("# 0009 - X", "0010")).toBe("0010 - ");
  expect(before("# ADR-007: X", "8")).toBe("ADR-008: ");
  expect(before("# 9. X", "")).toBe("");
  expect(before("# X", "0010")).toBe("");
});

describe("supersededText()", () => {
  test.each([
    ["front matter", MADR_4, "status: accepted", `status: "superseded by ${LINK}"`],
    ["a list", MADR_3, "* Status: accepted", `* Status: superseded by ${LINK}`],
    ["a list with a comment", LOG4BRAINS, "- Status: accepted", `- Status: superseded by ${LINK}`],
    ["a section", NYGARD, "\n\nAccepted\n", `\n\nSuperseded by ${LINK}\n`],
    ["a line", LINE, "Status: accepted, 2026-11-22.", `Status: superseded by ${LINK}.`],
    ["a table", TABLE, "| Accepted |", `| Superseded by ${LINK} |`],
    ["a table of pairs", PAIRS, "| accepted |", `| superseded by ${LINK} |`],
    ["a table that begins with a pair", FIRST_PAIR, "| accepted |", `| superseded by ${LINK} |`],
    ["a table in a section", IN_SECTION, "| Accepted |", `| Superseded by ${LINK} |`],
  ])("changes the status in %s, and nothing else", (_, text, from, to) => {
    expect(supersededText(text, LINK)).toBe(text.replace(from, to));
    const windows = text.replaceAll("\n", "\r\n");
    expect(supersededText(windows, LINK)).toBe(
      windows.replace(from.replaceAll("\n", "\r\n"), to.replaceAll("\n", "\r\n")),
    );
  });

  test.each([
    ["accepted (2026-06-01)", ""],
    ["Accepted, 2026-06-01", ""],
    ["**Accepted** (2026-06-01)", ""],
    ["**Accepted (2026-06-01)**", ""],
    ["✅ Accepted on 2026-06-01", ""],
    ["accepted - 1 June 2026", ""],
    ["2026-06-01: accepted", ""],
    ["[accepted](x.md) 01/06/2026", ""],
    ["`accepted` since 2026-06", ""],
    ["accepted by Ana, 2026-06-01; see the minutes", "; see the minutes"],
    ["Accepted on June 1st, 2026. Supersedes [3](3.md)", ". Supersedes [3](3.md)"],
    ["Accepted (2026-06-01, supersedes [3](3.md))", " (supersedes [3](3.md))"],
    ["accepted, supersedes [2](2.md)", ", supersedes [2](2.md)"],
    ["Accepted, 2026-06-01 (amended 2026-07-01)", " (amended 2026-07-01)"],
    ["Accepted | Date: 2026-06-01 | Owner: Ana", " | Date: 2026-06-01 | Owner: Ana"],
  ])("leaves no date of the status before, in whatever form: %s", (status, rest) => {
    for (const [before, after] of [
      ["# X\n\nStatus: ", "\n\n## Context\n"],
      ["# X\n\n* Status: ", "\n* Date: 2026-06-01\n"],
    ])
      expect(supersededText(before + status + after, LINK)).toBe(`${before}superseded by ${LINK}${rest}${after}`);
    const section = `# X\n\n## Status\n\n${status}\n`;
    expect(supersededText(section, LINK)).toBe(`# X\n\n## Status\n\nSuperseded by ${LINK}${rest}\n`);
    expect(supersededText(`---\nstatus: "${status}"\n---\n`, LINK)).toBe(`---\nstatus: "superseded by ${LINK}"\n---\n`);
  });

  test("changes a status that a record says twice in both places, and no other sentence under that heading", () => {
    const twice = (first: string, second: string) =>
      `---\nstatus: ${first}\n---\n\n# X\n\n| Field | Value |\n|--|--|\n| Status | ${first} |\n\n## Status\n\n${second}\n`;
    const by = `superseded by ${LINK}`;
    expect(supersededText(twice("accepted", "Accepted (2026-06-01)"), LINK)).toBe(
      twice("accepted", `S${by.slice(1)}`)
        .replace("status: accepted", `status: "${by}"`)
        .replace("| accepted |", `| ${by} |`),
    );
    expect(supersededText(twice("accepted", "Under way."), LINK)).toContain("## Status\n\nUnder way.\n");
  });

  test("does not take the date of a superseded status for one that the folder's accepted records have", () => {
    const old = "# X\n\nStatus: superseded by 4 (2026-06-01)\n\n## Context\n";
    const live = "# X\n\nStatus: accepted\n\n## Context\n";
    expect(shapeOf([old, old, old, live]).head?.dated).toBeNull();
    expect(supersededText(old, LINK)).toBeNull();
  });

  test("keeps a comment of the front matter, and is null where there is no status, or it says so already", () => {
    const comment = MADR_4.replace("accepted", "'accepted'  # by all");
    expect(supersededText(comment, LINK)).toContain(`status: "superseded by ${LINK}"`);
    expect(supersededText(comment, LINK)).toContain("# by all");
    for (const text of ["# X\n\nWords.\n", "", "## Status\n", "## Status\n\n## Context\n"])
      expect(supersededText(text, LINK)).toBeNull();
    for (const text of [MADR_4, MADR_3, NYGARD, LINE, TABLE, PAIRS, IN_SECTION])
      expect(supersededText(supersededText(text, LINK) ?? "", LINK)).toBeNull();
  });
});
