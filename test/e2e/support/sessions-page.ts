import { openTerminal, type Terminal } from "../../../rehearsal/terminal.ts";
import { atPrompt } from "./at-prompt.ts";
import type { Rehearsal } from "./rehearsal.ts";

/** What stands on the host's first screen, and on that of a session after the lab has answered. */
export const atHome = (screen: string): boolean => screen.includes("Ask anything") && !screen.includes("Esc goes back");

/** A terminal on the host's first screen. */
export async function terminalAtHome(lab: Rehearsal, columns: number, rows: number): Promise<Terminal> {
  const terminal = openTerminal({ project: lab.project, columns, rows });
  await atPrompt(terminal);
  return terminal;
}

/** Opens the page of the lab's sessions by its command; the page. */
export async function openPage(terminal: Terminal, fits: (page: string) => boolean): Promise<string> {
  // What is typed while the host still starts may be lost.
  for (let tries = 60; tries > 0 && !terminal.screen().includes("Design lab: "); tries--) {
    terminal.type("/lab-sessions");
    const listed = await terminal.waitFor((screen) => screen.includes("Design lab: "), 2_000).catch(() => "");
    if (listed === "") terminal.press("C-u");
  }
  terminal.press("Enter");
  return terminal.waitFor((screen) => screen.includes("Back") && fits(screen));
}
