import { createHash } from "node:crypto";
import type { GuardLine } from "../../artifacts/guard.ts";
import { showFile } from "../../guard/report-trust.ts";
import { distrustReport } from "../../store/report-writes.ts";
import { FOREIGN_WRITE, foreignWriteNote } from "../../story/guard-told.ts";
import { findPrivatePlace, type GateOptions } from "./gate.ts";

/** Files of test results, or the guard's log, that a tool or program writes: absolute real paths. */
export type ForeignWrites = Pick<GuardLine, "session_id" | "call_id"> & {
  files: readonly string[];
  /** The tool that is about to write them, or the program that wrote them. */
  by: string;
  /** Whether a shell wrote them before this was noticed. */
  shell: boolean;
};

/**
 * Keeps that these files hold no results of a test command, and writes it down. Returns a note for the agent, once for
 * a file and a writer in a session; null for nothing.
 */
export async function noticeForeignWrites(
  gate: GateOptions,
  { session_id, call_id, files, by, shell }: ForeignWrites,
): Promise<string | null> {
  const { lab, log, on, task, now } = gate;
  const shown = await Promise.all(files.map((file) => showFile(file, lab.directory)));
  const { edits } = await log.recent(on.since);
  const told = new Set(
    edits.flatMap((line) =>
      line.reason === FOREIGN_WRITE && line.session_id === session_id && line.tool === by ? line.files : [],
    ),
  );
  for (const file of files) await distrustReport(findPrivatePlace(lab), { since: on.since, at: Date.now(), file, by });
  await log.append({
    ...{ version: 1, event: "edit", at: now().toISOString(), session_id, call_id, tool: by, files: shown },
    ...{
      edit_sha256: createHash("sha256")
        .update(JSON.stringify([by, call_id, shown]))
        .digest("hex"),
    },
    ...{ state: "stale", failing: 0, decision: shell ? "noticed" : "allowed", by: "code", edit_type: null },
    ...{ reason: FOREIGN_WRITE, model: null, cost: 0, seconds: 0, task: task?.id ?? null },
  });
  const unsaid = shown.filter((file) => !told.has(file));
  return unsaid.length === 0 ? null : foreignWriteNote(unsaid, by);
}
