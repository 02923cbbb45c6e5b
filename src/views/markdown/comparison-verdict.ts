import type { Comparison } from "../../artifacts/comparison.ts";
import type { Doubt } from "../../artifacts/ranking.ts";
import { SURE } from "../../text/certainty.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { list, probabilityClause } from "../../text/numbers.ts";

/** Why a number is no surer than it is said to be. */
export const DOUBTS: Readonly<Record<Exclude<Doubt, "one-reviewer">, Markdown>> = {
  "few-reviewers": md`only two reviewers tell the designs apart`,
  "few-designs": md`with two designs all rests on one difference`,
  "close-designs": md`two designs of nearly one quality would now and then look as far apart`,
};

/** Designs of a tie that are named with their titles. */
const MAX_NAMED = 4;

type Pair = Comparison["pairs"][number];
/** What a design is called in the sentence. */
type Name = (design_id: string) => Markdown;

/** Which of the compared designs is better and how sure that is, in one sentence. */
export function comparisonVerdict(comparison: Comparison, name: Name): Markdown {
  const { designs, pairs, doubt, told_apart } = comparison;
  const [first, second] = designs;
  if (first === undefined || second === undefined) {
    return md`Fewer than two of these designs have scores, so there is no number to compare.`;
  }
  const [pair, ...more] = pairs;
  if (pair === undefined && doubt === "nobody-compares") {
    return md`**Nobody compares these designs:** no reviewer's scores set one against another, so there is no order.`;
  }
  if (pair === undefined) return md`All criteria have weight zero, so the designs are not ranked.`;
  if (more.length === 0) return md`${pairVerdict(pair, comparison, name)}${reason(pair, comparison)}`;
  const own = pairs.filter(({ better }) => better === first);
  if (doubt === "one-reviewer") {
    return md`**One reviewer alone tells these designs apart:** it puts ${name(first)} first.`;
  }
  const tied = own.filter(({ probability }) => probability < told_apart);
  const last = tied.at(-1);
  if (last !== undefined) {
    const names = [first, ...tied.map(({ worse }) => worse)].map(name);
    const of = tied.length > 1 ? md` that ${inline(first)} is better than ${inline(last.worse)}` : md``;
    return md`**${list(names, MAX_NAMED)} cannot be told apart** (${clause(last, comparison)}${of}).`;
  }
  const nearest = own.reduce((a, b) => (b.probability < a.probability ? b : a), pair);
  return md`**${name(first)} is ${betterText(nearest, comparison)} than the other ${own.length}** (${clause(nearest, comparison)} against ${inline(nearest.worse)}, the nearest)${reason(nearest, comparison)}`;
}

/** What a pair is judged by. */
type Bounds = Pick<Comparison, "doubt" | "told_apart">;

/** "**A is probably better than B** (P = 87 %)", without a full stop where a reason may follow. */
export function pairVerdict(pair: Pair, bounds: Bounds, name: Name): Markdown {
  const [better, worse] = [name(pair.better), name(pair.worse)];
  if (bounds.doubt === "one-reviewer") {
    return md`**One reviewer alone tells the designs apart:** it puts ${better} before ${worse}`;
  }
  return pair.probability >= bounds.told_apart
    ? md`**${better} is ${betterText(pair, bounds)} than ${worse}** (${clause(pair, bounds)})`
    : md`**${better} and ${worse} cannot be told apart** (${clause(pair, bounds)})`;
}

function betterText({ probability }: Pair, { doubt }: Bounds): "better" | "probably better" {
  return probability >= SURE && doubt === null ? "better" : "probably better";
}

function clause({ probability }: Pair, { doubt, told_apart }: Bounds): Markdown {
  return md`${probabilityClause(probability, doubt === null ? null : told_apart)}`;
}

/** The end of the sentence: why it is no surer, where the number alone would be. */
function reason({ probability }: Pair, { doubt, told_apart }: Bounds): Markdown {
  if (probability < told_apart || doubt === null || doubt === "one-reviewer" || doubt === "nobody-compares")
    return md`.`;
  return md`: no surer, for ${DOUBTS[doubt]}.`;
}
