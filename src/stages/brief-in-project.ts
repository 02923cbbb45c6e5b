import type { Brief } from "../artifacts/brief.ts";
import { briefOf } from "../experiment/brief.ts";
import type { Lab } from "../prompting/lab.ts";
import { openJournal } from "../questions/journal.ts";
import { type Begun, readBegun } from "../store/begun.ts";
import { BRIEFS, briefsIn } from "../store/brief-folder.ts";
import type { Experiment } from "../store/experiment.ts";
import { recallFolders } from "../store/places.ts";
import { briefDocument } from "../views/markdown/brief-md.ts";

/** Whose project it is: where the person let briefs be written is remembered there. */
export type ProjectOf = Pick<Lab, "worktree" | "person" | "now">;

/** A brief as it is approved today, with the document that it is in a project; null where none is. */
export async function readApprovedBrief(
  begun: Pick<Begun, "dir" | "idea" | "person">,
  now: () => Date,
): Promise<{ brief: Brief; sha256: string | null; at: Date; text: string } | null> {
  const { state, brief, sha256, approval } = await briefOf(begun, now);
  if (state !== "approved" || brief === null || approval === null) return null;
  const { questions } = await openJournal(begun.dir, now, begun.person).read();
  const at = new Date(approval.at);
  const text = briefDocument(brief, {
    id: begun.idea.experiment_id,
    approved: at,
    questions: new Map(
      questions.map(({ id, question, state }) => [id, { text: question.text, answered: state === "answered" }]),
    ),
  });
  return { brief, sha256, at, text };
}

/**
 * The brief in the project, below its root, with "/", that a task was made from; of several the newest. Null for none:
 * one that somebody changed is not what was approved.
 */
export async function briefOfTask(
  { worktree, person, now }: ProjectOf,
  { dir, task: { brief } }: Pick<Experiment, "dir" | "task">,
): Promise<string | null> {
  const begun = brief && (await readBegun({ dir, person }, now));
  const approved = begun ? await readApprovedBrief(begun, now) : null;
  if (approved === null || approved.sha256 !== brief?.sha256) return null;
  const folders = new Set([...(await recallFolders({ ...person, worktree }, "brief")), BRIEFS]);
  const all = await briefsIn([...folders], worktree, (text) => text === approved.text);
  return all.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1) ?? null;
}
