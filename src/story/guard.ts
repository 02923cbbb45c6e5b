import type { GuardLine, GuardTerms, TestFailure, TestState } from "../artifacts/guard.ts";
import type { Check } from "../artifacts/note.ts";
import type { Runner } from "../guard/runner.ts";
import { type GuardTally, sumOf } from "../guard/tally.ts";
import type { GuardOn } from "../store/guard-switch.ts";
import { count, dollars, duration, moment } from "../text/numbers.ts";
import { type Block, list, section } from "./block.ts";
import { LAST_EDITS, type LiveGate } from "./live-gate.ts";
import {
  copied,
  listed,
  model,
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

/** Where a part of the terms comes from: the configuration, a file of the project, its test runner, or the lab's own choice. */
export type TermsFrom =
  | { is: "configuration" }
  | { is: "file"; file: string }
  | { is: "runners"; runners: readonly Pick<Runner, "name" | "folder">[] }
  | { is: "usual" };

/** What a person is told before the gate is on. */
export type TermsTold = {
  terms: GuardTerms;
  from: Readonly<Record<"files" | "patterns" | "model", TermsFrom>>;
  runners: readonly Runner[];
  /** Dollars of one edit that the model is asked about; null where the price is not known. */
  price: number | null;
  /** The host brought the model by itself, and nobody chose it. */
  hosts_own: boolean;
  task: string | null;
};

const globs = (patterns: readonly string[], most: number): Sentence =>
  listed(
    patterns.map((each) => copied(each)),
    most,
  );
const MOST_SHOWN = 8;

const fromSaid = (from: TermsFrom): Sentence => {
  if (from.is === "configuration") return say` (of the configuration)`;
  if (from.is === "file") return say` (of ${path(from.file)})`;
  if (from.is === "usual") return say` (the model that names experiments)`;
  const found = from.runners.map(({ name, folder }) =>
    folder === "" ? say`${name}` : say`${name} in ${path(folder)}`,
  );
  return say` (found here: ${listed(found, MOST_SHOWN)})`;
};

const priceSaid = (price: number | null): Sentence =>
  price === null
    ? say`its price is not known`
    : price < 0.001
      ? say`less than $0.001 an edit`
      : say`about $${words(price < 0.1 ? price.toFixed(3) : price.toFixed(2))} an edit`;
const mostSaid = (max_cost: number | null): Sentence =>
  max_cost === null ? say`without a bound` : say`${dollars(max_cost)} at most until it is turned on anew`;
const taskSaid = (task: string | null): Sentence => (task === null ? [] : say`, held to the task ${words(task)}`);
const OWN_MODEL: Sentence = say`OpenCode brought it by itself, and you did not set up its service`;

/** What the model is sent of an edit. */
const SENT: Sentence = say`the edit as a diff, where the tests are and which fail, what you said last in that session, and the task`;

/** The question whose yes turns it on: the terms whole. Plain text, for a dialog. */
export function mayTurnOn({ terms, price, hosts_own, task }: TermsTold): string {
  const { patterns, test_output, model: asked, max_age, max_cost } = terms;
  const all = (texts: readonly string[]) => listed(texts.map((each) => words(each, "all")));
  return unmarked(
    say`Turn the gate on for this project on this machine${taskSaid(task)}? Edits of ${all(patterns)} then wait for a failing test, in your sessions and their sub-agents. Test results are read from ${all(test_output)} and count for ${duration(max_age)}. What code cannot tell ${words(asked, "all")} judges, ${priceSaid(price)}, ${mostSaid(max_cost)}${hosts_own ? say` (${OWN_MODEL})` : []}; it is sent ${SENT}. It is on until you turn it off.`,
    String,
  );
}

/** The terms as a list, with where each comes from and what to type so that results are written. */
export function termsSaid({ terms, from, runners, price, hosts_own }: TermsTold): Block[] {
  const { patterns, test_output, model: asked, max_age, max_cost } = terms;
  return [
    list([
      say`Edits of ${globs(patterns, MOST_SHOWN)}${fromSaid(from.patterns)}`,
      say`Test results: ${listed(
        test_output.map((each) => path(each)),
        MOST_SHOWN,
      )}${fromSaid(from.files)}, which count for ${duration(max_age)}`,
      say`What code cannot tell is judged by ${model(asked)}${fromSaid(from.model)}: ${priceSaid(price)}, ${mostSaid(max_cost)}${hosts_own ? say`; ${OWN_MODEL}` : []}`,
      say`It is sent ${SENT}`,
    ]),
    ...runnerLines(runners),
  ];
}

/** The lines that have results written, as runners of the project take them. */
export function runnerLines(runners: readonly Runner[]): Block[] {
  return runners.flatMap(({ name, folder, line, needs }): Block[] => [
    folder === ""
      ? say`So that ${name} writes its results, have it run with this line:`
      : say`So that ${name} in ${path(folder)} writes its results, have it run with this line:`,
    { is: "copy", text: line },
    ...(needs === null ? [] : [say`Needed once: ${words(needs, "all")}.`]),
  ]);
}

const OFF_LINE: Sentence = say`${typed("guard", "off")} turns it off`;
const STATUS_LINE: Sentence = say`${typed("guard")} says where the tests are, what was held back and what it cost`;
const ON_LINE: Sentence = say`${typed("guard", "on")} turns it on`;
const ALLOW_LINE: Sentence = say`${typed("guard", "allow")} lets the last edit through that was held back, ${typed("guard", "allow", "--until-green")} all until the tests are green`;

/** It was turned on. */
export function turnedOn(told: TermsTold, { again, problem }: { again: boolean; problem: string | null }): Block[] {
  return [
    say`${strong(again ? say`The gate is on, on these terms from now on` : say`The gate is on`)}, for this project on this machine${taskSaid(told.task)}, until you turn it off.`,
    ...termsSaid(told),
    ...logProblem(problem),
    { is: "next", of: [STATUS_LINE, OFF_LINE] },
  ];
}

/** What was on already, as an agent asks for it. */
export const isOnAlready = (on: GuardOn): Block[] => [
  say`The gate is on already, on these terms, since ${moment(Date.parse(on.since))}. Nothing was changed.`,
  { is: "next", of: [STATUS_LINE, OFF_LINE] },
];

const logProblem = (problem: string | null): Block[] =>
  problem === null ? [] : [say`Its log is not kept: ${words(problem, "message")}.`];

/** It was turned off, or was off. */
export function turnedOff(was: GuardOn | null, tally: GuardTally | null): Block[] {
  if (was === null) return [say`The gate is off already. Nothing was changed.`, { is: "next", of: [ON_LINE] }];
  return [
    say`${strong(say`The gate is off.`)} No edit waits for a test any more.`,
    ...(tally === null
      ? []
      : [say`It was on since ${moment(Date.parse(was.since))}. ${together(didSaid(tally, was.terms), " ")}`]),
    { is: "next", of: [ON_LINE] },
  ];
}

export const MAY_TURN_OFF = "Turn the gate off for this project? Edits then wait for no test any more.";

/** The question whose yes lets through what was held back: the edit with the reason, or all until green. */
export function mayAllow(refused: GuardLine | null): string {
  if (refused === null)
    return "Let every edit through until the tests are green? After that the gate holds edits back as before.";
  return unmarked(
    say`Let this edit through once: ${listed(
      refused.files.map((each) => words(each, "all")),
      MOST_SHOWN,
    )}? It was held back at ${moment(Date.parse(refused.at))} for this reason: ${quote(refused.reason, "note")}`,
    String,
  );
}

/** What a person let through. */
export function letThrough(refused: GuardLine | null, problem: string | null): Block[] {
  const said =
    refused === null
      ? say`${strong(say`Every edit is let through until the tests are green.`)} Then edits are held back as before.`
      : say`${strong(say`That edit of ${files(refused)} is let through once`)}, when it is made again as it was.`;
  return [said, ...logProblem(problem), { is: "next", of: [STATUS_LINE, OFF_LINE] }];
}

export const ALLOWED_ALREADY: Sentence = say`That edit is let through already, when it is made again as it was. Nothing was changed.`;

const files = ({ files: all }: Pick<GuardLine, "files">): Sentence =>
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
  proposed: TermsTold | null;
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
      { is: "next", of: proposed === null ? [] : [ON_LINE] },
    ];
  }
  return [
    ...standsSaid(standing),
    ...differsSaid(standing),
    ...section(say`Since then`, didSaid(tally, on.terms)),
    ...section(say`${LAST_EDITS}`, lastSaid(tally)),
    ...logged,
    { is: "next", of: [...(sumOf(tally.held) > 0 ? [ALLOW_LINE] : []), OFF_LINE] },
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
    say`${strong(say`The gate is on`)} since ${moment(Date.parse(on.since))}, ${DOORS[on.door] ?? say`by your word`}: edits of ${globs(on.terms.patterns, MOST_SHOWN)} wait for a failing test.${held}`,
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
  say`${CALLED[what]}: ${copied(holds)} holds; ${copied(says)} stands there now${fromSaid(from)}`;

/** Where the tests are, and what that means for the next edit. */
export function stateSaid(state: TestState, { test_output }: Pick<GuardTerms, "test_output">): Sentence {
  const where = listed(
    test_output.map((each) => path(each)),
    3,
  );
  const ago = (age: number): Sentence => say`${duration(Math.round(age))} ago`;
  switch (state.state) {
    case "stale":
      if (state.why === "none")
        return say`no result is there yet. The next edit waits until the tests have run and written ${where}; one new test alone, comments and the like pass.`;
      if (state.why === "old")
        return say`the last result is too old${state.age === null ? [] : say`, of ${ago(state.age)}`}. The next edit waits until the tests have run; one new test alone, comments and the like pass.`;
      return say`a test was let through that has not run yet. The next edit waits until the tests have run.`;
    case "red":
      return say`${failingSaid(state.failing)} (${ago(state.age)}). The next edit is let through, whatever it is.`;
    case "green":
      return say`all pass${state.passed === null ? [] : say`, ${count(state.passed, "test")}`} (${ago(state.age)}). A test, or a change that keeps what the code does, is let through; a new behaviour waits for a test that fails.`;
    case "blocked":
      return say`${failingSaid(state.failing)} (${ago(state.age)}). An edit that mends one of them is let through; another test or feature waits.`;
    case "unknown":
      return say`${path(state.file)} ${UNKNOWN[state.why]}. Every edit is let through.`;
  }
}

const UNKNOWN = {
  format: "is no report that can be read: JUnit XML, TAP, or the JSON of vitest, jest, go test or cargo",
  too_large: "is too large to be read",
  no_file: "is no file",
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
  const [back, through] = [sumOf(held), sumOf(let_through)];
  const seen =
    edits === 0
      ? say`It stood before no edit yet.`
      : say`It stood before ${count(edits, "edit")}: ${back} held back${bySaid(held)}, ${through} let through${bySaid(let_through)}.`;
  const bound = terms === null || terms.max_cost === null ? [] : say` of ${dollars(terms.max_cost)} at most`;
  const price =
    unpriced === 0 ? say`${dollars(cost)}` : cost > 0 ? say`at least ${dollars(cost)}` : say`an unknown price`;
  const spent =
    asked === 0
      ? edits === 0
        ? []
        : say`No model was asked.`
      : say`A model was asked about ${count(asked, "edit")}, for ${price}${bound}.`;
  const over = overruled.edits + overruled.until_green;
  const ways = [
    ...(overruled.edits > 0 ? [say`${count(overruled.edits, "edit")} let through`] : []),
    ...(overruled.until_green > 0 ? [say`all until green ${times(overruled.until_green)}`] : []),
  ];
  return [
    seen,
    noticed === 0 ? [] : say`A shell changed files ${times(noticed)} without a failing test.`,
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
    return say`${DECISIONS[line.decision]} ${who}, tests ${line.state}: ${files(line)}, ${quote(line.reason, "message")}`;
  });
}

