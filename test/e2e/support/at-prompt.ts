import type { Terminal } from "../../../rehearsal/terminal.ts";

/** The dialog that a host opens in place of sending a message while it does not know its models. */
const NO_MODEL = /Connect an? (?:integration|provider) +esc/u;

/** Waits until the host can be spoken to: its prompt is there, and the model that answers stands below it, on a slow machine later. */
export const atPrompt = (terminal: Terminal): Promise<string> =>
  terminal.waitFor((screen) => ["Ask anything", "commands", "Scripted host"].every((each) => screen.includes(each)));

/** Sends what is typed; the first screen that fits. A host that has lost its models meanwhile is asked again. */
export async function sent(terminal: Terminal, fits: (screen: string) => boolean, ms?: number): Promise<string> {
  for (let tries = 10; ; tries--) {
    terminal.press("Enter");
    const screen = await terminal.waitFor((each) => fits(each) || (tries > 0 && NO_MODEL.test(each)), ms);
    if (fits(screen)) return screen;
    terminal.press("Escape");
    await Bun.sleep(2_000);
  }
}
