/** What a tool of the host is about to do to files: its own arguments, or the patches that the host made of them. */
export type Change =
  | { args: Readonly<Record<string, unknown>> }
  | { files: readonly { file: string; patch: string; status: string }[] };

/** A call of a tool in a session that is not the lab's, as its host names it; "" where it names none. */
export type PersonsCall = { sessionID: string; messageID: string; callID: string; agent: string; tool: string };

/** Sessions, and calls under way, that are remembered. */
const MOST = 500;

/** One call of one session: a host may number the calls of each. */
export const callKey = ({ sessionID, callID }: PersonsCall): string => `${sessionID} ${callID}`;

/** Sets it, and keeps the newest of them. */
export function keepNewest<V>(all: Map<string, V>, key: string, value: V): void {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > MOST && oldest !== undefined) all.delete(oldest);
}
