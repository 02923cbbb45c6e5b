import type { RankingInput, RankingNumbers } from "./input.ts";
import type { RankingFit } from "./ranking-fit.ts";
import { isRounding } from "./rounding.ts";
import type { Panel } from "./score-panel.ts";

type Numbers = Omit<RankingNumbers, "notes">;

/**
 * First what a reader must know before trusting the numbers, the gravest first; then, for every number that is null,
 * "path is null: reason." and what is assumed. One sentence each.
 */
export function notesOn(
  panel: Panel,
  fitted: RankingFit | null,
  numbers: Numbers,
  options: RankingInput["options"],
): string[] {
  return [
    ...rankingNotes(panel, fitted, options),
    ...panelNotes(panel, fitted, numbers),
    ...absenceNotes(panel, options),
    ...designNulls(fitted, numbers),
    ...(fitted ? reliabilityNulls(fitted, numbers) : []),
    ...(fitted ? biasNulls(fitted, numbers) : []),
    ...(fitted ? [assumption(numbers)] : []),
  ];
}

function rankingNotes(panel: Panel, fitted: RankingFit | null, { method }: RankingInput["options"]): string[] {
  if (!fitted) {
    return panel.cells.length > 0
      ? ["Nothing can be ranked: the weights of all criteria are zero."]
      : ["Nothing can be ranked: there is no score."];
  }
  const notes: string[] = [];
  const { reason } = fitted.models;
  if (reason && method !== "mean") {
    notes.push(`The ranks are those of the plain mean, which severe reviewers and missing scores can bend: ${reason}.`);
  }
  if (fitted.incidence.designs === 1) notes.push("Only one design has scores, so there is nothing to rank it against.");
  if (fitted.incidence.designs === 2)
    notes.push("Only two designs have scores: all agreement rests on one difference.");
  return notes;
}

function panelNotes(panel: Panel, fitted: RankingFit | null, { bias }: Numbers): string[] {
  if (!fitted) return [];
  const notes: string[] = [];
  const scored = fitted.incidence.reviewers;
  const of = panel.reviewers.length > scored ? ` of ${panel.reviewers.length}` : "";
  if (scored === 1) {
    notes.push(`One reviewer${of} scored: the ranking is its opinion, and nobody confirms or contradicts it.`);
  } else if (scored === 2) {
    notes.push(`Two reviewers${of} scored: two agree by chance too often for a high consensus.`);
  }
  if (bias.single_vendor !== null) {
    notes.push(`All reviewers are models of one vendor, ${bias.single_vendor}, and may share its blind spots.`);
  }
  return [...notes, ...flatNotes(panel, fitted)];
}

function flatNotes(panel: Panel, { composites }: RankingFit): string[] {
  const given = panel.reviewers.map(() => [] as number[]);
  for (const [at, { reviewer }] of panel.cells.entries()) given[reviewer]?.push(composites[at] ?? 0);
  return panel.reviewers.flatMap(({ reviewer_id }, at) => {
    const own = given[at] ?? [];
    const spread = own.reduce((sum, value) => sum + (value - (own[0] ?? 0)) ** 2, 0);
    return own.length > 1 && isRounding(spread, own)
      ? `Reviewer ${reviewer_id} gave every design the same score, so it says nothing about their order.`
      : [];
  });
}

function absenceNotes(panel: Panel, options: RankingInput["options"]): string[] {
  const notes: string[] = [];
  const scored = new Set(panel.cells.map(({ design }) => design));
  const spoke = new Set(panel.cells.map(({ reviewer }) => reviewer));
  const unscored = panel.designs.filter((_, at) => !scored.has(at));
  const silent = panel.reviewers.filter((_, at) => !spoke.has(at));
  if (unscored.length > 0) notes.push(`No score: ${and(unscored.map((d) => d.design_id))}; such a design has no rank.`);
  if (silent.length > 0) {
    notes.push(`Scored nothing: ${and(silent.map((r) => r.reviewer_id))}; such a reviewer is in no statistic.`);
  }
  if (panel.unusableScores > 0) {
    notes.push(
      `${panel.unusableScores} scores are not used: they name an unknown design or reviewer, lack a criterion or come twice.`,
    );
  }
  if (options.exclude_self_reviews) notes.push("Scores of a reviewer for its own model's design do not count.");
  return notes;
}

