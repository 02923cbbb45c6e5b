import { studentt } from "jstat";
import { mean, sampleCorrelation, sampleRankCorrelation } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import { vendorOf } from "../artifacts/model.ts";
import type { FlaggedTopScore, Ranking, Verdict } from "../artifacts/ranking.ts";
import { compositeScore, criteriaIn } from "./composite.ts";
import type { RankingFit } from "./fit.ts";
import { type Incidence, scorersOf } from "./incidence.ts";
import { limitInfluence } from "./influence.ts";
import { additiveModel, type Fit, type ScoreModel } from "./models.ts";
import { limitedReviewers, oddReviewers } from "./odd-reviewers.ts";
import { peopleIn, type ScoreCell, type Scored } from "./panel.ts";
import { EPSILON, isConstant } from "./ranks.ts";
import { AHEAD } from "./verdict.ts";

/** What could have bent the scores, and what these scores say of it. */
export function biasOf(panel: Scored, fitted: RankingFit | null, verdict: Verdict): Ranking["bias"] {
  const severity =
    fitted &&
    scorersOf(fitted.incidence).map(
      (at) => [fitted.reviewerIds[at] ?? "", (fitted.adjusted ?? fitted.fit).severity[at] ?? 0] as const,
    );
  const additive = fitted?.models.additive;
  const lengths = fitted?.incidence.designIds.map((design) => panel.designs[design]?.length ?? 0) ?? [];
  const length = lengthCorrelation(lengths, fitted?.fit.theta ?? []);
  const beyond = length === null ? null : correlationBeyondChance(length, lengths.length);
  const taste = fitted && breakEven(fitted, lengths, verdict);
  const compared = severity && severity.length > 1 ? fitted.adjusted : null;
  const error = (compared && additive?.severityError(compared.rss)) ?? null;
  const { unseen } = unseenBelow(error, additive?.degreesOfFreedom ?? 0);
  return {
    severity: Object.fromEntries(severity ?? []),
    ...(unseen !== undefined && { severity_unseen: unseen }),
    odd_reviewers: fitted
      ? oddReviewers(panel, fitted).map(({ reviewer_id, oddity }) => ({ reviewer_id, oddity }))
      : [],
    self_preference: additive && fitted?.adjusted ? selfPreference(additive, fitted.adjusted, knownTo(panel)) : null,
    single_vendor: peopleIn(panel).size > 0 ? null : singleVendor(scoringModels(panel)),
    ...wideReviewers(panel, fitted),
    same_vendor: fitted && sameVendor(panel, fitted.incidence, fitted.composites),
    length_correlation: length,
    ...(beyond !== null && { length_beyond_chance: beyond }),
    ...(taste !== null && { length_break_even: taste }),
    criteria_correlation: criteriaCorrelation(panel),
    overall_contradictions: overallContradictions(panel),
  };
}

/** Who counts for less because its scores spread widely; no field where nobody does, as under the plain mean. */
function wideReviewers(panel: Scored, fitted: RankingFit | null): Pick<Ranking["bias"], "wide_reviewers"> {
  if (!fitted) return {};
  const found = limitedReviewers(fitted, panel);
  return found.length > 0 ? { wide_reviewers: found } : {};
}

/** Only of a first design that wins or is ahead: where nothing leads there is no lead to explain. */
function breakEven({ fit, order }: RankingFit, lengths: readonly number[], verdict: Verdict): number | null {
  const [first = 0, second = 0] = order;
  if (verdict.kind !== "winner" && (verdict.kind !== "ahead" || verdict.p < AHEAD)) return null;
  return lengthBreakEven((fit.theta[first] ?? 0) - (fit.theta[second] ?? 0), lengths[first] ?? 0, lengths[second] ?? 0);
}

/** A stated overall score further than this from the score of its own criteria contradicts them; points of 0–10. */
const CONTRADICTION = 1.5;

/**
 * The pooled self-preference β and its standard error, in points of 0–10, and whether it lies beyond the 97.5 % point of
 * t. Null where nobody scored its own model's design; the standard error is null when no degree of freedom is left.
 */
function selfPreference(model: ScoreModel, fit: Fit, people: number): Ranking["bias"]["self_preference"] {
  if (fit.beta === null) return null;
  const standard_error = model.betaError(fit.rss);
  const beyond_chance = isBeyondChance(fit.beta, standard_error, model.degreesOfFreedom);
  const unseen = unseenBelow(standard_error, model.degreesOfFreedom);
  return { beta: fit.beta, standard_error, beyond_chance, ...unseen, ...(people > 0 && { people }) };
}

