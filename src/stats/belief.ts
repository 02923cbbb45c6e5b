import { studentt } from "jstat";
import { Matrix } from "ml-matrix";
import { SCALE } from "./composite.ts";
import {
  type Incidence,
  keepReviewers,
  type LearnedMind,
  type Observation,
  scorersOf,
  squaresWithin,
  weightOf,
} from "./incidence.ts";
import { SPREAD_LIMIT } from "./influence.ts";
import { type ChosenModel, chooseModel, type Fit } from "./models.ts";

/**
 * The assumed correlation of the reviewers' errors. Nine language models that judge the same text carry about two
 * independent votes (arXiv 2605.29800). One experiment cannot estimate it: an error that all reviewers share looks like
 * quality.
 */
export const ERROR_CORRELATION = 0.45;
/** The same of people (Clemen and Winkler 1985 on groups of experts), who err together too: `npm run bench -- panels`. */
export const PEOPLE_CORRELATION = 0.3;
/** κ: what models and people err by together, as a share of ρ/(1 − ρ) of models. */
export const SHARED_ERROR = 0.3;
/**
 * The assumed correlation of what one reviewer errs by on two criteria: it likes a design or not. One criterion of one
 * reviewer shows nothing of it; of those tried the cautious one keeps its word best: `npm run bench -- personas`.
 */
export const WITHIN_REVIEWER = 0.8;
/** What a person's row weighs beside a model's of 1, unless it is set otherwise. */
export const PERSON_WEIGHT = 1.5;
/** What an answer to a pair weighs, for 1 of a score by the same person. */
export const ANSWER_WEIGHT = 0.25;
/** How many degrees of freedom the variance that is expected beforehand is worth. */
export const PRIOR_FREEDOM = 4;
/** That variance as a share of the variance of each reviewer's own scores. */
const PRIOR_SHARE = 0.7;
/** How far two designs may lie apart, as variances in squared standard errors of their difference. */
const DISTANCES = [1 / 4, 1, 4, 16, 64];
/** Its least and its greatest, as standard deviations in points of 0–10. */
const PRIOR_LEAST = 0.025 * SCALE;
const PRIOR_GREATEST = 0.1 * SCALE;

/**
 * What is believed of the designs' qualities: a multivariate t distribution around theta with `freedom` degrees of
 * freedom and the scale matrix variance·spread. Only differences of designs mean anything: a number added to every
 * entry of `spread` changes nothing.
 */
export type Belief = { theta: readonly number[]; spread: Matrix; variance: number; freedom: number };

/** The constants that the bench varies; the defaults are what a ranking uses. */
export type Constants = {
  correlation: number;
  people: number;
  /** κ, what models and people err by together, of what models do. */
  shared: number;
  /** What one reviewer errs by on two criteria, as a correlation. */
  withinReviewer: number;
  /** What a person's row weighs beside a model's of 1. */
  personWeight: number;
  /** What an answer to a pair weighs, for 1 of a score by the same person. */
  answerWeight: number;
  /** How many times the panel's median spread a reviewer may have before it counts for less. */
  spreadLimit: number;
  priorShare: number;
  priorLeast: number;
  priorGreatest: number;
};
export const CONSTANTS: Constants = {
  correlation: ERROR_CORRELATION,
  people: PEOPLE_CORRELATION,
  shared: SHARED_ERROR,
  withinReviewer: WITHIN_REVIEWER,
  personWeight: PERSON_WEIGHT,
  answerWeight: ANSWER_WEIGHT,
  spreadLimit: SPREAD_LIMIT,
  priorShare: PRIOR_SHARE,
  priorLeast: PRIOR_LEAST,
  priorGreatest: PRIOR_GREATEST,
};

/**
 * The variance of one score that is expected before the residuals are seen: s0² = clamp(0.7·V, 0.25², 1²). Scores
 * squeezed into a part of the scale are expected to err by less.
 *
 * @param within V, the pooled variance of each reviewer's own scores; null where no reviewer has two.
 */
export function priorVariance(within: number | null, constants = CONSTANTS): number {
  const { priorShare, priorLeast, priorGreatest } = constants;
  if (within === null) return priorGreatest ** 2;
  return Math.min(priorGreatest ** 2, Math.max(priorLeast ** 2, priorShare * within));
}

