import type { BriefSource } from "../../artifacts/brief.ts";
import { quoteFinder } from "../../blind/quotes.ts";
import type { Asked } from "../../questions/replay.ts";
import { filesOf, type Told } from "./told.ts";

/** What the sources of a brief say: `of` one of them, null where nothing is known of what it says; `all` of them. */
export type SourcesSay = { of(source: BriefSource): string | null; all: string };

/** @param more What else the person said, to a brief that is changed: every item may hold it. */
export function saidIn({ idea, from, asked, found, files }: Told, more: readonly string[] = []): SourcesSay {
  const foundAt = (where: string) => found.filter((each) => each.where === where).map(({ what }) => what);
  const answers = new Map(asked.map((each) => [each.id, answerSaid(each, files)]));
  const of = (source: BriefSource): string | null => {
    if (source.kind === "idea") return [idea, ...foundAt("idea"), ...more].join("\n");
    if (source.kind === "question") return [answers.get(source.id) ?? "", ...more].join("\n");
    const document = from.find(({ path }) => path === source.path);
    // Of a file of the project nobody kept what it says.
    return document === undefined ? null : [document.text, ...foundAt(source.path), ...more].join("\n");
  };
  const all = [idea, ...from.map(({ text }) => text), ...found.map(({ what }) => what), ...answers.values(), ...more];
  return { of, all: all.join("\n") };
}

/** A question's own words and its answer's, of its options those that the answer names, and files that were given. */
function answerSaid({ question, state, answer }: Asked, files: Told["files"]): string {
  const { options = [], ...own } = question as { options?: { id: string }[] } & Record<string, unknown>;
  if (state !== "answered" || answer === null) return wordsIn(own).join("\n");
  const given = wordsIn(answer);
  const ids = new Set([...wordsIn(answer, NOTHING), ...("ratings" in answer ? Object.keys(answer.ratings) : [])]);
  const chosen = options.filter(({ id }) => ids.has(id)).flatMap((each) => wordsIn(each));
  const unit = "unit" in question ? ` ${question.unit}` : "";
  const texts = filesOf(answer).map(({ path }) => files.get(path) ?? "");
  return [...wordsIn(own), ...chosen, ...given.map((each) => `${each}${unit}`), ...texts].join("\n");
}

/** The texts in a value, and the numbers of an answer: those of a question are its scale, which nobody said. */
function wordsIn(value: unknown, but = UNSAID): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return typeof value === "number" ? [String(value)] : [];
  return Object.entries(value).flatMap(([key, each]) => (but.has(key) ? [] : wordsIn(each, but)));
}

const NOTHING: ReadonlySet<string> = new Set();
const UNSAID: ReadonlySet<string> = new Set([
  "min",
  "max",
  "step",
  "rank",
  "default",
  "max_length",
  "max_bytes",
  "id",
  "path",
  "sha256",
]);

/** The quotes and figures of a text that none of some others says, as they stand in it. */
export function unsaidIn(text: string, said: string): string[] {
  const isQuoted = quoteFinder(said);
  const quotes = [...text.matchAll(QUOTE)].flatMap(([, quote = ""]) => (isQuoted(quote) ? [] : quote));
  const known = new Set([...figuresIn(said).flatMap(({ values }) => values), ...wordNumbers(said)]);
  const figures = figuresIn(text).filter(({ values }) => !values.some((value) => value < 2 || known.has(value)));
  return [...new Set([...quotes, ...figures.map(({ shown }) => shown)])].slice(0, MOST);
}

/** Of one text as many are named. */
const MOST = 10;
const QUOTE = /["\u201C\u201E\u00AB]([^"\u201C\u201D\u201E\u00AB\u00BB\n]{12,500})["\u201D\u201C\u00BB]/gu;
/** A figure with its groups, its decimals and what makes it greater; no digit of a name, as in S3 or UTF-8. */
const FIGURE =
  /(?<![\p{L}\p{N}]|\p{L}-|\d[.,])(\p{Sc}\s?)?(\d{1,3}(?:[.,'\u2019\u00A0\u202F ]\d{3})+(?!\d)|\d{1,15})(?:([.,])(\d{1,6}))?(?:\s?(k|m|bn|thousand|million|billion|%|\p{Sc})(?![\p{L}\p{N}]))?/giu;
const TIMES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9 };

/** Each figure with what it may mean: "1.500" is 1500 in some countries and 1.5 in others. */
function figuresIn(text: string): { shown: string; values: number[] }[] {
  return [...text.normalize("NFKC").matchAll(FIGURE)].map(([shown, , whole = "", , decimals, times = ""]) => {
    const tight = whole.replace(/\D/gu, "");
    const plain = Number(decimals === undefined ? tight : `${tight}.${decimals}`);
    const readings = [plain, ...(/^\d{1,3}[.,]\d{3}$/u.test(whole) ? [Number(whole.replace(",", "."))] : [])];
    const factor = TIMES[times.toLowerCase()];
    return {
      shown: shown.trim(),
      values: factor === undefined ? readings : readings.flatMap((one) => [one, one * factor]),
    };
  });
}

const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MORE: Readonly<Record<string, number>> = {
  twice: 2,
  both: 2,
  pair: 2,
  dozen: 12,
  twenty: 20,
  fifty: 50,
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
};

function wordNumbers(text: string): number[] {
  return (text.toLowerCase().match(/\p{L}{3,8}/gu) ?? []).flatMap((word) => {
    const at = WORDS.indexOf(word);
    return at >= 0 ? at : Object.hasOwn(MORE, word) ? (MORE[word] ?? 0) : [];
  });
}
