import { mean, min, sum } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import { ERROR_CORRELATION, PEOPLE_CORRELATION } from "./belief.ts";
import { biasOf } from "./bias.ts";
import {
  compositeScore,
  consensusLevel,
  criteriaIn,
  criterionBreakdown,
  criterionWeight,
  rStarWG,
  SCALE,
} from "./composite.ts";
import { firstOf } from "./first.ts";
import { fitGroups, fitRanking, qualities, type RankingFit } from "./fit.ts";
import { limitInfluence } from "./influence.ts";
import { chooseModel, type ScoreModel } from "./models.ts";
import { notesOn } from "./notes.ts";
import { preparePanel, type RankingInput, type RankingNumbers, type Scored } from "./panel.ts";
import { scoresOn } from "./parts.ts";
import { rankingPeople } from "./people.ts";
import { rankingPersonas } from "./personas.ts";
import { EPSILON, tidy } from "./ranks.ts";
import { reliabilityOf } from "./reliability.ts";
import { weightRobustness } from "./robustness.ts";
import { summariseReviews } from "./themes.ts";
import { DRAWS_SEED, MIN_DRAWS } from "./uncertainty.ts";
import { confidenceLevel, doubtOf, toldApart } from "./verdict.ts";
import { overtakes, searchWeight } from "./weight-search.ts";

/**
 * Every number of ranking.json from the scores and reviews, by the definitions in docs/statistics.md. Pure: the same
 * input gives the same bytes, whatever the order of its lists. No number is NaN or infinite; what cannot be computed is
 * null, and notes says why. `method` is what the ranks really rest on, "mean" also when the additive model cannot be
 * fitted. Throws a LabError for a criterion whose max is not above its min, and for a weight that is none.
 */
export function rankDesigns(input: RankingInput): RankingNumbers {
  const panel = preparePanel(input);
  const fitted = fitRanking(panel, input.options);
  const designs = rankedDesigns(panel, fitted, input.reviews);
  const summary = summarise(panel, fitted, designs);
  const people = rankingPeople(panel, fitted, input.options);
  const personas = rankingPersonas(input, panel, fitted, summary.verdict);
  const numbers = {
    method: fitted?.models.ranking.method ?? input.options.method,
    exclude_self_reviews: input.options.exclude_self_reviews,
    designs,
    summary,
    reliability: reliabilityOf(panel, fitted),
    pairwise: (fitted ? [fitted] : fitGroups(panel, input.options)).flatMap(pairwise),
    robustness: fitted && robustness(input, panel, fitted),
    assumptions: {
      error_correlation: ERROR_CORRELATION,
      ...learnedIn(panel, input.options),
      ...(people && { people_correlation: PEOPLE_CORRELATION }),
      prior_deviation: fitted?.priorDeviation ?? null,
      draws: fitted?.uncertainty.draws ?? Math.max(MIN_DRAWS, Math.floor(input.options.draws)),
      seed: DRAWS_SEED,
    },
    bias: biasOf(panel, fitted, summary.verdict),
    ...(people && { people }),
    ...(personas && { personas }),
  };
  return tidy({ ...numbers, notes: notesOn(panel, fitted, numbers, input.options) });
}

/** What was learned of the models that scored, where the ranking rests on it. */
function learnedIn(
  { cells, reviewers }: Scored,
  { learned, method }: RankingInput["options"],
): Pick<Ranking["assumptions"], "learned"> {
  if (learned === undefined || method === "mean") return {};
  const { experiments, pairs } = learned;
  const weights = cells.map(({ reviewer, learned: own }) => [reviewers[reviewer]?.reviewer_id ?? "", own?.weight ?? 1]);
  return { learned: { experiments, pairs, weights: Object.fromEntries(weights) } };
}

function pairwise({ order, ids, uncertainty }: RankingFit): Ranking["pairwise"] {
  return order.flatMap((better, first) =>
    order.slice(first + 1).map((worse) => ({
      better: ids[better] ?? "",
      worse: ids[worse] ?? "",
      probability: uncertainty.beats(better, worse),
    })),
  );
}