function designNulls(fitted: RankingFit | null, { designs, summary }: Numbers): string[] {
  const notes: string[] = [];
  const say = (path: string, reason: string) => notes.push(isNull(path, reason));
  const { scored_cells, expected_cells } = summary;
  if (scored_cells < expected_cells) {
    notes.push(`summary.scored_cells is ${scored_cells} of ${expected_cells}: a missing score is absent, never zero.`);
  }
  if (summary.winner === null) say("summary.winner", noWinner(fitted, summary));
  if (fitted?.models.reason) say("designs[].adjusted_score", fitted.models.reason);
  const of = (reviewers: number) => designs.filter((design) => design.reviewers === reviewers).map((d) => d.design_id);
  if (fitted && of(0).length > 0) say("designs[].rank", `nobody scored ${and(of(0))}`);
  if (of(1).length > 0) say("designs[].agreement", `one reviewer scored ${and(of(1))}, so there is no variance either`);
  if (summary.average_variance === null) say("summary.average_variance", "no design has two scores");
  return notes;
}

function noWinner(fitted: RankingFit | null, { tie_groups }: Numbers["summary"]): string {
  if (!fitted) return "nothing can be ranked";
  if (fitted.incidence.designs < 2) return "only one design has scores";
  return `the scores cannot tell ${and(tie_groups[0] ?? [])} apart`;
}

function reliabilityNulls({ incidence, leader }: RankingFit, { reliability, robustness }: Numbers): string[] {
  const notes: string[] = [];
  const few = incidence.reviewers < 2 ? "one reviewer scored" : incidence.designs < 2 ? "one design has scores" : null;
  const incomplete = incidence.observations.length < incidence.designs * incidence.reviewers;
  const say = (name: string, reason: string) => notes.push(isNull(name, reason));
  const flat = "the scores do not vary";
  const thin = "the scores vary too little to divide by";
  const whole = "it needs every reviewer's score for every design";
  if (reliability.kendall_w === null) say("reliability.kendall_w", few ?? (incomplete ? whole : flat));
  if (reliability.krippendorff_alpha === null) {
    const reason = incidence.reviewers < 2 ? "one reviewer scored" : "no design has two scores, or all are equal";
    say("reliability.krippendorff_alpha", reason);
  }
  for (const name of ["icc_2_1", "icc_2_k"] as const) {
    if (reliability[name] === null) say(`reliability.${name}`, few ?? (incomplete ? whole : thin));
  }
  if (reliability.icc_3_k === null) {
    const reason = incomplete ? "too few scores, or they do not vary" : "the designs' means do not differ";
    say("reliability.icc_3_k", few ?? reason);
  } else if (incomplete) {
    notes.push("reliability.icc_3_k is taken from a least-squares fit: scores are missing.");
  }
  const shared = leader === null ? "designs share the first place" : null;
  if (reliability.leave_one_out === null) say("reliability.leave_one_out", few ?? shared ?? "too few scores");
  if (robustness === null) {
    const alone = incidence.designs < 2 ? "one design has scores" : shared;
    say("robustness", alone ?? "no change of a single criterion's weight changes the first place");
  }
  return notes;
}

function biasNulls({ incidence, models, adjusted }: RankingFit, { bias }: Numbers): string[] {
  const notes: string[] = [];
  const say = (name: string, reason: string) => notes.push(isNull(`bias.${name}`, reason));
  if (bias.self_preference === null) {
    const own = incidence.observations.some(({ self }) => self);
    const none = "no score that counts is a reviewer's for its own model's design";
    say("self_preference", own ? (models.reason ?? "it cannot be estimated") : none);
  } else if (bias.self_preference.standard_error === null) {
    say("self_preference.standard_error", "there are as many numbers to estimate as scores");
  }
  if (bias.single_vendor === null) {
    say("single_vendor", incidence.reviewers < 2 ? "one reviewer scored" : "the reviewers come from several vendors");
  }
  if (bias.same_vendor === null) {
    say("same_vendor", "no reviewer scored another model of its own vendor");
  } else if (bias.same_vendor.difference === null) {
    say("same_vendor.difference", adjusted ? "no score goes from one vendor to another" : "it needs adjusted scores");
  }
  if (bias.length_correlation === null) {
    say("length_correlation", "it needs three scored designs that differ in score and length");
  }
  return notes;
}

function assumption({ assumptions }: Numbers): string {
  return `assumptions.error_correlation is assumed: P(best), rank intervals and ties take the reviewers' errors to correlate by ${assumptions.error_correlation}, which the scores of one experiment cannot show.`;
}

function isNull(path: string, reason: string): string {
  return `${path} is null: ${reason}.`;
}

function and(ids: readonly string[]): string {
  return ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}
