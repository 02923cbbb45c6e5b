import { expect, test } from "bun:test";
import { foreignEnding, isRecordName, namingOf, placeOfNext, recordName } from "../../src/store/record-names.ts";

const AT = new Date(2026, 0, 2, 12);
const next = (names: readonly string[], again = 0) => recordName(namingOf(names), "queue", AT, again).name;

test.each([
  [[], "0001-queue.md"],
  [["0001-a.md", "0009-b.md"], "0010-queue.md"],
  [["001-a.md", "012-b.md"], "013-queue.md"],
  [["1-a.md", "9-b.md", "10-c.md"], "11-queue.md"],
  [["0009-b.md", "10000-c.md"], "10001-queue.md"],
  [["adr-0003-a.md"], "adr-0004-queue.md"],
  [["ADR-003_a.md"], "ADR-004_queue.md"],
  [["20251230-a.md", "20260101-b.md"], "20260102-queue.md"],
  [["2025-12-30-a.md"], "2026-01-02-queue.md"],
  [["use-a-queue.md", "use-a-cache.md"], "queue.md"],
  // Records of another ending, and folders of one record, have numbers too.
  [["0001-a.adoc", "0002-b.adoc"], "0003-queue.md"],
  [["0001-a.markdown"], "0002-queue.md"],
  [["0001-a/", "0001-a/README.md", "images/"], "0002-queue.md"],
  [["images/", "README.md"], "0001-queue.md"],
  [["2024/0001-a.md", "2025/0007-b.md"], "0008-queue.md"],
  // A year is no number of a record.
  [["0001-a.md", "0002-b.md", "2026-roadmap.md"], "0003-queue.md"],
  [["0001-a.md", "2026-roadmap.md", "2027-roadmap.md"], "0002-queue.md"],
  [["2026-roadmap.md"], "queue.md"],
  [["2024/", "2025/", "2025/0001-a.md"], "0002-queue.md"],
  [["1998-a.md", "1999-b.md", "2000-c.md"], "2001-queue.md"],
  [["0001.md", "0002.md"], "0003-queue.md"],
  [["ADR-001.md"], "ADR-002-queue.md"],
  [["0001. Use a queue.md"], "0002-queue.md"],
  [["PROJ-0001-a.md", "PROJ-0002-b.md"], "PROJ-0003-queue.md"],
  [["decision-001-a.md"], "decision-002-queue.md"],
  // One name with a number in it, among many without, is a name.
  [["http2-a.md", "use-a-queue.md", "use-a-cache.md"], "queue.md"],
  [["http2-a.md"], "queue.md"],
  [["0001-a.png", "0001-a.md", "0009-figure.svg"], "0002-queue.md"],
  // A number of eight digits that is no day.
  [["00000001-a.md", "20261399-b.md"], "queue.md"],
])("after %j comes %s", (names, expected) => {
  expect(next(names)).toBe(expected);
});

test.each([
  [["2024/0001-a.md", "2025/0007-b.md"], "2026/0008-queue.md"],
  [["2026/0001-a.md"], "2026/0002-queue.md"],
  [["README.md", "2025/", "2025/use-a.md", "2024/use-b.md"], "2026/queue.md"],
  [["2025/2025-03-01-a.md"], "2026/2026-01-02-queue.md"],
  // Years of which each begins with 1, and one number that was given twice in a year.
  [["2024/001-a.md", "2024/002-b.md", "2025/001-c.md"], "2026/001-queue.md"],
  [["2025/0001-a.md", "2026/0001-b.md", "2026/0002-c.md"], "2026/0003-queue.md"],
  [["2025/0001-a.md", "2025/0001-b.md", "2025/0002-c.md"], "2026/0003-queue.md"],
  // Records that were sorted by year later on, and records that no longer are.
  [["0001-a.md", "2024/0002-b.md", "2025/0003-c.md"], "2026/0004-queue.md"],
  [["2024/0001-a.md", "2025/0002-b.md", "0003-c.md"], "0004-queue.md"],
  [["backend/0001-a.md", "2026-plans/0002-b.md"], "0003-queue.md"],
])("records that are sorted by year have the next in the folder of its year: after %j comes %s", (names, expected) => {
  const { within, naming } = placeOfNext(names, AT);
  expect(within + recordName(naming, "queue", AT, 0).name).toBe(expected);
});

test.each([
  [["0001-a.rst", "0002-b.rst", "index.rst", "README.md"], ".rst"],
  [["2025/0001-a.adoc", "0002-b.md", "0003-c.ADOC"], ".adoc"],
  [["0001-a.rst", "0002-b.md"], null],
  [["README.rst", "template.rst"], null],
  [[], null],
])("the ending of most records is told where it is not Markdown: %j", (names, ending) => {
  expect(foreignEnding(names)).toBe(ending);
});

test("a name that is taken is followed by the next", () => {
  expect(next(["0009-b.md"], 2)).toBe("0012-queue.md");
  expect(next(["20260102-b.md"], 1)).toBe("20260102-queue-2.md");
  expect(next(["queue.md"], 1)).toBe("queue-2.md");
  expect(recordName(namingOf(["0009-b.md"]), "queue", AT, 0).number).toBe("0010");
  expect(recordName(namingOf(["queue.md"]), "queue", AT, 0).number).toBe("");
});

test("what stands beside records is none", () => {
  const names = [
    "0001-a.md",
    "README.md",
    "template.md",
    "0000-template.md",
    "adr-template.md",
    "index.md",
    "a.svg",
    "a/README.adoc",
  ];
  expect(names.filter(isRecordName)).toEqual(["0001-a.md"]);
});

test("a name that Windows takes for a device is none of a record's", () => {
  for (const slug of ["con", "nul", "com1"]) {
    expect(recordName({ by: "title" }, slug, AT, 0).name).toBe(`decision-${slug}.md`);
    expect(recordName({ by: "title" }, slug, AT, 1).name).toBe(`${slug}-2.md`);
  }
});
