import type { Decision } from "../artifacts/decision.ts";
import { designSha256 } from "../store/artifact-kinds.ts";
import type { Artifacts } from "../store/artifacts.ts";

/** What was decided, and whether the chosen design is still what it was then. */
export type DecisionView = { decision: Decision; stands: "as-decided" | "changed" | "gone" };

/** Null where nothing is decided. */
export function decidedOf({ decision, designs }: Pick<Artifacts, "decision" | "designs">): DecisionView | null {
  if (decision === undefined) return null;
  if (decision.design_id === null) return { decision, stands: "as-decided" };
  const design = designs.find(({ design_id }) => design_id === decision.design_id);
  if (design === undefined) return { decision, stands: "gone" };
  return { decision, stands: designSha256(design) === decision.design_sha256 ? "as-decided" : "changed" };
}
