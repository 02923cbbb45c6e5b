import type { AnswerCall } from "./calls.ts";
import type { createDesk, DeskHost } from "./desk.ts";
import { deskKey } from "./desk-key.ts";
import type { DeskAnswer } from "./desk-messages.ts";

/** What a plugin has of the desk, which is loaded with the first message for it. */
export type ReachDesk = {
  /** What the desk answers; null where the message is not for it, and where this process has no key. */
  take(message: unknown, sessionID: string): Promise<DeskAnswer | null>;
  /** Somebody else said something in a session. */
  leave(sessionID: string): Promise<void>;
};

/** Takes the key out of the environment and the file it came in, and resolves when both are without it. */
export async function reachDesk(call: AnswerCall, host: Omit<DeskHost, "key">): Promise<ReachDesk> {
  const key = await deskKey();
  let desk: Promise<ReturnType<typeof createDesk>> | null = null;
  return {
    async take(message, sessionID) {
      if (key === null) return null;
      desk ??= import("./desk.ts").then(({ createDesk }) => createDesk(call, { ...host, key }));
      return (await desk).take(message, sessionID);
    },
    async leave(sessionID) {
      (await desk)?.leave(sessionID);
    },
  };
}
