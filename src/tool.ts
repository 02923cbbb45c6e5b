import { LabError, messageOf } from "./errors.ts";
import { dispatch } from "./ops/dispatch.ts";
import type { HostContext, OpContext } from "./ops/op.ts";
import { block, inline, join, type Markdown, md, prose } from "./text/markdown.ts";
import { typed } from "./text/typed.ts";
import { problemLines } from "./views/markdown/lines.ts";
import { withinLimits } from "./views/markdown/within-limits.ts";

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