/** How many cells are of people who know whose design it is. */
function knownTo({ cells, ordered }: Scored): number {
  return [...cells, ...ordered].filter(({ self, person }) => self && person !== undefined).length;
}

/** Spearman's correlation of length and score over designs; null for fewer than three, or when either never varies. */
function lengthCorrelation(lengths: readonly number[], scores: readonly number[]): number | null {
  if (scores.length < 3 || isConstant(lengths) || isConstant(scores)) return null;
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
function overallContradictions({ cells, criteria }: Scored): Ranking["bias"]["overall_contradictions"] {
  return cells.flatMap(({ score }) => {
    const computed = compositeScore(score.scores, criteriaIn(score.scores, criteria));
    const { design_id, reviewer_id, overall_score: stated = Number.NaN } = score;
    if (computed === null || !(Math.abs(stated - computed) > CONTRADICTION + EPSILON)) return [];
    return [{ design_id, reviewer_id, stated, computed }];
  });
}

/** Removes rounding, which would break ties in the ranks. */
function snap(score: number): number {
  return Math.round(score / EPSILON) * EPSILON;
}

/** The vendor that all models share; null for several vendors or fewer than two models. */
export function singleVendor(models: readonly string[]): string | null {
  const vendors = new Set(models.map(vendorOf));
  const [only] = vendors;
  return models.length > 1 && vendors.size === 1 && only !== undefined ? only : null;
}

/** The models of the reviewers that scored, one for each: a reviewer that failed adds no second vendor to the panel. */
function scoringModels({ cells }: Scored): string[] {
  return [...new Map(cells.map(({ reviewer, score }) => [reviewer, score.scorer_model])).values()];
}

/**
 * Reviews inside a vendor: the cells where reviewer and design come from one vendor but not from one model, and what
 * they add as a covariate γ beside β, in points of 0–10. Comparing mean residuals instead would find hardly any: designs
 * and reviewers have taken most of it up.
 *
 * @param incidence Of the panel's cells, and their composite scores.
 * @returns Null without such cells; difference null where nothing is left to tell it by.
 */
function sameVendor(
  panel: Scored,
  incidence: Incidence,
  composites: readonly number[],
): Ranking["bias"]["same_vendor"] {
  const makerOf = (design: number) => vendorOf(panel.designs[design]?.generating_model ?? "");
  const scored = panel.cells.map(({ design, self, person, score }) =>
    person === undefined && !self && vendorOf(score.scorer_model) === makerOf(design) ? 1 : 0,
  );
  const same = [...scored, ...panel.ordered.map(() => 0)];
  const cells = same.filter((each) => each === 1).length;
  if (cells === 0) return null;
  const found = covariate(incidence, composites, same);
  if (found === null) return { cells, difference: null, beyond_chance: false };
  const { effect, ...sure } = found;
  return { cells, difference: effect, ...sure };
}

/** What a covariate adds to a score, whether that lies beyond chance, and below what it would not have shown. */
type Covariate = { effect: number; beyond_chance: boolean; unseen?: number };

/** Below this share of its own size, what designs, reviewers and β leave of a column is rounding. */
const LEAST = 1e-9;

/**
 * γ of y_ij = θ_i + r_j + β·self_ij + γ·x_ij by partial regression (Frisch and Waugh 1933): what is left of the scores
 * on what is left of the column x. Every cell weighs the same here, for every cell errs alike.
 *
 * @param column x, by observation.
 * @returns Null where designs, reviewers and β leave nothing of the column, or cannot be fitted.
 */
export function covariate(
  incidence: Incidence,
  values: readonly number[],
  column: readonly number[],
): Covariate | null {
  const model = additiveModel(limitInfluence(incidence, values, Number.POSITIVE_INFINITY), { selfWeight: 1 });
  if ("reason" in model) return null;
  const { residuals: own, rss: left } = model.solve(column);
  if (left <= LEAST * column.reduce((sum, x) => sum + x * x, 0)) return null;
  const { residuals, rss } = model.solve(values);
  const effect = residuals.reduce((sum, value, at) => sum + value * (own[at] ?? 0), 0) / left;
  const freedom = model.degreesOfFreedom - 1;
  const error = freedom < 1 ? null : Math.sqrt(Math.max(0, rss - effect ** 2 * left) / freedom / left);
  return { effect, beyond_chance: isBeyondChance(effect, error, freedom), ...unseenBelow(error, freedom) };
}

/**
 * True when an estimate lies beyond the two-sided 95 % limits of chance; false where its error is unknown, and of what
 * is no more than rounding, whose error is rounding too.
 */
export function isBeyondChance(estimate: number, error: number | null, freedom: number): boolean {
  if (error === null || freedom < 1) return false;
  return Math.abs(estimate) > Math.max(EPSILON, studentt.inv(0.975, freedom) * error);
}

/** What of an estimate's distance from 0 isBeyondChance() cannot see, as a field; none where its error is unknown. */
function unseenBelow(error: number | null, freedom: number): { unseen?: number } {
  return error === null || freedom < 1 ? {} : { unseen: studentt.inv(0.975, freedom) * error };
}

/**
 * Spearman's critical points for 5 to 12 pairs, two-sided at 5 %: the least |ρ| that chance alone reaches in no more
 * than one case of twenty, from all orders (Zar 1972 has the same to three decimals).
 */
const SPEARMAN: readonly number[] = [1, 31 / 35, 11 / 14, 31 / 42, 0.7, 107 / 165, 34 / 55, 84 / 143];

/**
 * Whether a rank correlation over n pairs is further from 0 than chance leaves 95 % of them. Null for fewer than five,
 * where it cannot be told: chance alone puts four in one order, or in the reverse of it, in one case of twelve.
 */
export function correlationBeyondChance(correlation: number, n: number): boolean | null {
  if (n < 5) return null;
  const exact = SPEARMAN[n - 5];
  if (exact !== undefined) return Math.abs(correlation) >= exact - EPSILON;
  const rest = 1 - correlation ** 2;
  return rest <= 0 || Math.abs(correlation) * Math.sqrt((n - 2) / rest) > studentt.inv(0.975, n - 2);
}

/**
 * How far the criteria move together: the mean of Pearson's correlation over all pairs of criteria, each over all
 * scores. Near 1 they measure one thing, and no weight of any of them can decide. Null for fewer than three scores or
 * fewer than two criteria whose scores vary.
 */
function criteriaCorrelation({ cells, criteria }: Scored): number | null {
  if (cells.length < 3) return null;
  const columns = criteria
    .map(({ name }) => cells.map(({ score }) => score.scores[name]))
    .filter((column) => !isConstant(column.flatMap((value) => value ?? [])));
  const pairs = columns.flatMap((column, at) => columns.slice(at + 1).flatMap((other) => correlated(column, other)));
  return pairs.length > 0 ? mean(pairs) : null;
}

/** Over the scores that have both; none where fewer than three do, or one of them does not vary there. */
function correlated(one: readonly (number | undefined)[], other: readonly (number | undefined)[]): number[] {
  const both = [...one.keys()].filter((at) => one[at] !== undefined && other[at] !== undefined);
  const [ours, theirs] = [one, other].map((column) => both.map((at) => column[at] ?? 0));
  if (!ours || !theirs || both.length < 3 || isConstant(ours) || isConstant(theirs)) return [];
  return [sampleCorrelation(ours, theirs)];
}

/** Points of 0–10 above the other reviewers' mean from which a top score of a flagged design is worth a look. */
const FAR = 2;

/**
 * Scores that give a flagged design the top of the scale on every criterion and lie more than 2 points of 0–10 above
 * the mean of the other reviewers' scores for it: what a design that talked a reviewer over would look like. A lone
 * reviewer is never named, for there is nobody to differ from.
 */
export function flaggedTopScores(
  scores: readonly ScoreCell[],
  criteria: readonly Criterion[],
  flagged: ReadonlySet<string>,
): FlaggedTopScore[] {
  return scores.flatMap((cell) => {
    const { design_id, reviewer_id } = cell;
    if (!flagged.has(design_id) || !criteria.every(({ name, max }) => cell.scores[name] === max)) return [];
    const score = compositeScore(cell.scores, criteria);
    const others = scores
      .filter((other) => other.design_id === design_id && other.reviewer_id !== reviewer_id)
      .flatMap((other) => compositeScore(other.scores, criteria) ?? []);
    if (score === null || others.length === 0) return [];
    const mean = others.reduce((sum, value) => sum + value, 0) / others.length;
    return score - mean > FAR ? [{ design_id, reviewer_id, score, others: mean }] : [];
  });
}
