import { posix, resolve } from "node:path";
import type { RecordPlace } from "../../artifacts/decision.ts";
import { LabError } from "../../errors.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { findDesignFolder } from "../../store/design-folder.ts";
import type { Experiment } from "../../store/experiment.ts";
import { isAllowedIn, recallFolder } from "../../store/places.ts";
import { INSTEAD } from "../../store/project-folder.ts";
import { findRecordFolder, openRecordFolder, type RecordFolder } from "../../store/record-folder.ts";
import { isFolder } from "../../store/task-folder.ts";
import { foreignRecords, type Kept, mayChangeIn, mayWriteInto } from "../../story/decision.ts";
import { clean } from "../../text/clean.ts";
import { pathInside } from "../../text/path-inside.ts";
import type { OpContext } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { permitDocuments } from "../paths/document-place.ts";
import { permitFolder } from "../plan/place.ts";

/** A record that stays in the experiment's folder. */
const HERE = "experiment";

/** Where a record goes: the folder of the project, or why none. `known`: the person allowed it before. */
export async function whereTo(lab: Lab, context: OpContext, where: string | undefined): Promise<Kept> {
  const { home, env } = context;
  if (where?.trim().toLowerCase() === HERE) return { folder: null, why: "wanted" };
  const project = { home, env, worktree: lab.worktree };
  const allowed = await recallFolder(project, "decision");
  // One that is gone was moved, with its records: it is not made anew.
  const remembered = allowed !== null && (await isFolder(resolve(lab.worktree, allowed))) ? allowed : null;
  const folder = await folderFor(lab, where === undefined ? undefined : atHome(where, home), remembered);
  if (folder === null) return { folder: null, why: "no-folder" };
  if (folder.foreign !== null && where === undefined && remembered === null)
    return { folder: null, why: "unfit", because: foreignRecords(folder.path, folder.foreign) };
  await permitDocuments(lab, context, resolve(lab.worktree, folder.path), { kinds: ["decision"], ask: false });
  const others = { records: folder.path, bases: [lab.base, lab.homeBase] };
  const designs = await findDesignFolder(lab.directory, lab.worktree, others);
  const isAsked = designs !== null && !(await isAllowedIn(project, ["design"], designs.path));
  return { folder, designs, known: folder.path === remembered && !isAsked };
}

/** The same for a proposal, which writes nothing: why a folder that nobody named takes no record is said. */
export async function proposePlace(lab: Lab, context: OpContext, where: string | undefined): Promise<Kept> {
  try {
    return await whereTo(lab, context, where);
  } catch (error) {
    if (where !== undefined || !(error instanceof LabError)) throw error;
    return { folder: null, why: "unfit", because: error.message };
  }
}

async function folderFor(lab: Lab, where: string | undefined, remembered: string | null): Promise<RecordFolder | null> {
  const { directory, worktree, base, homeBase } = lab;
  if (where !== undefined) {
    const folder = resolve(directory, where);
    if ([base, homeBase].some((each) => folder === each || pathInside(each, folder)))
      throw new LabError(`Cannot keep the record in ${folder}: experiments lie there. Nothing was written.`, {
        advice: `Name another folder of the project${INSTEAD.record}.`,
      });
    return openRecordFolder(folder, worktree);
  }
  if (remembered !== null) return openRecordFolder(resolve(worktree, remembered), worktree);
  return findRecordFolder(directory, worktree);
}

/** The same once the person was asked, where a person has to be: refused, the record stays in the experiment. */
export async function permitPlace(lab: Lab, context: OpContext, { experiment }: View, kept: Kept): Promise<Kept> {
  if (kept.folder === null || kept.known) return kept;
  const { folder, designs } = kept;
  const { path } = folder;
  const at = resolve(lab.worktree, path);
  const isSaid = await permitDocuments(lab, context, at, { kinds: ["decision"], ask: true });
  if (isSaid && designs === null) return kept;
  const permission = await context.permit({
    permission: "designlab_write",
    pattern: `${path}/*`,
    question: clean(mayWriteInto(kept)).text,
    details: {
      folder: at,
      ...(designs && { designs: resolve(lab.worktree, designs.path) }),
      experiment: experiment.task.experiment_id,
    },
  });
  return permission.allowed ? kept : { folder: null, why: "not-allowed", path, because: permission.why };
}

/** Whether the record that lies there may be changed: the folder is asked for once, as for one that is written. */
export async function mayChange(
  lab: Lab,
  context: OpContext,
  { task: { experiment_id: experiment } }: Experiment,
  record: RecordPlace | null,
  allowed?: string,
): Promise<boolean> {
  if (record === null) return false;
  const folder = posix.dirname(record.path);
  if (record.in === "experiment" || (allowed !== undefined && record.path.startsWith(`${allowed}/`))) return true;
  const permission = await permitFolder(lab, context, folder, {
    kinds: ["record", "decision"],
    question: mayChangeIn(record.path, folder),
    experiment,
  });
  return permission.allowed;
}
