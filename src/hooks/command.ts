import { saysNothing } from "../text/placeholder.ts";
import { usageOf } from "../text/sub-commands.ts";
import { asTask, doubtAbout } from "./in-doubt.ts";
import { parseRunLine } from "./run-line.ts";

/**
 * A /design-lab line, understood. `call`: the one call of the tool that it means. `ask`: an op whose task is missing or
 * only a placeholder, with what was given beside it. `problem`: what is wrong with it; nothing may be called.
 */
export type CommandLine =
  | { kind: "call"; op: string; args: Record<string, unknown> }
  | { kind: "ask"; op: TaskOp; args: Record<string, unknown>; found: string | null }
  | { kind: "problem"; problem: string };

type TaskOp = "run" | "generate";

/** What may follow each word that is no task; `null` for a line that these words do not fit. */
const WORDS: Readonly<Record<string, (words: readonly string[], rest: string) => CommandLine | null>> = {
  open: (words) => upTo(1, words, ([experiment]) => call("open", { experiment })),
  resume: (words) => resumeCall(words),
  rank: (words) => upTo(1, words, ([experiment]) => call("rank", { experiment })),
  show: (words) => upTo(3, words, showCall),
  compare: (words) => compareCall(words),
  help: (words) => upTo(1, words, ([op]) => call("help", { op })),
  review: (words) => one(words, (experiment) => call("review", { experiment })),
  score: (words) => one(words, (experiment) => call("score", { experiment })),
  init: (words) => upTo(0, words, () => call("init", {})),
  doctor: (words) => doctorCall(words),
  "dry-run": (_words, rest) => taskCall("run", rest, { dry_run: true }),
  run: (_words, rest) => markedTask("run", rest),
  generate: (_words, rest) => markedTask("generate", rest),
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

/**
 * Parses the text after /design-lab: a word such as show or resume, in letters of any size, with what belongs to it, or
 * else a new run. What may be meant otherwise is a problem, for a run costs money: a line that begins with such a word
 * or one like it and goes on as a sentence, and one word alone. A task in quotes is a task.
 */
export function parseCommandLine(text: string): CommandLine {
  const { line, quoted } = unwrapped(text.trim());
  const [, first = "", rest = ""] = /^(dry[\s-]?run|[a-z]+)(?:\s+(.*))?$/isu.exec(line) ?? [];
  const word = /^dry.?run$/iu.test(first) ? "dry-run" : first.toLowerCase();
  const meaning = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  const words = rest.split(/\s+/u).filter(Boolean);
  if (!meaning || (quoted && word !== "dry-run" && !words.every(isOfCommand))) return taskCall("run", line, {}, quoted);
  return meaning(words, rest) ?? { kind: "problem", problem: misfit(first, word, line) };
}

function misfit(first: string, word: string, line: string): string {
  const usage = usageOf(word) ?? "";
  const list = /experiment/iu.test(usage) ? "; /design-lab show lists the experiments" : "";
  return first === line
    ? `"${first}" needs more: it is typed ${usage}${list}.`
    : `"${first}" stands first, and what follows does not fit it. It is typed ${usage}${list}. ${asTask(line)}`;
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
  const said = `/design-lab ${unwrapped(typed.trim()).line}`.trim();
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
        "Then show the person the tool's reply as it stands. Do not add a judgement of your own.",
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

/** An op with a task; `quoted` where the whole line stood in quotes. */
function taskCall(op: TaskOp, text: string, more: Record<string, unknown>, quoted = false): CommandLine {
  const line = parseRunLine(text);
  if ("problem" in line) return { kind: "problem", problem: line.problem };
  const { task, ...others } = { ...line.args, ...more };
  if (typeof task !== "string" || saysNothing(task))
    return { kind: "ask", op, args: others, found: typeof task === "string" ? task : null };
  // Where the task alone stood in quotes, a quote ends the line or an option does.
  const problem = doubtAbout(task, { quoted: quoted || !text.trimEnd().endsWith(task) });
  return problem === null ? call(op, { ...others, task }) : { kind: "problem", problem };
}

/** After a word that a sentence may begin with, only quotes or options say that a task follows. */
function markedTask(op: TaskOp, rest: string): CommandLine | null {
  return rest === "" || /^["']|^--/u.test(rest) ? taskCall(op, rest, {}) : null;
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
  const at = words.findIndex((word) => word in LIMITS);
  const [option = "", number = "", ...more] = at < 0 ? [] : words.slice(at);
  const name = LIMITS[option];
  if (at >= 0 && (name === undefined || more.length > 0 || !/^\d+(?:\.\d+)?$/u.test(number))) return null;
  return upTo(1, at < 0 ? words : words.slice(0, at), ([experiment]) =>
    call("run", { experiment: experiment ?? LATEST, limits: name && { [name]: Number(number) } }),
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
function one(words: readonly string[], make: (experiment: string) => CommandLine): CommandLine | null {
  return words[0] === undefined ? null : upTo(1, words, ([experiment = ""]) => make(experiment));
}

/** What is undefined was not said. */
function call(op: string, args: Record<string, unknown>): CommandLine {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return { kind: "call", op, args: Object.fromEntries(given) };
}

/**
 * Takes off one layer of quotes around the whole: `opencode run --command` puts it there, with a backslash before every
 * quote inside and before nothing else; a person may have typed it too. `quoted` where nothing inside is in quotes.
 */
function unwrapped(text: string): { line: string; quoted: boolean } {
  const inner = /^"(.*)"$/su.exec(text)?.[1];
  if (inner === undefined || /(?<!\\)"/u.test(inner)) return { line: text, quoted: false };
  return { line: inner.replaceAll('\\"', '"').trim(), quoted: !inner.includes('"') };
}
