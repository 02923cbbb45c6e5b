/**
 * What a person types while calls wait for the person: no line stands behind a call that waits for whoever typed it.
 * @param parentOf The session in which another one was begun; undefined where nobody began it.
 */
export function createLines(parentOf: (sessionID: string) => Promise<string | undefined>) {
  const calls = new Map<AbortController, string>();

  /** Whether a session is this one, or was begun from it. */
  async function isBelow(sessionID: string, other: string): Promise<boolean> {
    let at: string | undefined = sessionID;
    for (let depth = 0; depth < MOST_DEEP && at !== undefined; depth++) {
      if (at === other) return true;
      at = await parentOf(at).catch(() => undefined);
    }
    return false;
  }

  return {
    /** A call begins in a session: `line` fires once somebody types there, or where its session was begun. */
    called(sessionID: string): { line: AbortSignal; ended(): void } {
      const call = new AbortController();
      calls.set(call, sessionID);
      return { line: call.signal, ended: () => void calls.delete(call) };
    },
    /** A line was typed in a session. */
    async typed(sessionID: string): Promise<void> {
      await Promise.all([...calls].map(async ([call, of]) => (await isBelow(of, sessionID)) && call.abort()));
    },
  };
}

/** Sessions one in the other. */
const MOST_DEEP = 20;
