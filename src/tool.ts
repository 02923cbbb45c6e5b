import { LabError, messageOf } from "./errors.ts";
import { dispatch } from "./ops/dispatch.ts";
import type { HostContext, OpContext, Reply } from "./ops/op.ts";
import { clean } from "./text/clean.ts";
import { block, inline, join, literal, type Markdown, md, prose } from "./text/markdown.ts";
import { typed } from "./text/typed.ts";
import { problemLines } from "./views/markdown/lines.ts";

const MAX_LINES = 150;
/** The host cuts an output at 51,200 bytes; this leaves room for the notice. Bytes. */
const MAX_BYTES = 48_000;
/** A line is cut here, so that a long one does not take the place of all others. Characters. */
const MAX_LINE = 4_000;

/** Runs one call. Every error becomes text that says what to do next: the one catch-all. */
export async function callTool(call: { op?: unknown; args?: unknown }, given: HostContext): Promise<string> {
  const outside: OpContext["outside"] = { said: new Map(), left: [] };
  // What is missing from a reply is said before all else of it.
  const leftOut = () => problemLines(outside.left);
  try {
    const reply = await dispatch(call, { ...given, outside });
    const untested = await given.untested();
    const whole = (text: Markdown) =>
      join([...leftOut(), text, ...(untested === null ? [] : [prose(untested)])], "\n\n");
    return typeof reply === "string" ? withinLimits(whole(reply)) : withinLimits(whole(reply.text), reply);
  } catch (error) {
    return withinLimits(join([advice(error), ...leftOut()], "\n\n"));
  }
}

/** An error's words are data, for a part of them came with the call, from a file or from a provider. */
function advice(error: unknown): Markdown {
  if (error instanceof LabError) {
    const { message, advice, problems } = error;
    return join(
      [
        md`**designlab:** ${prose(message)}`,
        ...(advice === "" ? [] : [prose(advice)]),
        ...(problems.length > 0 ? [join(problemLines(problems), "\n")] : []),
      ],
      "\n\n",
    );
  }
  const stack = error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 4).join("\n") : "";
  return join(
    [
      md`**designlab failed:** a defect of its own, not of this call: ${inline(messageOf(error), 500)}`,
      ...(stack === "" ? [] : [block(stack)]),
      md`What was finished is on disk; ${typed("show")} lists it.`,
    ],
    "\n\n",
  );
}

/**
 * The last guard: nothing that a terminal would obey or nobody would see, at most 150 lines, and no more than the host
 * would not cut; the files hold the whole. What is left of a line that is cut is escaped anew, for the cut may have
 * opened a code span.
 */
function withinLimits(text: Markdown, whole: Omit<Reply, "text"> | null = null): string {
  const lines = clean(text)
    .text.split("\n")
    .map((line) => (line.length > MAX_LINE ? `${inline(line.slice(0, MAX_LINE))} […]` : line));
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (kept.length >= MAX_LINES - 3 || bytes > MAX_BYTES) {
      const left = md`(${lines.length - kept.length} more lines are left out; ${whole?.rest ?? md`the files hold all of it`})`;
      return [...kept, "", left, ...(whole === null ? [] : [md`Files: ${literal(whole.files)}`])].join("\n");
    }
    kept.push(line);
  }
  return lines.join("\n");
}
