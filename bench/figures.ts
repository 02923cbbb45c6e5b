/** The smallest, the middle and the largest of some numbers; the middle of an even count is the upper of two. */
export function figures(values: readonly number[]): { min: number; median: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  return { min: at(0), median: at(Math.floor(sorted.length / 2)), max: at(sorted.length - 1) };
}

/** Begins a table of Markdown: its title and the names of its columns, "a | b". */
export function heading(title: string, columns: string): void {
  console.log(`\n## ${title}\n\n| ${columns} |\n|${"---|".repeat(columns.split(" | ").length)}`);
}

/** A row of a table. */
export function line(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
