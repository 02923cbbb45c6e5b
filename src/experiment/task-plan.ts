import type { Decision } from "../artifacts/decision.ts";
import { designSha256 } from "../artifacts/hashes.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { TaskPlan } from "../artifacts/task-plan.ts";
import type { PlannedText } from "./basis.ts";
import type { Seen } from "./seen.ts";

/** What was planned, and whether its design is still what it was, and still the one that was decided for. */
export type StoredPlan = {
  plan: TaskPlan;
  /** Whether this machine saw a person approve it; null where its file does not say that somebody did. */
  approved: boolean | null;
  stands: "as-planned" | "changed" | "gone" | "decided-otherwise" | "decided-for-none";
};

/** Null where nothing is planned. `designs`: all that can be planned. */
export function plannedOf(
  { plan, decision }: Pick<Artifacts, "plan" | "decision">,
  designs: readonly PlannedText[],
  seen: Pick<Seen, "approved">,
): StoredPlan | null {
  if (plan === undefined) return null;
  return { plan, approved: plan.approved && seen.approved, stands: standsOf(plan, { decision, designs }) };
}

function standsOf(
  plan: TaskPlan,
  { decision, designs }: { decision: Decision | undefined; designs: readonly PlannedText[] },
): StoredPlan["stands"] {
  const design = designs.find(({ design_id }) => design_id === plan.design_id);
  if (design === undefined) return "gone";
  if (designSha256(design) !== plan.design_sha256) return "changed";
  // What was planned by a decision knows which; a clock may have been set back between the two.
  const since =
    decision &&
    (plan.decided_at === null
      ? Date.parse(decision.decided_at) > Date.parse(plan.timestamp)
      : decision.decided_at !== plan.decided_at);
  if (!since || decision.design_id === plan.design_id) return "as-planned";
  return decision.design_id === null ? "decided-for-none" : "decided-otherwise";
}
