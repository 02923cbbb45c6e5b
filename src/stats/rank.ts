import type { Ranking } from "../schemas/ranking.ts";
import { lengthCorrelation, overallContradictions, selfPreference } from "./bias.ts";
import { normalise, SCALE, weightOf } from "./composite.ts";
import { ERROR_CORRELATION, FEWEST_DRAWS, PRIOR_DEVIATION } from "./draws.ts";
import type { RankingInput, RankingNumbers } from "./input.ts";
import { notesOn } from "./notes.ts";
import { type Panel, preparePanel } from "./panel.ts";
import { rankedDesigns } from "./ranked-designs.ts";
import { reliabilityOf } from "./reliability.ts";
import { tidy } from "./rounding.ts";
import { type Standing, standingOf } from "./standing.ts";
import { summarise } from "./summary.ts";
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
  const standing = standingOf(panel, input.options);
  const designs = rankedDesigns(panel, standing, input.reviews);
  const reliability = reliabilityOf(panel, standing, input.options.method);
  const numbers = {
    method: standing?.models.ranking.method ?? input.options.method,
    designs,
    summary: summarise(panel, standing, designs, reliability),
    reliability,
    pairwise: standing ? pairwise(panel, standing) : [],
    robustness: standing && robustness(panel, standing),
    assumptions: {
      error_correlation: ERROR_CORRELATION,
      prior_deviation: PRIOR_DEVIATION,
      draws: standing?.uncertainty.draws ?? Math.max(FEWEST_DRAWS, Math.floor(input.options.draws)),
      seed: input.options.seed,
    },
    bias: biasOf(panel, standing),
  };
  return tidy({ ...numbers, notes: notesOn(panel, standing, numbers, input.options) });
}

function pairwise(panel: Panel, { order, layout, uncertainty }: Standing): Ranking["pairwise"] {
  const ids = order.map((at) => panel.designs[layout.designIds[at] ?? -1]?.design_id ?? "");
  return order.flatMap((better, first) =>
    order.slice(first + 1).map((worse, offset) => ({
      better: ids[first] ?? "",
      worse: ids[first + 1 + offset] ?? "",
      probability: uncertainty.beats(better, worse),
    })),
  );
}

function robustness(panel: Panel, { layout, models, leader }: Standing): Ranking["robustness"] {
  if (leader === null || layout.designs < 2) return null;
  const byCriterion = panel.criteria.map((criterion) => {
    const values = panel.cells.map(({ score }) => SCALE * normalise(score.scores[criterion.name] ?? 0, criterion));
    return models.ranking.solve(values).theta;
  });
  const change = weightRobustness(byCriterion, panel.criteria.map(weightOf), leader);
  return (
    change && {
      criterion: panel.criteria[change.criterion]?.name ?? "",
      factor: change.factor,
      new_winner: panel.designs[layout.designIds[change.rival] ?? -1]?.design_id ?? "",
    }
  );
}

function biasOf(panel: Panel, standing: Standing | null): Ranking["bias"] {
  const severity = standing?.layout.reviewerIds.map((reviewer, at) => {
    return [
      panel.reviewers[reviewer]?.reviewer_id ?? "",
      (standing.adjusted ?? standing.fit).severity[at] ?? 0,
    ] as const;
  });
  const additive = standing?.models.additive;
  const lengths = standing?.layout.designIds.map((design) => panel.designs[design]?.length ?? 0) ?? [];
  return {
    severity: Object.fromEntries(severity ?? []),
    self_preference: additive && standing?.adjusted ? selfPreference(additive, standing.adjusted) : null,
    single_vendor: singleVendor(scoringModels(panel)),
    same_vendor: sameVendor(panel, standing?.adjusted?.residuals ?? null),
    length_correlation: lengthCorrelation(lengths, standing?.fit.theta ?? []),
    overall_contradictions: overallContradictions(panel),
  };
}
