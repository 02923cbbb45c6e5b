import { EXIT_MEANINGS } from "../artifacts/exit.ts";
import { optionUsage, RUN_OPTIONS } from "../command/run-line.ts";
import type { Word } from "../command/word.ts";
import { UsageError } from "../errors.ts";
import type { NamedOp } from "../ops/op.ts";
import { nearest } from "../text/nearest.ts";
import { CODE_WORD } from "./code.ts";
import { OWN_OPTIONS } from "./options.ts";

/** A table of the command: what is typed, and what it does. */
export type HelpTable = { title: string; rows: readonly (readonly [string, string])[] };

/** All that there is to type, from the tables that also read it. */
export function tablesOf(ops: readonly NamedOp[]): Record<"commands" | "run" | "own" | "exits", HelpTable> {
  return {
    commands: { title: "Commands", rows: wordsOf(ops).map(asTyped) },
    run: { title: "Options of a run, before its task", rows: runOptions() },
    own: { title: "Options of every command", rows: ownOptions() },
    exits: { title: "Exit codes", rows: Object.entries(EXIT_MEANINGS) },
  };
}

/** What `opencode-designlab help` prints; of one word, more about it. Throws UsageError for a word that there is not. */
export function helpText(ops: readonly NamedOp[], name: string | null): string {
  const { commands, run, own, exits } = tablesOf(ops);
  if (name === null) {
    return [
      "Several models each design a system for one task, alone; reviewers judge the designs blind; statistics rank them.",
      "Usage: opencode-designlab COMMAND [options]",
      section(commands),
      "What is in brackets may be left out, and then the newest experiment is meant.",
      ...[run, own, exits].map(section),
    ].join("\n\n");
  }
  const words = wordsOf(ops);
  const word = words.find((each) => each.word === name || each.also?.includes(name));
  if (word !== undefined)
    return [
      `opencode-designlab ${asTyped(word).join("\n  ")}`,
      ...("task" in word ? [run, own] : [own]).map(section),
    ].join("\n\n");
  const near = nearest(
    name,
    words.map((each) => each.word),
  );
  throw new UsageError(
    `There is no command "${name.slice(0, 60)}"${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}.`,
  );
}

type Typed = Pick<Word, "word" | "also" | "usage" | "does" | "command"> & { task?: unknown };

function wordsOf(ops: readonly NamedOp[]): Typed[] {
  const words = ops.flatMap(({ words }) => words).filter(({ command }) => command !== null);
  return [...words, CODE_WORD];
}

const asTyped = ({ usage, does, command }: Typed): [string, string] => [command?.usage ?? usage, command?.does ?? does];

const runOptions = (): [string, string][] => RUN_OPTIONS.map((each) => [optionUsage(each), each.does]);

const ownOptions = (): [string, string][] =>
  OWN_OPTIONS.map(({ name, takes, does }) => [optionUsage({ option: `--${name}`, takes }), does]);

function section({ title, rows }: HelpTable): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join("\n");
}
