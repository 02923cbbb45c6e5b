import { mean } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import type { RankedDesign } from "../artifacts/ranking.ts";
import { consensusLevel, rStarWG } from "./agreement.ts";
import { criterionBreakdown } from "./breakdown.ts";
import { compositeScore } from "./composite.ts";
import type { RankingInput } from "./input.ts";
import type { RankingFit } from "./ranking-fit.ts";
import type { Panel } from "./score-panel.ts";
import { summariseReviews } from "./themes.ts";

/** Everything that is reported about each design, best first, designs without a rank last. */
export function rankedDesigns(
  panel: Panel,
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

  return [...scored, ...rest].flatMap((at) => {
    const design = panel.designs[at];
    if (!design) return [];
    const { design_id, generating_model } = design;
    const given = cells[at] ?? [];
    return {
      design_id,
      generating_model,
      ...placeOf(fitted, at, given, panel.criteria),
      reviewers: given.length,
      ...agreementOf(given, panel.criteria),
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
    const composites = given.flatMap((scores) => compositeScore(scores, criteria) ?? []);
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
): Pick<RankedDesign, "agreement" | "consensus" | "consensus_reason"> {
  const agreement = rStarWG(
    criteria.map((criterion) => column(given, criterion)),
    criteria.map(({ min, max }) => max - min),
  );
  const reasons = ["not-scored", "single-reviewer"] as const;
  return {
    agreement,
    consensus: consensusLevel(agreement, given.length),
    consensus_reason: reasons[given.length] ?? null,
  };
}

function column(given: readonly Readonly<Record<string, number>>[], { name }: Criterion): number[] {
  return given.flatMap((scores) => scores[name] ?? []);
}
