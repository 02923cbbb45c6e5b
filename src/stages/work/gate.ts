import { createHash } from "node:crypto";
import type { FailureKind } from "../../artifacts/failure.ts";
import type { FileEdit, GuardLine, HeldTask, TestState } from "../../artifacts/guard.ts";
import { leaveSha256 } from "../../artifacts/hashes.ts";
import { diffOf, editSha256 } from "../../guard/diff.ts";
import { findEnforcedPath, isEnforced } from "../../guard/patterns.ts";
import { readTrustedState } from "../../guard/report-trust.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { GuardLog, RecentEdits } from "../../store/guard-log.ts";
import { type LineSigner, openLineSigner } from "../../store/guard-signature.ts";
import { openVerifierPurse } from "../../store/guard-spending.ts";
import { changeGuard, type GuardOn } from "../../store/guard-switch.ts";
import { readForeignWrites } from "../../store/report-writes.ts";
import {
  gateNoteSaid,
  LET_THROUGH,
  type NoteTold,
  PERSON_ALLOWED,
  type RefusedFor,
  reasonText,
  refusalSaid,
  shellReason,
  shellSaid,
  unaskedText,
} from "../../story/guard-told.ts";
import { askVerifier } from "./ask-verifier.ts";
import { isRefused, judgedState, MOST_DIFF, reasonOf } from "./verifier.ts";
import { verifierLab } from "./verifier-lab.ts";

/** Before what the gate stands, and by whose word. */
export type GateOptions = {
  /** Of the call that the hook came with: its `caller` is the session that edits. */
  lab: Lab;
  /** One for a process and a base folder: it remembers what it read. */
  log: GuardLog;
  on: GuardOn;
  /** The task that edits are held to; null for none. */
  task: HeldTask | null;
  now(): Date;
};

/** One call of a tool that changes files. */
export type GateCall = {
  session_id: string;
  call_id: string;
  tool: string;
  edits: readonly FileEdit[];
  /** The person's last words in the session that all began with; null where nothing is known. */
  said: string | null;
  /** Whether an agent of the person's agent makes it. */
  subagent: boolean;
};

/**
 * What becomes of it. `note`: what is said beside, once. `message`: what the agent reads in place of the tool's result.
 * `twice`: the same edit was refused before, so a person is asked; `edit_sha256` is what the person then allows.
 */
export type GateAnswer =
  | { allowed: true; note: string | null }
  | ({ allowed: false; message: string; twice: boolean } & Pick<GuardLine, "edit_sha256" | "files">);

/** What a shell changed within the patterns. */
export type ShellChange = Pick<GateCall, "session_id" | "call_id"> & { program: string; files: readonly string[] };

/** All that one edit is judged by. */
type Facts = {
  call: GateCall;
  /** Those of its files that the patterns mean. */
  edits: readonly FileEdit[];
  edit_sha256: string;
  tests: TestState;
  recent: RecentEdits;
  /** Anybody can write the log: an answer is taken from its signed lines only. */
  signer: LineSigner;
};

type Decided = Pick<GuardLine, "by" | "edit_type" | "reason" | "model" | "cost" | "question_sha256"> & {
  /** Absent where it is let through. */
  refused?: RefusedFor;
  /** Why no model could be asked; absent where one was, or need not be. */
  failed?: FailureKind;
};

/**
 * Decides on one edit, and writes down what it decided. What lies outside of the patterns is untouched. Never throws for
 * what a model, a log or a report of tests does.
 */
export async function judgeEdit(gate: GateOptions, call: GateCall): Promise<GateAnswer> {
  const edits = call.edits.flatMap((edit) => {
    const path = findEnforcedPath(gate.on.terms.patterns, edit);
    return path === null ? [] : [{ ...edit, path }];
  });
  if (edits.length === 0) return { allowed: true, note: null };
  const begun = gate.now().getTime();
  const recent = await gate.log.recent(gate.on.since);
  const tests = await readTests(gate, recent);
  const signer = await openLineSigner(findPrivatePlace(gate.lab));
  const facts: Facts = { call, edits, edit_sha256: editSha256(edits), tests, recent, signer };
  const decided = (await allowByPerson(gate, facts)) ?? decideByCode(gate, facts) ?? (await decideByModel(gate, facts));
  const { refused, failed, ...kept } = decided;
  const line: GuardLine = {
    ...{ version: 1, event: "edit", at: gate.now().toISOString() },
    ...{ session_id: call.session_id, call_id: call.call_id, tool: call.tool },
    ...{ files: edits.map(({ path }) => path), edit_sha256: facts.edit_sha256, ...stateOf(tests) },
    ...{ decision: refused ? "refused" : "allowed", ...kept, task: gate.task?.id ?? null },
    seconds: Math.max(0, gate.now().getTime() - begun) / 1000,
  };
  await gate.log.append(signer.sign(line));
  return refused ? refusal(gate, facts, refused) : { allowed: true, note: notesSaid(gate, facts, decided) };
}

