import type { Point } from "../artifacts/points.ts";
import type { QualitativeSummary } from "../artifacts/ranking.ts";
import { meaningfulWords } from "./words.ts";

/** One sentence of a review and who wrote it. */
export type Statement = { reviewer_id: string; text: string };

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
  const stems = new Map<string, string>();
  const topics = new Map<string, Topic>();
  for (const [at, statement] of statements.entries()) {
    const words = meaningfulWords(statement.text, stems);
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

/** Topics with a word that are compared with a later one that has it too. */
const MAX_HOLDERS = 64;

/** For each topic the positions of the similar ones. Only topics that share a word are ever compared. */
function neighbours(topics: readonly Topic[]): number[][] {
  const near = topics.map(() => [] as number[]);
  const holders = new Map<string, number[]>();
  const shared = new Uint32Array(topics.length);
  for (const [at, { words }] of topics.entries()) {
    const touched: number[] = [];
    for (const word of words) {
      const earlier = holders.get(word) ?? [];
      for (const other of earlier) {
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] ?? 0) + 1;
      }
      if (earlier.length < MAX_HOLDERS) earlier.push(at);
      holders.set(word, earlier);
    }
    for (const other of touched) {
      if (isSimilar(shared[other] ?? 0, words.size, topics[other]?.words.size ?? 0)) {
        near[at]?.push(other);
        near[other]?.push(at);
      }
      shared[other] = 0;
    }
  }
  return near;
}

function isSimilar(shared: number, a: number, b: number): boolean {
  return (2 * shared) / (a + b) >= SIMILAR && (shared >= SHARED_WORDS || 2 * shared >= Math.max(a, b));
}
