/** What a host tells and takes of the title of a person's session. */
export type SessionTitles = {
  /** What it is called now, undefined where it has no name yet. */
  titleOf(sessionID: string): Promise<string | undefined>;
  /** Whether it is a session of the person's in which nobody has said anything. */
  isBlank(sessionID: string): Promise<boolean>;
  rename(sessionID: string, title: string): Promise<unknown>;
};

/** Columns of a title, as many as the host asks its own model for. */
const COLUMNS = 50;
/** What a host calls a session until it has a name. */
const NO_NAME = /^(?:New session - \d{4}-\d{2}-\d{2}T[\d:.]+Z)?$/u;

/**
 * Names the session that a typed line begins after its task: only where nothing was said in it and nobody has named it,
 * and again, after the topic, only while it still has the name that it was given here. What fails is nobody's loss.
 */
export function createTitles({ titleOf, isBlank, rename }: SessionTitles) {
  const given = new Map<string, string>();
  return {
    async begin(sessionID: string, task: string): Promise<void> {
      const title = await nameOf(task);
      if (title === "") return;
      try {
        if (!NO_NAME.test((await titleOf(sessionID)) ?? "") || !(await isBlank(sessionID))) return;
        await rename(sessionID, title);
        given.set(sessionID, title);
      } catch {
        // The host names it.
      }
    },
    async named(sessionID: string, topic: unknown): Promise<void> {
      const own = given.get(sessionID);
      if (own === undefined || typeof topic !== "string") return;
      const title = await nameOf(topic);
      if (title === "" || title === own) return;
      given.delete(sessionID);
      const now = await titleOf(sessionID).catch(() => undefined);
      if (now === own) await rename(sessionID, title).catch(() => undefined);
    },
  };
}

async function nameOf(text: string): Promise<string> {
  // Not before a line is typed: what a host loads at its start is small.
  const { oneLine } = await import("../text/markdown.ts");
  return oneLine(text, COLUMNS);
}
