import { startLine } from "../text/start-line.ts";
import { DRY_RUN, SHOWN_PARTS, usageOf } from "../text/sub-commands.ts";
import { found } from "../text/wording.ts";
import { beginsWithStop, otherMeaning, tooLittle } from "./in-doubt.ts";
import { saysNothing } from "./placeholder.ts";
import { parseRunLine } from "./run-line.ts";

/**
 * A /design-lab line, understood. `call`: the one call of the tool that it means, and what to say beside it. `ask`: an
 * op whose task is missing or only a placeholder, with what was given beside it. `problem`: what is wrong with it;
 * nothing may be called.
 */
export type CommandLine =
  | { kind: "call"; op: string; args: Record<string, unknown>; hint?: string }
  | { kind: "ask"; op: TaskOp; args: Record<string, unknown>; found: string | null }
  | { kind: "problem"; problem: string };

/** Whether a person's quotes come through: on the host's screen they do, `opencode run` puts its own around an argument. */
export type TypedAt = { screen: boolean };

type TaskOp = "run" | "generate";

/** Words of a line that its sub-command has no use for, and why where that says more; none where something is missing. */
type Odd = { kind: "odd"; words: readonly string[]; why?: string };

/** What may follow each word that is no task. No word of it is passed over: it stands in the call, or is odd. */
const WORDS: Readonly<Record<string, (words: readonly string[], rest: string) => CommandLine | Odd>> = {
  open: (words) => upTo(1, words, ([experiment]) => call("open", { experiment })),
  resume: (words) => resumeCall(words),
  rank: (words) => upTo(1, words, ([experiment]) => call("rank", { experiment })),
  show: (words) => showCall(words),
  compare: (words) => compareCall(words),
  help: (words) => upTo(1, words, ([op]) => call("help", { op })),
  review: (words) => paidFor(words, (experiment) => call("review", { experiment })),
  score: (words) => paidFor(words, (experiment) => call("score", { experiment })),
  init: (words) => upTo(0, words, () => call("init", {})),
  doctor: (words) => doctorCall(words),
  stop: (_words, line) => stopCall(line),
  "dry-run": (_words, rest) => taskCall("run", rest, () => false, { dry_run: true }),
  run: (_words, rest) => taskCall("run", rest, () => true),
  generate: (_words, rest) => taskCall("generate", rest, (quoted) => quoted),
};

/** The newest experiment of all, for an op that would start one when none is named. */
const LATEST = "latest";
const PARTS: ReadonlySet<string> = new Set(SHOWN_PARTS);
/** Other words that stand after a sub-command. */
const OTHERS: ReadonlySet<string> = new Set([LATEST, "ask"]);
/** What people call a design. */
const LETTER = /^(?:[A-Z]{1,2}|[a-z])$/u;
/** An experiment's id or the beginning of one, a path of it, or a part of it: no word of a sentence with a capital or a dot. */
const REFERENCE = /^[\p{L}\p{N}][\p{L}\p{N}._~/-]*$/u;
/** An experiment that money is spent on: from its date, a path, the newest, or whatever stands in quotes; no loose word. */
const PAID_REFERENCE =
  /^(?:(\d{4}[\p{L}\p{N}._-]*|[\p{L}\p{N}._~-]+\/[\p{L}\p{N}._~/-]*|latest)|"([^"]+)"|'([^']+)')$/u;

/**
 * Parses the text after /design-lab: a word such as show or resume, in letters of any size, with what belongs to it, or
 * else a task. A task costs money only after the word run, or in quotes on a screen; any other text is an estimate,
 * which asks no model, so that a line that was meant otherwise does no harm.
 */
export function parseCommandLine(text: string, { screen }: TypedAt): CommandLine {
  const line = text.trim();
  const { word, rest, words, meaning } = split(line);
  if (meaning === undefined) return taskCall("run", line, (quoted) => quoted && screen);
  const meant = meaning(words, rest);
  return meant.kind === "odd" ? { kind: "problem", problem: misfit(line, word, words, meant) } : meant;
}

/** The first word of a line, what stands after it, and what the word means if it is a sub-command; of a stop the whole line. */
function split(line: string) {
  const dry = DRY_RUN.exec(line)?.[0];
  const [, first = "", after = ""] = /^([a-z]+)(?:\s+(.*))?$/isu.exec(line) ?? [];
  const stops = beginsWithStop(line);
  const word = stops ? "stop" : dry === undefined ? first.toLowerCase() : "dry-run";
  const rest = stops ? line : dry === undefined ? after : line.slice(dry.length);
  const meaning = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  return { word, rest, words: rest.split(/\s+/u).filter(Boolean), meaning };
}

