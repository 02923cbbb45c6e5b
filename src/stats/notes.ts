import type { RankingInput, RankingNumbers } from "./input.ts";
import type { Panel } from "./panel.ts";
import { isRounding } from "./rounding.ts";
import type { Standing } from "./standing.ts";

type Numbers = Omit<RankingNumbers, "notes">;

/** What a reader must know before trusting the numbers, and why some are null; one sentence each, the gravest first. */
export function notesOn(
  panel: Panel,
  standing: Standing | null,
  numbers: Numbers,
  options: RankingInput["options"],
): string[] {
  return [
    ...rankingNotes(panel, standing, numbers, options),
    ...absenceNotes(panel, options),
    ...panelNotes(panel, standing, numbers),
    ...(standing ? reliabilityNotes(standing, numbers) : []),
    ...(standing ? biasNotes(standing, numbers) : []),
    ...(standing ? [assumption(numbers)] : []),
  ];
}

function rankingNotes(
  panel: Panel,
  standing: Standing | null,
  { summary }: Numbers,
  { method }: RankingInput["options"],
) {
  if (!standing) {
    return panel.cells.length > 0
      ? ["Nothing can be ranked: the weights of all criteria are zero."]
      : ["Nothing can be ranked: there is no score."];
  }
  const notes: string[] = [];
  if (standing.models.reason) {
    notes.push(
      method === "mean"
        ? `There is no adjusted score: ${standing.models.reason}.`
        : `The ranks are those of the plain mean and there is no adjusted score: ${standing.models.reason}.`,
    );
  }
  if (standing.layout.designs === 1) notes.push("Only one design has scores, so its first place says nothing.");
  if (standing.layout.designs === 2)
    notes.push("Only two designs have scores, so reliability rests on one difference.");
  const top = summary.tie_groups.find((group) => group[0] === numbersFirst(panel, standing));
  if (summary.winner === null && top) {
    notes.push(`There is no winner: the scores cannot tell ${and(top)} apart.`);
  }
  return notes;
}

function absenceNotes(panel: Panel, options: RankingInput["options"]): string[] {
  const notes: string[] = [];
  const scored = new Set(panel.cells.map(({ design }) => design));
  const spoke = new Set(panel.cells.map(({ reviewer }) => reviewer));
  const unscored = panel.designs.filter((_, at) => !scored.has(at));
  const silent = panel.reviewers.filter((_, at) => !spoke.has(at));
  const missing = panel.expectedCells - panel.cells.length;
  if (unscored.length > 0) notes.push(`No score: ${and(unscored.map((d) => d.design_id))}; such a design has no rank.`);
  if (silent.length > 0) {
    notes.push(`Scored nothing: ${and(silent.map((r) => r.reviewer_id))}; such a reviewer is in no statistic.`);
  }
  if (missing > 0) notes.push(`${missing} of ${panel.expectedCells} expected scores are missing and left out.`);
  if (panel.unusableScores > 0) {
    notes.push(
      `${panel.unusableScores} scores are not used: they name an unknown design or reviewer, lack a criterion or come twice.`,
    );
  }
  if (options.exclude_self_reviews) notes.push("Scores of a reviewer for its own model's design are left out.");
  return notes;
}

function panelNotes(panel: Panel, standing: Standing | null, { bias, designs, summary }: Numbers): string[] {
  const notes: string[] = [];
  if (standing?.layout.reviewers === 1) {
    notes.push("One reviewer scored: the ranking is its opinion, and nobody confirms or contradicts it.");
  } else if (standing?.layout.reviewers === 2) {
    notes.push("Two reviewers scored: two agree by chance too often for a high consensus.");
  }
  if (bias.single_vendor !== null) {
    notes.push(`All reviewers are models of one vendor, ${bias.single_vendor}, and may share its blind spots.`);
  }
  const single = designs.filter(({ reviewers }) => reviewers === 1).map(({ design_id }) => design_id);
  if (single.length > 0) notes.push(`Scored by one reviewer, so without variance and agreement: ${and(single)}.`);
  if (standing && summary.average_variance === null) {
    notes.push("There is no average variance: no design has two scores.");
  }
  return standing ? [...notes, ...flatNotes(panel, standing)] : notes;
}