/**
 * s² = (RSS + 4·s0²) / (df + 4): the residual variance, held up by what is expected so that three scores that happen to
 * agree do not pass for certainty.
 */
export function pooledVariance(rss: number, degreesOfFreedom: number, prior: number) {
  const freedom = degreesOfFreedom + PRIOR_FREEDOM;
  return { variance: (rss + PRIOR_FREEDOM * prior) / freedom, freedom };
}

/**
 * V + diag(shared), V the covariance of theta for an error variance of 1. The second term is what no number of
 * reviewers averages out, each design's shared error: ρ/(1 − ρ) where all judges are models.
 */
export function spreadOf(covariance: Matrix, shared: readonly number[]): Matrix {
  return Matrix.add(covariance, Matrix.diag([...shared]));
}

/**
 * Each design's shared error for an error variance of 1: Σ_g a_g²·ρ_g/(1 − ρ_g) + 2·a_m·a_p·κ·ρ_m/(1 − ρ_m) over models
 * and people, a_g the group's share of the weights on the design. The last term is what both err by together.
 */
export function sharedErrors({ designs, observations }: Incidence, constants = CONSTANTS): number[] {
  const [byConstant, ofPeople] = [oddsOf(constants.correlation), oddsOf(constants.people)];
  const learned = learnedErrors({ designs, observations });
  const models = new Array<number>(designs).fill(0);
  const persons = new Array<number>(designs).fill(0);
  for (const place of observations) {
    const group = place.person === undefined ? models : persons;
    group[place.design] = (group[place.design] ?? 0) + weightOf(place);
  }
  return models.map((weight, design) => {
    const own = persons[design] ?? 0;
    const share = weight / (weight + own);
    const ofModels = learned?.[design] ?? byConstant;
    const together = 2 * share * (1 - share) * constants.shared * ofModels;
    return share ** 2 * ofModels + (1 - share) ** 2 * ofPeople + together;
  });
}

/**
 * What models err by together on each design where their correlations R were learned, for an error variance of 1:
 * α'Rα/(1 − ρ̄) + Σα²(1/b − 1) − 1/Σa, a what their cells weigh, α its shares, b what they would weigh without what was
 * learned, ρ̄ the mean of R off its diagonal. Where all of R is one ρ and all weigh 1, it is ρ/(1 − ρ). Null where nothing
 * was learned.
 */
function learnedErrors({ designs, observations }: Pick<Incidence, "designs" | "observations">): number[] | null {
  const cells = observations.flatMap((place) => (place.learned ? [{ ...place, learned: place.learned }] : []));
  if (cells.length === 0) return null;
  const alone = 1 - meanCorrelation(cells);
  const byDesign = Map.groupBy(cells, ({ design }) => design);
  return Array.from({ length: designs }, (_, at) => {
    const own = (byDesign.get(at) ?? []).map((place) => ({ learned: place.learned, weight: weightOf(place), place }));
    const whole = own.reduce((sum, { weight }) => sum + weight, 0);
    let [shared, kept] = [0, 0];
    for (const one of own) {
      const share = one.weight / whole;
      kept += share ** 2 * (one.learned.weight / one.weight - 1);
      for (const other of own) {
        shared += (share * other.weight * (one.learned.correlations[other.learned.at] ?? 0)) / whole;
      }
    }
    return own.length === 0 ? 0 : Math.max(0, shared / alone + kept - 1 / whole);
  });
}

/** The mean correlation of the models in a table with each other; the constant for fewer than two. */
function meanCorrelation(observations: readonly Observation[], constants = CONSTANTS): number {
  const minds = new Map(
    observations.flatMap(({ learned }): [number, LearnedMind][] => (learned ? [[learned.at, learned]] : [])),
  );
  const pairs = [...minds.keys()].flatMap((at) =>
    [...minds.values()].flatMap((other) => (other.at === at ? [] : [other.correlations[at] ?? 0])),
  );
  return pairs.length === 0 ? constants.correlation : pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
}

/** ρ/(1 − ρ): the variance of what all of a group err by, for one of what each errs by alone. */
export function oddsOf(correlation: number): number {
  return correlation / (1 - correlation);
}

