import type { FailureKind } from "../artifacts/failure.ts";
import { FAILURE_WORDS } from "../artifacts/failure.ts";
import { EXIT_RECORD, type GuardTerms, type HeldTask, type TestFailure, type TestState } from "../artifacts/guard.ts";
import { clean } from "../text/clean.ts";
import { count, duration, listText } from "../text/numbers.ts";
import { typedCode } from "../text/typed.ts";

type Stale = Exclude<Extract<TestState, { state: "stale" }>, { why: "no_tests" }>;
type Unknown = Extract<TestState, { state: "unknown" }>;

/** Most that is named of each, and characters of what somebody else wrote. */
const MOST = { files: 4, failing: 5, name: 120, acceptance: 1_200, path: 200 };

/** Why an edit was refused. `told`: what the model wrote of it. */
export type RefusedFor =
  | { by: "code"; tests: Stale; terms: Pick<GuardTerms, "test_output" | "max_age"> }
  | {
      by: "model";
      tests: { state: "green" | "blocked" | "no_tests" | "output"; failing: readonly TestFailure[] };
      told: string;
    };

/** What an agent reads in place of what its edit would have done. */
export type RefusalTold = {
  files: readonly string[];
  why: RefusedFor;
  task: HeldTask | null;
  /** Of the files those that the task does not name. */
  beside: readonly string[];
  /** Why the same edit was refused before; null where it was not. */
  before: string | null;
};

/** What was refused, why, and what to do first; the second time also how a person lets it through. */
export function refusalSaid({ files, why, task, beside, before }: RefusalTold): string {
  return [
    `The gate of this project did not let this edit of ${filesText(files)} through; nothing was changed.`,
    why.by === "code" ? staleText(why.tests, why.terms) : judgedText(why),
    ...(task === null ? [] : [taskText(task)]),
    ...besideText(beside, task),
    ...(before === null ? [] : [twiceText(before, reasonText(why))]),
  ].join("\n");
}

/** Why in one sentence, as the log keeps it. */
export function reasonText(why: RefusedFor): string {
  return why.by === "model" ? why.told : STALE_WORDS[why.tests.why];
}

const STALE_WORDS: Readonly<Record<Stale["why"], string>> = {
  none: "There are no test results.",
  old: "The test results are too old.",
  test_added: "A test was let through since the tests last ran.",
  not_from_tests: "No test command wrote the test results last.",
};

/** The outputs that every run writes. */
export const reportsIn = (test_output: readonly string[]): string[] =>
  test_output.filter((file) => !file.endsWith(EXIT_RECORD));

function staleText(tests: Stale, { test_output, max_age }: RefusalTermsOf): string {
  if (tests.why === "not_from_tests") return foreignText(tests);
  const { why, age } = tests;
  const where = filesText(reportsIn(test_output));
  const again = "then make this edit again: with a failing test any edit is let through.";
  if (why === "none") return `There are no test results in ${where}. Run the tests and have them write it, ${again}`;
  if (why === "old") {
    const old = age === null ? "too old" : `${duration(age)} old`;
    return `The test results in ${where} are ${old} and count for ${duration(max_age)}. Run the tests and have them write it anew, ${again}`;
  }
  return `A test was let through since the tests last wrote ${where}. Run them, so that it is seen to fail, ${again}`;
}
type RefusalTermsOf = Extract<RefusedFor, { by: "code" }>["terms"];

function foreignText({ file, by, is }: Foreign): string {
  const changed = changedText([file], by);
  if (is === "log")
    return `${changed} It is the log of the guard, so no test results count. Run the tests, then make this edit again.`;
  return `${changed} The guard counts only results that a test command wrote. Run the tests so that they write it again, then make this edit again. If your tests do not write ${oneLine(file, MOST.path)}, delete it first.`;
}
type Foreign = Extract<Stale, { why: "not_from_tests" }>;

const changedText = (files: readonly string[], by: string): string => `${programText(by)} changed ${filesText(files)}.`;

/** What is said of test results, or the log, that something other than a test command wrote. */
export function foreignWriteNote(files: readonly string[], by: string): string {
  return `${changedText(files, by)} ${FOREIGN_WRITE}`;
}

function judgedText({ tests, told }: Extract<RefusedFor, { by: "model" }>): string {
  const said = `The model that looked at it says: ${quoted(told, 300)}`;
  if (tests.state !== "blocked") {
    return `${PASSING[tests.state]} ${said} Write that test alone, run the tests, then make this edit again. What keeps the program's behaviour is let through.`;
  }
  return `${count(tests.failing.length, "test")} fail, and one at a time is worked on: ${failingText(tests.failing)}. ${said} Mend one of them or take a test out, run the tests, then go on.`;
}

const PASSING = {
  green: "All tests pass, so what the program does new needs a failing test first.",
  no_tests: "The last run ran no test, so what the program does new needs a failing test first.",
  output: "The state of the tests was read from the end of their output. New behavior needs exactly one failing test.",
} as const;

