import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Caller } from "../artifacts/caller.ts";
import type { FileEdit, GuardLine } from "../artifacts/guard.ts";
import { messageOf } from "../errors.ts";
import { editsOf, editsOfPatches } from "../guard/edits.ts";
import { findEnforcedPath, isEnforced } from "../guard/patterns.ts";
import { createLab, type LabOptions } from "../lab.ts";
import { taskFor } from "../ops/guard/task.ts";
import type { Lab } from "../prompting/lab.ts";
import { type GateAnswer, type GateOptions, judgeEdit, noticeShell } from "../stages/work/gate.ts";
import { keepLeave } from "../stages/work/let-through.ts";
import { type GuardLog, openGuardLog } from "../store/guard-log.ts";
import { openLineSigner } from "../store/guard-signature.ts";
import { dropGuard, type GuardOn } from "../store/guard-switch.ts";
import { readRegular } from "../store/read.ts";
import { sessionLine } from "../story/guard.ts";
import { type GateAnswerId, gateFailed, refusedByPerson, refusedTwice } from "../story/guard-dialog.ts";
import { A_SHELL } from "../story/guard-told.ts";
import { unmarked } from "../story/sentence.ts";
import { findChangedFiles, findHardLinks } from "./changed-files.ts";
import type { GateHost } from "./gate.ts";
import { type Change, callKey, keepNewest, type PersonsCall } from "./persons-call.ts";
import { createReportKeeper, type ShellRun } from "./report-keeper.ts";
import { writerOf } from "./shell-writes.ts";
import { hearWord } from "./word.ts";

/** What the gate has of a host, with what it remembers of sessions. */
export type KeeperHost = GateHost & {
  /** The session that a person began, in which this one was begun. */
  rootOf(sessionID: string): Promise<string>;
  /** What the person turned on, as it is now; null where it is off. */
  readSwitch(): Promise<GuardOn | null>;
};

type Answer = { allowed: true; note: string | null } | { allowed: false; message: string };
const ALLOWED: Answer = { allowed: true, note: null };

/** How long it is waited for a terminal that shows what is asked, and for the person at it, milliseconds. */
const PATIENCE = { shown: 3_000, said: 60_000 };
/** How long what is read of the plan holds, milliseconds. */
const TASK_HOLDS = 3_000;
/** How long after the host was let do an edit it may still be writing, milliseconds. */
const WRITING = 5_000;

/**
 * Judges what a person's agent is about to do to files that a person named, one edit of a session after the other, for
 * each may change what the next is held to. What fails here lets the edit through.
 */
