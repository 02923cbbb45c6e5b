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

/** Words for stopping in the languages that most people type. Missing one costs an estimate, and that asks no model. */
const STOP =
  /(?<![\p{L}\p{M}-])(?:stop|cancel|abort|quit|exit|kill|halt|stopp|stoppen|abbrechen|abbruch|arrêter?|arrêtez|annuler?|annulez|detén|detener|cancelar?|parar|ferma|fermare|annulla|стоп|останови|остановить|отмени|отменить|durdur|iptal)(?![\p{L}\p{M}-])|停止|取消|中止|终止|終止|停下|止めて|やめて|キャンセル|중지|취소|멈춰/iu;

const MODEL = /^[\w.-]+\/[\w./:@-]+$/u;
const EXPERIMENT = /^\d{4}-\d{2}-\d{2}/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Of a text without blanks so many letters are divided into words: the time for that grows with their square. */
const MAX_SEGMENTED = 1_000;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** Whether a text begins with a word for stopping. */
export function beginsWithStop(text: string): boolean {
  return STOP.exec(text)?.index === 0;
}

/** What else a text may mean that is about to be taken for a task, and what to type then; null where nothing is near. */
export function otherMeaning(text: string): string | null {
  const [first = ""] = text.split(/\s/u, 1);
  if (EXPERIMENT.test(first)) return `If the experiment is meant, type /design-lab show ${first}`;
  return STOP.test(text) ? `If a run is to be stopped, type ${usageOf("stop")}` : meantBy(first);
}

/** Why a text is too little for a task, and what to type instead; null for one of several words. */
export function tooLittle(task: string): string | null {
  if (!isOneWord(task)) return null;
  if (MODEL.test(task))
    return `${task} is a model's name and no task. Type /design-lab run --design-models ${task},ANOTHER/MODEL and after it what is to be designed`;
  return `"${task}" is one word: no sub-command, and too little for a task. ${otherMeaning(task) ?? "/design-lab help lists the sub-commands"}; for a new run type /design-lab run and after it, in several words, what is to be designed`;
}

/** What to type in place of a word that is like a sub-command; null where it is like none. */
function meantBy(word: string): string | null {
  const small = word.toLowerCase();
  const other = Object.hasOwn(MEANT, small) ? MEANT[small] : undefined;
  const [meant = other] = slipsOf(
    small,
    SUB_COMMANDS.map((each) => each.word),
  );
  return meant === undefined ? null : `If "${meant}" is meant, type ${usageOf(meant)}`;
}

/** True for one word, also in a script that puts no blanks between words. */
function isOneWord(text: string): boolean {
  if (UNSPACED.test(text))
    return [...WORDS.segment(text.slice(0, MAX_SEGMENTED))].filter(({ isWordLike }) => isWordLike).length < 2;
  return text.split(/\s+/u).filter((part) => /\p{L}/u.test(part)).length < 2;
}
