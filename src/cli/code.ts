import { homedir } from "node:os";
import { UsageError } from "../errors.ts";
import { nobodyHere } from "../host/presence.ts";
import { codeShown, screenCodes } from "../store/screen-codes.ts";
import { codeSaid } from "../story/command.ts";
import type { CliPerson } from "./person.ts";

/** What is typed for it, as it stands in help. */
export const CODE_WORD = {
  word: "code",
  usage: "code",
  does: "shows the code by which a page that is open, and that an agent could open too, becomes your own; at a terminal alone",
};

/** Shows the codes that the pages of a project wait for, on a person's terminal and nowhere else. Throws UsageError. */
export async function showCodes(directory: string, person: CliPerson): Promise<void> {
  const nobody = nobodyHere(process);
  if (nobody !== null) throw new UsageError(`Cannot show a code: a person's terminal is needed; ${nobody}.`);
  const codes = await screenCodes({ home: homedir(), env: process.env, directory }, Date.now());
  if (codes.length === 0) {
    throw new UsageError(`No page of ${directory} waits for a code.`, {
      advice: 'Press "Make it my own" on the page first, then type this in the folder that its OpenCode works in.',
    });
  }
  for (const { code, port } of codes) person.say(codeSaid(codeShown(code), port));
}
