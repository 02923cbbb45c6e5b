import { EXIT_MEANINGS } from "../artifacts/outcome.ts";
import { RUN_OPTIONS } from "../command/run-line.ts";
import type { Word } from "../command/word.ts";
import { UsageError } from "../errors.ts";
import type { NamedOp } from "../ops/op.ts";
import { nearest } from "../text/nearest.ts";
import { OWN_OPTIONS } from "./options.ts";

/** Words that mean something in a conversation alone. */
const ELSEWHERE: ReadonlySet<string> = new Set(["stop"]);

/** What `opencode-designlab help` prints; of one word, more about it. Throws UsageError for a word that there is not. */
export function helpText(ops: readonly NamedOp[], name: string | null): string {
  const words = wordsOf(ops);
  if (name === null) {
    return [
      "Several models each design a system for one task, alone; reviewers judge the designs blind; statistics rank them.",
      "Usage: opencode-designlab COMMAND [options]",
      section("Commands", words.map(asCommand)),
      "What is in brackets may be left out, and then the newest experiment is meant.",
      section("Options of a run, before its task", runOptions()),
      section("Options of every command", ownOptions()),
      section("Exit codes", Object.entries(EXIT_MEANINGS)),
    ].join("\n\n");
  }
  const word = words.find((each) => each.word === name || each.also?.includes(name));
  if (word === undefined) {
    const near = nearest(
      name,
      words.map((each) => each.word),
    );
    throw new UsageError(
      `There is no command "${name.slice(0, 60)}"${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}.`,
    );
  }
  return [
    `opencode-designlab ${asCommand(word).join("\n  ")}`,
    ...("task" in word ? [section("Options, before the task", runOptions())] : []),
    section("Options of every command", ownOptions()),
  ].join("\n\n");
}

/** The page of the command, in Markdown: the same from the same tables. */
export function helpPage(ops: readonly NamedOp[]): string {
  const table = (head: string, rows: readonly (readonly [string, string])[]): string =>
    [
      `| ${head} | |`,
      "| --- | --- |",
      ...rows.map(([left, right]) => `| \`${left.replaceAll("|", "\\|")}\` | ${right} |`),
    ].join("\n");
  return [
    table(
      "Command",
      wordsOf(ops)
        .map(asCommand)
        .map(([usage, does]) => [`opencode-designlab ${usage}`, does.replaceAll("/design-lab", "opencode-designlab")]),
    ),
    table("Option of a run, before its task", runOptions()),
    table("Option of every command", ownOptions()),
    table("Exit code", Object.entries(EXIT_MEANINGS)),
  ].join("\n\n");
}

function wordsOf(ops: readonly NamedOp[]): Word[] {
  return ops.flatMap(({ words }) => words).filter(({ word }) => !ELSEWHERE.has(word));
}

const asCommand = ({ usage, does, command = { usage, does } }: Word): [string, string] => [command.usage, command.does];

const runOptions = (): [string, string][] =>
  RUN_OPTIONS.map((each) => ["takes" in each ? `${each.option} ${each.takes}` : each.option, each.does]);

const ownOptions = (): [string, string][] =>
  OWN_OPTIONS.map(({ name, short, takes, does }) => [
    `${short === undefined ? "" : `-${short}, `}--${name}${takes === undefined ? "" : ` ${takes}`}`,
    does,
  ]);

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join("\n");
}
