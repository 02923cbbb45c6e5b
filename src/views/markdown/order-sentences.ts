import { isCompared, type Ranking } from "../../artifacts/ranking.ts";
import { SURE } from "../../text/certainty.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { list, probabilityClause } from "../../text/numbers.ts";
import { limitOf } from "./sureness.ts";

/** How many steps and ties of an order are named. */
const MAX_STEPS = 4;
const MAX_IN_TIE = 6;

/** Ties below the first place and the steps between designs that can be told apart, from the top. */
export function orderSentences(ranking: Ranking): Markdown[] {
  const { designs, pairwise, summary } = ranking;
  if (!isCompared(ranking)) return [];
  const limit = limitOf(ranking);
  const ids = designs.filter(({ rank }) => rank !== null).map(({ design_id }) => design_id);
  const said = ids.flatMap((id, at) => {
    const next = ids[at + 1];
    if (next === undefined) return [];
    const starts = summary.tie_groups.filter((group) => group[0] === id);
    const headlined = at === 0 && summary.winner === null;
    if (starts.length > 0) return headlined ? [] : starts.map((group) => tieText(group, ranking));
    if (summary.tie_groups.some((group) => group.includes(id) && group.includes(next))) return [];
    const p = probabilityOf(id, next, pairwise);
    const better = (p ?? 0) >= SURE && limit === null ? "better" : "probably better";
    return [md`${inline(id)} is ${better} than ${inline(next)} (${probabilityClause(p, limit)}).`];
  });
  return said.slice(0, MAX_STEPS);
}

/** "A and B cannot be told apart (P = 58 %)." With more than two, P is of the first over the last. */
function tieText(group: readonly string[], ranking: Ranking): Markdown {
  const [first = "", last = ""] = [group.at(0), group.at(-1)];
  const p = probabilityClause(probabilityOf(first, last, ranking.pairwise), limitOf(ranking));
  const of = group.length > 2 ? md`${p} that ${inline(first)} is better than ${inline(last)}` : p;
  const names = group.map((id) => inline(id));
  return md`${list(names, MAX_IN_TIE)} cannot be told apart (${of}).`;
}

function probabilityOf(better: string, worse: string, pairwise: Ranking["pairwise"]): number | null {
  return pairwise.find((pair) => pair.better === better && pair.worse === worse)?.probability ?? null;
}
