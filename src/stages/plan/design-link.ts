import { realpath } from "node:fs/promises";
import { basename, isAbsolute, relative, sep } from "node:path";
import type { RecordPlace } from "../../artifacts/decision.ts";
import type { TaskPlan } from "../../artifacts/task-plan.ts";
import type { View } from "../../experiment/view.ts";
import { readRecord, recordPath } from "../../store/record-folder.ts";
import type { TaskDir } from "../../store/task-folder.ts";
import { WHOLE_DESIGN } from "../../story/task-file-body.ts";
import { link, type Markdown, md } from "../../text/markdown.ts";

/** The line of a task's file in a folder that leads to the document of the design; null where there is none to lead to. */
export type DesignLink = (folder: TaskDir) => Markdown | null;

/**
 * What leads from files of a plan's tasks to the document of that very design, where the decision for it wrote one into the
 * project: what lies in the experiment is on this machine only.
 */
export async function designLink(view: View, plan: TaskPlan, worktree: string): Promise<DesignLink> {
  const at = { worktree: await realpath(worktree), dir: view.experiment.dir };
  const place = documentOf(view, plan);
  const target = place && (await readRecord(place, at)) !== null ? recordPath(place, at) : null;
  return ({ path }) => {
    if (target === null) return null;
    const way = relative(path, target);
    return isAbsolute(way)
      ? null
      : md`${WHOLE_DESIGN}${link(basename(target).replace(/\.(?:md|markdown)$/iu, ""), way.split(sep).join("/"))}`;
  };
}

function documentOf({ decided }: View, { design_id, design_sha256 }: TaskPlan): RecordPlace | null {
  // What nobody here saw decided names no file.
  if (!decided?.seen.decision) return null;
  const { decision } = decided;
  const isIt = decision.design_id === design_id && decision.design_sha256 === design_sha256;
  return isIt && decision.design_document?.in === "project" ? decision.design_document : null;
}
