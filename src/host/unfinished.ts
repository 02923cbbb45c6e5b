import type { Home } from "../store/private.ts";
import { readStands } from "../store/project-stands.ts";
import { unfinishedLine } from "../story/project-page.ts";
import { unmarked } from "../story/sentence.ts";

/**
 * What is unfinished in a project or waits for the person, in one line for the start of a session; null for nothing. It
 * takes one small file of the person's own and a look at the folders that it names.
 */
export async function sayUnfinished(project: Home & { worktree: string }): Promise<string | null> {
  const stands = await readStands(project).catch(() => null);
  const said = stands && unfinishedLine(stands.open, stands.more);
  return said && unmarked(said, String);
}
