import { homedir } from "node:os";
import type { Caller } from "../artifacts/caller.ts";
import { createCalls } from "../host/calls.ts";
import { refusal } from "../host/desk.ts";
import { allowedConfig } from "../host/desk-messages.ts";
import { nobodyHere } from "../host/presence.ts";
import type { LabOptions } from "../lab.ts";
import { NO_HOST } from "../session/host.ts";
import { worktreeOf } from "../store/worktree.ts";
import type { CliPerson } from "./person.ts";
import type { CallCame } from "./remote.ts";

/** Makes one call on what is stored, without a host and without a model. */
export async function callHere(
  { op, args, allowed }: { op: string; args: Record<string, unknown>; allowed: readonly string[] },
  directory: string,
  person: CliPerson,
  signal: AbortSignal,
): Promise<CallCame> {
  const calls = createCalls(withoutHost(directory));
  const caller = { ...callerHere(signal), ...allowedConfig(allowed) };
  return calls({ op, args }, caller, async ({ permission, question }) => {
    if (allowed.includes(permission)) return { allowed: true };
    const { allowed: yes, why } = await person.ask(question, signal);
    return yes ? { allowed: true, door: "terminal" } : refusal(permission, why);
  });
}

/** What a lab stands on where no host is. */
export const withoutHost = (directory: string): LabOptions => ({
  host: NO_HOST,
  sessions: new Map(),
  bases: new Set(),
  directory,
  worktree: worktreeOf(directory),
  home: homedir(),
  env: process.env,
});

/** Who calls at a command line. */
export const callerHere = (signal: AbortSignal): Caller => ({
  sessionID: "",
  messageID: "",
  callID: "",
  agent: "",
  // A line that is typed at a terminal is the person's own word; one of a script, of CI or of an agent's shell is not.
  typed: nobodyHere(process) === null ? new Date() : null,
  voice: "command",
  signal,
  line: null,
  report: () => undefined,
});
