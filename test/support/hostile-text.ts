import { type Live, liveParts } from "./live-markdown.ts";

/** A text that would be an image, a link, HTML and a heading wherever it stood unescaped, and ends what it stands in. */
export const HOSTILE = [
  "![x](https://evil.example/p.png)",
  "<img src=x onerror=y>",
  "_https://evil.example",
  "1https://evil.example",
  "`",
  "**",
  "[a](b)",
  "\n\n# heading\n\n<b>html</b>\n\n    code\n",
].join(" ");

/** Headings from here on may be a design's own. */
const BELOW_OURS = 4;

/**
 * What takes effect in a reply that our own code did not write: a heading of ours may hold hostile words, and a design
 * may have headings below ours, no more.
 */
export function foreign(text: string): Live[] {
  return liveParts(text).filter(({ kind, text: shown, level = 1 }) => {
    if (kind === "heading") return level < BELOW_OURS && shown.startsWith("heading");
    return kind !== "code block" || (shown.includes("evil") && !shown.includes(TASK_FILE));
  });
}
/** A task's file is shown as it is, in a block of its own, and quotes why the design was chosen. */
const TASK_FILE = "## Why this design was chosen";

/** Every string in a value that is not an id by which files are found. */
export function poisoned(value: unknown, poison: string, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, poison, key));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, poison, name)]));
  }
  const kept = [
    "design_id",
    "reviewer_id",
    "design_sha256",
    "rubric_sha256",
    "prompt_sha256",
    "started_at",
    "finished_at",
  ];
  if (typeof value !== "string" || kept.includes(key)) return value;
  return ["low", "medium", "high", "scan", "reviewer", "review", "score"].includes(value)
    ? value
    : `${value} ${poison}`;
}
