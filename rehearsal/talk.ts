import type { ToolResult } from "./opencode.ts";

/** One call of a host's API; throws for a status of 400 or above. */
export type Request = (method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<unknown>;

/** What a person does with a server, whichever generation of the host it is. */
export type Talk = {
  /** Names of the models that a person can choose, as provider/model. */
  models(): Promise<string[]>;
  /** Opens a session and returns its id. */
  open(title?: string): Promise<string>;
  /** Says something and resolves when the turn has ended; rejects when the server is gone. */
  say(session: string, text: string): Promise<void>;
  /** Runs a command of the host, likewise; `name` without the slash. */
  command(session: string, name: string, text: string): Promise<void>;
  /** Stops the session's turn, as Escape in the terminal does. */
  interrupt(session: string): Promise<void>;
  /** Every tool call of the session that has ended, in order. */
  tools(session: string): Promise<ToolResult[]>;
  /** Everything that was said in the session, whoever said it, in order. */
  texts(session: string): Promise<string[]>;
  sessions(): Promise<SessionEntry[]>;
  children(session: string): Promise<SessionEntry[]>;
  /** One session, a child too; throws when there is none. */
  session(id: string): Promise<SessionEntry>;
  /** What the session's person is being asked right now; null when it is nothing. */
  asked(session: string): Promise<Asking | null>;
};

export type SessionEntry = { id: string; title: string; parent: string | null };

/** A dialog of the host: for a permission, or with questions that have options. */
export type Asking = {
  kind: "permission" | "question";
  /** The questions, or the permission's name and what it is asked for. */
  texts: string[];
  /** Allows it, or answers each question with the first of its options. */
  allow(): Promise<void>;
  /** Refuses it, or answers each question with the last of its options. */
  refuse(): Promise<void>;
  /** Answers each question with these words; a permission is never answered so. */
  answer(answers: readonly string[]): Promise<void>;
};

/** Waits until the session's person is asked something. Throws after `ms` milliseconds. */
export async function nextAsking(talk: Talk, session: string, ms = 150_000): Promise<Asking> {
  for (let patience = ms / 50; patience > 0; patience--) {
    const asking = await talk.asked(session);
    if (asking) return asking;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nobody was asked anything within ${ms} ms`);
}