function twiceText(before: string, now: string): string {
  const both = before === now ? "for the same reason" : `for this reason: ${quoted(before, 300)}`;
  return `The same edit was refused before, ${both}. Do not try it a third time, nor by another way: tell the person, who can type ${typedCode("guard", "allow")} to let this edit through, ${typedCode("guard", "allow", "--until-green")} to let all through until the tests are green, or ${typedCode("guard", "off")}.`;
}

function taskText({ id, name, text, files }: HeldTask): string {
  const named = name === "" ? oneLine(id, MOST.name) : `${oneLine(id, MOST.name)} ${quoted(name)}`;
  const parts = text.split("\n").map((each) => oneLine(each, MOST.acceptance).replace(/[.;]$/u, ""));
  const done = oneLine(parts.filter((each) => each !== "").join("; "), MOST.acceptance);
  const touched = files.length === 0 ? "" : ` Its files: ${filesText(files)}.`;
  return `The task is ${named}.${done === "" ? "" : ` It is done when: ${done}.`}${touched}`;
}

function besideText(beside: readonly string[], task: HeldTask | null): string[] {
  if (task === null || beside.length === 0) return [];
  const are = beside.length === 1 ? "is" : "are";
  return [`${filesText(beside)} ${are} not among the files of ${oneLine(task.id, MOST.name)}.`];
}

/** Why code let an edit through, as the log keeps it. */
export const LET_THROUGH = {
  red: "A test fails.",
  unknown: "The test results cannot be read.",
  unchanged: "It leaves every file as it was.",
} as const;

/** Why a change of test results is written down, as the log keeps it. */
export const FOREIGN_WRITE = "Test results count again when a test command writes them.";

/** Why a person's word let it through, as the log keeps it. */
export const PERSON_ALLOWED = {
  once: "The person let this edit through.",
  until_green: "The person let all through until the tests are green.",
} as const;

/** Why nobody looked at an edit, as the log keeps it: the same for the same reason. */
export function unaskedText(kind: FailureKind): string {
  return `Nobody looked at it: ${kind === "budget" ? "what the model may cost is used up" : FAILURE_WORDS[kind]}.`;
}

/** Whatever is said beside an edit that was let through, once. */
export type NoteTold =
  | { is: "unread"; tests: Unknown }
  | { is: "unasked"; model: string; kind: FailureKind }
  | { is: "beside"; files: readonly string[]; task: HeldTask }
  | { is: "unwritten"; problem: string };

/** What the agent reads beside it, for the person too. */
export function gateNoteSaid(note: NoteTold): string {
  switch (note.is) {
    case "unread":
      return `The gate of this project cannot read test results from ${oneLine(note.tests.file, MOST.path)} (${UNREAD[note.tests.why]}), so it lets edits through. Tell the person.`;
    case "unasked": {
      const why = note.kind === "budget" ? "what it may cost is used up" : FAILURE_WORDS[note.kind];
      return `The gate of this project let this edit through unseen: ${note.model} could not be asked about it (${why}).`;
    }
    case "beside":
      return besideText(note.files, note.task).join("");
    case "unwritten":
      return `What the gate of this project decides is not written down: ${oneLine(note.problem, 300)}`;
  }
}

const UNREAD: Readonly<Record<Unknown["why"], string>> = {
  format: "its format is not known",
  too_large: "it is too large",
  no_file: "it is no file",
  unreadable: "it cannot be opened",
  slow: "it takes too long to read",
  broken: "the process that reads it failed",
};

/** In place of a program's name, where several may have written. */
export const A_SHELL = "a shell command";

/** What is said of files that a shell changed; null in a state that lets everything through. */
export function shellSaid(files: readonly string[], program: string, tests: TestState): string | null {
  const without = shellWithout(tests);
  if (without === null) return null;
  return `${filesText(files)} ${files.length === 1 ? "was" : "were"} changed by ${programText(program)} ${without}. Make such changes with the tool that edits files.`;
}

function programText(program: string): string {
  const named = oneLine(program, 40).replaceAll("`", "'");
  return program === A_SHELL ? named : `\`${named}\``;
}

/** Why a change by a shell is written down, as the log keeps it. */
export function shellReason(tests: TestState): string {
  return `Changed by a shell ${shellWithout(tests) ?? "where it was let through"}.`;
}

function shellWithout(tests: TestState): string | null {
  if (tests.state === "green") return "without a failing test";
  if (tests.state === "stale") return "without a failing test that is known of";
  return tests.state === "blocked" ? `while ${count(tests.failing.length, "test")} fail` : null;
}

function failingText(failing: readonly TestFailure[]): string {
  return listText(
    failing.map(({ name }) => quoted(name)),
    MOST.failing,
  );
}

const filesText = (files: readonly string[]): string =>
  listText(
    files.map((file) => oneLine(file, MOST.path)),
    MOST.files,
  );

/** Somebody else's words: in quotation marks that they cannot end, on one line, not too long. */
const quoted = (text: string, most = MOST.name): string => `“${oneLine(text, most).replace(/[“”]/gu, '"')}”`;

function oneLine(text: string, most: number): string {
  const plain = clean(text).text.replace(/\s+/gu, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).trimEnd()}…`;
}
