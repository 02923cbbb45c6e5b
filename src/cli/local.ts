import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createCalls } from "../host/calls.ts";
import { refusal } from "../host/desk.ts";
import { NO_HOST } from "../session/host.ts";
import type { Person } from "./person.ts";
import type { Came } from "./remote.ts";

/** Makes one call on what is stored, without a host and without a model. */
export async function callHere(
  { op, args, allowed }: { op: string; args: Record<string, unknown>; allowed: readonly string[] },
  directory: string,
  person: Person,
  signal: AbortSignal,
): Promise<Came> {
  const calls = createCalls({
    host: NO_HOST,
    sessions: new Map(),
    bases: new Set(),
    directory,
    worktree: worktreeOf(directory),
    home: homedir(),
    env: process.env,
  });
  const caller = {
    sessionID: "",
    messageID: "",
    callID: "",
    agent: "",
    typed: atTerminal(),
    signal,
    report: () => undefined,
  };
  return calls({ op, args }, caller, async ({ permission, question }) => {
    const isAllowed = allowed.includes(permission) || (await person.ask(question, signal));
    return isAllowed ? { allowed: true } : refusal(permission);
  });
}

/** A line that is typed at a terminal is the person's own word; one of a script, of CI or of an agent's shell is not. */
export const atTerminal = (): Date | null => (process.stdin.isTTY && process.stderr.isTTY ? new Date() : null);

/** The root of the repository that a folder lies in, as the host sees it; the folder itself where there is none. */
function worktreeOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return directory;
  }
}