/** @param after Only what ran since then counts; by itself since a test was let through that has to run. */
async function readTests(
  { lab, on, now }: GateOptions,
  { edits }: RecentEdits,
  after: string | undefined = edits.findLast(isTestAdded)?.at,
): Promise<TestState> {
  const { test_output, max_age } = on.terms;
  const testAddedAt = after === undefined ? null : new Date(after);
  const asked = { directory: lab.directory, test_output, max_age, testAddedAt, now };
  return readTrustedState(asked, await readForeignWrites(findPrivatePlace(lab), on.since));
}

/** Whether a line let a test through that is to be seen to fail; where several fail, a change of a test mends one. */
export const isTestAdded = ({ decision, edit_type, state }: GuardLine): boolean =>
  decision === "allowed" && edit_type === "test" && state !== "blocked";

const stateOf = (tests: TestState): Pick<GuardLine, "state" | "failing"> => ({
  state: tests.state,
  failing: "failing" in tests ? tests.failing.length : 0,
});

const FREE = { model: null, cost: 0 } as const;

/** Under which the private files of the guard are kept. */
export const findPrivatePlace = ({ person, directory }: Lab) => ({ ...person, directory });

/** By what the person said to an edit that was refused before; null where that does not let this one through. */
async function allowByPerson(gate: GateOptions, { recent, edits, edit_sha256 }: Facts): Promise<Decided | null> {
  const { lab, on } = gate;
  /** What is over is taken out of what the person turned on, as it is by now. */
  const take = async (left: (kept: GuardOn) => GuardOn): Promise<void> => {
    await changeGuard(findPrivatePlace(lab), on.since, left).catch(() => undefined);
  };
  if (on.until_green !== null) {
    const since = await readTests(gate, recent, on.until_green);
    if (since.state !== "green") return { ...FREE, by: "person", edit_type: null, reason: PERSON_ALLOWED.until_green };
    await take((kept) => (kept.until_green === on.until_green ? { ...kept, until_green: null } : kept));
  }
  const leave = leaveSha256({ edit_sha256, files: edits.map(({ path }) => path) });
  if (!on.edits_allowed.includes(leave)) return null;
  await take(({ edits_allowed, ...kept }) => {
    const at = edits_allowed.indexOf(leave);
    return { ...kept, edits_allowed: at < 0 ? edits_allowed : edits_allowed.toSpliced(at, 1) };
  });
  return { ...FREE, by: "person", edit_type: null, reason: PERSON_ALLOWED.once };
}

/** What code can tell; null where a model is asked. Of all that it refuses, every time, the results are stale. */
function decideByCode({ on: { terms } }: GateOptions, { tests, edits }: Facts): Decided | null {
  const code = (reason: string): Decided => ({ ...FREE, by: "code", edit_type: null, reason });
  if (tests.state === "red") return code(LET_THROUGH.red);
  if (isUnread(tests)) return code(LET_THROUGH.unknown);
  if (edits.every(isUnchanged)) return code(LET_THROUGH.unchanged);
  if (tests.state !== "stale" || tests.why === "no_tests") return null;
  const refused: RefusedFor = { by: "code", tests, terms };
  return { ...code(reasonText(refused)), refused };
}

/** Whether nobody can tell the state: neither code, nor a model by the end of a plain text. */
const isUnread = (tests: TestState): tests is Extract<TestState, { state: "unknown" }> =>
  tests.state === "unknown" && tests.output === undefined;

/** Whether an edit leaves its whole file as it was. */
const isUnchanged = ({ before, after, part }: FileEdit): boolean => !part && before === after;

/** What the model says that the person agreed to; where it says nothing the edit is let through. */
async function decideByModel(gate: GateOptions, facts: Facts): Promise<Decided> {
  const { call, edits, edit_sha256, tests, recent, signer } = facts;
  const { lab, on, task } = gate;
  const { model } = on.terms;
  const judged = judgedState(tests);
  const question_sha256 = sha256([model, judged, edit_sha256, call.said, task]);
  const decide = (told: string, edit_type: Decided["edit_type"], refused: boolean, cost: number | null): Decided => ({
    ...{ by: "model", edit_type, reason: told, model, cost, question_sha256 },
    ...(refused && { refused: { by: "model", tests: judged, told } }),
  });
  const same = recent.edits.findLast(
    (line) => line.by === "model" && line.question_sha256 === question_sha256 && signer.isSigned(line),
  );
  if (same) return decide(same.reason, same.edit_type, same.decision === "refused", 0);
  const input = { nonce: lab.nonce(), tests: judged, diff: diffOf(edits, MOST_DIFF), said: call.said, task };
  const purse = openVerifierPurse(findPrivatePlace(lab), on.since, on.terms.max_cost);
  const { verdict, cost } = await askVerifier(verifierLab(lab, on, purse), model, input);
  await purse.settle(cost);
  if ("failed" in verdict) {
    const reason = unaskedText(verdict.failed);
    return { by: "nobody", edit_type: null, reason, model, cost, failed: verdict.failed };
  }
  return decide(reasonOf(verdict), verdict.edit_type, isRefused(verdict), cost);
}