function flatNotes(panel: Panel, { composites }: Standing): string[] {
  const given = panel.reviewers.map(() => [] as number[]);
  for (const [at, { reviewer }] of panel.cells.entries()) given[reviewer]?.push(composites[at] ?? 0);
  return panel.reviewers.flatMap(({ reviewer_id }, at) => {
    const own = given[at] ?? [];
    const spread = own.reduce((sum, value) => sum + (value - (own[0] ?? 0)) ** 2, 0);
    return own.length > 1 && isRounding(spread, own) ? `Reviewer ${reviewer_id} gave every design the same score.` : [];
  });
}

function reliabilityNotes({ layout, leader }: Standing, { reliability, robustness }: Numbers): string[] {
  const notes: string[] = [];
  const few = layout.reviewers < 2 ? "one reviewer" : layout.designs < 2 ? "one design" : null;
  const incomplete = layout.places.length < layout.designs * layout.reviewers;
  const say = (name: string, reason: string) => notes.push(`${name} cannot be computed: ${reason}.`);
  const flat = "the scores do not vary";
  if (reliability.kendall_w === null) {
    say("Kendall's W", few ?? (incomplete ? "it needs every reviewer's score for every design" : flat));
  }
  if (reliability.krippendorff_alpha === null) {
    say("Krippendorff's alpha", layout.reviewers < 2 ? "one reviewer" : "no design has two scores, or all are equal");
  }
  if (reliability.icc_2_1 === null || reliability.icc_2_k === null) {
    say("ICC(2,1) or ICC(2,k)", few ?? (incomplete ? "they need every reviewer's score for every design" : flat));
  }
  if (reliability.icc_3_k === null) {
    say("ICC(3,k)", few ?? (incomplete ? "too few scores, or they do not vary" : "the designs' means do not differ"));
  } else if (incomplete) {
    notes.push("ICC(3,k) is taken from a least-squares fit, because scores are missing.");
  }
  const shared = leader === null ? "designs share the first place" : null;
  if (reliability.leave_one_out === null) say("Leave-one-out", few ?? shared ?? "too few scores");
  if (robustness === null) {
    const reason = layout.designs < 2 ? "one design" : shared;
    if (reason) say("Weight robustness", reason);
    else notes.push("No change of a single criterion's weight changes the first place.");
  }
  return notes;
}

function biasNotes({ layout, models, adjusted }: Standing, { bias }: Numbers): string[] {
  const notes: string[] = [];
  if (bias.self_preference === null) {
    const own = layout.places.some(({ self }) => self);
    notes.push(
      own
        ? `Self-preference cannot be computed: ${models.reason}.`
        : "Self-preference cannot be computed: no used score is a reviewer's for its own model's design.",
    );
  } else if (bias.self_preference.standard_error === null) {
    notes.push("Self-preference has no standard error: there are as many numbers to estimate as scores.");
  }
  if (bias.same_vendor !== null && bias.same_vendor.difference === null) {
    notes.push(
      adjusted
        ? "Same-vendor preference cannot be computed: no score goes from one vendor to another."
        : "Same-vendor preference cannot be computed without adjusted scores.",
    );
  }
  if (bias.length_correlation === null) {
    notes.push("The correlation of score and length needs three scored designs that differ in both.");
  }
  return notes;
}

function assumption({ assumptions }: Numbers): string {
  return `P(best), rank intervals and ties assume that the reviewers' errors correlate by ${assumptions.error_correlation}; the scores of one experiment cannot show it.`;
}

function numbersFirst(panel: Panel, { order, layout }: Standing): string | undefined {
  return panel.designs[layout.designIds[order[0] ?? -1] ?? -1]?.design_id;
}

function and(ids: readonly string[]): string {
  return ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}
