import type { Half } from "../artifacts/summary.ts";
import { fitRanking, type RankingFit } from "./fit.ts";
import { judgedBy, type RankingInput, type Scored } from "./panel.ts";

/** Minds of a panel from which on its halves are held against each other. */
export const LEAST_TO_HALVE = 4;
/** Ways to halve a panel that are tried, evenly spread over all where there are more. */
const MOST_WAYS = 200;

/**
 * Halves of a panel against each other: each of ways to split its minds (the smaller half of an odd number one mind
 * fewer) predicts with one half and asks the other, both in turn. `p` is P(best) of the half's first design, `other` and
 * `whole` are 1 where the other half, and all together, put that design first too. Equals share a place. Null for fewer
 * than four minds and for one design; a split of which a half ranks fewer than two designs says nothing.
 */
export function halvesOf(panel: Scored, options: RankingInput["options"]): Half[] | null {
  const minds = [...new Set([...panel.cells, ...panel.ordered].map(({ reviewer }) => reviewer))].sort((a, b) => a - b);
  if (minds.length < LEAST_TO_HALVE) return null;
  const whole = fitRanking(panel, options);
  if (whole === null) return [];
  if (whole.ids.length < 2) return null;
  const fits = (half: ReadonlySet<number>): RankingFit | null => {
    const fitted = fitRanking(
      judgedBy(panel, (at) => half.has(at)),
      options,
    );
    return fitted === null || fitted.ids.length < 2 ? null : fitted;
  };
  return splitsOf(minds).flatMap((one) => {
    const own = new Set(one);
    const [a, b] = [fits(own), fits(new Set(minds.filter((at) => !own.has(at))))];
    return a === null || b === null ? [] : [beside(a, b, whole), beside(b, a, whole)];
  });
}

/** The first designs of a ranking; several where they are equal. */
const firstsOf = ({ ids, ranks }: RankingFit): string[] => ids.filter((_, at) => ranks[at] === 1);

function beside(half: RankingFit, other: RankingFit, whole: RankingFit): Half {
  const own = firstsOf(half);
  const p = own.reduce((sum, id) => sum + (half.uncertainty.best[half.ids.indexOf(id)] ?? 0), 0) / own.length;
  const shared = (fit: RankingFit): number => {
    const firsts = firstsOf(fit);
    return firsts.filter((id) => own.includes(id)).length / (own.length * firsts.length);
  };
  return { p, other: shared(other), whole: shared(whole) };
}

/** The smaller halves, each way once. */
function splitsOf(minds: readonly number[]): number[][] {
  const size = Math.floor(minds.length / 2);
  const isEven = minds.length === 2 * size;
  const count = choose(minds.length, size) / (isEven ? 2 : 1);
  const ways = Math.min(MOST_WAYS, count);
  // In lexical order the first half of an even number's are those with the first mind, each of which has its complement.
  return Array.from({ length: ways }, (_, at) => combination(minds, size, Math.floor((at * count) / ways)));
}

/** The combination at a place of the lexical order. */
function combination(items: readonly number[], size: number, place: number): number[] {
  const [first, ...rest] = items;
  if (size === 0 || first === undefined) return [];
  const withFirst = choose(rest.length, size - 1);
  return place < withFirst
    ? [first, ...combination(rest, size - 1, place)]
    : combination(rest, size, place - withFirst);
}

/** n over k; past 2^53 it is near enough to spread places by. */
function choose(n: number, k: number): number {
  let ways = 1;
  for (let at = 0; at < k; at++) ways = Math.round((ways * (n - at)) / (at + 1));
  return ways;
}