/** By the model's own arithmetic where that holds of the ranking with such a weight, else by ranking with other weights. */
function robustness(input: RankingInput, panel: Scored, fitted: RankingFit): Ranking["robustness"] {
  const { leader, ids, answers, incidence } = fitted;
  const first = ids[leader ?? -1];
  if (first === undefined || incidence.designs < 2) return null;
  const known = new Map<string, ReturnType<typeof qualities>>();
  const at = (criterion: string, weight: number) => {
    const weights = input.criteria.map((each) => (each.name === criterion ? weight : criterionWeight(each)));
    // Only their proportions count, and a single one has a greatest.
    const whole = sum(weights);
    const criteria = input.criteria.map((each, place) => ({ ...each, weight: (weights[place] ?? 0) / whole }));
    // Of two criteria, more of one is less of the other.
    const key = criteria.map((each) => each.weight.toPrecision(DIGITS)).join();
    const found = known.get(key) ?? qualities(preparePanel({ ...input, criteria }), input.options);
    known.set(key, found);
    return found;
  };
  const search = () => searchWeight(input.criteria, first, at);
  // What an order or an answer is worth changes with what the scores say.
  if (panel.ordered.length + answers.length > 0) return search();
  const found = linearRobustness(fitted);
  return found === null || overtakes(found, first, input.criteria, at) ? found : search();
}

/** Of a ranking by scores alone: a design's score is linear in the weights. */
function linearRobustness({ incidence, ids, models, leader, parts }: RankingFit): Ranking["robustness"] {
  if (leader === null || incidence.designs < 2) return null;
  const criteria = parts.flatMap((part) => part.criteria);
  const weights = criteria.map(criterionWeight);
  const given = parts.map(({ criteria: own, cells }) => own.map((criterion) => scoresOn(cells, criterion)));
  const changeBy = (ranking: readonly Ranks[]) => {
    const byCriterion = given.flatMap((own, part) => own.map((values) => ranking[part]?.solve(values).theta ?? []));
    return weightRobustness(byCriterion, weights, leader);
  };
  /** The models that would rank with another weight of one criterion: where cells are missing, other scores shrink otherwise. */
  const modelsAt = ({ criterion, weight }: { criterion: number; weight: number }) => {
    const all = weights.with(criterion, weight);
    let before = 0;
    return parts.map((part, nth) => {
      const changed = all.slice(before, before + part.criteria.length);
      before += part.criteria.length;
      const values = part.values.map(
        (_, at) => sum((given[nth] ?? []).map((own, by) => (changed[by] ?? 0) * (own[at] ?? 0))) / sum(changed),
      );
      return chooseModel(limitInfluence(part.incidence, values), values, models.ranking.method).ranking;
    });
  };
  let change = changeBy(parts.map(({ fitted }) => fitted.models.ranking));
  for (let round = 0; change !== null && round < MOST_ROUNDS; round++) {
    const next = changeBy(modelsAt(change));
    const settled =
      next?.criterion === change.criterion && Math.abs(next.weight - change.weight) < EPSILON * change.weight;
    if (next === null || settled) break;
    change = next;
  }
  if (change === null) return null;
  const { criterion, factor, weight, rival } = change;
  return { criterion: criteria[criterion]?.name ?? "", factor, weight, new_winner: ids[rival] ?? "" };
}

/** Digits by which two lists of weights are one. */
const DIGITS = 9;

type Ranks = Pick<ScoreModel, "solve">;

/** Steps towards the weight at which the model that it makes itself has two designs level; a complete table needs one. */
const MOST_ROUNDS = 30;

/**
 * The experiment in a few numbers. The winner is the first design where P(best) reaches the bound and two reviewers or
 * more have an opinion. Consensus is the level of the designs' mean agreement at the smallest number of reviewers among
 * them. average_variance is the mean over designs and criteria of the variance between reviewers, every criterion
 * brought to 0–10.
 */
function summarise(panel: Scored, fitted: RankingFit | null, designs: readonly RankedDesign[]): Ranking["summary"] {
  const scorers = panel.designs.map((_, at) => panel.cells.filter(({ design }) => design === at).length);
  const agreements = designs.flatMap(({ agreement }) => agreement ?? []);
  const variances = panel.criteria.flatMap((criterion) =>
    designs.flatMap(({ score_breakdown }) => {
      const variance = score_breakdown[criterion.name]?.variance ?? null;
      return variance === null ? [] : variance * (SCALE / (criterion.max - criterion.min)) ** 2;
    }),
  );
  const scored = new Set([...panel.cells, ...panel.ordered].map(({ design }) => design));
  const heard = new Set([...panel.cells, ...panel.ordered, ...panel.answers].map(({ reviewer }) => reviewer));
  return {
    total_designs: panel.designs.length,
    total_reviewers: panel.reviewers.length,
    expected_cells: panel.expectedCells,
    scored_cells: panel.cells.length + panel.ordered.length,
    scored_designs: scored.size,
    scoring_reviewers: heard.size,
    comparing_reviewers: comparingReviewers(panel),
    excluded_self_scores: panel.excludedSelfScores,
    unscored_designs: panel.designs.flatMap(({ design_id }, at) => (scored.has(at) ? [] : design_id)),
    silent_reviewers: panel.reviewers.flatMap(({ reviewer_id }, at) => (heard.has(at) ? [] : reviewer_id)),
    average_variance: variances.length > 0 ? mean(variances) : null,
    consensus:
      agreements.length > 0 ? consensusLevel(mean(agreements), min(scorers.filter((count) => count > 1))) : "low",
    confidence: fitted ? confidenceLevel(fitted.grounds) : "low",
    doubt: fitted && doubtOf(fitted.grounds),
    told_apart: fitted?.bound ?? toldApart(panel.designs.length),
    ...firstOf(panel, fitted, designs),
  };
}

