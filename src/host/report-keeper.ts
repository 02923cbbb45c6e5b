import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { FileEdit } from "../artifacts/guard.ts";
import { findRealPath } from "../guard/real-path.ts";
import { findReportsChanged, findReportsEdited, GUARD_LOG, isLog } from "../guard/report-trust.ts";
import type { LabOptions } from "../lab.ts";
import type { GateOptions } from "../stages/work/gate.ts";
import { noticeForeignWrites } from "../stages/work/report-writes.ts";
import type { GuardOn } from "../store/guard-switch.ts";
import { distrustReport, trustReports } from "../store/report-writes.ts";
import { A_SHELL } from "../story/guard-told.ts";
import { callKey, keepNewest, type PersonsCall } from "./persons-call.ts";
import { classifyCommand } from "./shell-writes.ts";

/** A command of a shell, when it began, and whether no other ran meanwhile. */
export type ShellRun = { command: string; alone: boolean; since: number };

/**
 * Tells test results that a test command wrote from those that an agent's tool or a plain program put there. Only the
 * former count.
 */
export function createReportKeeper(
  { directory, home, env }: Pick<LabOptions, "directory" | "home" | "env">,
  gateFor: (call: PersonsCall, on: GuardOn) => Promise<GateOptions>,
) {
  const place = { directory, home, env };
  /** The results that calls under way write. */
  const writing = new Map<string, readonly string[]>();

  return {
    /** Notices test results and the log among the files of an allowed edit. Returns a note; null for nothing. */
    async edited(call: PersonsCall, edits: readonly FileEdit[], on: GuardOn): Promise<string | null> {
      const found = await findReportsEdited(edits, { directory, test_output: on.terms.test_output });
      if (found.length === 0) return null;
      const gate = await gateFor(call, on);
      const log = await findRealPath(join(gate.lab.homeBase, GUARD_LOG));
      const files = found.filter((file) => !isLog(file) || file === log);
      if (files.length === 0) return null;
      keepNewest(writing, callKey(call), files);
      const { sessionID: session_id, callID: call_id, tool: by } = call;
      return noticeForeignWrites(gate, { session_id, call_id, files, by, shell: false });
    },

    /** An allowed edit has ended. Tests may have run since it was allowed, so it wrote after them. */
    async ended(call: PersonsCall, { since }: GuardOn): Promise<void> {
      for (const file of writing.get(callKey(call)) ?? [])
        await distrustReport(place, { since, at: Date.now(), file, by: call.tool });
      writing.delete(callKey(call));
    },

    /** Notices what a command did to the test results: it put them there, or it may have run the tests. */
    async ran(call: PersonsCall, { command, alone, since }: ShellRun, on: GuardOn): Promise<string | null> {
      const use = classifyCommand(command);
      // A run that ended in the millisecond in which the command began is not the command's.
      const changes = await findReportsChanged({ directory, test_output: on.terms.test_output }, since + 1);
      const written = use.does === "runs" ? changes.flatMap((each) => (each.written ? [each.file] : [])) : [];
      // A run of the tests makes up for a changed log as well.
      const counts = async (file: string) =>
        written.includes(file) || (isLog(file) ? written.length > 0 : isGone(file));
      await trustReports(place, { since: on.since, before: since, counts });
      // When several commands write in parallel, nobody can tell which one did.
      if (use.does !== "writes" || !alone || changes.length === 0) return null;
      const { sessionID: session_id, callID: call_id } = call;
      const of = { files: changes.map(({ file }) => file), by: use.program ?? A_SHELL, shell: true };
      return noticeForeignWrites(await gateFor(call, on), { session_id, call_id, ...of });
    },
  };
}

const isGone = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => false,
    () => true,
  );
