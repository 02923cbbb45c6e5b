import type { DesignChange, Move, Standing } from "../artifacts/comparison.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";

/** `plan`: the ids of the designs in the order of the plan. */
type Ranked = { ranking: Pick<Ranking, "designs">; criteria: readonly Criterion[]; plan: readonly string[] };

/**
 * How each design stands in two experiments on one task, in the order of the later one; then what only the earlier one
 * had. Designs are matched by their model, several of one model in the order of their plans, and each once.
 */
export function changesBetween(earlier: Ranked, later: Ranked): DesignChange[] {
  const [before, after] = [byModel(earlier), byModel(later)];
  const common = [...after.keys()].filter((key) => before.has(key));
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return keys.map((key) => {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
    const [was, is] = [from && standing(from, before, common), to && standing(to, after, common)];
    const move = was && is && moveOf(was, is);
    return {
      model: (to ?? from)?.generating_model ?? "",
      before: was,
      after: is,
      move,
      criterion: from && to && move ? widest(from, to, earlier.criteria, later.criteria, move) : null,
    };
  });
}

function byModel({ ranking, plan }: Ranked): Map<string, RankedDesign> {
  const found = new Map<string, RankedDesign>();
  for (const design of ranking.designs) {
    const same = ranking.designs.filter(({ generating_model }) => generating_model === design.generating_model);
    const ids = same.map(({ design_id }) => design_id).sort((a, b) => plan.indexOf(a) - plan.indexOf(b));
    found.set(JSON.stringify([design.generating_model, ids.indexOf(design.design_id)]), design);
  }
  return found;
}

/** `among` counts only designs that are in both experiments, so that it does not move where others come or go. */
function standing(
  { design_id, rank }: RankedDesign,
  designs: ReadonlyMap<string, RankedDesign>,
  common: readonly string[],
): Standing {
  const ahead = common.filter((key) => {
    const other = designs.get(key)?.rank ?? null;
    return rank !== null && other !== null && other < rank;
  });
  return { design_id, rank, among: rank === null ? null : ahead.length + 1 };
}

function moveOf({ among: from }: Standing, { among: to }: Standing): Move | null {
  if (from === null || to === null) return null;
  if (from === to) return "stays";
  return to < from ? "rose" : "fell";
}

/** The criterion of both, on one scale in both, whose average went most the way of the design; null where none did. */
function widest(
  from: RankedDesign,
  to: RankedDesign,
  earlier: readonly Criterion[],
  later: readonly Criterion[],
  move: Move,
): DesignChange["criterion"] {
  const way = { rose: 1, fell: -1, stays: 0 }[move];
  const moved = later.flatMap(({ name, min, max }) => {
    const same = earlier.some((each) => each.name === name && each.min === min && each.max === max);
    const before = from.score_breakdown[name]?.average ?? null;
    const after = to.score_breakdown[name]?.average ?? null;
    if (!same || before === null || after === null) return [];
    return [{ name, before, after, share: (way * (after - before)) / (max - min) }];
  });
  const [most] = moved.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return most ? { name: most.name, before: most.before, after: most.after } : null;
}
