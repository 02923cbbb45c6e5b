import { expect, test } from "bun:test";
import type { DesignBody } from "../../src/artifacts/design.ts";
import { textChanges } from "../../src/experiment/text-changes.ts";

const DESIGN: DesignBody = {
  title: "A queue",
  summary: "Jobs are rows. A worker locks one. It deletes the row.",
  assumptions: ["One region"],
  architecture_overview: "One table.",
  components: [{ name: "Store", description: "Holds the jobs.", responsibilities: ["Keep jobs"] }],
  data_flow: "In and out.",
  tradeoffs: [],
  risks: [{ risk: "The disk is full", severity: "high" }],
  open_questions: [],
} as unknown as DesignBody;

test("a text beside itself has no changes", () => {
  expect(textChanges(DESIGN, structuredClone(DESIGN))).toEqual([]);
});

test("changes are told by sentence and section: added, removed, and one for another", () => {
  const after = {
    ...DESIGN,
    summary: "Jobs are rows. A worker leases one. It deletes the row. It logs that.",
    assumptions: [],
    risks: [{ risk: "The disk is full", severity: "high", mitigation: "An alarm at 80 %." }],
  } as unknown as DesignBody;
  expect(textChanges(DESIGN, after)).toEqual([
    { section: "Summary", removed: ["A worker locks one."], added: ["A worker leases one."] },
    { section: "Summary", removed: [], added: ["It logs that."] },
    { section: "Assumptions", removed: ["One region"], added: [] },
    { section: "Risks", removed: [], added: ["An alarm at 80 %."] },
  ]);
});

test("the order of fields is no change, and a number is one", () => {
  const ordered = {
    ...DESIGN,
    risks: [{ severity: "high", mitigation: "An alarm.", description: "The disk is full" }],
  };
  const other = { ...DESIGN, risks: [{ description: "The disk is full", mitigation: "An alarm.", severity: "high" }] };
  expect(textChanges(ordered as unknown as DesignBody, other as unknown as DesignBody)).toEqual([]);
  const counted = (copies: number) => ({ ...DESIGN, additional_notes: { copies } }) as unknown as DesignBody;
  expect(textChanges(counted(2), counted(3))).toEqual([{ section: "Notes", removed: ["2"], added: ["3"] }]);
});

test("a section that is another text throughout is replaced whole", () => {
  const long = (word: string) => Array.from({ length: 500 }, (_, at) => `${word} ${at}`);
  const [change, ...more] = textChanges(
    { ...DESIGN, assumptions: long("old") },
    { ...DESIGN, assumptions: long("new") },
  );
  expect(more).toEqual([]);
  expect(change).toMatchObject({ section: "Assumptions", removed: long("old"), added: long("new") });
});
