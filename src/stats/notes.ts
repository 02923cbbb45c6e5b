import type { NullReason, RankingNote } from "../artifacts/ranking-note.ts";
import { type RankingFit, whyUnranked } from "./fit.ts";
import { oddReviewerNotes, wideReviewerNotes } from "./odd-reviewers.ts";
import { peopleIn, type RankingInput, type RankingNumbers, type Scored } from "./panel.ts";

/**
 * First what a reader must know before trusting the numbers, the gravest first; then why each null number is null, and
 * what is assumed.
 */
export function notesOn(
  panel: Scored,
  fitted: RankingFit | null,
  numbers: Omit<RankingNumbers, "notes">,
  options: RankingInput["options"],
): RankingNote[] {
  const { scored_cells: scored, expected_cells: expected } = numbers.summary;
  return [
    ...(fitted ? rankingNotes(fitted, options) : [{ kind: "nothing-ranked" as const, reason: whyUnranked(panel) }]),
    ...(fitted ? panelNotes(panel, fitted, numbers, options) : []),
    ...absenceNotes(panel, numbers.summary, options),
    ...(scored < expected ? [{ kind: "missing-scores" as const, scored, expected }] : []),
    ...nullNotes(panel, fitted, numbers),
    ...(fitted ? [assumed(numbers.assumptions)] : []),
  ];
}

function assumed({ error_correlation, learned, people_correlation: people }: Numbers["assumptions"]): RankingNote {
  return {
    kind: "assumed-correlation",
    correlation: error_correlation,
    ...(learned && { learned: learned.experiments }),
    ...(people !== undefined && { people }),
  };
}

function rankingNotes(fitted: RankingFit, { method }: RankingInput["options"]): RankingNote[] {
  const { reason } = fitted.models;
  const { designs } = fitted.incidence;
  return [
    ...(reason && method !== "mean" ? [{ kind: "plain-mean" as const, reason }] : []),
    ...(designs < 3 ? [{ kind: "few-designs" as const, designs }] : []),
  ];
}

function panelNotes(
  panel: Scored,
  fitted: RankingFit,
  { bias: { single_vendor: vendor }, personas }: Pick<RankingNumbers, "bias" | "personas">,
  options: RankingInput["options"],
): RankingNote[] {
  const known = peopleIn(panel);
  const { size: scored } = fitted.judges;
  const people = [...fitted.judges].filter((at) => known.has(at)).length;
  const few = { kind: "few-reviewers" as const, scored, panel: panel.reviewers.length };
  return [
    ...(scored < 3 ? [{ ...few, ...(people > 0 && { people }) }] : []),
    ...(vendor === null ? [] : [{ kind: "single-vendor" as const, vendor }]),
    ...(personas?.minds ?? []).map((mind) => ({ kind: "one-mind" as const, ...mind })),
    ...(personas?.left_out ?? []).map(({ criterion, designs: design_ids }) => {
      return { kind: "criterion-left-out" as const, criterion, design_ids };
    }),
    ...wideReviewerNotes(panel, fitted, options),
    ...oddReviewerNotes(panel, fitted, options),
  ];
}

function absenceNotes(
  panel: Scored,
  { unscored_designs: design_ids, silent_reviewers: reviewer_ids }: RankingNumbers["summary"],
  options: RankingInput["options"],
): RankingNote[] {
  return [
    ...(design_ids.length > 0 ? [{ kind: "unscored-designs" as const, design_ids }] : []),
    ...(reviewer_ids.length > 0 ? [{ kind: "silent-reviewers" as const, reviewer_ids }] : []),
    ...panel.duplicates.map((cell) => ({ kind: "duplicate-scores" as const, ...cell })),
    ...(panel.unusableScores > 0 ? [{ kind: "unusable-scores" as const, scores: panel.unusableScores }] : []),
    ...(panel.unusableVoices > 0 ? [{ kind: "unusable-votes" as const, votes: panel.unusableVoices }] : []),
    ...(options.exclude_self_reviews ? [selfReviewsExcluded(panel)] : []),
  ];
}

function selfReviewsExcluded(panel: Scored): RankingNote {
  return { kind: "self-reviews-excluded", ...(peopleIn(panel).size > 0 && { people: true }) };
}

type Numbers = Omit<RankingNumbers, "notes">;

/** Why each number of a ranking that is null is null, by its place in ranking.json. */
function nullNotes(panel: Scored, fitted: RankingFit | null, numbers: Numbers): RankingNote[] {
  return [
    ...designNulls(panel, fitted, numbers),
    ...(fitted ? [...reliabilityNulls(fitted, numbers), ...biasNulls(panel, fitted, numbers)] : unrankedNulls(numbers)),
  ];
}

/** Without an order all of these are null for one reason. */
function unrankedNulls({ designs, reliability, bias, robustness }: Numbers): RankingNote[] {
  const nullsOf = (part: string, fields: object) =>
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [`${part}.${name}`] : []));
  return [
    ...(designs.length > 0 ? ["designs[].rank"] : []),
    ...nullsOf("reliability", reliability),
    ...nullsOf("bias", bias),
    ...(robustness === null ? ["robustness"] : []),
  ].map((path) => isNull(path, "nothing-ranked"));
}

