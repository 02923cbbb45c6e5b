import { mean } from "simple-statistics";
import type { ReviewerRecord } from "../artifacts/summary.ts";
import { compositeScore } from "./composite.ts";
import { compact, type Observation } from "./incidence.ts";
import { rubricsOf } from "./minds.ts";
import { qualityOf } from "./odd-reviewers.ts";
import type { RankingInput } from "./panel.ts";
import { EPSILON } from "./ranks.ts";

/** What one reviewer's scores say beside those of all other minds. */
export type BesideOthers = { reviewer_id: string; model: string } & Pick<
  ReviewerRecord,
  "designs" | "severity" | "squares" | "pairs" | "length"
>;

type Cell = { at: Observation; value: number };

/**
 * Each reviewer that scored beside the others of its panel, without itself: the quality q_i of designs by the additive
 * model of all other minds, and d_i = y_i − q_i over the designs that are not its own. A row of the same model is no other
 * mind. Criteria are those that all score, so that a persona's own move nothing.
 */
export function besideOthersOf(input: RankingInput): BesideOthers[] {
  const criteria = rubricsOf(input).ofAll;
  const places = new Map(input.designs.map(({ design_id }, at) => [design_id, at]));
  const rows = input.reviewers.map(({ reviewer_id, model }, reviewer) => ({
    reviewer_id,
    model,
    cells: input.scores.flatMap((score): Cell[] => {
      const design = places.get(score.design_id);
      const value = compositeScore(score.scores, criteria);
      const isOf = score.reviewer_id === reviewer_id && criteria.every(({ name }) => name in score.scores);
      if (!isOf || design === undefined || value === null) return [];
      const self = score.self === true || input.designs[design]?.generating_model === score.scorer_model;
      return [{ at: { design, reviewer, self }, value }];
    }),
  }));
  return rows.flatMap((row): BesideOthers[] => {
    const others = rows.flatMap((other) => (other.model === row.model ? [] : other.cells));
    if (row.cells.length === 0) return [];
    const quality = qualityOf(
      compact(others.map(({ at }) => at)),
      others.map(({ value }) => value),
    );
    const shared = row.cells.flatMap(({ at, value }) => {
      const q = at.self ? undefined : quality.get(at.design);
      const length = Math.log2(Math.max(1, input.designs[at.design]?.length ?? 1));
      return q === undefined ? [] : [{ value, q, d: value - q, length }];
    });
    const { reviewer_id, model } = row;
    if (shared.length === 0) return [{ reviewer_id, model, ...NOTHING_SHARED }];
    const severity = mean(shared.map(({ d }) => d));
    const middle = mean(shared.map(({ length }) => length));
    const over = (of: (each: (typeof shared)[number]) => number) => shared.reduce((sum, each) => sum + of(each), 0);
    return [
      {
        reviewer_id,
        model,
        designs: shared.length,
        severity,
        squares: over(({ d }) => (d - severity) ** 2),
        pairs: pairsOf(shared),
        length: {
          xx: over(({ length }) => (length - middle) ** 2),
          xy: over(({ length, d }) => (length - middle) * (d - severity)),
        },
      },
    ];
  });
}

const NOTHING_SHARED = {
  designs: 0,
  severity: null,
  squares: 0,
  pairs: { of: 0, agreed: 0 },
  length: { xx: 0, xy: 0 },
};

/** Pairs that the others tell apart, and those of them that are ordered alike; equal scores count half. */
function pairsOf(shared: readonly { value: number; q: number }[]): ReviewerRecord["pairs"] {
  const pairs = shared.flatMap((one, at) => shared.slice(at + 1).map((other) => [one, other] as const));
  const told = pairs.filter(([one, other]) => Math.abs(one.q - other.q) > EPSILON);
  const agreed = told.map(([one, other]) => {
    const own = one.value - other.value;
    if (Math.abs(own) <= EPSILON) return 0.5;
    return own > 0 === one.q > other.q ? 1 : 0;
  });
  return { of: told.length, agreed: agreed.reduce<number>((sum, each) => sum + each, 0) };
}
