import { UsageError } from "../../errors.ts";
import { briefOf } from "../../experiment/brief.ts";
import type { Lab } from "../../prompting/lab.ts";
import { openJournal } from "../../questions/journal.ts";
import type { Begun } from "../../store/begun.ts";
import { writeBrief } from "../../store/brief-folder.ts";
import { topicSlug } from "../../store/record-names.ts";
import { type KeptBrief, mayKeepBrief } from "../../story/brief.ts";
import { typedCode } from "../../text/typed.ts";
import { briefDocument } from "../../views/markdown/brief-md.ts";
import type { OpContext } from "../op.ts";
import { folderNamed, freeFolder, permitFolder } from "../plan/place.ts";

/** The folder of the project that a call names for the brief, below its root; throws LabError for one that can be none. */
export const briefFolder = (lab: Lab, context: OpContext, where: string): Promise<string> =>
  freeFolder(folderNamed(lab, context, where), lab, "brief");

/** Writes an approved brief into a folder of the project, once the person was asked for it. Throws LabError. */
export async function keepBrief(lab: Lab, context: OpContext, begun: Begun, where: string): Promise<KeptBrief> {
  const { idea, dir } = begun;
  const { state, brief, approval } = await briefOf(begun, lab.now);
  if (state !== "approved" || brief === null || approval === null)
    throw new UsageError("Cannot keep the brief in the project: an approved one is needed. Nothing was written.", {
      advice: `${typedCode("show", idea.experiment_id, "brief")} shows how it stands.`,
    });
  const folder = await briefFolder(lab, context, where);
  const permission = await permitFolder(lab, context, folder, {
    kinds: ["brief"],
    question: mayKeepBrief(folder),
    experiment: idea.experiment_id,
  });
  if (!permission.allowed) return { path: null, why: permission.why };
  const { questions } = await openJournal(dir, lab.now, lab.person).read();
  const at = new Date(approval.at);
  const text = briefDocument(brief, {
    id: idea.experiment_id,
    approved: at,
    questions: new Map(
      questions.map(({ id, question, state }) => [id, { text: question.text, answered: state === "answered" }]),
    ),
  });
  const place = { worktree: lab.worktree, folder, slug: topicSlug(brief.topic, "brief"), at };
  return { path: await writeBrief(place, text) };
}
