import type { Brief } from "../../artifacts/brief.ts";
import { approvalId } from "../../artifacts/hashes.ts";
import type { Turn } from "../../artifacts/interview.ts";
import type { BriefModels } from "../../config/brief-models.ts";
import type { NewQuestion } from "../../questions/types.ts";
import { madeBy } from "../../story/brief.ts";
import { unmarked } from "../../story/sentence.ts";
import { briefSections } from "../../views/markdown/brief-text.ts";

/** The question by which a person approves this very text of a brief. */
export function approvalOf(
  brief: Brief,
  turns: readonly Turn[],
  { probe, designs }: BriefModels,
): NewQuestion & { id: string } {
  const askers = turns.flatMap(({ kind, model }) => (kind === "first" || kind === "probe" ? model : []));
  return {
    id: approvalId(brief),
    type: "show_plan",
    text: "Is this what is to be designed?",
    context: unmarked(madeBy({ askers, writer: brief.model, designs: designs && brief.model === probe }), String),
    required: true,
    sections: briefSections(brief),
  };
}