function misfit(line: string, word: string, words: readonly string[], odd: Odd): string {
  const usage = usageOf(word) ?? "";
  const list = /experiment/iu.test(usage) ? "; /design-lab show lists the experiments" : "";
  if (words.length === 0) return `"${word}" needs more: it is typed ${usage}${list}.`;
  const named = `${oddWords(odd.words)}${odd.why === undefined ? "" : `: ${odd.why}`}`;
  const task = words.every(isOfCommand) ? "" : ` ${asTask(line)}`;
  return `"${word}" stands first, and ${named}. It is typed ${usage}${list}.${task}`;
}

/** Words that do not fit and are named before the rest is counted. */
const MAX_ODD = 4;

function oddWords(words: readonly string[]): string {
  const shown = words.slice(0, MAX_ODD).map(found);
  if (words.length > MAX_ODD) shown.push(`${words.length - MAX_ODD} more`);
  const last = shown.pop();
  return shown.length === 0 ? `${last} does not fit` : `${shown.join(", ")} and ${last} do not fit`;
}

/** What to type where a text is a task although it begins like something else. */
function asTask(task: string): string {
  return `Where all of it is a task, type ${startLine("run", { task }) ?? "/design-lab run and after it the text"}`;
}

/** A text whose every word belongs to a sub-command is that, also in quotes and after run; null for any other. */
function asCommand(text: string): CommandLine | null {
  const line = unquoted(text.trim());
  const { words, meaning } = split(line.trim());
  return meaning !== undefined && words.every(isOfCommand) ? parseCommandLine(line, { screen: false }) : null;
}

/** Without the quotes around the whole, where there are any. */
function unquoted(text: string): string {
  const [mark = ""] = text;
  return text.length > 1 && /["']/.test(mark) && text.endsWith(mark) ? text.slice(1, -1) : text;
}

/** Whether a word inside quotes belongs to a sub-command rather than to a task that begins like one. */
function isOfCommand(word: string): boolean {
  const small = word.toLowerCase();
  return (
    LETTER.test(word) || /^[\d.~/-]/u.test(word) || PARTS.has(small) || OTHERS.has(small) || Object.hasOwn(WORDS, small)
  );
}

/** What the agent is told to do for a command line; the person's own words stay first, the exact call is one line. */
export function commandPrompt(line: CommandLine, typed: string): string {
  const said = `/design-lab ${typed.trim()}`.trim();
  switch (line.kind) {
    case "problem":
      return [
        said,
        `This command cannot be run: ${line.problem.replace(/\.$/u, "")}. Tell the person exactly this and do nothing else.`,
      ].join("\n\n");
    case "call":
      return [
        said,
        `Call the tool designlab once, with exactly these arguments, changing nothing: ${JSON.stringify({ op: line.op, args: line.args })}`,
        "Then show the person the tool's reply as it stands, and call nothing else. Do not add a judgement of your own.",
        ...(line.hint === undefined ? [] : [`After it, tell the person exactly this: ${line.hint}`]),
      ].join("\n\n");
    case "ask":
      return [
        said,
        `The person wants several models to design something and has not said what${line.found === null ? "" : `: ${JSON.stringify(line.found)} is no task`}. Ask for three things: the task (needed), the constraints (optional) and the non-functional requirements (optional). Use the question tool if you have it; if you do not, ask in plain words and wait for the answer. Invent nothing.`,
        `Then call the tool designlab once with these arguments, filled with the person's own words (leave out what is empty): ${JSON.stringify({ op: line.op, args: { task: "…", constraints: ["…"], non_functional_requirements: ["…"], ...line.args } })}`,
        "Then show the person the tool's reply as it stands.",
      ].join("\n\n");
  }
}

/** An op with a task, which `starts` or is estimated, after whether it stood in quotes as a whole. */
function taskCall(
  op: TaskOp,
  text: string,
  starts: (quoted: boolean) => boolean,
  more: Record<string, unknown> = {},
): CommandLine {
  const command = asCommand(text);
  if (command !== null) return command;
  const line = parseRunLine(text);
  if ("problem" in line) return { kind: "problem", problem: line.problem };
  const { task, ...args } = { ...line.args, ...more };
  if (typeof task !== "string" || saysNothing(task))
    return { kind: "ask", op, args, found: typeof task === "string" ? task : null };
  const dry = DRY_RUN.exec(task)?.[0];
  if (dry !== undefined) return taskCall(op, task.slice(dry.length), starts, { ...args, dry_run: true });
  const problem = tooLittle(task);
  if (problem !== null) return { kind: "problem", problem };
  if (args.dry_run === true || starts(line.quoted)) return call(op, { ...args, task });
  return call(op, { ...args, dry_run: true, task }, otherMeaning(task));
}

function stopCall(line: string): CommandLine {
  return call("help", { op: "stop" }, /\s/u.test(line) ? asTask(line) : null);
}

function doctorCall([word, ...more]: readonly string[]): CommandLine | Odd {
  if (word === undefined) return call("doctor", {});
  const asks = /^(?:--)?ask$/iu.test(word);
  return asks && more.length === 0 ? call("doctor", { ask: true }) : odd(asks ? more : [word, ...more]);
}

/** What may be spent on going on, as a person types it. */
const LIMITS: Readonly<Record<string, string>> = {
  "--max-cost": "max_cost",
  "--max-tokens": "max_tokens",
  "--max-minutes": "max_minutes",
};

/** An experiment, the newest where it is left out, and limits, each with its number. */
function resumeCall(typed: readonly string[]): CommandLine | Odd {
  const words = typed.flatMap((word) => /^(--[a-z-]+)=(.*)$/isu.exec(word)?.slice(1) ?? word);
  const named: string[] = [];
  const limits: Record<string, number> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const option = word.toLowerCase();
    const limit = Object.hasOwn(LIMITS, option) ? LIMITS[option] : undefined;
    if (limit === undefined) {
      named.push(word);
      continue;
    }
    if (Object.hasOwn(limits, limit)) return odd([word], "it stands twice");
    const number = words[++at];
    if (number === undefined || !/^\d{1,15}(?:\.\d+)?$/u.test(number))
      return odd([number ?? word], `${option} needs a number, as ${option} 2`);
    limits[limit] = Number(number);
  }
  return paidFor(named.length > 0 ? named : [LATEST], (experiment) =>
    call("run", { experiment, limits: Object.keys(limits).length > 0 ? limits : undefined }),
  );
}

