import { createInterface } from "node:readline/promises";
import { columnsOf, truncate } from "../text/truncate.ts";
import { asCommand } from "./as-command.ts";

/** Where a command says what it does while it works: a terminal, or a log that keeps every line. */
export type Person = {
  /** A line that stays. */
  say(line: string): void;
  /** What runs right now: on a terminal one line that is written anew, in a log nothing. */
  now(lines: readonly string[]): void;
  /** Whether the person says yes; no where nobody is there to answer. */
  ask(question: string, signal: AbortSignal): Promise<boolean>;
};

const ERASE = "\r\u001B[2K";

/** Talks on the standard error, so that the standard output holds the reply alone. */
export function createPerson(): Person {
  const { stderr, stdin } = process;
  let shown = "";
  const erase = () => {
    if (shown !== "") stderr.write(ERASE);
    shown = "";
  };
  return {
    say(line) {
      erase();
      stderr.write(`${asCommand(line)}\n`);
    },
    now(lines) {
      if (!stderr.isTTY) return;
      const line = truncate(lines.join(" · "), Math.max(20, (stderr.columns ?? 80) - 1));
      if (line === shown || columnsOf(line) === 0) return;
      erase();
      stderr.write(line);
      shown = line;
    },
    async ask(question, signal) {
      erase();
      if (!stdin.isTTY || !stderr.isTTY) return false;
      const reader = createInterface({ input: stdin, output: stderr });
      // In its own mode a terminal sends no signal.
      reader.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
      try {
        const answer = await reader.question(`${question} [y/N] `, { signal });
        return /^\s*y(?:es)?\s*$/iu.test(answer);
      } catch {
        return false;
      } finally {
        reader.close();
      }
    },
  };
}