function refusal({ task, now }: GateOptions, facts: Facts, why: RefusedFor): GateAnswer {
  const { edits, edit_sha256 } = facts;
  const files = edits.map(({ path }) => path);
  const before = refusedBefore(facts, why, now().getTime());
  const message = refusalSaid({ files, why, task, beside: besideOf(task, files), before });
  return { allowed: false, message, twice: before !== null, edit_sha256, files };
}

/** Why the same edit was refused before, when nothing changed in between that the refusal asks for; else null. */
function refusedBefore({ edit_sha256, tests, recent, signer }: Facts, why: RefusedFor, now: number): string | null {
  const at = recent.edits.findLastIndex((line) => line.edit_sha256 === edit_sha256 && signer.isSigned(line));
  const last = recent.edits[at];
  if (last === undefined || last.decision !== "refused" || last.by !== why.by) return null;
  const { state, failing } = stateOf(tests);
  const isOther = (line: GuardLine): boolean => line.state !== state || line.failing !== failing;
  if (recent.edits.slice(at).some((line) => isOther(line) || isTestAdded(line))) return null;
  if (why.by === "model") return last.reason;
  const hasRun = tests.age !== null && now - tests.age * 1_000 > Date.parse(last.at);
  return hasRun || last.reason !== reasonText(why) ? null : last.reason;
}

/** Files that the task does not name, where it names any. */
function besideOf(task: HeldTask | null, files: readonly string[]): string[] {
  const named = task?.files ?? [];
  return named.length === 0 ? [] : files.filter((file) => !isEnforced(named, file));
}

/** What was not said before in the session, by its log. */
function notesSaid(
  { log, on, task }: GateOptions,
  { call, edits, tests, recent }: Facts,
  { failed, reason }: Decided,
): string | null {
  const mine = recent.edits.filter(({ session_id }) => session_id === call.session_id);
  const seen = new Set(mine.flatMap(({ task: held, files }) => (held === task?.id ? files : [])));
  const beside = besideOf(
    task,
    edits.map(({ path }) => path),
  ).filter((file) => !seen.has(file));
  const problem = log.problem();
  const notes: NoteTold[] = [
    ...(isUnread(tests) && !mine.some(({ state }) => state === "unknown") ? [{ is: "unread" as const, tests }] : []),
    ...(failed && !mine.some((line) => line.by === "nobody" && line.reason === reason)
      ? [{ is: "unasked" as const, model: on.terms.model, kind: failed }]
      : []),
    ...(task !== null && beside.length > 0 ? [{ is: "beside" as const, files: beside, task }] : []),
    ...(problem !== null && !told.has(log) ? [{ is: "unwritten" as const, problem }] : []),
  ];
  if (problem !== null) told.add(log);
  return notes.length === 0 ? null : notes.map(gateNoteSaid).join("\n");
}

/** Logs of which it was said that they cannot be written. */
const told = new WeakSet<GuardLog>();

/** Writes down what a shell changed, and returns what is said of it, once for a file and a state; null for nothing. */
export async function noticeShell(
  gate: GateOptions,
  { session_id, call_id, program, files }: ShellChange,
): Promise<string | null> {
  const meant = files.filter((file) => isEnforced(gate.on.terms.patterns, file));
  if (meant.length === 0) return null;
  const recent = await gate.log.recent(gate.on.since);
  const tests = await readTests(gate, recent);
  const before = recent.edits.filter(
    (line) => line.decision === "noticed" && line.session_id === session_id && line.state === tests.state,
  );
  await gate.log.append({
    ...{ version: 1, event: "edit", at: gate.now().toISOString(), session_id, call_id, tool: program, files: meant },
    ...{
      edit_sha256: sha256([program, call_id, meant]),
      ...stateOf(tests),
      decision: "noticed",
      by: "code",
      edit_type: null,
    },
    ...{ reason: shellReason(tests), ...FREE, seconds: 0, task: gate.task?.id ?? null },
  });
  const unsaid = meant.filter((file) => !before.some(({ files: told }) => told.includes(file)));
  return unsaid.length === 0 ? null : shellSaid(unsaid, program, tests);
}

const sha256 = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");
