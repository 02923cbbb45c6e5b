import { slipsOf } from "../text/nearest.ts";
import type { Word } from "./word.ts";

/** What can be typed, by its word. */
type Vocabulary = ReadonlyMap<string, Word>;

/** Vocabulary for stopping in the languages that most people type. Missing one costs an estimate, and that asks no model. */
const STOP =
  /(?<![\p{L}\p{M}-])(?:stop|cancel|abort|quit|exit|kill|halt|stopp|stoppen|abbrechen|abbruch|arrêter?|arrêtez|annuler?|annulez|detén|detener|cancelar?|parar|ferma|fermare|annulla|стоп|останови|остановить|отмени|отменить|durdur|iptal)(?![\p{L}\p{M}-])|停止|取消|中止|终止|終止|停下|止めて|やめて|キャンセル|중지|취소|멈춰/iu;

/** Texts that people leave where their own should stand, in small letters, without what stands around the words. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  `task, the task, a task, my task, your task, your task here, task here, task description, describe your task,
   insert task, insert your task here, todo, tbd, xxx, lorem ipsum, design, design x, something, test, undefined, null`.split(
    /,\s+/u,
  ),
);

const MODEL = /^[\w.-]+\/[\w./:@-]+$/u;
const EXPERIMENT = /^\d{4}-\d{2}-\d{2}/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Of a text without blanks so many letters are divided into words: the time for that grows with their square. */
const MAX_SEGMENTED = 1_000;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** Longer than any word for stopping and the letter after it. */
const STOP_LENGTH = 20;

/** Whether a text begins with a word for stopping. */
export function beginsWithStop(text: string): boolean {
  return STOP.exec(text.slice(0, STOP_LENGTH))?.index === 0;
}

/**
 * True for a text that names nothing to work on: fewer than two letters, or only a placeholder such as "…", "<task>"
 * or "your task". Money would be spent on it.
 */
export function saysNothing(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const letters = words.join("").match(/\p{L}/gu)?.length ?? 0;
  return letters < 2 || PLACEHOLDERS.has(words.join(" ").toLowerCase());
}

/** Why a text is too little for a task, and what to type instead; null for one of several words. */
export function tooLittle(task: string, known: Vocabulary): string | null {
  if (!isOneWord(task)) return null;
  if (MODEL.test(task))
    return `${task} is a model's name and no task. Type /design-lab run --design-models ${task},ANOTHER/MODEL and after it what is to be designed`;
  return `Unknown command "${task}". ${otherMeaning(task, known) ?? "/design-lab help lists the commands"}. A task has several words`;
}

/** True for one word, also in a script that puts no blanks between words. */
function isOneWord(text: string): boolean {
  if (UNSPACED.test(text))
    return [...WORDS.segment(text.slice(0, MAX_SEGMENTED))].filter(({ isWordLike }) => isWordLike).length < 2;
  return text.split(/\s+/u).filter((part) => /\p{L}/u.test(part)).length < 2;
}

/** What else a text may mean that is about to be taken for a task, and what to type then; null where nothing is near. */
export function otherMeaning(text: string, known: Vocabulary): string | null {
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/su.exec(text) ?? [];
  if (EXPERIMENT.test(first)) return `If the experiment is meant, type /design-lab show ${first}`;
  const stop = known.get("stop");
  if (stop && STOP.test(text)) return `If a run is to be stopped, type ${typedAs(stop)}`;
  const near = nearTo(first.toLowerCase(), /^[^"']\S*\s/u.test(rest), known);
  return near ? meantText(near) : null;
}

/** What a word is a slip of, or another name for; at the head of a sentence only what has its letters in another order. */
export function nearTo(word: string, sentence: boolean, known: Vocabulary): Word | undefined {
  const slips = slipsOf(word, [...known.keys()]);
  if (sentence) return known.get(slips.find((name) => lettersOf(name) === lettersOf(word)) ?? "");
  const others = [...known.values()].map((each) => ({ each, also: each.also ?? [] }));
  return (
    known.get(slips[0] ?? "") ??
    others.find(({ also }) => also.includes(word))?.each ??
    others.find(({ also }) => slipsOf(word, also).length > 0)?.each
  );
}

const lettersOf = (word: string): string => [...word].sort().join("");

export function meantText(meant: Word): string {
  return `If "${meant.word}" is meant, type ${typedAs(meant)}`;
}

/** What a person types for a word: "/design-lab open [experiment]". */
export function typedAs({ usage }: Pick<Word, "usage">): string {
  return `/design-lab ${usage}`;
}