export function createEditKeeper(options: LabOptions, host: KeeperHost) {
  const { directory, home, env, now = () => new Date() } = options;
  const place = { directory, home, env };
  // With limits of its own: an edit does not wait in the queue of a run.
  const labs = createLab(options);
  const logs = new Map<string, GuardLog>();
  const turns = new Map<string, Promise<unknown>>();
  /** Until when a file may be written by an edit that was let through; what a shell changed is told from it. */
  const written = new Map<string, number>();
  const writing = new Map<string, readonly string[]>();
  const reports = createReportKeeper(options, gateFor);
  /** Sessions that were told that an edit could not be looked at. */
  const failed = new Map<string, true>();
  let task: { of: string; at: number; found: Promise<GateOptions["task"]> } | null = null;

  async function gateFor(call: PersonsCall, on: GuardOn): Promise<GateOptions> {
    const lab = await labs.labForReading(callerOf(call, host.unloaded));
    const { homeBase: base } = lab;
    const log = logs.get(base) ?? openGuardLog(base, now, lab.config.output.gitignore);
    logs.set(base, log);
    return { lab, log, on, task: await heldTask(lab, on), now };
  }

  /** What is read of the plan holds for a moment, and is then read anew beside the edit that asks for it. */
  async function heldTask(lab: Lab, on: GuardOn): Promise<GateOptions["task"]> {
    const of = `${lab.homeBase} ${on.task}`;
    const last = task?.of === of ? task : null;
    if (last !== null && now().getTime() - last.at < TASK_HOLDS) return last.found;
    const found = taskFor(lab, on).catch(() => null);
    task = { of, at: now().getTime(), found };
    return last === null ? found : last.found;
  }

  async function judge(call: PersonsCall, edits: readonly FileEdit[], on: GuardOn): Promise<Answer> {
    const [gate, root] = await Promise.all([gateFor(call, on), host.rootOf(call.sessionID)]);
    const held = {
      ...{ session_id: call.sessionID, call_id: call.callID, tool: call.tool, edits },
      ...{ said: await host.lastSaid(root), subagent: root !== call.sessionID },
    };
    const answer = await judgeEdit(gate, held);
    if (answer.allowed || !answer.twice || !(await host.hasPerson(root).catch(() => false))) return answer;
    const said = await askPerson(answer, gate);
    if (said === "no") return { allowed: false, message: refusedByPerson(answer.message) };
    if (said === null) return answer;
    const switched = await letThrough(said, answer, gate);
    return switched === null ? ALLOWED : judgeEdit({ ...gate, on: switched }, held);
  }

  /** What the person says to an edit that was refused again; null where nobody said anything. */
  async function askPerson(
    { edit_sha256 }: Extract<GateAnswer, { allowed: false }>,
    { log, on }: GateOptions,
  ): Promise<GateAnswerId | "no" | null> {
    const { edits } = await log.recent(on.since);
    const { isSigned } = await openLineSigner(place);
    const same = edits.filter(
      (line) => line.edit_sha256 === edit_sha256 && line.decision === "refused" && isSigned(line),
    );
    const reasons = new Set(same.slice(-2).map(({ reason }) => reason));
    const heard = await hearWord(place, refusedTwice(same.at(-1)?.files ?? [], [...reasons]), host.unloaded, PATIENCE);
    return "said" in heard ? (heard.said as GateAnswerId | "no") : null;
  }

  /** Keeps what the person said and writes it down; what holds from now on, null for nothing. */
  async function letThrough(
    said: GateAnswerId,
    edit: Pick<GuardLine, "edit_sha256" | "files">,
    { log, on: { since } }: GateOptions,
  ): Promise<GuardOn | null> {
    const at = now().toISOString();
    const door = "host";
    if (said === "off") {
      await dropGuard(place);
      await log.append({ version: 1, event: "off", at, door });
      return null;
    }
    return keepLeave(place, since, { edit: said === "until_green" ? null : edit, at, door }, log);
  }

  return {
    /** Whether a call may be made. Never throws. */
    async before(call: PersonsCall, change: Change): Promise<Answer> {
      try {
        const reading = readEdits(call, change);
        // The turns are those in which calls came, however long it takes to read their files.
        const turn = inTurn(call.sessionID, async () => {
          const [read, on] = [await reading, await host.readSwitch()];
          return on !== null && read !== null && isHeld(on, read) ? judge(call, read, on) : ALLOWED;
        });
        turn.catch(() => undefined);
        const edits = await reading;
        if (edits === null) return ALLOWED;
        const now = await host.readSwitch();
        // What nobody holds waits for nobody.
        const answer = now !== null && isHeld(now, edits) ? await turn : ALLOWED;
        if (!answer.allowed || now === null) return answer;
        noteWriting(call, edits);
        const noted = await reports.edited(call, edits, now);
        return { allowed: true, note: [answer.note, noted].filter((each) => each !== null).join("\n") || null };
      } catch (error) {
        const said = failed.has(call.sessionID);
        keepNewest(failed, call.sessionID, true);
        return { allowed: true, note: said ? null : gateFailed(messageOf(error)) };
      }
    },

    /** A call that was let through has ended. */
    async ended(call: PersonsCall): Promise<void> {
      const key = callKey(call);
      for (const path of writing.get(key) ?? []) keepNewest(written, path, Date.now());
      writing.delete(key);
      const on = await host.readSwitch();
      if (on !== null) await reports.ended(call, on);
    },

    /** What is said of the files that a shell's command changed since then; null for nothing. Never throws. */
    async shellEnded(call: PersonsCall, ran: ShellRun): Promise<string | null> {
      try {
        const on = await host.readSwitch();
        if (on === null) return null;
        const said = [await reports.ran(call, ran, on).catch(() => null), await noticeFiles(call, ran, on)];
        return said.filter((each) => each !== null).join("\n") || null;
      } catch {
        return null;
      }
    },

    /** What is said first in a session of the person's. */
    async firstLine({ terms }: GuardOn): Promise<string> {
      return unmarked(sessionLine({ terms }, null), String);
    },
  };

  async function readEdits(call: PersonsCall, change: Change): Promise<readonly FileEdit[] | null> {
    const given = { directory, read: readText };
    const on = await host.readSwitch();
    const edits =
      "files" in change ? await editsOfPatches(change.files, given) : await editsOf(call.tool, change.args, given);
    return edits && on && Promise.all(edits.map((edit) => addHardLinks(edit, on)));
  }

  /** With the names that a file has within the patterns, or as test results, by a hard link: nobody is asked to find others. */
  async function addHardLinks(edit: FileEdit, { terms: { patterns, test_output } }: GuardOn): Promise<FileEdit> {
    const { path, names = [] } = edit;
    if (findEnforcedPath(patterns, edit) !== null) return edit;
    const file = await lstat(resolve(directory, names[0] ?? path)).catch(() => null);
    if (file === null || !file.isFile() || file.nlink < 2) return edit;
    const sought = [...patterns, ...test_output];
    const found = await findHardLinks(directory, { patterns: sought, file, fits: (each) => isEnforced(sought, each) });
    return { ...edit, names: [...names, ...found] };
  }

  async function noticeFiles(
    call: PersonsCall,
    { command, alone, since }: ShellRun,
    on: GuardOn,
  ): Promise<string | null> {
    const { patterns } = on.terms;
    const files = await findChangedFiles(directory, {
      ...{ patterns, since },
      fits: (path) => (written.get(path) ?? 0) < since && isEnforced(patterns, path),
    });
    if (files.length === 0) return null;
    const { sessionID: session_id, callID: call_id } = call;
    return await noticeShell(await gateFor(call, on), {
      session_id,
      call_id,
      program: (alone ? writerOf(command) : null) ?? A_SHELL,
      files,
    });
  }

  /** One after the other within a session. */
  function inTurn<T>(sessionID: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(sessionID) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(work);
    turns.set(sessionID, own);
    return own.finally(() => {
      if (turns.get(sessionID) === own) turns.delete(sessionID);
    });
  }

  function noteWriting(call: PersonsCall, edits: readonly FileEdit[]): void {
    const paths = edits.flatMap(({ path, names = [] }) => [path, ...names]);
    keepNewest(writing, callKey(call), paths);
    for (const path of paths) keepNewest(written, path, Date.now() + WRITING);
  }
}

const isHeld = ({ terms }: GuardOn, edits: readonly FileEdit[]): boolean =>
  edits.some((edit) => findEnforcedPath(terms.patterns, edit) !== null);

/** A call of the lab for a hook: nobody typed it, and nobody is told how far it is. */
function callerOf({ sessionID, messageID, callID, agent }: PersonsCall, signal: AbortSignal): Caller {
  return { sessionID, messageID, callID, agent, typed: null, signal, line: null, report: () => undefined };
}

/** The text of a file; null where there is none. Rejects where it is none, as a pipe, which would never end, or too large. */
async function readText(path: string): Promise<string | null> {
  const read = await readRegular(path);
  if (read.state === "unusable") throw new Error(`${path} is no file that can be read whole`);
  return read.state === "ok" ? read.value : null;
}
