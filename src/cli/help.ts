import wrapAnsi from "wrap-ansi";
import { EXIT_MEANINGS } from "../artifacts/exit.ts";
import { needsConversation } from "../command/command.ts";
import { optionUsage, RUN_OPTIONS } from "../command/run-line.ts";
import type { Word } from "../command/word.ts";
import { UsageError } from "../errors.ts";
import type { NamedOp } from "../ops/op.ts";
import { COMMAND_HELP } from "../story/command.ts";
import { noSuchWord, STUDY_HELP, studyOptionRows } from "../story/study-help.ts";
import { nearest, slipsOf } from "../text/nearest.ts";
import { CODE_WORD } from "./code.ts";
import { HOUSE } from "./housekeeping.ts";
import { OWN_OPTIONS, STUDY_OWN } from "./options.ts";
import type { StudyWord } from "./study/study.ts";

/** A table of the command: what is typed, and what it does. */
export type HelpTable = { title: string; rows: readonly (readonly [string, string])[] };

/** A word of `study` as help tells of it. */
export type StudyTyped = Pick<StudyWord, "word" | "usage" | "does">;

/** All that there is to type, from the tables that also read it. */
export function tablesOf(
  ops: readonly NamedOp[],
  studies: readonly StudyTyped[],
): Record<"commands" | "studies" | "talks" | "run" | "own" | "exits", HelpTable> {
  return {
    commands: { title: "Commands", rows: wordsOf(ops).map(asTyped) },
    studies: {
      title: STUDY_HELP.title,
      rows: studies.map(({ usage, does }): [string, string] => [`study ${usage}`, does]),
    },
    talks: { title: COMMAND_HELP.talks, rows: talksOf(ops).map(asLine) },
    run: { title: COMMAND_HELP.run, rows: runOptions() },
    own: { title: COMMAND_HELP.own, rows: ownOptions() },
    exits: { title: "Exit codes", rows: Object.entries(EXIT_MEANINGS) },
  };
}

/** What `opencode-designlab help` prints; of one word, more about it. Throws UsageError for a word that there is not. */
export function helpText(
  ops: readonly NamedOp[],
  studies: readonly StudyTyped[],
  name: string | null,
  columns: number = COLUMNS,
): string {
  const width = Math.max(LEAST, Math.min(COLUMNS, columns));
  const { commands, talks, run, own, exits } = tablesOf(ops, studies);
  if (name === null) {
    return [
      wrapAnsi(COMMAND_HELP.what, width),
      "Usage: opencode-designlab COMMAND [options]",
      section(commands, width),
      wrapAnsi(COMMAND_HELP.brackets, width),
      section(talks, width),
      ...[run, own, exits].map((table) => section(table, width)),
    ].join("\n\n");
  }
  if (name === STUDY_HELP.word.word) return studyHelp(studies, null, columns);
  const words = wordsOf(ops);
  const word = words.find((each) => each.word === name || each.also?.includes(name));
  if (word !== undefined)
    return [
      described(`opencode-designlab ${asTyped(word)[0]}`, asTyped(word)[1], width),
      ...("task" in word ? [run, own] : [own]).map((table) => section(table, width)),
    ].join("\n\n");
  const talk = talksOf(ops).find((each) => each.word === name || each.also?.includes(name));
  if (talk !== undefined)
    return [wrapAnsi(needsConversation(talk), width), described(...asLine(talk), width)].join("\n\n");
  const near = nearest(
    name,
    words.map((each) => each.word),
  );
  throw new UsageError(
    `There is no command "${name.slice(0, 60)}"${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}.`,
  );
}

