import { stemmer } from "stemmer";
import { eng, jpn, zho } from "stopword";
import type { Point, SharedTopic } from "../artifacts/points.ts";
import type { QualitativeSummary } from "../artifacts/ranking.ts";

/** One sentence of a review and who wrote it. */
type Statement = { reviewer_id: string; text: string };

/** Two sentences share a theme when the words in common are at least this share of the mean number of their words. */
const SIMILAR = 0.4;
/** A single word in common is a topic only when it is half or more of the longer sentence. */
const SHARED_WORDS = 2;

/** Counts one design's strengths and weaknesses over its reviewers and finds those that several state. */
export function summariseReviews(
  reviews: readonly { reviewer_id: string; strengths: readonly string[]; weaknesses: readonly string[] }[],
): QualitativeSummary {
  const said = (key: "strengths" | "weaknesses"): Statement[] =>
    reviews.flatMap((review) => review[key].map((text) => ({ reviewer_id: review.reviewer_id, text })));
  const strengths = said("strengths");
  const weaknesses = said("weaknesses");
  return {
    total_strengths: strengths.length,
    total_weaknesses: weaknesses.length,
    common_strengths: commonThemes(strengths),
    common_weaknesses: commonThemes(weaknesses),
  };
}

/** What at least two different reviewers say, one representative sentence for each theme, the most shared first. */
export function commonThemes(statements: readonly Statement[]): string[] {
  return pointsOf(statements).flatMap(({ text, reviewers }) => (reviewers.length > 1 ? [text] : []));
}

/**
 * Everything that is said, each theme once: what several reviewers say first, the most shared before others, then what
 * one says alone, in the order given.
 *
 * Sentences are similar by their meaningful words (Dice's coefficient). The sentence with the most reviewers around it
 * stands for its theme, and those around it are not used again: a star, so that a chain of half-similar sentences
 * never joins two themes.
 *
 * Time grows with the number of sentences: each is compared with the first that share a word with it, 64 a word, so
 * that of a word which everybody uses the later sentences find the earlier ones and not each other.
 */
export function pointsOf(statements: readonly Statement[]): Point[] {
  const topics = topicsOf(statements);
  const near = neighbours(topics);
  const free = new Set(topics.keys());
  const points: Point[] = [];
  const take = (positions: readonly number[]): void => {
    const own = positions.filter((at) => free.delete(at)).flatMap((at) => topics[at]?.statements ?? []);
    const text = own[0]?.text ?? "";
    const reviewers = [...new Set(own.map(({ reviewer_id }) => reviewer_id))];
    points.push({ text, reviewers, variants: own.filter((other) => other.text !== text) });
  };
  const reviewersAround = (at: number): number => {
    const reviewers = new Set(topics[at]?.reviewers);
    for (const other of near[at] ?? [])
      if (free.has(other)) for (const reviewer of topics[other]?.reviewers ?? []) reviewers.add(reviewer);
    return reviewers.size;
  };
  for (const centre of mostFirst(topics, free, reviewersAround)) take([centre, ...(near[centre] ?? [])]);
  for (const at of [...free]) if (free.has(at)) take([at, ...(near[at] ?? [])]);
  return points;
}

/**
 * The free topics with two reviewers and more around them, each when it has the most, the shorter of equals first. A
 * topic is filed by what was counted last, from where it can only move down, so that each is counted a few times.
 */
function* mostFirst(
  topics: readonly Topic[],
  free: ReadonlySet<number>,
  reviewersAround: (at: number) => number,
): Generator<number> {
  const levels: number[][] = [];
  const file = (at: number): void => {
    const level = reviewersAround(at);
    while (levels.length <= level) levels.push([]);
    levels[level]?.push(at);
  };
  const shortestFirst = (a: number, b: number): number => lengthOf(topics[a]) - lengthOf(topics[b]) || a - b;
  for (const at of topics.keys()) file(at);
  for (let level = levels.length - 1; level > 1; level--) {
    for (const at of levels[level]?.sort(shortestFirst) ?? []) {
      if (!free.has(at)) continue;
      if (reviewersAround(at) === level) yield at;
      else file(at);
    }
  }
}

/** Sentences of the same words as one, the shortest first. */
type Topic = { words: ReadonlySet<string>; statements: Statement[]; reviewers: Set<string> };

/** In the order in which they are first stated; a sentence without meaningful words is one of its own. */
function topicsOf(statements: readonly Statement[]): Topic[] {
  const topics = new Map<string, Topic>();
  for (const [at, statement] of statements.entries()) {
    const words = meaningfulWords(statement.text);
    const key = words.size > 0 ? [...words].sort().join(" ") : `\n${at}`;
    const topic = topics.get(key) ?? { words, statements: [], reviewers: new Set() };
    topics.set(key, topic);
    topic.statements.push(statement);
    topic.reviewers.add(statement.reviewer_id);
  }
  for (const { statements: same } of topics.values()) same.sort((a, b) => a.text.length - b.text.length);
  return [...topics.values()];
}

function lengthOf(topic: Topic | undefined): number {
  return topic?.statements[0]?.text.length ?? 0;
}

