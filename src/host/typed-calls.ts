import type { TypedAt } from "../command/command.ts";
import { foldArgs, type ToolInput } from "../ops/fold-args.ts";
import { allOps } from "../ops/registry.ts";

/** A call of the tool as a person's line means it. */
export type TypedCall = { op: string; args: Readonly<Record<string, unknown>> };

/** How long a line that was typed is good for its call, milliseconds: a model makes it at once. */
const LIFE = 120_000;
/** Lines of a session that are waited for. */
const MOST = 20;

/**
 * The calls that a person typed as a line on the host's screen: the agent makes each of them, and it alone is the
 * person's own word, once. Whatever else an agent calls is not.
 */
export function createTypedCalls(now: () => number) {
  let granted: { sessionID: string; call: string; at: number }[] = [];
  return {
    /** Lets this very call of the session count as the person's own. */
    grant(sessionID: string, call: TypedCall): void {
      granted = [...granted, { sessionID, call: textOf(call), at: now() }].slice(-MOST);
    },
    /** When the person typed this very call, null where nobody did; no second time. */
    take(sessionID: string, given: ToolInput): Date | null {
      granted = granted.filter(({ at }) => now() - at < LIFE);
      const call = textOf(given);
      const at = granted.findIndex((each) => each.sessionID === sessionID && each.call === call);
      const [taken] = at < 0 ? [] : granted.splice(at, 1);
      return taken === undefined ? null : new Date(taken.at);
    },
  };
}

/** The same text for the same call, in whatever order a model writes its arguments. */
function textOf(given: ToolInput): string {
  const { op, args } = foldArgs(given);
  return JSON.stringify([op, sorted(read(args) ?? {})]);
}

/** Some models write the arguments as their JSON text. */
function read(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}

/** A typed line: the prompt that it means, its call, and the task that it begins; nulls where it has none. */
export type TypedLine = { prompt: string; call: TypedCall | null; task: string | null };

/**
 * A message that begins with /design-lab, as what the command means; null of any other. `opencode run` knows no command
 * on one generation of the host and hands it over as a message, and on both it puts an argument with blanks in quotes of
 * its own.
 * @param typed Told of the call that a line typed on a screen means.
 */
export async function readTypedLine(
  text: string,
  at: TypedAt,
  typed: (call: TypedCall) => void = () => undefined,
): Promise<TypedLine | null> {
  const own = (line: string): string => (at.screen ? line : unquoted(line.trim()));
  const [whole, rest = ""] = /^\/design-lab(?:\s+(.*))?$/su.exec(own(text).trim()) ?? [];
  if (whole === undefined) return null;
  const line = own(rest);
  // Not before one is typed: what a host loads at its start is small.
  const { commandPrompt, parseCommandLine } = await import("../command/command.ts");
  const meant = parseCommandLine(line, at, await allOps());
  // Under `opencode run` whoever started the program may be an agent.
  const call = meant.kind === "call" ? { op: meant.op, args: meant.args } : null;
  if (call !== null && at.screen) typed(call);
  const task = typeof call?.args.task === "string" ? call.args.task : null;
  return { prompt: commandPrompt(meant, line), call, task };
}

/**
 * Without the quotes that `opencode run` put around it: it writes \" for each quote inside, and changes nothing else.
 * What was piped in stands on the lines after them.
 */
function unquoted(text: string): string {
  const [whole, inner = "", piped = ""] = /^"((?:[^"\\]|\\"?)*)"(\r?\n.*)?$/su.exec(text) ?? [];
  return whole === undefined ? text : inner.replaceAll('\\"', '"') + piped;
}
