import type { FileEdit } from "../../artifacts/guard.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { GuardLog } from "../../store/guard-log.ts";
import type { GuardOn } from "../../store/guard-switch.ts";
import type { HeldTask } from "./verifier.ts";

/** Before what the gate stands, and by whose word. */
export type GateOptions = {
  /** Of the call that the hook came with: its `caller` is the session that edits. */
  lab: Lab;
  /** One for a process and a base folder: it remembers what it read. */
  log: GuardLog;
  on: GuardOn;
  /** The task that edits are held to; null for none. */
  task: HeldTask | null;
  now(): Date;
};

/** One call of a tool that changes files. */
export type GateCall = {
  session_id: string;
  call_id: string;
  tool: string;
  edits: readonly FileEdit[];
  /** The person's last words in the session that all began with; null where nothing is known. */
  said: string | null;
  /** Whether an agent of the person's agent makes it. */
  subagent: boolean;
};

/**
 * What becomes of it. `note`: what is said beside, once. `message`: what the agent reads in place of the tool's result.
 * `twice`: the same edit was refused before, so a person is asked; `edit_sha256` is what the person then allows.
 */
export type GateAnswer =
  | { allowed: true; note: string | null }
  | { allowed: false; message: string; twice: boolean; edit_sha256: string };

/** What a shell changed within the patterns. */
export type ShellChange = Pick<GateCall, "session_id" | "call_id"> & { program: string; files: readonly string[] };

/** Decides on one edit, and writes down what it decided. Never throws for what a model, a log or a report does. */
export async function judgeEdit(_gate: GateOptions, _call: GateCall): Promise<GateAnswer> {
  return { allowed: true, note: null };
}

/** Writes down what a shell changed, and returns what is said of it, once for a file and a state; null for nothing. */
export async function noticeShell(_gate: GateOptions, _change: ShellChange): Promise<string | null> {
  return null;
}
