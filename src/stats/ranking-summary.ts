import { mean, min } from "simple-statistics";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import { SURE, toldApart } from "../text/certainty.ts";
import { consensusLevel } from "./agreement.ts";
import { SCALE } from "./composite.ts";
import { confidenceLevel, doubtOf } from "./confidence.ts";
import type { RankingFit } from "./ranking-fit.ts";
import type { Panel } from "./score-panel.ts";
import { tieGroups } from "./tie-groups.ts";

/**
 * The experiment in a few numbers. The winner is the first design where P(best) reaches the bound and two reviewers or
 * more have an opinion. Consensus is the level of the designs' mean agreement at the smallest number of reviewers among
 * them. average_variance is the mean over
 * designs and criteria of the variance between reviewers, every criterion brought to 0–10.
 */
export function summarise(
  panel: Panel,
  fitted: RankingFit | null,
  designs: readonly RankedDesign[],
): Ranking["summary"] {
  const groups = fitted ? tieGroupIds(panel, fitted) : [];
  const winner = fitted?.winner ?? null;
  const doubt = fitted && fitted.grounds.best > SURE ? doubtOf(fitted.grounds) : null;
  const compared = designs.filter(({ reviewers }) => reviewers > 1);
  const agreements = compared.flatMap(({ agreement }) => agreement ?? []);
  const variances = panel.criteria.flatMap((criterion) =>
    designs.flatMap(({ score_breakdown }) => {
      const variance = score_breakdown[criterion.name]?.variance ?? null;
      return variance === null ? [] : variance * (SCALE / (criterion.max - criterion.min)) ** 2;
    }),
  );
  return {
    total_designs: panel.designs.length,
    total_reviewers: panel.reviewers.length,
    expected_cells: panel.expectedCells,
    scored_cells: panel.cells.length,
    comparing_reviewers: comparingReviewers(panel),
    average_variance: variances.length > 0 ? mean(variances) : null,
    consensus:
      agreements.length > 0 ? consensusLevel(mean(agreements), min(compared.map(({ reviewers }) => reviewers))) : "low",
    confidence: fitted ? confidenceLevel(fitted.grounds) : "low",
    ...(doubt !== null && { doubt }),
    winner: idOf(winner),
    told_apart: fitted?.bound ?? toldApart(panel.designs.length),
    tie_groups: groups,
  };

  function idOf(at: number | null): string | null {
    return at === null ? null : (panel.designs[fitted?.incidence.designIds[at] ?? -1]?.design_id ?? null);
  }
}

function comparingReviewers({ cells, reviewers }: Panel): number {
  return [...reviewers.keys()].filter((at) => cells.filter(({ reviewer }) => reviewer === at).length > 1).length;
}

function tieGroupIds(panel: Panel, { order, incidence, uncertainty, bound }: RankingFit): string[][] {
  const at = (rank: number) => order[rank] ?? 0;
  const groups = tieGroups(order.length, bound, (better, worse) => uncertainty.beats(at(better), at(worse)));
  return groups.map((group) =>
    group.flatMap((rank) => panel.designs[incidence.designIds[at(rank)] ?? -1]?.design_id ?? []),
  );
}
