import type { Progress, ProgressWord } from "./progress.ts";

/**
 * Who reads the reply: a person who typed a line in a conversation, one at the command outside of one, or an agent, with
 * a person behind it.
 */
export type SpokenTo = "line" | "command" | "agent";

/** The call of the tool that the lab works for, as the host named it. */
export type Caller = {
  /** The person's session, parent of every child. */
  sessionID: string;
  /** The message and the call in it that the tool runs for, and the agent that made it; "" where the host names none. */
  messageID: string;
  callID: string;
  agent: string;
  /** When the person typed this very call on the host's screen; null where nobody did. */
  typed: Date | null;
  /** Who reads the reply; absent: a person where the call was typed, else an agent. */
  voice?: SpokenTo;
  /** The SHA-256 of the project's configuration that the command's line allows for this call; absent: none is. */
  allow_config?: string;
  /** The SHA-256 of the estimate that the person said yes to on a page; absent: nobody was shown one. */
  agreed?: string;
  /** Fires when the person stops the call. */
  signal: AbortSignal;
  /**
   * Fires when the person types a line where the call was made: what waits for the person then gives back. null where
   * nobody can type beside it.
   */
  line: AbortSignal | null;
  /** Is told the id of the experiment that the call is at work on, as soon as that is there; absent: nobody asks. */
  at?(experiment_id: string): void;
  /** What the call is doing, at every change, with a word about what has just ended, if any; never fails. */
  report(progress: () => Progress, said: ProgressWord | null): void;
};

/** What is done in a folder outside the project. Who allows work there allows reading too. */
export type Use = "read" | "work";

/** The folders outside the project that the person allowed in this process, by real path, and what for. */
export type Allowed = Map<string, Set<Use>>;
