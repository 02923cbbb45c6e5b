import type { RankingNote, Without } from "../artifacts/ranking-note.ts";
import type { RankingInput } from "./input.ts";
import { constantReviewers, contraryReviewers, narrowReviewers } from "./odd-reviewers.ts";
import { fitRanking, type RankingFit } from "./ranking-fit.ts";
import type { Panel } from "./score-panel.ts";

/** Reviewers that add nothing or score on a scale of their own. They are named, and stay in the ranking. */
export function oddReviewerNotes(panel: Panel, fitted: RankingFit, options: RankingInput["options"]): RankingNote[] {
  const { incidence, composites } = fitted;
  const panelReviewer = (at: number) => incidence.reviewerIds[at] ?? -1;
  const idOf = (reviewer: number) => panel.reviewers[reviewer]?.reviewer_id ?? "";
  const constant = incidence.designs > 1 ? constantReviewers(incidence, composites).map(panelReviewer) : [];
  return [
    ...contraryReviewers(incidence, composites).map(({ reviewer, correlation }): RankingNote => {
      const at = panelReviewer(reviewer);
      return { kind: "contrary-reviewer", reviewer_id: idOf(at), correlation, without: without(panel, at, options) };
    }),
    ...constant.map((reviewer): RankingNote => {
      return { kind: "constant-reviewer", reviewer_id: idOf(reviewer), without: without(panel, reviewer, options) };
    }),
    ...narrowReviewers(panel)
      .filter(({ reviewer }) => !constant.includes(reviewer))
      .map(({ reviewer, share }): RankingNote => ({ kind: "narrow-reviewer", reviewer_id: idOf(reviewer), share })),
  ];
}

/** The ranking of the same panel without one reviewer's scores. */
function without(panel: Panel, reviewer: number, options: RankingInput["options"]): Without {
  const rest = { ...panel, cells: panel.cells.filter((cell) => cell.reviewer !== reviewer) };
  const fitted = fitRanking(rest, options);
  if (fitted === null) return null;
  const idOf = (at: number) => panel.designs[fitted.incidence.designIds[at] ?? -1]?.design_id ?? "";
  return { order: fitted.order.map(idOf), winner: fitted.winner === null ? null : idOf(fitted.winner) };
}
