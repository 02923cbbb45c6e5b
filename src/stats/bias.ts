import { sampleRankCorrelation } from "simple-statistics";
import type { Ranking } from "../artifacts/ranking.ts";
import { EPSILON } from "./competition-ranks.ts";
import { compositeScore } from "./composite.ts";
import { isRounding } from "./rounding.ts";
import type { Fit, ScoreModel } from "./score-model.ts";
import type { Panel } from "./score-panel.ts";
import { isBeyondChance, unseenBelow } from "./student-t.ts";

/** A stated overall score further than this from the score of its own criteria contradicts them; points of 0–10. */
const CONTRADICTION = 1.5;

/**
 * The pooled self-preference β and its standard error, in points of 0–10, and whether it lies beyond the 97.5 % point of
 * t. Null where nobody scored its own model's design; the standard error is null when no degree of freedom is left.
 */
export function selfPreference(model: ScoreModel, fit: Fit): Ranking["bias"]["self_preference"] {
  if (fit.beta === null) return null;
  const standard_error = model.betaError(fit.rss);
  const beyond_chance = isBeyondChance(fit.beta, standard_error, model.degreesOfFreedom);
  return { beta: fit.beta, standard_error, beyond_chance, ...unseenBelow(standard_error, model.degreesOfFreedom) };
}

/** Spearman's correlation of length and score over designs; null for fewer than three, or when either never varies. */
export function lengthCorrelation(lengths: readonly number[], scores: readonly number[]): number | null {
  if (scores.length < 3 || isFlat(lengths) || isFlat(scores)) return null;
  const rho = sampleRankCorrelation([...lengths], scores.map(snap));
  return Number.isFinite(rho) ? rho : null;
}

/**
 * How much of a taste for length would make up a lead: its points for each doubling of the length. Null where the design
 * that leads is not the longer one.
 */
export function lengthBreakEven(lead: number, own: number, other: number): number | null {
  return own > other && other > 0 ? lead / Math.log2(own / other) : null;
}

/** Scores whose stated overall score contradicts the criteria they came with. Empty when all weights are zero. */
export function overallContradictions({ cells, criteria }: Panel): Ranking["bias"]["overall_contradictions"] {
  return cells.flatMap(({ score }) => {
    const computed = compositeScore(score.scores, criteria);
    if (computed === null || !(Math.abs(score.overall_score - computed) > CONTRADICTION + EPSILON)) return [];
    const { design_id, reviewer_id, overall_score: stated } = score;
    return [{ design_id, reviewer_id, stated, computed }];
  });
}

/** Removes rounding, which would break ties in the ranks. */
function snap(score: number): number {
  return Math.round(score / EPSILON) * EPSILON;
}

function isFlat(values: readonly number[]): boolean {
  const first = values[0] ?? 0;
  return isRounding(
    values.reduce((sum, value) => sum + (value - first) ** 2, 0),
    values,
  );
}
