import type { RankingNote } from "../artifacts/ranking-note.ts";
import type { RankingInput, RankingNumbers } from "./input.ts";
import { nullNotes } from "./null-notes.ts";
import { oddReviewerNotes } from "./odd-reviewer-notes.ts";
import { type RankingFit, whyUnranked } from "./ranking-fit.ts";
import type { Panel } from "./score-panel.ts";

/**
 * First what a reader must know before trusting the numbers, the gravest first; then why each null number is null, and
 * what is assumed.
 */
export function notesOn(
  panel: Panel,
  fitted: RankingFit | null,
  numbers: Omit<RankingNumbers, "notes">,
  options: RankingInput["options"],
): RankingNote[] {
  const { scored_cells: scored, expected_cells: expected } = numbers.summary;
  return [
    ...rankingNotes(panel, fitted, options),
    ...(fitted ? panelNotes(panel, fitted, numbers.bias.single_vendor, options) : []),
    ...absenceNotes(panel, options),
    ...(scored < expected ? [{ kind: "missing-scores" as const, scored, expected }] : []),
    ...nullNotes(fitted, numbers),
    ...(fitted ? [{ kind: "assumed-correlation" as const, correlation: numbers.assumptions.error_correlation }] : []),
  ];
}

function rankingNotes(panel: Panel, fitted: RankingFit | null, { method }: RankingInput["options"]): RankingNote[] {
  if (!fitted) return [{ kind: "nothing-ranked", reason: whyUnranked(panel) }];
  const { reason } = fitted.models;
  const { designs } = fitted.incidence;
  return [
    ...(reason && method !== "mean" ? [{ kind: "plain-mean" as const, reason }] : []),
    ...(designs < 3 ? [{ kind: "few-designs" as const, designs }] : []),
  ];
}

function panelNotes(
  panel: Panel,
  fitted: RankingFit,
  vendor: string | null,
  options: RankingInput["options"],
): RankingNote[] {
  const scored = fitted.incidence.reviewers;
  return [
    ...(scored < 3 ? [{ kind: "few-reviewers" as const, scored, panel: panel.reviewers.length }] : []),
    ...(vendor === null ? [] : [{ kind: "single-vendor" as const, vendor }]),
    ...oddReviewerNotes(panel, fitted, options),
  ];
}

function absenceNotes(panel: Panel, options: RankingInput["options"]): RankingNote[] {
  const scored = new Set(panel.cells.map(({ design }) => design));
  const heard = new Set(panel.cells.map(({ reviewer }) => reviewer));
  const design_ids = panel.designs.flatMap(({ design_id }, at) => (scored.has(at) ? [] : design_id));
  const reviewer_ids = panel.reviewers.flatMap(({ reviewer_id }, at) => (heard.has(at) ? [] : reviewer_id));
  return [
    ...(design_ids.length > 0 ? [{ kind: "unscored-designs" as const, design_ids }] : []),
    ...(reviewer_ids.length > 0 ? [{ kind: "silent-reviewers" as const, reviewer_ids }] : []),
    ...panel.duplicates.map((cell) => ({ kind: "duplicate-scores" as const, ...cell })),
    ...(panel.unusableScores > 0 ? [{ kind: "unusable-scores" as const, scores: panel.unusableScores }] : []),
    ...(options.exclude_self_reviews ? [{ kind: "self-reviews-excluded" as const }] : []),
  ];
}
