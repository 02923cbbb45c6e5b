import wrapAnsi from "wrap-ansi";
import { inlineTokensOf, visibleText } from "../../text/kept-markdown.ts";

/** What a terminal calls bold and what it calls plain again, and the same of a colour for what can be typed. */
const BOLD = ["\u001B[1m", "\u001B[22m"] as const;
const TYPED = ["\u001B[36m", "\u001B[39m"] as const;

/**
 * A reply as a terminal shows it: what was emphasised is bold, what can be typed has a colour, and no mark of Markdown
 * is left. A line is wrapped between words at `width` columns, but for tables and code.
 */
export function onTerminal(text: string, width: number): string {
  let fence: string | null = null;
  return text
    .split("\n")
    .flatMap((line) => {
      const mark = /^\s*(`{3,})/u.exec(line)?.[1];
      if (mark !== undefined && (fence === null || line.trim() === fence)) {
        fence = fence === null ? mark : null;
        return [];
      }
      if (fence !== null) return [`    ${line}`];
      const [, heading] = /^#{1,6} (.*)$/u.exec(line) ?? [];
      const drawn = heading === undefined ? spans(line) : `${BOLD[0]}${spans(heading)}${BOLD[1]}`;
      return [line.startsWith("|") ? drawn : wrapAnsi(drawn, width, { trim: false })];
    })
    .join("\n");
}

function spans(line: string): string {
  // Blanks at the beginning and the mark of a list are no part of what stands in the line.
  const [, start = "", rest = ""] = /^(\s*(?:[-*] |\d+\. )?)(.*)$/su.exec(line) ?? [];
  const drawn = inlineTokensOf(rest).map((token) => {
    if (token.type === "strong_open") return BOLD[0];
    if (token.type === "strong_close") return BOLD[1];
    const shown = visibleText(token);
    return token.type === "code_inline" ? `${TYPED[0]}${shown}${TYPED[1]}` : shown;
  });
  return `${start.replace(/[-*] $/u, "• ")}${drawn.join("")}`;
}
