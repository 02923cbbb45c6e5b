import type { ExitKind } from "./artifacts/exit.ts";
import { inVoice } from "./command/voice.ts";
import { errorFacts, LabError, messageOf } from "./errors.ts";
import { foldArgs, type ToolInput } from "./ops/fold-args.ts";
import type { Facts, HostContext, OpContext, Reply } from "./ops/op.ts";
import { keepWhatWasShown } from "./ops/person/shown.ts";
import { parseArgs } from "./ops/read-args.ts";
import { allOps, OP_NAMES, opNamed } from "./ops/registry.ts";
import { unknownOp } from "./ops/unknown-op.ts";
import { mapTexts } from "./text/map-texts.ts";
import { block, inline, join, type Markdown, md, prose } from "./text/markdown.ts";
import { typedCode } from "./text/typed.ts";
import { problemLines } from "./views/markdown/lines.ts";
import { withinLimits } from "./views/markdown/within-limits.ts";

/**
 * What one call comes to: its reply, for a host's limits and as it is, and what a program makes of it; `blocks`, where an op
 * gives them, are the reply before it was drawn.
 */
export type CallAnswer = {
  shown: string;
  text: Markdown;
  outcome: ExitKind;
  facts: Facts;
  blocks?: Reply["blocks"];
};

/** Runs one call. Every error becomes text that says what to do next: the one catch-all. */
export async function answerCall(call: ToolInput, given: HostContext): Promise<CallAnswer> {
  const outside: OpContext["outside"] = { said: new Map(), left: [] };
  // What is missing from a reply is said before all else of it.
  const leftOut = () => problemLines(outside.left);
  const ops = await allOps();
  const speak = <T extends string>(text: T): T => inVoice(text, given.voice, ops);
  try {
    const came = await dispatch(call, { ...given, outside });
    const reply: Reply = typeof came === "string" ? { text: came } : came;
    await keepWhatWasShown(given, reply);
    const untested = await given.untested();
    const text = speak(join([...leftOut(), reply.text, ...(untested === null ? [] : [prose(untested)])], "\n\n"));
    const { facts = {}, outcome = "answered" } = reply;
    const whole = { ...reply, ...(reply.rest !== undefined && { rest: speak(reply.rest) }) };
    return {
      shown: withinLimits(text, whole),
      text,
      outcome,
      facts: saidIn(facts, speak),
      ...(reply.blocks && { blocks: reply.blocks }),
    };
  } catch (error) {
    const text = speak(join([advice(error), ...leftOut()], "\n\n"));
    const { outcome, facts } = errorFacts(error);
    return { shown: withinLimits(text), text, outcome, facts: saidIn(facts, speak) };
  }
}

/** Facts that are sentences, which say what to type. */
const SAID: ReadonlySet<string> = new Set(["error", "checks"]);

const saidIn = (facts: Facts, speak: (text: string) => string): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, SAID.has(name) ? mapTexts(fact, speak) : fact]),
  );

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
      md`What was finished is on disk; ${typedCode("show")} lists it.`,
    ],
    "\n\n",
  );
}

/** Looks an op up, checks its args and runs it. Throws LabError for a call that cannot be made. */
export async function dispatch(
  given: ToolInput,
  context: HostContext & Pick<OpContext, "outside">,
): Promise<Markdown | Reply> {
  const { op: wanted, args } = foldArgs(given);
  const named = (of: unknown) => OP_NAMES.find((each) => each === of);
  const name = named(typeof wanted === "string" ? wanted.trim().toLowerCase() : wanted);
  if (name === undefined) throw unknownOp({ op: wanted, args }, await allOps(), context.voice);
  const op = await opNamed(name);
  return op.run(await parseArgs(op, args, (beside) => opNamed(named(beside) ?? name), context.voice), {
    ...context,
    ops: allOps,
  });
}
