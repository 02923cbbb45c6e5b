import { isMainThread } from "node:worker_threads";
import type { PluginInput } from "@opencode-ai/plugin";

/**
 * Whether this process is `opencode run`, behind whatever options stand before the word: a screen runs the host in a
 * worker, and no other program of the host is given that word but for a path.
 */
export const isRun = (): boolean => isMainThread && process.argv.slice(2).includes("run");

/**
 * Whether a line of this session was typed on a screen. `opencode run --attach` talks to another process, but the
 * session that it makes may ask no question.
 */
export async function isOnScreen(client: PluginInput["client"], id: string): Promise<boolean> {
  if (isRun()) return false;
  const { data } = await client.session.get({ path: { id } });
  // The published type of a session lacks `permission`, which the server gives.
  const rules = (data as { permission?: readonly { permission: string; action: string }[] } | undefined)?.permission;
  return data !== undefined && !rules?.some(({ permission, action }) => permission === "question" && action === "deny");
}

/** The session in which another one was begun; undefined where nobody began it. */
export async function parentOf({ session }: PluginInput["client"], id: string): Promise<string | undefined> {
  return (await session.get({ path: { id } })).data?.parentID;
}
