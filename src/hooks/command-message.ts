/**
 * A message that begins with /design-lab, as the prompt that the command means; any other as it stands. A host whose
 * `run` has no option for a command takes it as a message, and hands over an argument in the quotes of JSON.
 */
export async function withCommand(text: string): Promise<string> {
  const [whole, line = ""] = /^\/design-lab(?:\s+([\s\S]*))?$/u.exec(unquoted(text.trim())) ?? [];
  if (whole === undefined) return text;
  // Not before one is typed: what a host loads at its start is small.
  const { commandPrompt, parseCommandLine } = await import("./command.ts");
  return commandPrompt(parseCommandLine(line), line);
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
