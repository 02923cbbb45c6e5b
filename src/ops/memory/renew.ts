import { messageOf } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isThere } from "../../store/bases.ts";
import { inTurn } from "../../store/in-turn.ts";
import { MEMORY_FILES } from "../../store/memory-folder.ts";
import { type PageWritten, writeProjectPage } from "../../store/project-page.ts";
import { forgetBegun, keepStands } from "../../store/project-stands.ts";
import { recordPath } from "../../store/record-folder.ts";
import { pageLeft, pageUnwritten, projectPage } from "../../story/project-page.ts";
import { type Sentence, unmarked } from "../../story/sentence.ts";
import { projectPageText } from "../../views/markdown/project-page.ts";
import { type ProjectFacts, readProject, wayToExperiment } from "./project-facts.ts";

/**
 * Writes PROJECT.md anew from what the experiments hold now. What was done stands whether or not that can be: a page that
 * could not be written, or that is a person's own, is said and costs nothing.
 * @param ended The folder of the experiment on which the call has worked.
 */
export async function renewProjectPage(lab: Lab, ended?: string): Promise<void> {
  const said = await writePage(lab, ended).catch((error: unknown) => pageUnwritten(messageOf(error)));
  if (said !== null) lab.progress.say({ text: unmarked(said, String), kind: "news" });
}

/** Null where there is nothing to say of it. */
async function writePage(lab: Lab, ended: string | undefined): Promise<Sentence | null> {
  const { homeBase, worktree, person } = lab;
  if (ended !== undefined) await forgetBegun(lab, ended);
  if (!(await isThere(homeBase))) return null;
  const written = await inTurn(homeBase, MEMORY_FILES.page, async (): Promise<PageWritten | null> => {
    const at = Date.now();
    const facts = await readProject(lab);
    if (facts === null) return null;
    await keepStands({ ...person, worktree }, at, facts.entries);
    if (facts.entries.length === 0) return null;
    return writeProjectPage(facts.folder, pageTextOf(lab, facts));
  });
  return written?.state === "left" ? pageLeft(written.why) : null;
}

/** The lab's own lines of PROJECT.md. */
export function pageTextOf({ worktree, now }: Pick<Lab, "worktree" | "now">, facts: ProjectFacts): string {
  const isLed = (dir: string): boolean => wayToExperiment(facts, dir) !== null;
  const page = projectPage(facts, now(), {
    record: ({ record, dir }) => (record.in === "project" || isLed(dir) ? recordPath(record, { worktree, dir }) : null),
    files: ({ dir }) => (isLed(dir) ? dir : null),
  });
  return projectPageText(page, facts.folder);
}
