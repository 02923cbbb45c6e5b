import type { Decision } from "../artifacts/decision.ts";
import type { Design } from "../artifacts/design.ts";
import { designSha256 } from "../artifacts/hashes.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { Seen } from "./seen.ts";

/** What was decided, and whether the chosen design is still what it was then. */
export type DecisionView = {
  decision: Decision;
  stands: "as-decided" | "changed" | "gone";
  /** design_ids of all that the chosen design was made of, over every round; none of a first design. */
  made_of: readonly string[];
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
  const made_of = ancestorsOf(designs, decision.design_id);
  if (decision.design_id === null) return { decision, seen, made_of, stands: "as-decided" };
  const design = designs.find(({ design_id }) => design_id === decision.design_id);
  if (design === undefined) return { decision, seen, made_of, stands: "gone" };
  return {
    decision,
    seen,
    made_of,
    stands: designSha256(design) === decision.design_sha256 ? "as-decided" : "changed",
  };
}

/** design_ids of all that a design was made of, those of what that was made of too. */
export function ancestorsOf(designs: readonly Design[], id: string | null): string[] {
  const found = new Set<string>();
  const open = [id];
  for (const each of open) {
    const { parents = [] } = designs.find(({ design_id }) => design_id === each) ?? {};
    for (const parent of parents) if (!found.has(parent)) open.push(parent);
    for (const parent of parents) found.add(parent);
  }
  return [...found];
}