/** What is said first when a session begins while the gate is on. */
export function sessionLine({ terms }: Pick<GuardOn, "terms">, state: TestState | null): Sentence {
  const now = state === null ? [] : say` Tests: ${stateSaid(state, terms)}`;
  return say`The gate is on: edits of ${globs(terms.patterns, 3)} wait for a failing test; ${typed("guard", "off")} turns it off.${now}`;
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
    say`on since ${moment(Date.parse(on.since))}: ${globs(on.terms.patterns, MOST_SHOWN)}${tests}`,
    String,
  );
  const odd = differs.length > 0 || unproposed !== null || state?.state === "unknown";
  return {
    what,
    state: odd ? "warning" : "ok",
    found,
    remedy: odd ? "`/design-lab guard` says what differs from what you agreed to, and what cannot be read." : "",
  };
}

/** What a project's test runners would have the gate read, as a section to copy; nothing where none was found. */
export function guardOffered(runners: readonly Runner[]): Block[] {
  if (runners.length === 0) return [];
  const guard = {
    test_output_file: runners.flatMap(({ output }) => output),
    enforce_patterns: [...new Set(runners.flatMap(({ patterns }) => patterns))],
  };
  return [
    say`${typed("guard", "on")} has edits of your agent wait for a failing test. It goes by what was found here; to say it otherwise, put this section into the file:`,
    { is: "copy", text: `"guard": ${JSON.stringify(guard)}` },
    ...runnerLines(runners),
  ];
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
