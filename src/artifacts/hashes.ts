import { createHash } from "node:crypto";
import { BRIEF_BODY, type BriefBody } from "./brief.ts";
import type { Criterion } from "./criterion.ts";
import { DesignBody } from "./design.ts";
import type { GuardLine } from "./guard.ts";
import type { Persona } from "./persona.ts";
import type { TaskPlan } from "./task-plan.ts";

/**
 * Hash of what a reviewer reads of a design: its body's fields, in schema order. An edit of anything else keeps it. A
 * design without connections has the hash that it had before there were any.
 */
export function designSha256(design: DesignBody): string {
  const body = Object.keys(DesignBody.properties)
    .filter((key) => key !== "connections" || design.connections !== undefined)
    .map((key) => [key, design[key as keyof DesignBody] ?? null]);
  return sha256(JSON.stringify(body));
}

/**
 * Hash of what a brief says: who changes a word of it has another brief, which is to be approved anew. One without
 * criteria has the hash that it had before there were any.
 */
export function briefSha256(brief: BriefBody): string {
  const keys = Object.keys(BRIEF_BODY).filter((key) => brief[key as keyof BriefBody] !== undefined);
  return sha256(JSON.stringify(keys.map((key) => [key, brief[key as keyof BriefBody]])));
}

/** The id of the question by which this very text of a brief is approved. */
export const approvalId = (brief: BriefBody): string => approving(briefSha256(brief));

/** The same for a plan: of the tasks, of this design, with what their files quote, that nobody changed since. */
export function planApprovalId({ design_id, design_sha256, tasks, not_served, builds }: TaskPlan): string {
  return approving(
    sha256(JSON.stringify([design_id, design_sha256, tasks, not_served, ...(builds === undefined ? [] : [builds])])),
  );
}

const approving = (hash: string): string => `approve-${hash.slice(0, 12)}`;

/**
 * Hash of what a scorer judges by: names, descriptions, anchors and bounds, and as whom. Weights only matter to the
 * ranking. Without a persona it is the hash that it was before there were any.
 */
export function rubricSha256(criteria: readonly Criterion[], persona: Pick<Persona, "text"> | null = null): string {
  const rubric = criteria.map(({ name, description, min, max, anchors }) => {
    return [name, description, min, max, anchors ? [anchors.low, anchors.middle, anchors.high] : null];
  });
  const sorted = rubric.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return sha256(JSON.stringify(persona === null ? sorted : [persona.text, sorted]));
}

/** Hash of an edit with the files that a person was told it is of: a log that calls it otherwise lets nothing through. */
export const leaveSha256 = ({ edit_sha256, files }: Pick<GuardLine, "edit_sha256" | "files">): string =>
  sha256(JSON.stringify([edit_sha256, files]));

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
