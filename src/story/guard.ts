import type { GuardLine, GuardTerms, TestFailure, TestState } from "../artifacts/guard.ts";
import type { Check } from "../artifacts/note.ts";
import { type GuardTally, ofAll } from "../guard/tally.ts";
import type { GuardOn } from "../store/guard-switch.ts";
import { count, dollars, duration, moment } from "../text/numbers.ts";
import { type Block, list, section } from "./block.ts";
import { globsSaid, MOST_TERMS, type TermsFrom, type TermsSeen, termFromSaid, termsSaid } from "./guard-terms.ts";
import { reportsIn } from "./guard-told.ts";
import { LAST_EDITS, type LiveGate } from "./live-gate.ts";
import { ALLOW_EDIT, TURN_GATE_OFF, TURN_GATE_ON } from "./next.ts";
import {
  copied,
  listed,
  path,
  quote,
  type Sentence,
  say,
  strong,
  together,
  typed,
  unmarked,
  words,
} from "./sentence.ts";

/** The files of an edit. */
export const editedFiles = ({ files: all }: Pick<GuardLine, "files">): Sentence =>
  listed(
    all.map((each) => path(each)),
    3,
  );

/** How the gate stands, for whoever must decide about it. */
export type GuardStanding = {
  on: GuardOn | null;
  /** Where the tests are; null where it is off, or that could not be told. */
  state: TestState | null;
  /** Since it was turned on; of all that the log has where it is off. */
  tally: GuardTally;
  /** Where the log is; null where there is none. */
  log: string | null;
  /** What turning it on now would put before the person; null where that cannot be told, for this reason. */
  proposed: TermsSeen | null;
  unproposed: string | null;
  /** What a file or the configuration says by now that differs from the terms that hold. */
  differs: readonly TermsChange[];
  /** Which task edits are held to, and how it was chosen. */
  task: { id: string; name: string; started: boolean } | null;
};
export type TermsChange = { what: keyof GuardTerms; holds: string; says: string; from: TermsFrom };

/** What is followed of it while it goes on. */
export type GuardFollowed = Pick<GuardStanding, "on" | "state" | "tally" | "task">;

/** The same as the status, for a page that follows it; null where it is off and was never on. */
export function guardFollowed(followed: GuardFollowed): LiveGate | null {
  const { on, tally } = followed;
  const [did, last] = [didSaid(tally, on?.terms ?? null), lastSaid(tally)];
  if (on === null) return tally.edits + tally.noticed === 0 ? null : { stands: [IS_OFF], did, last };
  return { stands: standsSaid(followed), did, last };
}

/** The reply of the status: the state and what it means before all else. */
export function guardSaid(standing: GuardStanding): Block[] {
  const { on, tally, proposed, unproposed, log } = standing;
  const logged = log === null ? [] : [say`Every edit with its reason: ${path(log)}`];
  if (on === null) {
    return [
      IS_OFF,
      ...(tally.edits + tally.noticed > 0 ? [say`While it was on: ${together(didSaid(tally, null), " ")}`] : []),
      ...(proposed === null
        ? [say`As things are it cannot be turned on. ${words(unproposed ?? "", "note")}`]
        : [say`Turned on, it would be on these terms:`, ...termsSaid(proposed)]),
      ...section(say`${LAST_EDITS}`, lastSaid(tally)),
      ...logged,
      { is: "next", of: proposed === null ? [] : [TURN_GATE_ON] },
    ];
  }
  return [
    ...standsSaid(standing),
    ...differsSaid(standing),
    ...section(say`Since then`, didSaid(tally, on.terms)),
    ...section(say`${LAST_EDITS}`, lastSaid(tally)),
    ...logged,
    { is: "next", of: [...(ofAll(tally.held) > 0 ? [ALLOW_EDIT] : []), TURN_GATE_OFF] },
  ];
}

const IS_OFF: Sentence = say`${strong(say`The gate is off.`)} No edit waits for a test.`;

/** Of one that is on: since when and by whose word, and the tests. */
function standsSaid({ on, state, task }: GuardFollowed): Sentence[] {
  if (on === null) return [];
  const held =
    task === null
      ? []
      : say` They are held to the task ${words(task.id)}${task.name === "" ? [] : say` ${quote(task.name, "line")}`}${task.started ? say`, which was started` : []}.`;
  return [
    say`${strong(say`The gate is on`)} since ${moment(Date.parse(on.since))}, ${DOORS[on.door] ?? say`by your word`}: edits of ${globsSaid(on.terms.patterns, MOST_TERMS)} wait for a failing test.${held}`,
    ...(on.until_green === null
      ? []
      : [
          say`${strong(say`Every edit is let through until the tests are green`)}, as you said at ${moment(Date.parse(on.until_green))}.`,
        ]),
    ...(state === null ? [] : [say`${strong(say`Tests:`)} ${stateSaid(state, on.terms)}`]),
  ];
}

