import type { Ranking } from "../artifacts/ranking.ts";
import { ERROR_CORRELATION } from "./belief.ts";
import { lengthBreakEven, lengthCorrelation, overallContradictions, selfPreference } from "./bias.ts";
import { normalise, SCALE, weightOf } from "./composite.ts";
import { criteriaCorrelation } from "./criteria-correlation.ts";
import { DRAWS_SEED, MIN_DRAWS } from "./draws.ts";
import type { RankingInput, RankingNumbers } from "./input.ts";
import { rankedDesigns } from "./ranked-designs.ts";
import { fitRanking, type RankingFit } from "./ranking-fit.ts";
import { notesOn } from "./ranking-notes.ts";
import { summarise } from "./ranking-summary.ts";
import { reliabilityOf } from "./reliability.ts";
import { tidy } from "./rounding.ts";
import { type Panel, preparePanel } from "./score-panel.ts";
import { correlationBeyondChance, unseenBelow } from "./student-t.ts";
import { sameVendor, scoringModels, singleVendor } from "./vendor.ts";
import { weightRobustness } from "./weight-robustness.ts";

/**
 * Every number of ranking.json from the scores and reviews, by the definitions in docs/statistics.md. Pure: the same
 * input gives the same bytes, whatever the order of its lists. No number is NaN or infinite; what cannot be computed is
 * null, and notes says why. `method` is what the ranks really rest on, "mean" also when the additive model cannot be
 * fitted. Throws a LabError for a criterion whose max is not above its min.
 */
export function rankDesigns(input: RankingInput): RankingNumbers {
  const panel = preparePanel(input);
  const fitted = fitRanking(panel, input.options);
  const designs = rankedDesigns(panel, fitted, input.reviews);
  const reliability = reliabilityOf(panel, fitted);
  const numbers = {
    method: fitted?.models.ranking.method ?? input.options.method,
    exclude_self_reviews: input.options.exclude_self_reviews,
    designs,
    summary: summarise(panel, fitted, designs),
    reliability,
    pairwise: fitted ? pairwise(panel, fitted) : [],
    robustness: fitted && robustness(panel, fitted),
    assumptions: {
      error_correlation: ERROR_CORRELATION,
      prior_deviation: fitted?.priorDeviation ?? null,
      draws: fitted?.uncertainty.draws ?? Math.max(MIN_DRAWS, Math.floor(input.options.draws)),
      seed: DRAWS_SEED,
    },
    bias: biasOf(panel, fitted),
  };
  return tidy({ ...numbers, notes: notesOn(panel, fitted, numbers, input.options) });
}

function pairwise(panel: Panel, { order, incidence, uncertainty }: RankingFit): Ranking["pairwise"] {
  const ids = order.map((at) => panel.designs[incidence.designIds[at] ?? -1]?.design_id ?? "");
  return order.flatMap((better, first) =>
    order.slice(first + 1).map((worse, offset) => ({
      better: ids[first] ?? "",
      worse: ids[first + 1 + offset] ?? "",
      probability: uncertainty.beats(better, worse),
    })),
  );
}

function robustness(panel: Panel, { incidence, models, leader }: RankingFit): Ranking["robustness"] {
  if (leader === null || incidence.designs < 2) return null;
  const byCriterion = panel.criteria.map((criterion) => {
    const values = panel.cells.map(({ score }) => SCALE * normalise(score.scores[criterion.name] ?? 0, criterion));
    return models.ranking.solve(values).theta;
  });
  const change = weightRobustness(byCriterion, panel.criteria.map(weightOf), leader);
  return (
    change && {
      criterion: panel.criteria[change.criterion]?.name ?? "",
      factor: change.factor,
      weight: change.weight,
      new_winner: panel.designs[incidence.designIds[change.rival] ?? -1]?.design_id ?? "",
    }
  );
}

function biasOf(panel: Panel, fitted: RankingFit | null): Ranking["bias"] {
  const severity = fitted?.incidence.reviewerIds.map((reviewer, at) => {
    return [panel.reviewers[reviewer]?.reviewer_id ?? "", (fitted.adjusted ?? fitted.fit).severity[at] ?? 0] as const;
  });
  const additive = fitted?.models.additive;
  const lengths = fitted?.incidence.designIds.map((design) => panel.designs[design]?.length ?? 0) ?? [];
  const length = lengthCorrelation(lengths, fitted?.fit.theta ?? []);
  const beyond = length === null ? null : correlationBeyondChance(length, lengths.length);
  const taste = fitted && breakEven(fitted, lengths);
  const compared = fitted && fitted.incidence.reviewers > 1 ? fitted.adjusted : null;
  const error = (compared && additive?.severityError(compared.rss)) ?? null;
  const { unseen } = unseenBelow(error, additive?.degreesOfFreedom ?? 0);
  return {
    severity: Object.fromEntries(severity ?? []),
    ...(unseen !== undefined && { severity_unseen: unseen }),
    self_preference: additive && fitted?.adjusted ? selfPreference(additive, fitted.adjusted) : null,
    single_vendor: singleVendor(scoringModels(panel)),
    same_vendor: fitted && sameVendor(panel, fitted.incidence, fitted.composites),
    length_correlation: length,
    ...(beyond !== null && { length_beyond_chance: beyond }),
    ...(taste !== null && { length_break_even: taste }),
    criteria_correlation: criteriaCorrelation(panel),
    overall_contradictions: overallContradictions(panel),
  };
}

/** Only of a first design that wins or is ahead: where nothing leads there is no lead to explain. */
function breakEven({ fit, order, winner, ahead }: RankingFit, lengths: readonly number[]): number | null {
  const [first = 0, second = 0] = order;
  if ((winner ?? ahead) === null) return null;
  return lengthBreakEven((fit.theta[first] ?? 0) - (fit.theta[second] ?? 0), lengths[first] ?? 0, lengths[second] ?? 0);
}
