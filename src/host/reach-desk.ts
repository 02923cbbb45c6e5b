import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import type { AnswerCall } from "./calls.ts";
import type { createDesk, DeskHost } from "./desk.ts";
import type { DeskAnswer } from "./desk-messages.ts";

/** What the text of a message to the desk begins with where a host has nothing else to reach a plugin by. */
export const DESK_MARK = "/designlab-desk ";

/** The id of the desk and of its one method where a host knows such calls. */
export const DESK = { id: "designlab", method: "desk" } as const;

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

/**
 * What a message to the desk is sealed with. `own`: that of the command which started this host, where whoever answers
 * sits at its terminal; `shared`: that of whoever runs this host and gave it to others.
 */
export type DeskKey = { secret: string; from: "own" | "shared" };

/** Tells which private file holds the key of the command that started this host. */
const LEFT = "OPENCODE_DESIGNLAB_DESK";
/** Holds the key that a server and those who use it with --server share. */
export const SHARED_KEY = "DESIGNLAB_DESK_KEY";
/** The fewest characters of a shared key. */
export const SHORTEST_KEY = 32;

/** Where the key is kept: a host of the second generation loads this module anew for each folder. */
const HELD = Symbol.for("opencode-designlab.desk-key");
const held = globalThis as { [HELD]?: Promise<DeskKey | null> };

/**
 * The key of this process's desk; null where it has none and answers nobody. With the first call it is taken out of the
 * environment, which the shell of an agent is given.
 */
export function deskKey(env: Record<string, string | undefined> = process.env): Promise<DeskKey | null> {
  held[HELD] ??= takeKey(env);
  return held[HELD];
}

function takeKey(env: Record<string, string | undefined>): Promise<DeskKey | null> {
  const { [LEFT]: left, [SHARED_KEY]: shared = "" } = env;
  delete env[LEFT];
  delete env[SHARED_KEY];
  if (left !== undefined && /^[0-9a-f]{16}$/u.test(left))
    return takeLeft(left).then((secret) => (secret === null ? null : { secret, from: "own" as const }));
  return Promise.resolve(shared.length < SHORTEST_KEY ? null : { secret: shared, from: "shared" });
}

/** What reaches files is loaded where a key was left: what a host loads at its start is small. */
async function placeOf(left: string) {
  const { stateFolder, takePrivate, writePrivate } = await import("../store/private.ts");
  return { file: join(stateFolder({ home: homedir(), env: process.env }), `desk-${left}`), takePrivate, writePrivate };
}

async function takeLeft(left: string): Promise<string | null> {
  const { file, takePrivate } = await placeOf(left);
  return takePrivate(file);
}

/** A key for a host that is about to be started with this environment; `remove` takes away what was not read. */
export async function leaveDeskKey(): Promise<{
  secret: string;
  env: Record<string, string | undefined>;
  remove(): Promise<void>;
}> {
  const secret = randomBytes(32).toString("hex");
  const left = randomBytes(8).toString("hex");
  const { file, writePrivate } = await placeOf(left);
  await writePrivate(file, secret);
  // The key of servers elsewhere is no affair of this one.
  const env = { [LEFT]: left, [SHARED_KEY]: undefined };
  return { secret, env, remove: async () => void (await takeLeft(left)) };
}