/** For each topic the positions of the similar ones. Only topics that share a word are ever compared. */
function neighbours(topics: readonly Topic[]): number[][] {
  const near = topics.map(() => [] as number[]);
  const index = wordIndex();
  for (const [at, { words }] of topics.entries()) {
    for (const [other, shared] of index.sharing(words)) {
      const theirs = topics[other]?.words ?? new Set();
      const topical = shared >= SHARED_WORDS || 2 * shared >= Math.max(words.size, theirs.size);
      if (!topical || likeness(shared, words, theirs) < SIMILAR) continue;
      near[at]?.push(other);
      near[other]?.push(at);
    }
    index.add(at, words);
  }
  return near;
}

/**
 * Two trade-offs are about one topic when their aspects have the same words, or this share of them is common (Dice's
 * coefficient) and two words are: "state or events" and "state partition" are two topics.
 */
const SAME_TOPIC = 0.8;
const TOPIC_WORDS = 2;
/** Two choices may say the same in other words from this share on: they are not called different. */
const NEAR_CHOICE = 0.6;

type Tradeoff = { aspect: string; choice: string };

/**
 * The trade-offs of two designs that are about one topic, each used once, the most alike first; then different choices
 * before those that may be the same. Time grows with their number: each is held against the first that share a word with it, 64 a word.
 */
export function sharedTopics(first: readonly Tradeoff[], second: readonly Tradeoff[]): SharedTopic[] {
  const pairs = alikePairs(
    first.map(({ aspect }) => meaningfulWords(aspect)),
    second.map(({ aspect }) => meaningfulWords(aspect)),
  );
  const used = { first: new Set<number>(), second: new Set<number>() };
  const shared: SharedTopic[] = [];
  for (const pair of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (used.first.has(pair.first) || used.second.has(pair.second)) continue;
    used.first.add(pair.first);
    used.second.add(pair.second);
    const [a, b] = [
      meaningfulWords(first[pair.first]?.choice ?? ""),
      meaningfulWords(second[pair.second]?.choice ?? ""),
    ];
    const common = [...a].filter((word) => b.has(word)).length;
    const differs = likeness(common, a, b) < NEAR_CHOICE;
    shared.push({ first: pair.first, second: pair.second, differs });
  }
  return shared.sort((a, b) => Number(b.differs) - Number(a.differs));
}

/** Pairs of aspects alike enough to be about one topic, in the order of both lists. */
function alikePairs(first: readonly WordSet[], second: readonly WordSet[]) {
  const index = wordIndex();
  for (const [at, words] of second.entries()) index.add(at, words);
  return first.flatMap((own, at) =>
    [...index.sharing(own)]
      .map(([to, common]) => ({
        first: at,
        second: to,
        common,
        likeness: likeness(common, own, second[to] ?? new Set()),
      }))
      .filter((pair) => pair.likeness === 1 || (pair.likeness >= SAME_TOPIC && pair.common >= TOPIC_WORDS))
      .sort((a, b) => a.second - b.second),
  );
}

type WordSet = ReadonlySet<string>;

/** Dice's coefficient of two texts by their words, of which so many are common. */
function likeness(common: number, a: WordSet, b: WordSet): number {
  return (2 * common) / Math.max(1, a.size + b.size);
}

/** Texts with a word that are compared with another that has it too. */
const MAX_HOLDERS = 64;

/** Texts by their words. `sharing` are those that have some of these words, with how many. */
function wordIndex() {
  const holders = new Map<string, number[]>();
  return {
    add(text: number, words: WordSet): void {
      for (const word of words) {
        const known = holders.get(word) ?? [];
        if (known.length < MAX_HOLDERS) known.push(text);
        holders.set(word, known);
      }
    },
    sharing(words: WordSet): ReadonlyMap<number, number> {
      const shared = new Map<number, number>();
      for (const word of words) {
        for (const text of holders.get(word) ?? []) shared.set(text, (shared.get(text) ?? 0) + 1);
      }
      return shared;
    },
  };
}

/**
 * The distinct meaningful words of a sentence, cut down to a stem so that "reliable", "Reliability" and "reliably" are
 * one. WordSet that carry no topic are left out: function words, and the praise and blame that every review is made of.
 * Scripts without spaces are divided by Intl.Segmenter. Of a long text the beginning counts.
 */
export function meaningfulWords(text: string): Set<string> {
  const normal = text.slice(0, MAX_TEXT).normalize("NFKC").toLowerCase();
  const words = UNSPACED.test(normal) ? segmented(normal) : (normal.match(WORD) ?? []);
  const found = new Set<string>();
  for (const word of words) {
    if (found.size >= MAX_WORDS) break;
    if (word.length > MAX_WORD) continue;
    const known = knownStem(word);
    if (known !== "") found.add(known);
  }
  return found;
}

/** "" for a word that carries no topic. Reviews of one experiment use few words, again and again. */
function knownStem(word: string): string {
  const known = STEMS.get(word) ?? (STOP_WORDS.has(word) || GRAMMAR.test(word) ? "" : stem(word));
  if (STEMS.size >= MAX_STEMS) STEMS.clear();
  STEMS.set(word, known);
  return known;
}

const MAX_STEMS = 10_000;
const STEMS = new Map<string, string>();

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
