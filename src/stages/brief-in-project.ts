import { basename } from "node:path";
import { isAssertion, requirementsOf } from "../artifacts/requirement.ts";
import type { Lab } from "../prompting/lab.ts";
import { BRIEFS, briefsIn } from "../store/brief-folder.ts";
import type { Experiment } from "../store/experiment.ts";
import { recallFolders } from "../store/places.ts";
import { briefFrom } from "../story/brief-stands.ts";
import { isLong } from "../text/kept-markdown.ts";
import { inline, md } from "../text/markdown.ts";
import { drawn } from "../views/markdown/drawn.ts";

/** Whose project it is: where the person let briefs be written is remembered there. */
export type ProjectOf = Pick<Lab, "worktree" | "person">;

/** The brief in the project, below its root, with "/", that asks for what a task asks for; of several the newest, null for none. */
export async function briefOfTask(
  { worktree, person }: ProjectOf,
  { dir, task }: Pick<Experiment, "dir" | "task">,
): Promise<string | null> {
  if (task.brief === undefined) return null;
  const asked = requirementsOf(task).filter((each) => !isAssertion(each) && !isLong(each.text));
  const needs = [
    drawn(briefFrom(basename(dir))),
    ...asked.map(({ id, text }) => md`- **${inline(id)}** ${inline(text.trim())}`),
  ];
  const folders = new Set([...(await recallFolders({ ...person, worktree }, "brief")), BRIEFS]);
  const all = await briefsIn([...folders], worktree, (text) => needs.every((each) => text.includes(each)));
  return all.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1) ?? null;
}