function comparingReviewers({ cells, ordered, answers, reviewers }: Scored): number {
  const answering = new Set(answers.map(({ reviewer }) => reviewer));
  const places = [...cells, ...ordered];
  return [...reviewers.keys()].filter(
    (at) => answering.has(at) || places.filter(({ reviewer }) => reviewer === at).length > 1,
  ).length;
}

/** Everything that is reported about each design, best first, designs without a rank last. */
export function rankedDesigns(
  panel: Scored,
  fitted: RankingFit | null,
  reviews: RankingInput["reviews"],
): RankedDesign[] {
  const scored = fitted?.order.map((position) => fitted.incidence.designIds[position] ?? 0) ?? [];
  const ranked = new Set(scored);
  const rest = [...panel.designs.keys()].filter((design) => !ranked.has(design));
  const reviewsOf = new Map(panel.designs.map(({ design_id }) => [design_id, [] as RankingInput["reviews"][number][]]));
  for (const review of reviews.toSorted((a, b) => (a.reviewer_id < b.reviewer_id ? -1 : 1))) {
    reviewsOf.get(review.design_id)?.push(review);
  }
  const cells = panel.designs.map(() => [] as Readonly<Record<string, number>>[]);
  for (const { design, score } of panel.cells) cells[design]?.push(score.scores);
  const places = panel.designs.map(() => 0);
  for (const { design } of panel.ordered) places[design] = (places[design] ?? 0) + 1;

  return [...scored, ...rest].flatMap((at) => {
    const design = panel.designs[at];
    if (!design) return [];
    const { design_id, generating_model } = design;
    const given = cells[at] ?? [];
    return {
      design_id,
      generating_model,
      ...placeOf(fitted, at, given, panel.criteria),
      reviewers: given.length + (places[at] ?? 0),
      ...agreementOf(given, panel.shared),
      score_breakdown: Object.fromEntries(
        panel.criteria.map((criterion) => [criterion.name, criterionBreakdown(column(given, criterion), criterion)]),
      ),
      qualitative_summary: summariseReviews(reviewsOf.get(design_id) ?? []),
    };
  });
}

type PlaceFields = Pick<RankedDesign, "rank" | "average_score" | "adjusted_score" | "p_best" | "rank_interval">;

function placeOf(
  fitted: RankingFit | null,
  design: number,
  given: readonly Readonly<Record<string, number>>[],
  criteria: readonly Criterion[],
): PlaceFields {
  const at = fitted?.incidence.designIds.indexOf(design) ?? -1;
  if (!fitted || at < 0) {
    const composites = given.flatMap((scores) => compositeScore(scores, criteriaIn(scores, criteria)) ?? []);
    const average_score = composites.length > 0 ? mean(composites) : null;
    return { rank: null, average_score, adjusted_score: null, p_best: null, rank_interval: null };
  }
  return {
    rank: fitted.ranks[at] ?? null,
    average_score: fitted.average[at] ?? null,
    adjusted_score: fitted.adjusted?.theta[at] ?? null,
    p_best: fitted.uncertainty.best[at] ?? null,
    rank_interval: fitted.uncertainty.interval[at] ?? null,
  };
}

function agreementOf(
  given: readonly Readonly<Record<string, number>>[],
  criteria: readonly Criterion[],
): Pick<RankedDesign, "agreement" | "consensus"> {
  const agreement = rStarWG(
    criteria.map((criterion) => column(given, criterion)),
    criteria.map(({ min, max }) => max - min),
  );
  return { agreement, consensus: consensusLevel(agreement, given.length) };
}

function column(given: readonly Readonly<Record<string, number>>[], { name }: Criterion): number[] {
  return given.flatMap((scores) => scores[name] ?? []);
}