/** P(design i is better than design j), in closed form: T_ν of their difference in its own standard errors. */
export function beats(belief: Belief, i: number, j: number): number {
  return studentt.cdf(apartBy(belief, i, j), belief.freedom);
}

/** By how many of its own standard errors design i is ahead of design j. */
function apartBy({ theta, spread, variance }: Belief, i: number, j: number): number {
  const difference = (theta[i] ?? 0) - (theta[j] ?? 0);
  return difference / Math.sqrt(variance * (spread.get(i, i) + spread.get(j, j) - 2 * spread.get(i, j)));
}

/**
 * P(design i is better than design j) where nothing is taken for granted of how far designs lie apart: a flat mixture
 * over g, the variance of their distance in squared standard errors of it (Zellner 1986's g-prior). beats() is the
 * limit of a large g, and so believes two of a kind too readily.
 *
 * w_g ∝ (1 + g)^−½·(ν + t²/(1 + g))^−(ν+1)/2, P_g = T_{ν+1}(t·√f·√((ν + 1)/(ν + t²/(1 + g)))), f = g/(1 + g).
 */
export function beatsAnyway(belief: Belief, i: number, j: number): number {
  const t = apartBy(belief, i, j);
  const next = belief.freedom + 1;
  const parts = DISTANCES.map((g) => {
    const rest = belief.freedom + (t * t) / (1 + g);
    const probability = studentt.cdf(t * Math.sqrt(((g / (1 + g)) * next) / rest), next);
    return { weight: (1 + g) ** -0.5 * rest ** (-next / 2), probability };
  });
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.reduce((sum, { weight, probability }) => sum + (weight / whole) * probability, 0);
}

/** What one table of composite scores says of its designs. Arrays are in the incidence's positions. */
export type ScoresFit = {
  models: ChosenModel;
  /** The additive model's fit; null when it could not be fitted. */
  adjusted: Fit | null;
  /** The fit that ranks. */
  fit: Fit;
  belief: Belief;
  /** The standard deviation of one score that is expected before the residuals are seen, in points of 0–10. */
  priorDeviation: number;
};

/** Fits the model that ranks and forms the belief around it. At least one score. */
export function fitScores(
  incidence: Incidence,
  composites: readonly number[],
  method: "adjusted" | "mean",
  constants = CONSTANTS,
): ScoresFit {
  const models = chooseModel(incidence, composites, method);
  // The plain mean weighs all models alike, so that nothing learned is in it.
  const used = models.ranking.method === "mean" ? withoutLearned(incidence) : incidence;
  const adjusted = models.additive?.solve(composites) ?? null;
  const fit = models.ranking === models.additive && adjusted ? adjusted : models.ranking.solve(composites);
  // The plain mean has no severity in it, so the noise around it comes from the additive model wherever there is one.
  const noise =
    adjusted && models.additive ? { model: models.additive, fit: adjusted } : { model: models.ranking, fit };
  // What models do not share is less, or more, than the constants expect.
  const alone = (1 - meanCorrelation(used.observations, constants)) / (1 - constants.correlation);
  const prior = alone * priorVariance(varianceWithin(incidence, composites), constants);
  const belief = {
    theta: fit.theta,
    spread: spreadOf(models.ranking.covariance(), sharedErrors(used, constants)),
    ...pooledVariance(noise.fit.rss, noise.model.degreesOfFreedom, prior),
  };
  return { models, adjusted, fit, belief, priorDeviation: Math.sqrt(prior) };
}

function withoutLearned(incidence: Incidence): Incidence {
  return { ...incidence, observations: incidence.observations.map(({ learned: _, ...place }) => place) };
}

/** The pooled variance of each reviewer's own scores, of orders' where nobody scored; null where none has two. */
export function varianceWithin(incidence: Incidence, values: readonly number[]): number | null {
  const scorers = new Set(scorersOf(incidence));
  const { rest, values: own } =
    scorers.size === 0 ? { rest: incidence, values } : keepReviewers(incidence, values, (at) => scorers.has(at));
  const freedom = own.length - rest.reviewers;
  return freedom > 0 ? squaresWithin(rest, own) / freedom : null;
}
