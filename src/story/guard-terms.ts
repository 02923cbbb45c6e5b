import type { GuardTerms } from "../artifacts/guard.ts";
import type { Runner } from "../guard/runner.ts";
import { dollars, duration } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { copied, listed, model, path, type Sentence, say, typed, unmarked, words } from "./sentence.ts";

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

/** The same as far as a call that only looks can tell: the model is null when no host tells of models. */
export type TermsSeen = Omit<TermsTold, "terms"> & { terms: Omit<GuardTerms, "model"> & { model: string | null } };

/** Globs as they stand, so many of them. */
export const globsSaid = (patterns: readonly string[], most: number): Sentence =>
  listed(
    patterns.map((each) => copied(each)),
    most,
  );
/** Patterns, files and runners that are named. */
export const MOST_TERMS = 8;

/** Where a part comes from, in brackets. */
export const termFromSaid = (from: TermsFrom): Sentence => {
  if (from.is === "configuration") return say` (of the configuration)`;
  if (from.is === "file") return say` (of ${path(from.file)})`;
  if (from.is === "usual") return say` (the model that names experiments)`;
  const found = from.runners.map(({ name, folder }) =>
    folder === "" ? say`${name}` : say`${name} in ${path(folder)}`,
  );
  return say` (found here: ${listed(found, MOST_TERMS)})`;
};

const priceSaid = (price: number | null): Sentence =>
  price === null
    ? say`its price is not known`
    : price < 0.001
      ? say`less than $0.001 an edit`
      : say`about $${words(price < 0.1 ? price.toFixed(3) : price.toFixed(2))} an edit`;
const mostSaid = (max_cost: number | null): Sentence =>
  max_cost === null ? say`without a bound` : say`${dollars(max_cost)} at most until it is turned on anew`;
/** The task that edits are held to, as the end of a clause. */
export const heldToSaid = (task: string | null): Sentence =>
  task === null ? [] : say`, held to the task ${words(task)}`;
const OWN_MODEL: Sentence = say`OpenCode brought it by itself, and you did not set up its service`;

/** What the model is sent of an edit. */
const SENT: Sentence = say`the edit as a diff, the state of the tests and which fail (or the end of an output in plain text), what you said last in that session, and the task`;

/** The question whose yes turns it on: the terms whole. Plain text, for a dialog. */
export function mayTurnOn({ terms, price, hosts_own, task }: TermsTold): string {
  const { patterns, test_output, model: asked, max_age, max_cost } = terms;
  const all = (texts: readonly string[]) => listed(texts.map((each) => words(each, "all")));
  return unmarked(
    say`Turn the gate on for this project on this machine${heldToSaid(task)}? Edits of ${all(patterns)} then wait for a failing test, in your sessions and their sub-agents. Test results are read from ${all(test_output)} and count for ${duration(max_age)}. What code cannot tell ${words(asked, "all")} judges, ${priceSaid(price)}, ${mostSaid(max_cost)}${hosts_own ? say` (${OWN_MODEL})` : []}; it is sent ${SENT}. It is on until you turn it off.`,
    String,
  );
}

/** The terms as a list, with where each comes from and what to type so that results are written. */
export function termsSaid({ terms, from, runners, price, hosts_own }: TermsSeen): Block[] {
  const { patterns, test_output, model: asked, max_age, max_cost } = terms;
  return [
    list([
      say`Edits of ${globsSaid(patterns, MOST_TERMS)}${termFromSaid(from.patterns)}`,
      say`Test results: ${listed(
        test_output.map((each) => path(each)),
        MOST_TERMS,
      )}${termFromSaid(from.files)}, which count for ${duration(max_age)}`,
      asked === null
        ? say`What code cannot tell is judged by a model, ${mostSaid(max_cost)}. OpenCode does not run here, so ${typed("guard", "on")} names the model and its price`
        : say`What code cannot tell is judged by ${model(asked)}${termFromSaid(from.model)}: ${priceSaid(price)}, ${mostSaid(max_cost)}${hosts_own ? say`; ${OWN_MODEL}` : []}`,
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