/** An experiment, a design's letter and a part, in any order; of the newest experiment where it is left out. */
function showCall(words: readonly string[]): CommandLine | Odd {
  const letters = words.filter((word) => LETTER.test(word));
  const parts = words.filter((word) => PARTS.has(word.toLowerCase()));
  const others = words.filter((word) => !LETTER.test(word) && !PARTS.has(word.toLowerCase()));
  const named = others.slice(0, 1);
  // The op says of a part that there is none what there is.
  const unknown = others.slice(1);
  if (letters.length > 1) {
    const both = `/design-lab compare ${[...named, ...letters].join(" ")} sets two side by side`;
    return odd(letters.slice(1), `show takes one design; ${both}`);
  }
  if (parts.length + unknown.length > 1)
    return odd(unknown.length > 0 ? unknown : parts.slice(1), `show takes one part, of ${SHOWN_PARTS.join(", ")}`);
  const [what] = [...parts.map((part) => part.toLowerCase()), ...unknown];
  return upTo(words.length, words, () => call("show", { experiment: named[0], design: letters[0], what }));
}

/** An experiment's id, told from a word by its date. */
const DATED = /^\d{4}-\d{2}-\d{2}/u;

function compareCall(words: readonly string[]): CommandLine | Odd {
  const dated = words.filter((word) => DATED.test(word));
  const letters = words.filter((word) => LETTER.test(word));
  const others = words.filter((word) => !LETTER.test(word));
  const unused = dated.length >= 2 ? words.filter((word) => !DATED.test(word)) : others.slice(1);
  if (unused.length > 0)
    return odd(unused, "compare takes experiments, each from its date on, or designs of one experiment");
  if (dated.length >= 2) return upTo(dated.length, dated, (experiments) => call("compare", { experiments }));
  return upTo(1, others, ([experiment]) =>
    call("compare", { experiment, designs: letters.length > 0 ? letters : undefined }),
  );
}

/** At most that many words, each of which could name an experiment or a part of one. */
function upTo(
  most: number,
  words: readonly string[],
  make: (words: readonly string[]) => CommandLine,
): CommandLine | Odd {
  const unfit = words.filter((word, at) => at >= most || !REFERENCE.test(word));
  return unfit.length === 0 ? make(words) : odd(unfit);
}

/** One experiment, by its name: what costs money is asked of none that nobody named. */
function paidFor(words: readonly string[], make: (experiment: string) => CommandLine): CommandLine | Odd {
  const [word = "", ...more] = words;
  const [, ...named] = PAID_REFERENCE.exec(word) ?? [];
  const experiment = named.find((each) => each !== undefined);
  if (experiment === undefined)
    return odd(words, "an experiment is named from its date on, by its path, as latest or in quotes");
  return more.length > 0 ? odd(more) : make(experiment);
}

function odd(words: readonly string[], why?: string): Odd {
  return { kind: "odd", words, ...(why !== undefined && { why }) };
}

/** What is undefined was not said. */
function call(op: string, args: Record<string, unknown>, hint: string | null = null): CommandLine {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return { kind: "call", op, args: Object.fromEntries(given), ...(hint !== null && { hint }) };
}
