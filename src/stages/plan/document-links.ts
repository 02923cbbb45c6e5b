import { realpath } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import type { RecordPlace } from "../../artifacts/decision.ts";
import type { TaskPlan } from "../../artifacts/task-plan.ts";
import type { View } from "../../experiment/view.ts";
import { readRegular } from "../../store/read.ts";
import { readRecord, recordPath } from "../../store/record-folder.ts";
import type { TaskDir } from "../../store/task-folder.ts";
import { THE_DECISION, WHOLE_BRIEF, WHOLE_DESIGN, WHOLE_DOCUMENT } from "../../story/task-file-body.ts";
import { link, type Markdown, md } from "../../text/markdown.ts";
import { briefOfTask, type ProjectOf } from "../brief-in-project.ts";

/** The lines of a task's file in a folder that lead to what it was planned from and to the decision for it; none where neither can be led to. */
export type DocumentLinks = (folder: TaskDir) => Markdown[];

/**
 * What leads from files of a plan's tasks to the document of that very design, or to the brief or document that was planned
 * in its place, and to the record of the decision, where they lie in the project: what lies in the experiment is on this
 * machine only.
 */
export async function documentLinks(view: View, plan: TaskPlan, project: ProjectOf): Promise<DocumentLinks> {
  const at = { worktree: await realpath(project.worktree), dir: view.experiment.dir };
  const { record, design_document } = decisionOf(view, plan) ?? {};
  const targetOf = async (place: RecordPlace | undefined): Promise<string | null> =>
    place?.in === "project" && (await readRecord(place, at)) !== null ? recordPath(place, at) : null;
  const { rests_on } = plan;
  const document =
    rests_on?.kind === "document" ? await readRegular(join(at.worktree, rests_on.file), at.worktree) : null;
  const brief = rests_on?.kind === "brief" ? await briefOfTask(project, view.experiment) : null;
  const targets = [
    { before: WHOLE_BRIEF, target: brief && join(at.worktree, brief) },
    {
      before: WHOLE_DOCUMENT,
      target: rests_on?.kind === "document" && document?.state === "ok" ? join(at.worktree, rests_on.file) : null,
    },
    { before: WHOLE_DESIGN, target: await targetOf(design_document) },
    { before: THE_DECISION, target: await targetOf(record) },
  ] as const;
  return ({ path }) =>
    targets.flatMap(({ before, target }) => {
      const way = target === null ? null : relative(path, target);
      if (target === null || way === null || isAbsolute(way)) return [];
      const name = basename(target).replace(/\.(?:md|markdown)$/iu, "");
      return [md`${before}${link(name, way.split(sep).join("/"))}`];
    });
}

/** The decision for the very text of the design that is planned; null where there is none. */
function decisionOf({ decided }: View, { design_id, design_sha256 }: TaskPlan) {
  // What nobody here saw decided names no file.
  if (!decided?.seen.decision) return null;
  const { decision } = decided;
  return decision.design_id === design_id && decision.design_sha256 === design_sha256 ? decision : null;
}
