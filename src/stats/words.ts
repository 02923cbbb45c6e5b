import { stemmer } from "stemmer";
import { eng, jpn, zho } from "stopword";

/**
 * The distinct meaningful words of a sentence, cut down to a stem so that "reliable", "Reliability" and "reliably" are
 * one. Words that carry no topic are left out: function words, and the praise and blame that every review is made of.
 * Scripts without spaces are divided by Intl.Segmenter. Of a long text the beginning counts.
 *
 * @param stems Stems found so far, added to; pass one map for the sentences of one question to look each word up once.
 */
export function meaningfulWords(text: string, stems: Map<string, string> = new Map()): Set<string> {
  const normal = text.slice(0, MAX_TEXT).normalize("NFKC").toLowerCase();
  const words = UNSPACED.test(normal) ? segmented(normal) : (normal.match(WORD) ?? []);
  const found = new Set<string>();
  for (const word of words) {
    if (found.size >= MAX_WORDS) break;
    if (word.length > MAX_WORD) continue;
    const known = stems.get(word) ?? (STOP_WORDS.has(word) || GRAMMAR.test(word) ? "" : stem(word));
    stems.set(word, known);
    if (known !== "") found.add(known);
  }
  return found;
}

/** Characters of a point that are read, words of it that count, and letters of a word. */
const MAX_TEXT = 1_000;
const MAX_WORDS = 40;
const MAX_WORD = 40;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Han, kana, Thai, Lao, Khmer and Burmese are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Kana alone in hiragana is particles and endings, one Latin letter or a digit says nothing. */
const GRAMMAR = /^(?:\p{Script=Hiragana}+|[\p{Script=Latin}\p{N}])$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
const KOREAN_PARTICLE = /(?:에서|으로|하고|이|가|을|를|은|는|의|에|로|와|과|도)$/u;
/** What Porter's stemmer leaves of "-able" and "-ability", and of "scale" beside "scaling". */
const LEFT_OVER = /^(.{4,40})(?:abl|ibl)$|^(.{3,40})e$/u;

function stem(word: string): string {
  if (HANGUL.test(word)) return word.length > 2 ? word.replace(KOREAN_PARTICLE, "") : word;
  const root = stemmer(word.normalize("NFD").replace(/\p{M}/gu, ""));
  const [, derived, silent] = LEFT_OVER.exec(root) ?? [];
  return derived ?? silent ?? root;
}

let segmenter: Intl.Segmenter | undefined;

function segmented(text: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  return [...segmenter.segment(text)].filter((part) => part.isWordLike).map((part) => part.segment);
}

/** The praise, the blame and the nouns that every review is made of, and what lists of function words leave out. */
const REVIEW_WORDS = `add added addresses adequate adequately approach appropriate architecture aspect aspects bad better
  clear clearly concern concerns concrete consider considered considers could decent describe described describes
  description design designs detail detailed details enough excellent explicit explicitly explain explained explains
  gives good great handle handled handles handling however include included includes insufficient insufficiently issue
  issues keep kept lack lacking lacks less limited little makes many may mention mentioned mentions might misses missing
  more most much must need needs nice no not one overall point points poor poorly potential potentially problem problems
  proper properly provide provided provides quite rather reasonable simple simply since solid some sound specific
  specified specify still strength strengths strong strongly sufficient sufficiently system systems thing thorough
  thoroughly though thus together toward towards unclear unspecified upon use used uses using vague vaguely very via way
  weak weakness weaknesses well whether within without would yet
  设计 設計 系统 方案 良好 没有 缺乏 不足 问题 明确 清晰 的 了 是 在 和 与 对 有 也 不 很 较 为 被 将 及 等
  問題 明確 優 良 欠 不十分 考慮 記述 説明 点 時 際 中 性 化 用 こと ため もの`;

const STOP_WORDS: ReadonlySet<string> = new Set([...eng, ...zho, ...jpn, ...REVIEW_WORDS.split(/\s+/)]);