/** What `help study` prints, or of one of its words. Throws UsageError for a word that there is not. */
export function studyHelp(studies: readonly StudyTyped[], name: string | null, columns: number = COLUMNS): string {
  const width = Math.max(LEAST, Math.min(COLUMNS, columns));
  const common = (usage: string): HelpTable => ({
    title: COMMAND_HELP.own,
    rows: ownOptions(STUDY_OWN.filter((own) => !usage.includes(`--${own} `))),
  });
  if (name === null)
    return [
      wrapAnsi(STUDY_HELP.what, width),
      `Usage: opencode-designlab ${STUDY_HELP.word.usage} [options]`,
      section(tablesOf([], studies).studies, width),
      section(common(""), width),
      [STUDY_HELP.begin, STUDY_HELP.more].map((line) => wrapAnsi(line, width)).join("\n"),
    ].join("\n\n");
  const word = studyWordOf(studies, name);
  const rows = studyOptionRows(word);
  return [
    described(`opencode-designlab study ${word.usage}`, word.does, width),
    ...(rows.length === 0 ? [] : [section({ title: STUDY_HELP.options, rows }, width)]),
    section(common(word.usage), width),
  ].join("\n\n");
}

/** A word of `study` by its name. Throws UsageError, which names the nearest, for one that there is not. */
export function studyWordOf<W extends StudyTyped>(studies: readonly W[], name: string | undefined): W {
  const known = studies.find(({ word }) => word === name);
  if (known !== undefined) return known;
  const all = studies.map(({ word }) => word);
  const near = name === undefined ? [] : [...new Set([...slipsOf(name, all), ...nearest(name, all)])];
  const { is, advice } = noSuchWord(name, near.slice(0, 3), all);
  throw new UsageError(is, { advice });
}

/** Words of the command that no op has, of which this is a slip of the keyboard; "study" itself where options stand before it. */
export const slipsOfOwn = (typed: string): string[] =>
  slipsOf(
    typed,
    [STUDY_HELP.word, ...HOUSE, CODE_WORD].map(({ word }) => word),
  );

type Typed = Pick<Word, "word" | "also" | "usage" | "does" | "command"> & { task?: unknown };

function wordsOf(ops: readonly NamedOp[]): Typed[] {
  const words = ops.flatMap(({ words }) => words).filter(({ command }) => command !== null);
  return [...words, STUDY_HELP.word, ...HOUSE, CODE_WORD];
}

/** What is typed in a conversation and nowhere else; what only tells of it is no work to be done there. */
const talksOf = (ops: readonly NamedOp[]): Word[] =>
  ops.flatMap(({ name, words }) => (name === "help" ? [] : words)).filter(({ command }) => command === null);

const asLine = ({ usage, does }: Pick<Word, "usage" | "does">): [string, string] => [`/design-lab ${usage}`, does];

const asTyped = ({ usage, does, command }: Typed): [string, string] => [command?.usage ?? usage, command?.does ?? does];

const runOptions = (): [string, string][] => RUN_OPTIONS.map((each) => [optionUsage(each), each.does]);

const ownOptions = (names: readonly string[] = OWN_OPTIONS.map(({ name }) => name)): [string, string][] =>
  OWN_OPTIONS.filter(({ name }) => names.includes(name)).map(({ name, takes, does }) => [
    optionUsage({ option: `--${name}`, takes }),
    does,
  ]);

/** Columns that help fits, at least and at most, and those of what is typed, beside what it does. */
const LEAST = 60;
const COLUMNS = 100;
const LEFT = 34;

/** A table in two columns; what is typed and longer than its own has a line of its own. */
function section({ title, rows }: HelpTable, width: number): string {
  const left = Math.min(LEFT, Math.max(...rows.map(([typed]) => typed.length)));
  const lines = rows.flatMap(([typed, does]) => {
    const [first = "", ...more] = wrapAnsi(does, width - left - 4).split("\n");
    const indent = " ".repeat(left + 4);
    const above =
      typed.length > left ? [...indented(typed, width), `${indent}${first}`] : [`  ${typed.padEnd(left)}  ${first}`];
    return [...above, ...more.map((line) => `${indent}${line}`)];
  });
  return [`${title}:`, ...lines].join("\n");
}

/** One line to type, which is broken where it must be, and what it does below it. */
const described = (typed: string, does: string, width: number): string =>
  [
    wrapAnsi(typed, width),
    ...wrapAnsi(does, width - 2)
      .split("\n")
      .map((line) => `  ${line}`),
  ].join("\n");

const indented = (typed: string, width: number): string[] =>
  wrapAnsi(typed, width - 6)
    .split("\n")
    .map((line, at) => `${at === 0 ? "  " : "      "}${line}`);