/** What the files say by now, where that is not what was agreed to. */
function differsSaid({ differs, unproposed }: Pick<GuardStanding, "differs" | "unproposed">): Block[] {
  return [
    ...(differs.length === 0
      ? []
      : [
          say`What you agreed to holds, and something says otherwise by now; ${typed("guard", "on")} asks about it anew:`,
          list(differs.map(changeSaid)),
        ]),
    ...(unproposed === null
      ? []
      : [say`What you agreed to holds. What would be put before you now cannot be told: ${words(unproposed, "note")}`]),
  ];
}

const DOORS: Readonly<Record<string, Sentence>> = {
  command: say`by a line that you typed`,
  host: say`by your yes to a question`,
  terminal: say`by your yes in a terminal`,
  page: say`by your yes on a page`,
};

const CALLED: Readonly<Record<keyof GuardTerms, Sentence>> = {
  test_output: say`Test results`,
  patterns: say`Patterns`,
  model: say`The model`,
  max_age: say`Seconds that a result counts`,
  max_cost: say`Dollars at most`,
};
const changeSaid = ({ what, holds, says, from }: TermsChange): Sentence =>
  say`${CALLED[what]}: ${copied(holds)} holds; ${copied(says)} stands there now${termFromSaid(from)}`;

/** Where the tests are, and what that means for the next edit. */
export function stateSaid(state: TestState, { test_output }: Pick<GuardTerms, "test_output">): Sentence {
  const where = listed(
    reportsIn(test_output).map((each) => path(each)),
    3,
  );
  const ago = (age: number): Sentence => say`${duration(Math.round(age))} ago`;
  switch (state.state) {
    case "stale":
      if (state.why === "none")
        return say`no result is there yet. The next edit waits until the tests have run and written ${where}; one new test alone, comments and the like pass.`;
      if (state.why === "old")
        return say`the last result is too old${state.age === null ? [] : say`, of ${ago(state.age)}`}. The next edit waits until the tests have run; one new test alone, comments and the like pass.`;
      if (state.why === "not_from_tests")
        return say`${words(state.by)} changed ${path(state.file)}, and it is no test command. The next edit waits until the tests have run and written their results.`;
      if (state.why === "no_tests")
        return say`the last run ran no test (${ago(state.age)}). A test, or a change that keeps what the code does, is let through; a new behaviour waits for a test that fails.`;
      return say`a test was let through that has not run yet. The next edit waits until the tests have run.`;
    case "red":
      return say`${failingSaid(state.failing)} (${ago(state.age)}). The next edit is let through, whatever it is.`;
    case "green":
      return say`all pass${state.passed === null ? [] : say`, ${count(state.passed, "test")}`} (${ago(state.age)}). A test, or a change that keeps what the code does, is let through; a new behaviour waits for a test that fails.`;
    case "blocked":
      return say`${failingSaid(state.failing)} (${ago(state.age)}). An edit that mends one of them is let through; another test or feature waits.`;
    case "unknown":
      if (state.output !== undefined)
        return say`${path(state.file)} is plain text. The model reads the end of it to judge each edit.`;
      return say`${path(state.file)} ${UNKNOWN[state.why]}. Every edit is let through.`;
  }
}

const UNKNOWN = {
  format: "is no report that can be read: JUnit XML, TRX, TAP, or the JSON of vitest, jest, go test or cargo",
  too_large: "is too large to be read",
  no_file: "is no file",
  slow: "takes too long to read",
  broken: "could not be read, because the process that reads it failed",
  unreadable: "cannot be read",
} as const satisfies Record<Extract<TestState, { state: "unknown" }>["why"], string>;

const failingSaid = (failing: readonly TestFailure[]): Sentence =>
  say`${count(failing.length, "test")} ${failing.length === 1 ? "fails" : "fail"}: ${listed(
    failing.map(({ name }) => quote(name, "line")),
    4,
  )}`;

