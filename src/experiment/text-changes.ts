import { diffArrays } from "diff";
import type { DesignBody } from "../artifacts/design.ts";

/** Sentences that went and came at one place of a design, in its section. One of the two lists may be empty. */
export type TextChange = { section: string; removed: string[]; added: string[] };

const SECTIONS: readonly [keyof DesignBody, string][] = [
  ["title", "Title"],
  ["summary", "Summary"],
  ["assumptions", "Assumptions"],
  ["architecture_overview", "Architecture"],
  ["components", "Components"],
  ["connections", "Connections"],
  ["data_flow", "Data flow"],
  ["tradeoffs", "Tradeoffs"],
  ["risks", "Risks"],
  ["open_questions", "Open questions"],
  ["additional_notes", "Notes"],
];
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
/** Sentences that may differ in a section. One with more is shown as replaced. */
const MOST_DIFFERENT = 400;

/** What a revision changed in the text of its design, section by section. */
export function textChanges(before: DesignBody, after: DesignBody): TextChange[] {
  return SECTIONS.flatMap(([key, section]) =>
    changesIn(sentencesOf(before[key]), sentencesOf(after[key])).map((each) => ({ section, ...each })),
  );
}

function changesIn(before: string[], after: string[]): Omit<TextChange, "section">[] {
  const parts = diffArrays(before, after, { maxEditLength: MOST_DIFFERENT });
  if (parts === undefined) return [{ removed: before, added: after }];
  return parts.flatMap(({ added, removed, value }, at) => {
    const next = parts[at + 1];
    if (removed) return [{ removed: value, added: next?.added ? next.value : [] }];
    return added && !parts[at - 1]?.removed ? [{ removed: [], added: value }] : [];
  });
}

/** Every sentence and number of a value, in the order of its lists and of the names of its fields. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === "string")
    return [...SENTENCES.segment(value)].map(({ segment }) => segment.trim()).filter((each) => each !== "");
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(sentencesOf);
  if (typeof value !== "object" || value === null) return [];
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.flatMap(([, each]) => sentencesOf(each));
}
