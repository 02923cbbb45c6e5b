import type { Flag } from "../schemas/flag.ts";
import { inline } from "../text/markdown.ts";

const MAX = 8;

/** What a design says to whoever judges it, as one block for reading; nothing when it says nothing. */
export function flagLines(flags: readonly Flag[]): string[] {
  if (flags.length === 0) return [];
  const lines = flags.slice(0, MAX).map(({ source, quote, reviewer_id, pattern }) => {
    const found = source === "scan" ? `scan, ${inline(pattern ?? "")}` : inline(reviewer_id ?? "reviewer");
    return `- found by ${found}: "${inline(quote, 200)}"`;
  });
  return [
    [
      "**Flagged:** it addresses its reviewers.",
      ...lines,
      ...(flags.length > MAX ? [`- and ${flags.length - MAX} more`] : []),
    ].join("\n"),
  ];
}