function designNulls(panel: Scored, fitted: RankingFit | null, numbers: Numbers): RankingNote[] {
  const { designs, summary } = numbers;
  const idsOf = (which: Numbers["designs"]) => which.map(({ design_id }) => design_id);
  const lone = panel.cells
    .map(({ design }) => design)
    .filter((design, _, all) => all.indexOf(design) === all.lastIndexOf(design));
  const alone = idsOf(designs).filter((id) => lone.some((at) => panel.designs[at]?.design_id === id));
  const unscored = fitted ? idsOf(designs.filter(({ reviewers }) => reviewers === 0)) : [];
  const ordered = idsOf(designs.filter(({ agreement, reviewers }) => agreement === null && reviewers > 0)).filter(
    (id) => !alone.includes(id),
  );
  return [
    ...(summary.winner === null ? [noWinner(numbers)] : []),
    ...(fitted?.models.reason ? [isNull("designs[].adjusted_score", fitted.models.reason)] : []),
    ...(unscored.length > 0 ? [isNull("designs[].rank", "not-scored", unscored)] : []),
    ...(alone.length > 0 ? [isNull("designs[].agreement", "one-reviewer", alone)] : []),
    ...(ordered.length > 0 ? [isNull("designs[].agreement", "not-scored", ordered)] : []),
    ...(summary.average_variance === null ? [isNull("summary.average_variance", "no-two-scores")] : []),
  ];
}

function noWinner({ summary: { verdict, first_place } }: Numbers): RankingNote {
  const path = "summary.winner";
  if (verdict.kind === "one-design" || verdict.kind === "one-opinion") return isNull(path, verdict.kind);
  if (verdict.kind !== "tie" && verdict.kind !== "ahead") return isNull(path, "nothing-ranked");
  return isNull(path, first_place.length > 1 ? "tie" : "unsure", first_place);
}

function reliabilityNulls(
  { judges, agreeing: { rest }, incidence, leader, models }: RankingFit,
  { reliability, robustness }: Numbers,
): RankingNote[] {
  const notes: RankingNote[] = [];
  const say = (path: string, value: unknown, reason: NullReason) => {
    if (value === null) notes.push(isNull(path, reason));
  };
  const tooFewDesigns = rest.designs < 2 ? "one-design" : null;
  const tooFew = rest.reviewers < 2 ? "one-reviewer" : tooFewDesigns;
  const incomplete = rest.observations.length < rest.designs * rest.reviewers;
  const shared = leader === null ? "first-place-shared" : null;
  say("reliability.kendall_w", reliability.kendall_w, tooFew ?? (incomplete ? "missing-scores" : "scores-equal"));
  say(
    "reliability.krippendorff_alpha",
    reliability.krippendorff_alpha,
    rest.reviewers < 2 ? "one-reviewer" : "nothing-to-pair",
  );
  for (const name of ["icc_2_1", "icc_2_k"] as const) {
    say(`reliability.${name}`, reliability[name], tooFew ?? (incomplete ? "missing-scores" : "too-little-variance"));
  }
  say("reliability.icc_3_k", reliability.icc_3_k, tooFew ?? (incomplete ? "too-few-scores" : "designs-equal"));
  if (incomplete && reliability.icc_3_k !== null) notes.push({ kind: "fitted-reliability" });
  say("reliability.residual_deviation", reliability.residual_deviation, models.reason ?? "no-freedom");
  say(
    "reliability.leave_one_out",
    reliability.leave_one_out,
    (judges.size < 2 ? "one-reviewer" : tooFewDesigns) ??
      shared ??
      (judges.size < 3 ? "two-reviewers" : "too-few-scores"),
  );
  const alone = incidence.designs < 2 ? "one-design" : null;
  say("robustness", robustness, alone ?? shared ?? "criteria-do-not-decide");
  return notes;
}

function biasNulls(panel: Scored, { incidence, models, adjusted }: RankingFit, { bias }: Numbers): RankingNote[] {
  const notes: RankingNote[] = [];
  const say = (name: string, value: unknown, reason: NullReason) => {
    if (value === null) notes.push(isNull(`bias.${name}`, reason));
  };
  const own = incidence.observations.some(({ self }) => self);
  say("self_preference", bias.self_preference, own ? (models.reason ?? "too-few-scores") : "no-self-review");
  say("self_preference.standard_error", bias.self_preference?.standard_error, "no-freedom");
  const vendors = incidence.reviewers < 2 ? "one-reviewer" : "several-vendors";
  say("single_vendor", bias.single_vendor, peopleIn(panel).size > 0 ? "people-judged" : vendors);
  say("same_vendor", bias.same_vendor, "no-same-vendor");
  say("same_vendor.difference", bias.same_vendor?.difference, adjusted ? "nothing-left-to-compare" : "not-adjusted");
  say("criteria_correlation", bias.criteria_correlation, "criteria-do-not-vary");
  say("length_correlation", bias.length_correlation, "nothing-to-correlate");
  return notes;
}

function isNull(path: string, reason: NullReason, ids?: string[]): RankingNote {
  return { kind: "null", path, reason, ...(ids && { ids }) };
}
