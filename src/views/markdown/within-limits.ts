import { filesHold, linesLeftOut } from "../../story/reply.ts";
import { clean } from "../../text/clean.ts";
import { inline, literal, type Markdown, md } from "../../text/markdown.ts";

import { drawn } from "./drawn.ts";

const MAX_LINES = 150;
/** The host cuts an output at 51,200 bytes; this leaves room for the notice. Bytes. */
const MAX_BYTES = 48_000;
/** A line is cut here, so that a long one does not take the place of all others. Characters. */
const MAX_LINE = 4_000;

/** Where the whole of a reply stands, and the line to type for the rest of it. */
export type Whole = { files?: string; rest?: Markdown };

/**
 * The last guard of a reply: nothing that a terminal would obey or nobody would see, at most 150 lines, and no more than
 * the host would not cut; the files hold the whole. What is left of a line that is cut is escaped anew, for the cut may
 * have opened a code span, but not in a block of code, which is closed where the reply is cut inside it.
 */
export function withinLimits(text: Markdown, whole: Whole | null = null): string {
  const lines = clean(text).text.split("\n");
  const kept: string[] = [];
  let fence: Fence | null = null;
  let bytes = 0;
  for (const line of lines) {
    const short = line.length > MAX_LINE ? shortened(line, fence !== null) : line;
    bytes += Buffer.byteLength(short) + 1;
    if (kept.length >= MAX_LINES - 3 - (fence ? 1 : 0) || bytes > MAX_BYTES) {
      const left = md`(${drawn(linesLeftOut(lines.length - kept.length))}; ${whole?.rest ?? drawn(filesHold)})`;
      const closed = fence ? [`${fence.before}${fence.marks}`] : [];
      return [
        ...kept,
        ...closed,
        "",
        left,
        ...(whole?.files === undefined ? [] : [md`Files: ${literal(whole.files)}`]),
      ].join("\n");
    }
    kept.push(short);
    if (fence === null) fence = opened(line);
    else if (line.trimEnd() === `${fence.before}${fence.marks}`) fence = null;
  }
  return kept.join("\n");
}

function shortened(line: string, inCode: boolean): string {
  const start = line.slice(0, MAX_LINE);
  const space = /^ */.exec(start)?.[0] ?? "";
  return `${inCode ? start : `${space}${inline(start)}`} […]`;
}

/** A block of code that is not closed yet: its marks, and what each of its lines stands behind. */
type Fence = { before: string; marks: string };

/** What begins a block of code in Markdown of our own: one that somebody else wrote is escaped or written anew. */
function opened(line: string): Fence | null {
  const [, before = "", marks] = /^((?:[ >]|[-+*] |\d{1,9}[.)] )*)(`{3,})[\w+-]*$/.exec(line) ?? [];
  return marks === undefined ? null : { before: before.replace(/[^> ]/g, " "), marks };
}
