import type { Comparison, Doubt } from "../schemas/comparison.ts";
import { inline, type Markdown, md } from "../text/markdown.ts";
import { list, probabilityClause, SURE, TOLD_APART } from "../text/numbers.ts";

/** Designs of a tie that are named with their titles. */
const MAX_NAMED = 4;

type Pair = Comparison["pairs"][number];
/** What a design is called in the sentence. */
type Name = (design_id: string) => Markdown;

/** Which of the compared designs is better and how sure that is, in one sentence. */
export function comparisonVerdict({ designs, pairs, doubt }: Comparison, name: Name): Markdown {
  const [first, second] = designs;
  if (first === undefined || second === undefined) {
    return md`Fewer than two of these designs have scores, so there is no number to compare.`;
  }
  const [pair, ...more] = pairs;
  if (pair === undefined && doubt === "nobody-compares") {
    return md`**Nobody compares these designs:** no reviewer's scores set one against another, so there is no order.`;
  }
  if (pair === undefined) return md`All criteria have weight zero, so the designs are not ranked.`;
  if (more.length === 0) return md`${pairVerdict(pair, doubt, name)}${reason(pair, doubt)}`;
  const own = pairs.filter(({ better }) => better === first);
  if (doubt === "one-reviewer") {
    return md`**One reviewer alone tells these designs apart:** it puts ${name(first)} first.`;
  }
  const tied = own.filter(({ probability }) => probability < TOLD_APART);
  const last = tied.at(-1);
  if (last !== undefined) {
    const names = [first, ...tied.map(({ worse }) => worse)].map(name);
    const of = tied.length > 1 ? md` that ${inline(first)} is better than ${inline(last.worse)}` : md``;
    return md`**${list(names, MAX_NAMED)} cannot be told apart** (${clause(last, doubt)}${of}).`;
  }
  const nearest = own.reduce((a, b) => (b.probability < a.probability ? b : a), pair);
  return md`**${name(first)} is ${betterText(nearest, doubt)} than the other ${own.length}** (${clause(nearest, doubt)} against ${inline(nearest.worse)}, the nearest)${reason(nearest, doubt)}`;
}

/** "**A is probably better than B** (P = 87 %)", without a full stop where a reason may follow. */
export function pairVerdict(pair: Pair, doubt: Doubt | null, name: Name): Markdown {
  const [better, worse] = [name(pair.better), name(pair.worse)];
  if (doubt === "one-reviewer") {
    return md`**One reviewer alone tells the designs apart:** it puts ${better} before ${worse}`;
  }
  return pair.probability >= TOLD_APART
    ? md`**${better} is ${betterText(pair, doubt)} than ${worse}** (${clause(pair, doubt)})`
    : md`**${better} and ${worse} cannot be told apart** (${clause(pair, doubt)})`;
}

function betterText({ probability }: Pair, doubt: Doubt | null): "better" | "probably better" {
  return probability >= SURE && doubt === null ? "better" : "probably better";
}

function clause({ probability }: Pair, doubt: Doubt | null): Markdown {
  return md`${probabilityClause(probability, doubt !== null)}`;
}

/** The end of the sentence: why it is no surer, where the number alone would be. */
function reason({ probability }: Pair, doubt: Doubt | null): Markdown {
  if (probability < TOLD_APART || doubt === null || doubt === "one-reviewer") return md`.`;
  return doubt === "few-reviewers"
    ? md`: no surer, for only two reviewers tell the designs apart.`
    : md`: no surer, for with two designs all rests on one difference.`;
}
