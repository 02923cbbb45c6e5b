/** The marks that a block of code begins with, behind which its line has no backtick. */
const OPENS = /^ {0,3}(`{3,}|~{3,})/u;

/**
 * A text that is to stand in one line, in which each block of code is a code span: its fence and the name of its language
 * are nothing to read there. A block without an end, or with a backtick in it, stays as it was written.
 */
export function fencesInLine(text: string): string {
  if (!text.includes("\n")) return text;
  const lines: string[] = [];
  let block: { marks: string; from: number } | null = null;
  for (const line of text.split("\n")) {
    lines.push(line);
    const [start = "", found] = OPENS.exec(line) ?? [];
    const marks = line.includes("`", start.length) ? undefined : found;
    if (block === null) {
      if (marks !== undefined) block = { marks, from: lines.length - 1 };
    } else if (isEnd(line, block.marks)) {
      const code = lines
        .slice(block.from + 1, -1)
        .join(" ")
        .replace(/\s+/gu, " ")
        .trim();
      if (code !== "" && !code.includes("`")) lines.splice(block.from, lines.length, `\`${code}\``);
      block = null;
    }
  }
  return lines.join("\n");
}

/** A line of as many marks at least as began the block, and of nothing else. */
function isEnd(line: string, marks: string): boolean {
  const found = line.trim();
  return found.startsWith(marks) && found === (marks[0] ?? "").repeat(found.length);
}
