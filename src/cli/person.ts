import { createInterface } from "node:readline/promises";
import { nobodyHere } from "../host/presence.ts";
import { clean } from "../text/clean.ts";
import { oneLine } from "../text/markdown.ts";
import { columnsOf } from "../text/truncate.ts";
import { onTerminal } from "../views/terminal/markdown.ts";

/** A yes or a no; `why` nobody was there to say either, the end of a sentence. */
export type YesOrNo = { allowed: boolean; why?: string };

/**
 * Where a command says what it does while it works: a terminal, or a log that keeps every line. Of what is said nothing
 * is obeyed by a terminal, whoever it comes from.
 */
export type CliPerson = {
  /** A line that stays; Markdown is drawn for a terminal as a reply is. */
  say(line: string, as?: "markdown"): void;
  /** What runs right now: on a terminal one line that is written anew, in a log nothing. */
  now(lines: readonly string[]): void;
  /**
   * Whether the person says yes; no where nobody is there to answer. With a `word`, which the question names, it is that
   * word or "yes" in full.
   */
  ask(question: string, signal: AbortSignal, word?: string): Promise<YesOrNo>;
};

/** Markdown as a stream takes it: drawn for a terminal, and else as it is. */
export const drawnFor = (
  { isTTY, columns = 80 }: Pick<NodeJS.WriteStream, "isTTY" | "columns">,
  text: string,
): string => (isTTY && !process.env.NO_COLOR ? onTerminal(text, Math.max(20, columns)) : text);

/** Nobody at all: nothing is shown, and each question is answered with no, for this reason where one is given. */
export const nobody = (reason: Pick<YesOrNo, "why"> = {}): CliPerson => ({
  say: () => undefined,
  now: () => undefined,
  ask: async () => ({ allowed: false, ...reason }),
});

/** Columns of a question. */
const MOST_ASKED = 4_000;
const ERASE = "\r\u001B[2K";

/**
 * Talks on the standard error, so that the standard output holds the reply alone.
 * @param asCommand What a sentence that names a line of a conversation says at the command.
 */
export function createPerson(asCommand: (text: string) => string): CliPerson {
  const { stderr, stdin } = process;
  let shown = "";
  const erase = () => {
    if (shown !== "") stderr.write(ERASE);
    shown = "";
  };
  return {
    say(line, as) {
      erase();
      const text = asCommand(clean(line).text);
      stderr.write(`${as === undefined ? text : drawnFor(stderr, text)}\n`);
    },
    now(lines) {
      if (!stderr.isTTY) return;
      const line = oneLine(lines.join(" · "), Math.max(20, (stderr.columns ?? 80) - 1));
      if (line === shown) return;
      erase();
      if (columnsOf(line) === 0) return;
      stderr.write(line);
      shown = line;
    },
    async ask(question, signal, word) {
      erase();
      const why = nobodyHere(process);
      if (why !== null) return { allowed: false, why };
      const reader = createInterface({ input: stdin, output: stderr });
      // In its own mode a terminal sends no signal.
      reader.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
      // Node.js stops reading after Ctrl-Z and `fg`.
      reader.on("SIGCONT", () => reader.resume());
      try {
        const answer = await reader.question(`${oneLine(question, MOST_ASKED)} ${word === undefined ? "[y/N] " : ""}`, {
          signal,
        });
        if (word !== undefined) return { allowed: [word, "yes"].includes(answer.trim()) };
        return { allowed: /^\s*y(?:es)?\s*$/iu.test(answer) };
      } catch {
        // Nobody pressed Enter, so that the cursor still is behind the question.
        stderr.write("\n");
        return { allowed: false };
      } finally {
        reader.close();
      }
    },
  };
}
