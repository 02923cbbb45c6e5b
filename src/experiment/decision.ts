import type { Decision } from "../artifacts/decision.ts";
import type { Design } from "../artifacts/design.ts";
import { designSha256 } from "../artifacts/hashes.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { Seen } from "./seen.ts";

/** What was decided, and whether the chosen design is still what it was then. */
export type DecisionView = {
  decision: Decision;
  stands: "as-decided" | "changed" | "gone";
  /** Whether this machine saw a person decide so, and say the last of how it turned out. */
  seen: Pick<Seen, "decision" | "outcome">;
};

/** Null where nothing is decided. `designs`: all that can be chosen. */
export function decidedOf(
  { decision }: Pick<Artifacts, "decision">,
  designs: readonly Design[],
  seen: DecisionView["seen"],
): DecisionView | null {
  if (decision === undefined) return null;
  if (decision.design_id === null) return { decision, seen, stands: "as-decided" };
  const design = designs.find(({ design_id }) => design_id === decision.design_id);
  if (design === undefined) return { decision, seen, stands: "gone" };
  return { decision, seen, stands: designSha256(design) === decision.design_sha256 ? "as-decided" : "changed" };
}
