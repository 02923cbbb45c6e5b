/**
 * Sentences taken out of prose, cut off it and put into it, so that what is left reads as if it had been written so.
 * Drawings and code between fences are never touched, nor is a text left empty.
 */

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const FENCE = /^[ \t]*(?:`{3,}|~{3,})/mu;
const MARKED = /^\s*(?:[-*+•>|#]|\d{1,3}[.)]\s)/u;
const TITLE = /^\s*#/u;

const sentencesIn = (line: string): string[] => [...SENTENCES.segment(line)].map(({ segment }) => segment);

/**
 * A text without the sentences that match, and how many went. Lines of a list and rows of a table go as a whole, and a
 * heading goes where nothing is left below it. A text of which nothing would be left stays as it is.
 */
export function withoutSentences(text: string, matches: (sentence: string) => boolean): { text: string; out: number } {
  if (FENCE.test(text)) return { text, out: 0 };
  let out = 0;
  const lines = text.split("\n").flatMap((line) => {
    if (line.trim() === "" || TITLE.test(line)) return [line];
    if (MARKED.test(line)) {
      if (!matches(line) || line.trimStart().startsWith("|")) return [line];
      out += 1;
      return [];
    }
    const kept = sentencesIn(line).filter((sentence) => !matches(sentence));
    out += sentencesIn(line).length - kept.length;
    const rest = kept.join("").trimEnd();
    return rest === "" ? [] : [rest];
  });
  const kept = lines.filter((line, at) => !TITLE.test(line) || hasBody(lines, at));
  const left = kept
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
  const says = left.split("\n").some((line) => line.trim() !== "" && !TITLE.test(line));
  return out > 0 && says ? { text: left, out } : { text, out: 0 };
}

/** Whether anything stands between a heading and the next. */
function hasBody(lines: readonly string[], at: number): boolean {
  for (const line of lines.slice(at + 1)) {
    if (line.trim() === "") continue;
    return !TITLE.test(line);
  }
  return false;
}

/** The first sentences of a text, and how many went; as it is where it has no more, or begins with something else than prose. */
export function firstSentences(text: string, keep: number): { text: string; out: number } {
  const [first = ""] = text.split("\n").filter((line) => line.trim() !== "");
  if (FENCE.test(text) || MARKED.test(first)) return { text, out: 0 };
  const all = text
    .split("\n")
    .flatMap((line) => (MARKED.test(line) ? [line] : sentencesIn(line)))
    .filter((each) => each.trim() !== "");
  const kept = sentencesIn(first).slice(0, keep);
  const out = all.length - kept.length;
  return out > 0 ? { text: kept.join("").trim(), out } : { text, out: 0 };
}

/** A text with one sentence more, at the end of its last paragraph of prose. */
export function withSentence(text: string, sentence: string): string {
  const paragraphs = text.split(/\n{2,}/u);
  const last = FENCE.test(text)
    ? -1
    : paragraphs.findLastIndex((each) => !MARKED.test(each) && !/\n\s{0,20}[-*+•|>]/u.test(each));
  if (last < 0) return `${text}\n\n${sentence}`;
  return paragraphs.map((each, at) => (at === last ? `${withStop(each)} ${sentence}` : each)).join("\n\n");
}

const withStop = (text: string): string =>
  /[.!?:…"”)]$/u.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;

/** A list with one entry more, with a full stop only where the others have one. */
export function withEntry(entries: readonly string[], sentence: string): string[] {
  const stops = entries.length > 0 && entries.every((entry) => entry.trimEnd().endsWith("."));
  return [...entries, stops ? sentence : sentence.replace(/\.$/u, "")];
}

/** Words that English prose cannot do without, and the share of all words from which a text is taken for English. */
const ENGLISH = new Set("the of and to is are in that it by with for from which on as be".split(" "));
const LEAST_ENGLISH = 0.12;

/** Whether a text is in English, so that an English sentence in it is nothing odd. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => ENGLISH.has(word)).length >= LEAST_ENGLISH * words.length && words.length > 0;
}
