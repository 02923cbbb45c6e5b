import { slipsOf } from "../text/nearest.ts";
import { SUB_COMMANDS, usageOf } from "../text/sub-commands.ts";

/** Words that people type for what has another name here. */
const MEANT: Readonly<Record<string, string>> = {
  list: "show",
  ls: "show",
  status: "show",
  view: "show",
  results: "show",
  ledger: "show",
  report: "open",
  diff: "compare",
  continue: "resume",
  retry: "resume",
  restart: "resume",
  estimate: "dry-run",
  preview: "dry-run",
  plan: "dry-run",
  config: "init",
  configure: "init",
  setup: "init",
  check: "doctor",
  models: "doctor",
  version: "help",
  usage: "help",
};
const STOPS: ReadonlySet<string> = new Set(["stop", "cancel", "abort", "quit", "exit", "kill"]);

/** What follows a sub-command has at most so many words; more are a sentence, whatever its first word is like. */
const MAX_WORDS_AFTER = 5;
/** A text of at most so many letters is said again as it is to be typed. */
const MAX_QUOTED = 200;

const MODEL = /^[\w.-]+\/[\w./:@-]+$/u;
const EXPERIMENT = /^\d{4}-\d{2}-\d{2}/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Of a text without blanks so many letters are divided into words: the time for that grows with their square. */
const MAX_SEGMENTED = 1_000;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Why a text may not be the task that it would be taken for, and what to type instead; null for a task. A run costs
 * money, so one word alone, and where nobody put it in quotes a beginning like a sub-command's, is asked about.
 */
export function doubtAbout(task: string, { quoted }: { quoted: boolean }): string | null {
  const [first = "", ...after] = task.split(/\s+/u);
  if (after.length === 0 && isOneWord(task)) return aboutOneWord(task);
  return (quoted ? null : aboutBeginning(task, first, after)) ?? (isOneWord(task) ? aboutOneWord(task) : null);
}

function aboutBeginning(text: string, first: string, after: readonly string[]): string | null {
  if (EXPERIMENT.test(first))
    return `"${first}" reads like an experiment. Type ${line("show", text)} to see it. ${asTask(text)}`;
  // Without the flag u, under which the engine takes time that grows with the square here.
  const alone = /^\S+\s+(?:"[^"]*"|'[^']*')$/.test(text);
  if (!alone && after.length > MAX_WORDS_AFTER) return null;
  const meant = meantBy(first);
  if (meant !== null) return `"${first}" stands first. ${meant}. ${asTask(text)}`;
  return alone
    ? `"${first}" stands before a text in quotes and is no sub-command: /design-lab help lists them. Leave it out. ${asTask(text)}`
    : null;
}

/** How a text is typed so that it is a task whatever it begins with: a sentence. */
export function asTask(text: string): string {
  if (text.includes('"') && text.includes("'")) return "Where all of it is the task, begin it with the word Design.";
  const [mark, name] = text.includes("'") ? ['"', "double"] : ["'", "single"];
  const example = text.length > MAX_QUOTED ? "." : `: ${line(`${mark}${text}${mark}`)}`;
  return `Where all of it is the task, put ${name} quotes around the whole${example}`;
}

function aboutOneWord(word: string): string {
  const task = "type /design-lab and in quotes, in several words, what is to be designed";
  if (MODEL.test(word))
    return `${word} is a model's name and no task. Type /design-lab --design-models ${word},ANOTHER/MODEL and after it, in quotes, what is to be designed`;
  if (EXPERIMENT.test(word)) return `"${word}" reads like an experiment. Type ${line("show", word)} to see it`;
  const meant = meantBy(word);
  return `"${word}" is one word: no sub-command, and too little for a task. ${meant === null ? "/design-lab help lists the sub-commands" : meant}; for a new run ${task}`;
}

/** What to type in place of a word that is like a sub-command; null where it is like none. */
function meantBy(word: string): string | null {
  const small = word.toLowerCase();
  if (STOPS.has(small)) return "A run is stopped with Esc, or with the button of the page that /design-lab open shows";
  const other = Object.hasOwn(MEANT, small) ? MEANT[small] : undefined;
  const known = SUB_COMMANDS.map((each) => each.word);
  const near = other === undefined ? slipsOf(small, known) : [other];
  if (known.some((name) => name === small)) near.unshift(small);
  const [meant] = near;
  return meant === undefined ? null : `If "${meant}" is meant, type ${usageOf(meant)}`;
}

/** True for one word, also in a script that puts no blanks between words. */
function isOneWord(text: string): boolean {
  if (UNSPACED.test(text))
    return [...WORDS.segment(text.slice(0, MAX_SEGMENTED))].filter(({ isWordLike }) => isWordLike).length < 2;
  return text.split(/\s+/u).filter((part) => /\p{L}/u.test(part)).length < 2;
}

const line = (...words: readonly string[]): string => ["/design-lab", ...words].join(" ");
