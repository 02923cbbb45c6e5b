import { shellWord } from "../text/shell-word.ts";
import { found } from "../text/wording.ts";
import { beginsWithStop, meantText, nearTo, otherMeaning, saysNothing, tooLittle, typedAs } from "./in-doubt.ts";
import { DRY_RUN_WORDS, parseRunLine, parseRunWords, startLine } from "./run-line.ts";
import { mendLine } from "./slips.ts";
import { isDated, LATEST, LETTER, type Odd, type Word } from "./word.ts";

/**
 * A /design-lab line, understood. `call`: the one call of the tool that it means, and what to say beside it. `taskless`:
 * an op whose task is missing or only a placeholder, with what was given beside it. `problem`: what is wrong with it;
 * nothing may be called.
 */
export type CommandLine =
  | { kind: "call"; op: string; args: Record<string, unknown>; hint?: string }
  | { kind: "taskless"; op: string; args: Record<string, unknown>; found: string | null }
  | { kind: "problem"; problem: string };

/** Whether a person's quotes come through: on the host's screen they do, `opencode run` puts its own around an argument. */
export type TypedAt = { screen: boolean };

/** An op by its name, with what is typed for it. */
export type NamedWords = { name: string; words: readonly Word[] };

/** Every word that can be typed, with the op that it calls. */
type Vocabulary = ReadonlyMap<string, Word & { op: string }>;

/**
 * Parses the text after /design-lab: a word of an op, such as show or resume, in letters of any size, with what belongs
 * to it, or else a task. A task costs money only after the word run, or in quotes on a screen; any other text is an
 * estimate, which asks no model, so that a line that was meant otherwise does no harm.
 */
export function parseCommandLine(text: string, { screen }: TypedAt, ops: readonly NamedWords[]): CommandLine {
  return parse(text.trim(), vocabularyOf(ops), screen);
}

function vocabularyOf(ops: readonly NamedWords[]): Vocabulary {
  return new Map(ops.flatMap(({ name: op, words }) => words.map((each) => [each.word, { ...each, op }] as const)));
}

/** @param quotes Whether quotes around a whole text say that it is a task to start. */
function parse(line: string, known: Vocabulary, quotes: boolean): CommandLine {
  const { meant, rest, words } = split(line, known);
  const other = meant === undefined ? otherName(line, known) : undefined;
  if (other !== undefined) return call(other.op, {});
  const slip = meant === undefined ? slippedCommand(line, known, quotes) : null;
  if (slip !== null) return slip;
  if (meant === undefined) return taskCall({ op: "run", starts: (quoted) => quoted && quotes }, line, known);
  if ("task" in meant) {
    const { op, task } = meant;
    const more = task === "estimate" ? { dry_run: true } : {};
    const begun = begunCall(op, parseRunLine(rest), more);
    if (begun !== null) return begun;
    return taskCall({ op, starts: (quoted) => task === "starts" || quoted }, rest, known, more);
  }
  const read = meant.reads(words, rest);
  if ("odd" in read) {
    const mended = mendedProblem(line, meant, read, (each) => parse(each, known, quotes));
    if (mended !== null) return mended;
  }
  if (!("odd" in read))
    return call(
      read.op ?? meant.op,
      read.args,
      read.unsure || (beginsWithStop(line) && /\s/u.test(line)) ? asTask(line) : partMeant(line, meant, read.args),
    );
  const estimate = isSentence(words, known) ? taskCall({ op: "run", starts: () => false }, line, known) : null;
  if (estimate?.kind === "call") return { ...estimate, hint: meantText(meant) };
  return { kind: "problem", problem: misfit(line, meant, words, read, known) };
}

