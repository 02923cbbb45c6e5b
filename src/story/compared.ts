import type { Comparison } from "../artifacts/comparison.ts";
import { SURE } from "../text/certainty.ts";
import { probabilityClause } from "../text/numbers.ts";
import { design, listed, type Marked, type Sentence, say, strong, titled } from "./sentence.ts";
import { DOUBTS } from "./verdict.ts";

/** Designs of a tie that are named with their titles. */
const MAX_NAMED = 4;

type Pair = Comparison["pairs"][number];
/** What a design is called in the sentence. */
type Name = (design_id: string) => Marked;

/** Which of the compared designs is better and how sure that is, in one sentence. */
export function comparisonVerdict(comparison: Comparison, name: Name = titled): Sentence {
  const { designs, pairs, doubt, told_apart } = comparison;
  const [first, second] = designs;
  if (first === undefined || second === undefined) {
    return say`Fewer than two of these designs have scores, so there is no number to compare.`;
  }
  const [pair, ...more] = pairs;
  if (pair === undefined && doubt === "nobody-compares") {
    return say`${strong(say`Nobody compares these designs:`)} no reviewer's scores set one against another, so there is no order.`;
  }
  if (pair === undefined) return say`All criteria have weight zero, so the designs are not ranked.`;
  if (more.length === 0) return say`${pairVerdict(pair, comparison, name)}${reason(pair, comparison)}`;
  const own = pairs.filter(({ better }) => better === first);
  if (doubt === "one-reviewer") {
    return say`${strong(say`One reviewer alone tells these designs apart:`)} it puts ${name(first)} first.`;
  }
  const tied = own.filter(({ probability }) => probability < told_apart);
  const last = tied.at(-1);
  if (last !== undefined) {
    const names = [first, ...tied.map(({ worse }) => worse)].map(name);
    const of = tied.length > 1 ? say` that ${design(first)} is better than ${design(last.worse)}` : say``;
    return say`${strong(say`${listed(names, MAX_NAMED)} cannot be told apart`)} (${clause(last, comparison)}${of}).`;
  }
  const nearest = own.reduce((a, b) => (b.probability < a.probability ? b : a), pair);
  return say`${strong(say`${name(first)} is ${betterText(nearest, comparison)} than the other ${own.length}`)} (${clause(nearest, comparison)} against ${design(nearest.worse)}, the nearest)${reason(nearest, comparison)}`;
}

/** What a pair is judged by. */
type Bounds = Pick<Comparison, "doubt" | "told_apart">;

/** "A is probably better than B (P = 87 %)", without a full stop where a reason may follow. */
export function pairVerdict(pair: Pair, bounds: Bounds, name: Name): Sentence {
  const [better, worse] = [name(pair.better), name(pair.worse)];
  if (bounds.doubt === "one-reviewer") {
    return say`${strong(say`One reviewer alone tells the designs apart:`)} it puts ${better} before ${worse}`;
  }
  return pair.probability >= bounds.told_apart
    ? say`${strong(say`${better} is ${betterText(pair, bounds)} than ${worse}`)} (${clause(pair, bounds)})`
    : say`${strong(say`${better} and ${worse} cannot be told apart`)} (${clause(pair, bounds)})`;
}

function betterText({ probability }: Pair, { doubt }: Bounds): "better" | "probably better" {
  return probability >= SURE && doubt === null ? "better" : "probably better";
}

function clause({ probability }: Pair, { doubt, told_apart }: Bounds): Sentence {
  return say`${probabilityClause(probability, doubt === null ? null : told_apart)}`;
}

/** The end of the sentence: why it is no surer, where the number alone would be. */
function reason({ probability }: Pair, { doubt, told_apart }: Bounds): Sentence {
  if (probability < told_apart || doubt === null || doubt === "one-reviewer" || doubt === "nobody-compares")
    return say`.`;
  return say`: no surer, for ${DOUBTS[doubt]}.`;
}
