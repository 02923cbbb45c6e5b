import type { TypedAt } from "../command/command.ts";
import { allOps } from "../ops/registry.ts";
import type { TypedCall } from "./typed-calls.ts";

/**
 * A message that begins with /design-lab, as the prompt that the command means; any other as it stands. `opencode run`
 * knows no command on one generation of the host and hands it over as a message, and on both it puts an argument with
 * blanks in quotes of its own.
 * @param typed Told of the call that a line typed on a screen means.
 */
export async function withCommand(
  text: string,
  at: TypedAt,
  typed: (call: TypedCall) => void = () => undefined,
): Promise<string> {
  const own = (line: string): string => (at.screen ? line : unquoted(line.trim()));
  const [whole, rest = ""] = /^\/design-lab(?:\s+(.*))?$/su.exec(own(text).trim()) ?? [];
  if (whole === undefined) return text;
  const line = own(rest);
  // Not before one is typed: what a host loads at its start is small.
  const { commandPrompt, parseCommandLine } = await import("../command/command.ts");
  const meant = parseCommandLine(line, at, await allOps());
  // Under `opencode run` whoever started the program may be an agent.
  if (meant.kind === "call" && at.screen) typed(meant);
  return commandPrompt(meant, line);
}

/**
 * Without the quotes that `opencode run` put around it: it writes \" for each quote inside, and changes nothing else.
 * What was piped in stands on the lines after them.
 */
function unquoted(text: string): string {
  const [whole, inner = "", piped = ""] = /^"((?:[^"\\]|\\"?)*)"(\r?\n.*)?$/su.exec(text) ?? [];
  return whole === undefined ? text : inner.replaceAll('\\"', '"') + piped;
}