/** A line that is a command but for a slip in its first word, with the command; null for any other. */
function slippedCommand(line: string, known: Vocabulary, quotes: boolean): CommandLine | null {
  const [, first = "", rest = ""] = /^([a-z]+)(?=\s|$)\s*(.*)$/isu.exec(line) ?? [];
  const near = first === "" ? undefined : nearTo(first.toLowerCase(), false, known);
  if (near === undefined || "task" in near) return null;
  const words = rest.split(/\s+/u).filter(Boolean);
  const isOwn = words.length === 0 || words.some((word) => isOfCommand(word, known) || MARK.test(word));
  if (!isOwn || isSentence(words, known)) return null;
  const right = `${near.word} ${rest}`.trim();
  const read = words.length === 0 ? call(near.word, {}) : parse(right, known, quotes);
  return read.kind === "call" && read.hint === undefined ? unknown("command", first, near.word, right) : null;
}

/** The problem of a line with mistyped words behind its first, with the line that works; null where none is found. */
function mendedProblem(
  line: string,
  meant: Word,
  { odd, why = "" }: Odd,
  read: (line: string) => CommandLine,
): CommandLine | null {
  const values = why.match(/(?<![\p{L}-])[a-z]{4,}(?=,| or | and |$)/gu) ?? [];
  const mended = mendLine(line, meant, odd, values);
  if (mended === null) return null;
  const again = read(mended.line);
  const works = again.kind === "call" && again.hint === undefined && again.args.task === undefined;
  return works ? unknown(mended.from.startsWith("--") ? "option" : "word", mended.from, mended.to, mended.line) : null;
}

const unknown = (what: "command" | "option" | "word", found: string, near: string, line: string): CommandLine => ({
  kind: "problem",
  problem: `Unknown ${what} "${found.slice(0, 60)}". Did you mean "${near}"? Type /design-lab ${line}`,
});

/** What a name of an experiment may mean that is nearly a part of one. */
function partMeant(line: string, meant: Word, { experiment }: Readonly<Record<string, unknown>>): string | null {
  if (typeof experiment !== "string" || !("names" in meant) || !line.split(/\s+/u).includes(experiment)) return null;
  const mended = mendLine(line, meant, [experiment]);
  return mended && `If "${mended.to}" is meant, type /design-lab ${mended.line}`;
}

/** What a line of one word is another name for, where that asks no model and changes nothing, as "list" for show. */
function otherName(line: string, known: Vocabulary): (Word & { op: string }) | undefined {
  return [...known.values()].find(({ also = [], looks }) => looks === true && also.includes(line.toLowerCase()));
}

/** The word that a line begins with if it is one that can be typed, what stands after it, and the words of that. */
function split(line: string, known: Vocabulary) {
  const dry = DRY_RUN_WORDS.exec(line)?.[0];
  const [, first = "", after = ""] = /^([a-z]+)(?:\s+(.*))?$/isu.exec(line) ?? [];
  const stops = beginsWithStop(line);
  const rest = stops ? line : dry === undefined ? after : line.slice(dry.length);
  const meant = known.get(stops ? "stop" : dry === undefined ? first.toLowerCase() : "dry-run");
  return { rest, words: rest.split(/\s+/u).filter(Boolean), meant };
}

/** A run of an experiment that is there, named from its date on or as the newest, in place of a task; null for any other line. */
function begunCall(
  op: string,
  line: ReturnType<typeof parseRunLine>,
  more: Record<string, unknown>,
): CommandLine | null {
  if ("problem" in line) return null;
  const { task: experiment, ...args } = line.args;
  const isBegun = typeof experiment === "string" && (isDated(experiment) || experiment === LATEST);
  return isBegun ? call(op, { ...args, ...more, experiment }) : null;
}

/** An op with a task, which `starts` or is estimated, after whether it stood in quotes as a whole. */
type TaskOp = { op: string; starts(quoted: boolean): boolean };

