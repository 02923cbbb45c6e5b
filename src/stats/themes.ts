import type { Point } from "../schemas/points.ts";
import type { QualitativeSummary } from "../schemas/ranking.ts";
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
 */
export function pointsOf(statements: readonly Statement[]): Point[] {
  const stems = new Map<string, string>();
  const words = statements.map(({ text }) => meaningfulWords(text, stems));
  const near = neighbours(words);
  const free = new Set(statements.keys());
  const points: Point[] = [];
  const take = (positions: readonly number[]): void => {
    const own = positions.filter((at) => free.delete(at)).flatMap((at) => statements[at] ?? []);
    const text = own[0]?.text ?? "";
    const reviewers = [...new Set(own.map(({ reviewer_id }) => reviewer_id))];
    points.push({ text, reviewers, variants: own.filter((other) => other.text !== text) });
  };
  for (let centre = centreOf(statements, near, free); centre !== null; centre = centreOf(statements, near, free)) {
    take([centre, ...(near[centre] ?? [])]);
  }
  for (const at of [...free]) if (free.has(at)) take([at, ...(near[at] ?? [])]);
  return points;
}

/** The free sentence with the most reviewers around it, the shorter of equals; null when all stand alone. */
function centreOf(
  statements: readonly Statement[],
  near: readonly (readonly number[])[],
  free: ReadonlySet<number>,
): number | null {
  let centre: number | null = null;
  let most = 1;
  for (const at of free) {
    const around = [at, ...(near[at] ?? [])].filter((other) => free.has(other));
    const reviewers = new Set(around.map((other) => statements[other]?.reviewer_id)).size;
    const shorter = centre !== null && lengthOf(statements[at]) < lengthOf(statements[centre]);
    if (reviewers > most || (reviewers === most && shorter)) {
      centre = at;
      most = reviewers;
    }
  }
  return centre;
}

function lengthOf(statement: Statement | undefined): number {
  return statement?.text.length ?? 0;
}

/** For each set of words the positions of the similar ones. Only sets that share a word are ever compared. */
function neighbours(words: readonly Set<string>[]): number[][] {
  const near = words.map(() => [] as number[]);
  const holders = new Map<string, number[]>();
  const shared = new Uint32Array(words.length);
  for (const [at, own] of words.entries()) {
    const touched: number[] = [];
    for (const word of own) {
      const earlier = holders.get(word) ?? [];
      for (const other of earlier) {
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] ?? 0) + 1;
      }
      earlier.push(at);
      holders.set(word, earlier);
    }
    for (const other of touched) {
      if (isSimilar(shared[other] ?? 0, own.size, words[other]?.size ?? 0)) {
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
