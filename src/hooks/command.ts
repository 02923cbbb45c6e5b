import { saysNothing } from "../text/placeholder.ts";
import { startLine } from "../text/start-line.ts";
import { DRY_RUN, usageOf } from "../text/sub-commands.ts";
import { beginsWithStop, otherMeaning, tooLittle } from "./in-doubt.ts";
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

/** What may follow each word that is no task; `null` for a line that these words do not fit. */
const WORDS: Readonly<Record<string, (words: readonly string[], rest: string) => CommandLine | null>> = {
  open: (words) => upTo(1, words, ([experiment]) => call("open", { experiment })),
  resume: (words) => resumeCall(words),
  rank: (words) => upTo(1, words, ([experiment]) => call("rank", { experiment })),
  show: (words) => upTo(3, words, showCall),
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
/** Parts of an experiment that show knows by name. */
const PARTS: ReadonlySet<string> = new Set(["task", "designs", "reviews", "scores", "ranking", "ledger"]);
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
  return meaning(words, rest) ?? { kind: "problem", problem: misfit(line, word, rest) };
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

function misfit(line: string, word: string, rest: string): string {
  const usage = usageOf(word) ?? "";
  const list = /experiment/iu.test(usage) ? "; /design-lab show lists the experiments" : "";
  return rest === ""
    ? `"${word}" needs more: it is typed ${usage}${list}.`
    : `"${word}" stands first, and what follows does not fit it. It is typed ${usage}${list}. ${asTask(line)}`;
}

/** What to type where a text is a task although it begins like something else. */
function asTask(task: string): string {
  return `Where all of it is a task, type ${startLine("run", { task }) ?? "/design-lab run and after it the text"}`;
}

/** A text whose every word belongs to a sub-command is that, also in quotes and after run; null for any other. */
function asCommand(text: string): CommandLine | null {
  const line = /^(["'])(.*)\1$/su.exec(text.trim())?.[2] ?? text;
  const { rest, words, meaning } = split(line);
  return meaning !== undefined && words.every(isOfCommand) ? meaning(words, rest) : null;
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

function doctorCall([word, ...more]: readonly string[]): CommandLine | null {
  if (word === undefined) return call("doctor", {});
  return more.length === 0 && /^(?:--)?ask$/iu.test(word) ? call("doctor", { ask: true }) : null;
}

/** What may be spent on going on, as a person types it. */
const LIMITS: Readonly<Record<string, string>> = {
  "--max-cost": "max_cost",
  "--max-tokens": "max_tokens",
  "--max-minutes": "max_minutes",
};

/** An experiment, the newest where it is left out, and then a limit with its number. */
function resumeCall(words: readonly string[]): CommandLine | null {
  const at = words.findIndex((word) => Object.hasOwn(LIMITS, word));
  const [option = "", number = "", ...more] = at < 0 ? [] : words.slice(at);
  const name = LIMITS[option];
  if (at >= 0 && (name === undefined || more.length > 0 || !/^\d+(?:\.\d+)?$/u.test(number))) return null;
  const named = at < 0 ? words : words.slice(0, at);
  return paidFor(named.length > 0 ? named : [LATEST], (experiment) =>
    call("run", { experiment, limits: name && { [name]: Number(number) } }),
  );
}

/** An experiment, and of it a design's letter, a part, or a part of one design; of the newest where it is left out. */
function showCall(words: readonly string[]): CommandLine {
  const [first = ""] = words;
  const newest = first === "" || PARTS.has(first) || LETTER.test(first);
  const rest = newest ? words : words.slice(1);
  return call("show", {
    experiment: newest ? undefined : first,
    design: rest.find((word) => LETTER.test(word)),
    what: rest.find((word) => !LETTER.test(word)),
  });
}

function compareCall(words: readonly string[]): CommandLine | null {
  if (!words.every((word) => REFERENCE.test(word)) || words.length > 5) return null;
  const dated = words.filter((word) => /^\d{4}-\d{2}-\d{2}/u.test(word));
  if (dated.length >= 2) return call("compare", { experiments: dated });
  const letters = words.filter((word) => LETTER.test(word));
  const others = words.filter((word) => !LETTER.test(word));
  return upTo(1, others, ([experiment]) =>
    call("compare", { experiment, designs: letters.length > 0 ? letters : undefined }),
  );
}

/** At most that many words, each of which could name an experiment or a part of one. */
function upTo(
  most: number,
  words: readonly string[],
  make: (words: readonly string[]) => CommandLine,
): CommandLine | null {
  return words.length <= most && words.every((word) => REFERENCE.test(word)) ? make(words) : null;
}

/** One experiment, by its name: what costs money is asked of none that nobody named. */
function paidFor(
  [word = "", ...more]: readonly string[],
  make: (experiment: string) => CommandLine,
): CommandLine | null {
  const [, ...named] = PAID_REFERENCE.exec(word) ?? [];
  const experiment = named.find((each) => each !== undefined);
  return experiment === undefined || more.length > 0 ? null : make(experiment);
}

/** What is undefined was not said. */
function call(op: string, args: Record<string, unknown>, hint: string | null = null): CommandLine {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return { kind: "call", op, args: Object.fromEntries(given), ...(hint !== null && { hint }) };
}