function taskCall(starting: TaskOp, text: string, known: Vocabulary, more: Record<string, unknown> = {}): CommandLine {
  const command = asCommand(text, known);
  if (command !== null) return command;
  const { op, starts } = starting;
  const line = parseRunLine(text);
  if ("problem" in line) return { kind: "problem", problem: line.problem };
  const { task, ...args } = { ...line.args, ...more };
  if (typeof task !== "string" || saysNothing(task))
    return { kind: "taskless", op, args, found: typeof task === "string" ? task : null };
  const dry = DRY_RUN_WORDS.exec(task)?.[0];
  if (dry !== undefined) return taskCall(starting, task.slice(dry.length), known, { ...args, dry_run: true });
  const problem = tooLittle(task, known);
  if (problem !== null) return { kind: "problem", problem };
  if (args.dry_run === true || starts(line.quoted)) return call(op, { ...args, task });
  const hint = otherMeaning(task, known);
  // Whoever says how it is to be designed knows the way.
  if (op === "run" && Object.keys(args).length === 0) return call("help", { task }, hint);
  return call(op, { ...args, dry_run: true, task }, hint);
}

/** A text whose every word belongs to a sub-command is that, also in quotes and after run; null for any other. */
function asCommand(text: string, known: Vocabulary): CommandLine | null {
  const whole = text.trim();
  const isQuoted = whole.length > 1 && /^["']/.test(whole) && whole.endsWith(whole.charAt(0));
  const line = isQuoted ? whole.slice(1, -1).trim() : whole;
  const { words, meant } = split(line, known);
  return meant !== undefined && words.every((word) => isOfCommand(word, known)) ? parse(line, known, false) : null;
}

/** Whether a word belongs to a sub-command rather than to a task that begins like one. */
function isOfCommand(word: string, known: Vocabulary): boolean {
  const small = word.toLowerCase();
  if (LETTER.test(word) || /^[\d.~/-]/u.test(word) || small === LATEST || known.has(small)) return true;
  return [...known.values()].some((each) => "names" in each && each.names?.includes(small));
}

/** What only a sub-command is followed by: an experiment's date or path, an option, a quote. */
const MARK = /^(?:\d{4}-|--|[~/"']|\.{1,2}\/)/u;

/** Whether what follows a sub-command and does not fit it makes the whole a task, as "Open a shop for queues". */
function isSentence(words: readonly string[], known: Vocabulary): boolean {
  const own = words.filter((word) => word !== "a" && isOfCommand(word, known));
  return words.length > 1 && own.length * 2 < words.length && !words.some((word) => MARK.test(word));
}

/** Vocabulary that do not fit and are named before the rest is counted. */
const MAX_ODD = 4;

function misfit(line: string, meant: Word, words: readonly string[], { odd, why }: Odd, known: Vocabulary): string {
  const list = /experiment/iu.test(meant.usage) ? "; /design-lab show lists the experiments" : "";
  if (words.length === 0) return `"${meant.word}" needs more: it is typed ${typedAs(meant)}${list}.`;
  const shown = odd.slice(0, MAX_ODD).map(found);
  if (odd.length > MAX_ODD) shown.push(`${odd.length - MAX_ODD} more`);
  const last = shown.pop();
  const named = shown.length === 0 ? `${last} does not fit` : `${shown.join(", ")} and ${last} do not fit`;
  const task = words.every((word) => isOfCommand(word, known)) ? "" : ` ${asTask(line)}`;
  return `"${meant.word}" stands first, and ${named}${why === undefined ? "" : `: ${why}`}. It is typed ${typedAs(meant)}${list}.${task}`;
}

/** What to type where a text is a task although it begins like something else. */
function asTask(task: string): string {
  return `Where all of it is a task, type ${startLine("run", { task }) ?? "/design-lab run and after it the text"}`;
}

/** What is undefined was not said. */
function call(op: string, args: Readonly<Record<string, unknown>>, hint: string | null = null): CommandLine {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return { kind: "call", op, args: Object.fromEntries(given), ...(hint !== null && { hint }) };
}

/** What the agent is told to do for a command line; the person's own words stay first, the exact call is one line. */
export function commandPrompt(line: CommandLine, typed: string): string {
  const said = `/design-lab ${typed.trim()}`.trim();
  switch (line.kind) {
    case "problem":
      return `${said}\n\nThis command cannot be run: ${line.problem.replace(/\.$/u, "")}. Tell the person exactly this and do nothing else.`;
    case "call":
      return [
        said,
        `Call the tool designlab once, with exactly these arguments, changing nothing: ${JSON.stringify({ op: line.op, args: line.args })}`,
        "Then show the person the tool's reply as it stands, and call nothing else. Do not add a judgement of your own.",
        ...(line.hint === undefined ? [] : [`After it, tell the person exactly this: ${line.hint}`]),
      ].join("\n\n");
    case "taskless":
      return [
        said,
        `The person wants several models to design something and has not said what${line.found === null ? "" : `: ${JSON.stringify(line.found)} is no task`}. Ask for three things: the task (needed), the constraints (optional) and the non-functional requirements (optional). Use the question tool if you have it; if you do not, ask in plain words and wait for the answer. Invent nothing.`,
        `Then call the tool designlab once with these arguments, filled with the person's own words (leave out what is empty): ${JSON.stringify({ op: line.op, args: { task: "…", constraints: ["…"], non_functional_requirements: ["…"], ...line.args } })}`,
        "Then show the person the tool's reply as it stands.",
      ].join("\n\n");
  }
}

/** What is said at the command of a word that only a conversation takes. */
export const needsConversation = ({ word, usage }: Pick<Word, "word" | "usage">): string =>
  `"${word}" needs a conversation, and is no command of its own: type ${typedAs({ usage })} in OpenCode.`;

/**
 * The words of a command line as a shell hands them over: a word of an op and what belongs to it, each already whole. A
 * task may be one of them or several, and stand in `task` when it comes from a file; it starts what it is given to.
 */
export function parseWords(
  [first = "", ...words]: readonly string[],
  ops: readonly NamedWords[],
  task: string | null,
): CommandLine {
  const known: Vocabulary = new Map([...vocabularyOf(ops)].filter(([, { command }]) => command !== null));
  const small = first.toLowerCase();
  const meant = known.get(small) ?? [...known.values()].find(({ also = [] }) => also.includes(small));
  const talk = ops
    .flatMap(({ name, words }) => (name === "help" ? [] : words))
    .find(({ word, command }) => word === small && command === null);
  if (talk !== undefined) return { kind: "problem", problem: needsConversation(talk) };
  if (meant === undefined) {
    const near = nearTo(small, false, known);
    if (near !== undefined) return unknown("command", first, near.word, [near.word, ...words.map(shellWord)].join(" "));
    const all = [...known.keys()].join(", ");
    const problem = first === "" ? "A command is needed, found nothing" : `Unknown command "${first.slice(0, 60)}"`;
    return { kind: "problem", problem: `${problem}. The commands are ${all}.` };
  }
  if (!("task" in meant)) {
    if (task !== null) return { kind: "problem", problem: `"${meant.word}" takes no task` };
    const read = meant.reads(words, words.join(" "));
    if (!("odd" in read)) return call(read.op ?? meant.op, read.args);
    const again = (line: string) => parseWords(line.split(" "), ops, task);
    const line = [first, ...words].join(" ");
    return (
      mendedProblem(line, meant, read, again) ?? {
        kind: "problem",
        problem: misfit(line, meant, words, read, known),
      }
    );
  }
  const line = parseRunWords(words);
  if ("problem" in line) return { kind: "problem", problem: line.problem };
  const { task: said, ...args } = line.args;
  if (task !== null && said !== undefined)
    return { kind: "problem", problem: "the task stands in a file and in the line; one of them is needed" };
  const whole = task ?? said;
  const more = meant.task === "estimate" ? { dry_run: true } : {};
  const begun = task === null ? begunCall(meant.op, line, more) : null;
  if (begun !== null) return begun;
  if (typeof whole !== "string" || saysNothing(whole))
    return { kind: "problem", problem: `"${meant.word}" needs a task: it is typed ${typedAs(meant)}` };
  return call(meant.op, { ...args, ...more, task: whole });
}
