import { UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { readApprovedBrief } from "../../stages/brief-in-project.ts";
import type { Begun } from "../../store/begun.ts";
import { writeBrief } from "../../store/brief-folder.ts";
import { topicSlug } from "../../store/record-names.ts";
import { type KeptBrief, mayKeepBrief } from "../../story/brief.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { permitFolder, resolveFolder } from "../plan/place.ts";

/** The folder of the project that a call names for the brief, below its root; throws LabError for one that can be none. */
export const briefFolder = (lab: Lab, context: OpContext, where: string): Promise<string> =>
  resolveFolder(lab, context, where, "brief");

/** Writes an approved brief into a folder of the project, once the person was asked for it. Throws LabError. */
export async function keepBrief(lab: Lab, context: OpContext, begun: Begun, where: string): Promise<KeptBrief> {
  const { experiment_id: id } = begun.idea;
  const approved = await readApprovedBrief(begun, lab.now);
  if (approved === null)
    throw new UsageError("Cannot keep the brief in the project: an approved one is needed. Nothing was written.", {
      advice: `${typedCode("show", id, "brief")} shows how it stands.`,
    });
  const folder = await briefFolder(lab, context, where);
  const permission = await permitFolder(lab, context, folder, {
    kinds: ["brief"],
    question: mayKeepBrief(folder),
    experiment: id,
  });
  if (!permission.allowed) return { path: null, why: permission.why };
  const { brief, at, text } = approved;
  const place = { worktree: lab.worktree, folder, slug: topicSlug(brief.topic, "brief"), at };
  return { path: await writeBrief(place, text) };
}