/** What was held back and let through, what it cost, how often it was overruled. */
export function didSaid(tally: GuardTally, terms: Pick<GuardTerms, "model" | "max_cost"> | null): Sentence[] {
  const { edits, held, let_through, noticed, asked, cost, unpriced, overruled } = tally;
  const [back, through] = [ofAll(held), ofAll(let_through)];
  const seen =
    edits === 0
      ? say`It stood before no edit yet.`
      : say`It stood before ${count(edits, "edit")}: ${back} held back${bySaid(held)}, ${through} let through${bySaid(let_through)}.`;
  const bound = terms === null || terms.max_cost === null ? [] : say` of ${dollars(terms.max_cost)} at most`;
  const price = unpriced > 0 && cost === 0 ? [] : say`, for ${dollars(cost)}${bound}`;
  const open =
    unpriced === 0
      ? []
      : unpriced === asked
        ? say`; what that cost is not known`
        : say`; what ${unpriced} of them cost is not known`;
  const spent =
    asked === 0
      ? edits === 0
        ? []
        : say`No model was asked.`
      : say`A model was asked about ${count(asked, "edit")}${price}${open}.`;
  const over = overruled.edits + overruled.until_green;
  const ways = [
    ...(overruled.edits > 0 ? [say`${count(overruled.edits, "edit")} let through`] : []),
    ...(overruled.until_green > 0 ? [say`all until green ${times(overruled.until_green)}`] : []),
  ];
  return [
    seen,
    noticed === 0 ? [] : say`A shell changed files ${times(noticed)}, which was seen afterwards.`,
    spent,
    over === 0
      ? edits === 0
        ? []
        : say`You never overruled it.`
      : say`You overruled it ${times(over)}: ${listed(ways)}.`,
  ].filter((each) => each.length > 0);
}

const times = (number: number): Sentence =>
  number === 1 ? say`once` : number === 2 ? say`twice` : say`${number} times`;

const DECIDED = {
  code: "by code",
  model: "by the model",
  person: "by you",
  nobody: "by nobody, for the model could not be asked",
} as const;

const bySaid = (by: GuardTally["held"]): Sentence => {
  const parts = (["code", "model", "person", "nobody"] as const).flatMap((who) =>
    by[who] === 0 ? [] : [say`${by[who]} ${DECIDED[who]}`],
  );
  return parts.length === 0 ? [] : say` (${together(parts, ", ")})`;
};

const DECISIONS = { allowed: "Let through", refused: "Held back", noticed: "Noticed" } as const;

function lastSaid({ last }: GuardTally): Sentence[] {
  return last.map((line) => {
    const who = line.decision === "noticed" ? say`changed by ${words(line.tool)}` : say`${DECIDED[line.by]}`;
    return say`${DECISIONS[line.decision]} ${who}, tests ${line.state}: ${editedFiles(line)}, ${quote(line.reason, "message")}`;
  });
}

/** What is said first when a session begins while the gate is on. */
export function sessionLine({ terms }: Pick<GuardOn, "terms">, state: TestState | null): Sentence {
  const now = state === null ? [] : say` Tests: ${stateSaid(state, terms)}`;
  return say`The gate is on: edits of ${globsSaid(terms.patterns, 3)} wait for a failing test; ${typed("guard", "off")} turns it off.${now}`;
}

/** The same in a row of the terminal. */
export function guardRow({ terms, until_green }: GuardOn): string {
  const [first = "", ...more] = terms.patterns.filter((each) => !each.startsWith("!"));
  const rest = more.length === 0 ? [] : say` and ${more.length} more`;
  return unmarked(
    say`Gate on: ${words(first)}${rest}${until_green === null ? [] : say`, until green all pass`}`,
    String,
  );
}

/** The same for a look at the setup. */
export function guardCheck({ on, state, proposed, unproposed, differs }: GuardStanding): Check {
  const what = "The gate";
  if (on === null) {
    const found = proposed === null ? "off" : "off; `/design-lab guard` says on which terms it can be on";
    // Where nobody wrote anything of it there is nothing wrong.
    return { what, state: "ok", found, remedy: "" };
  }
  const tests = state === null ? [] : say`; tests: ${stateSaid(state, on.terms)}`;
  const found = unmarked(
    say`on since ${moment(Date.parse(on.since))}: ${globsSaid(on.terms.patterns, MOST_TERMS)}${tests}`,
    String,
  );
  const unread = state?.state === "unknown" && state.output === undefined;
  const odd = differs.length > 0 || unproposed !== null || unread;
  return {
    what,
    state: odd ? "warning" : "ok",
    found,
    remedy: odd ? "`/design-lab guard` says what differs from what you agreed to, and what cannot be read." : "",
  };
}

/** What a task that is to be done needs, while the tests do not say that it is. */
export const mayBeDone = (id: string, name: string, state: TestState, terms: GuardTerms): string =>
  unmarked(
    say`Is the task ${words(id)} (${words(name, "line")}) done all the same? The gate is on, and the tests are not green: ${stateSaid(state, terms)}`,
    String,
  );

/** That it is done on a person's word alone. */
export const doneUngreen = (state: TestState, terms: GuardTerms): Sentence =>
  say`It is done by your word; the tests are not green: ${stateSaid(state, terms)}`;
