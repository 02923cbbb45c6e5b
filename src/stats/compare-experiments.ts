import type { DesignChange } from "../schemas/comparison.ts";
import type { Criterion } from "../schemas/criterion.ts";
import type { RankedDesign, Ranking } from "../schemas/ranking.ts";

type Ranked = { ranking: Pick<Ranking, "designs" | "method">; criteria: readonly Criterion[] };

/**
 * How each designer's model stands in two experiments on one task, in the order of the later one; then what only the
 * earlier one had. A model that wrote several designs is matched by their order in the files' names.
 */
export function changesBetween(earlier: Ranked, later: Ranked): DesignChange[] {
  const [before, after] = [byModel(earlier), byModel(later)];
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return keys.map((key) => {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
    return {
      model: (to ?? from)?.generating_model ?? "",
      before: from && { rank: from.rank, score: scoreOf(from, earlier) },
      after: to && { rank: to.rank, score: scoreOf(to, later) },
      criterion: from && to ? widest(from, to, earlier.criteria, later.criteria) : null,
    };
  });
}

function byModel({ ranking }: Ranked): Map<string, RankedDesign> {
  const found = new Map<string, RankedDesign>();
  for (const design of ranking.designs) {
    const same = ranking.designs.filter(({ generating_model }) => generating_model === design.generating_model);
    const ids = same.map(({ design_id }) => design_id).sort();
    found.set(JSON.stringify([design.generating_model, ids.indexOf(design.design_id)]), design);
  }
  return found;
}

function scoreOf({ adjusted_score, average_score }: RankedDesign, { ranking }: Ranked): number | null {
  return ranking.method === "mean" ? average_score : adjusted_score;
}

/** The criterion of both, on one scale in both, whose average moved most for that scale; null where none moved. */
function widest(
  from: RankedDesign,
  to: RankedDesign,
  earlier: readonly Criterion[],
  later: readonly Criterion[],
): DesignChange["criterion"] {
  const moved = later.flatMap(({ name, min, max }) => {
    const same = earlier.some((each) => each.name === name && each.min === min && each.max === max);
    const before = from.score_breakdown[name]?.average ?? null;
    const after = to.score_breakdown[name]?.average ?? null;
    if (!same || before === null || after === null || before === after) return [];
    return [{ name, before, after, share: Math.abs(after - before) / (max - min) }];
  });
  const [most] = moved.sort((a, b) => b.share - a.share);
  return most ? { name: most.name, before: most.before, after: most.after } : null;
}
