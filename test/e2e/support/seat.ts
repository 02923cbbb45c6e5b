import { lettersIn } from "../../../rehearsal/letters.ts";
import type { Terminal } from "../../../rehearsal/terminal.ts";
import { askForWords } from "../../../src/host/screen/word.ts";
import type { Rehearsal } from "./rehearsal.ts";

/** A person who sits at the project: the plugin's part in the terminal with dialogs that answer themselves. */
export type Seat = Disposable & {
  /** What the dialogs have said, whole, in order. */
  asked: string[];
};

/** Sits down before the project, and says yes to every word that is asked for unless told otherwise. */
export function sitAt({ project: { directory, home, env } }: Pick<Rehearsal, "project">, yes = true): Seat {
  const asked: string[] = [];
  const stop = askForWords(() => ({ directory, home, env }), {
    async select(title) {
      asked.push(title);
      return "more";
    },
    async prompt(title) {
      asked.push(title);
      return yes ? lettersIn(title) : null;
    },
    say: (message) => void asked.push(message),
  });
  return { asked, [Symbol.dispose]: stop };
}

/** What the terminal's own dialog says, once it is drawn. */
export const asksForWord = (terminal: Terminal): Promise<string> =>
  terminal.waitFor((screen) => screen.includes("Design lab asks for") && lettersIn(screen) !== "");

/** Answers the dialog that is drawn as a person does, with keys. */
export async function answerWord(terminal: Terminal, yes: boolean): Promise<void> {
  // A dialog takes keys a moment after it is drawn.
  await Bun.sleep(1_000);
  if (yes) terminal.type(lettersIn(terminal.screen()).toLowerCase());
  await Bun.sleep(500);
  terminal.press("Enter");
}
