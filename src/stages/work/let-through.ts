import type { GuardLine } from "../../artifacts/guard.ts";
import { leaveSha256 } from "../../artifacts/hashes.ts";
import type { GuardLog } from "../../store/guard-log.ts";
import { changeGuard, type GuardOn } from "../../store/guard-switch.ts";

/** Edits that are let through and were not made yet; of more the oldest is let through no longer. */
const MOST_ALLOWED = 500;

/** What a person said: an edit as the person was told of it, null for all until the tests are green; when, and by which door. */
type Leave = { edit: Pick<GuardLine, "edit_sha256" | "files"> | null; at: string; door: string };

/**
 * Keeps that a person lets an edit through, and writes it down; what is on from then on, null where the gate was turned off
 * meanwhile, or on anew. Rejects where the private folder cannot be written; whether the log could, the log tells.
 */
export async function keepLeave(
  project: Parameters<typeof changeGuard>[0],
  since: string,
  { edit, at, door }: Leave,
  log: GuardLog,
): Promise<GuardOn | null> {
  const kept = await changeGuard(project, since, (on) =>
    edit === null
      ? { ...on, until_green: at }
      : { ...on, edits_allowed: [...on.edits_allowed, leaveSha256(edit)].slice(-MOST_ALLOWED) },
  );
  if (kept === null) return null;
  const said = { version: 1 as const, at, door };
  await log.append(
    edit === null
      ? { ...said, event: "allowed_until_green" }
      : { ...said, event: "edit_allowed", edit_sha256: edit.edit_sha256 },
  );
  return kept;
}
