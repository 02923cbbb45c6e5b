import type { Ranking } from "../schemas/ranking.ts";
import type { ModelReason, NullReason, RankingNote, Without } from "../schemas/ranking-note.ts";
import { count, list } from "../text/numbers.ts";
import { changedText, problemText } from "./problems-text.ts";

/** How many designs of an order are named before "and more". */
const MAX_IN_ORDER = 6;

/** The notes of a ranking as sentences, by what a reader wants of them. */
export type SortedNotes = {
  /** What to know before trusting the ranking. */
  cautions: string[];
  /** Files that were not used. */
  files: string[];
  /** Why a number is null, or what is assumed. */
  numbers: string[];
};

/** Sorts a ranking's notes by their kind and words them. The sentences of older rankings are cautions as they stand. */
export function sortNotes(notes: Ranking["notes"]): SortedNotes {
  const sorted: SortedNotes = { cautions: [], files: [], numbers: [] };
  for (const note of notes) {
    if (typeof note === "string") sorted.cautions.push(note);
    else sorted[SORTS[note.kind]].push(rankingNoteText(note));
  }
  return sorted;
}

const SORTS: Readonly<Record<RankingNote["kind"], keyof SortedNotes>> = {
  "nothing-ranked": "cautions",
  "plain-mean": "cautions",
  "few-designs": "cautions",
  "few-reviewers": "cautions",
  "single-vendor": "cautions",
  "contrary-reviewer": "cautions",
  "constant-reviewer": "cautions",
  "narrow-reviewer": "cautions",
  "duplicate-scores": "cautions",
  "unscored-designs": "cautions",
  "silent-reviewers": "cautions",
  "unusable-scores": "cautions",
  "self-reviews-excluded": "cautions",
  "fewer-samples": "cautions",
  "stand-in": "cautions",
  "design-stand-in": "cautions",
  "stale-file": "files",
  "unusable-file": "files",
  "missing-scores": "numbers",
  null: "numbers",
  "fitted-reliability": "numbers",
  "assumed-correlation": "numbers",
};

/** What a note of a ranking says, as a sentence. */
export function rankingNoteText(note: RankingNote): string {
  switch (note.kind) {
    case "nothing-ranked":
      return note.reason === "no-score"
        ? "Nothing can be ranked: there is no score."
        : "Nothing can be ranked: the weights of all criteria are zero.";
    case "plain-mean":
      return `The ranks are those of the plain mean, which severe reviewers and missing scores can bend: ${MODEL_REASONS[note.reason]}.`;
    case "few-designs":
      return note.designs === 1
        ? "Only one design has scores, so there is nothing to rank it against."
        : "Only two designs have scores: all rests on one difference.";
    case "few-reviewers":
      return fewReviewers(note);
    case "single-vendor":
      return `All reviewers are models of one vendor, ${note.vendor}, and may share its blind spots.`;
    case "constant-reviewer":
      return `Reviewer ${note.reviewer_id} gave every design the same score, so it says nothing about their order. ${withoutText(note.without)}`;
    case "contrary-reviewer":
      return `Reviewer ${note.reviewer_id} orders the designs against all others (correlation ${note.correlation.toFixed(2)}). ${withoutText(note.without)}`;
    case "narrow-reviewer":
      return `Reviewer ${note.reviewer_id} uses ${Math.max(1, Math.round(100 * note.share))} % of the range of scores that the others use, so its preferences count for less.`;
    case "duplicate-scores":
      return `Reviewer ${note.reviewer_id} has ${note.scores} scores for ${note.design_id} that are not samples of one: ${note.scores === 2 ? "both" : "all"} are left out.`;
    case "unscored-designs":
      return `No score: ${list(note.design_ids)}; such a design has no rank.`;
    case "silent-reviewers":
      return `Scored nothing: ${list(note.reviewer_ids)}; such a reviewer is in no statistic.`;
    case "unusable-scores":
      return `${count(note.scores, "score")} not used: unknown design or reviewer, or a criterion is lacking.`;
    case "self-reviews-excluded":
      return "Scores of a reviewer for its own model's design do not count.";
    case "fewer-samples":
      return `${note.scores} of ${count(note.of, "score")} rest on fewer than the planned ${note.planned} samples.`;
    case "stand-in":
      return standIn(note);
    case "design-stand-in":
      return note.also_wrote.length === 0
        ? `${note.model} wrote ${note.design_id} in place of ${note.in_place_of}.`
        : `${note.model} wrote ${note.design_id} in place of ${note.in_place_of}, and ${list(note.also_wrote)} too: these designs come from one mind.`;
    case "stale-file":
      return `${note.stale.path} is left out: ${changedText(note.stale.changed)}.`;
    case "unusable-file":
      return `Left out: ${problemText(note.problem)}.`;
    case "missing-scores":
      return `summary.scored_cells is ${note.scored} of ${note.expected}: a missing score is absent, never zero.`;
    case "null":
      return `${note.path} is null: ${NULL_REASONS[note.reason](list(note.ids ?? []))}.`;
    case "fitted-reliability":
      return "reliability.icc_3_k is taken from a least-squares fit: scores are missing.";
    case "assumed-correlation":
      return `assumptions.error_correlation is assumed: P(best), rank intervals and ties take the reviewers' errors to correlate by ${note.correlation}, which the scores of one experiment cannot show.`;
  }
}

function standIn({
  model,
  in_place_of,
  designs,
  on_panel,
  merged,
}: Extract<RankingNote, { kind: "stand-in" }>): string {
  const judged = `${model} judged ${count(designs, "design")} in place of ${list(in_place_of)}`;
  const counts = on_panel
    ? "it sits on the panel itself and counts as one reviewer"
    : "it counts as one reviewer, under its own name";
  return `${judged}: ${counts}${merged ? ", with the mean of its scores for each design" : ""}.`;
}

function withoutText(without: Without): string {
  if (without === null) return "Without it nothing could be ranked.";
  const { order, winner } = without;
  if (order.length < 2) return `Without it only ${list(order)} has scores.`;
  return `Without it the order is ${list(order, MAX_IN_ORDER)}, with ${winner === null ? "no winner" : `${winner} the winner`}.`;
}

function fewReviewers({ scored, panel }: Extract<RankingNote, { kind: "few-reviewers" }>): string {
  const of = panel > scored ? ` of ${panel}` : "";
  return scored === 1
    ? `One reviewer${of} scored: the ranking is its opinion, and nobody confirms or contradicts it.`
    : `Two reviewers${of} scored: two agree by chance too often for more than medium confidence, and leaving one out says nothing.`;
}

const MODEL_REASONS: Readonly<Record<ModelReason, string>> = {
  unconnected: "the designs are not connected by shared reviewers",
  confounded: "there are too few scores to tell self-preference from quality",
};

/** `ids` are the designs that a number is null for, or that share a tie. */
const NULL_REASONS: Readonly<Record<NullReason, (ids: string) => string>> = {
  unconnected: () => MODEL_REASONS.unconnected,
  confounded: () => MODEL_REASONS.confounded,
  "criteria-do-not-decide": () => "no change of a single criterion's weight changes the first place",
  "criteria-do-not-vary": () => "it needs three scores and two criteria whose scores vary",
  "designs-equal": () => "the designs' means do not differ",
  "first-place-shared": () => "designs share the first place",
  "missing-scores": () => "it needs every reviewer's score for every design",
  "no-freedom": () => "there are as many numbers to estimate as scores, or nearly",
  "no-other-vendor": () => "no score goes from one vendor to another",
  "no-same-vendor": () => "no reviewer scored another model of its own vendor",
  "no-self-review": () => "no score that counts is a reviewer's for its own model's design",
  "no-two-scores": () => "no design has two scores",
  "not-adjusted": () => "it needs adjusted scores",
  "not-scored": (ids) => `nobody scored ${ids}`,
  "nothing-ranked": () => "nothing can be ranked",
  "nothing-to-correlate": () => "it needs three scored designs that differ in score and length",
  "nothing-to-pair": () => "no design has two scores, or all are equal",
  "one-design": () => "only one design has scores",
  "one-opinion": () => "one reviewer alone tells the designs apart",
  "one-reviewer": (ids) => (ids ? `one reviewer scored ${ids}, so there is no variance either` : "one reviewer scored"),
  "scores-equal": () => "the scores do not vary",
  "several-vendors": () => "the reviewers come from several vendors",
  tie: (ids) => `the scores cannot tell ${ids} apart`,
  "too-few-scores": () => "too few scores, or they do not vary",
  "two-reviewers": () => "two reviewers scored, and what one of them says alone confirms nobody",
  unsure: (ids) => `${ids} is first, but the best of all with a probability below 0.8`,
  "too-little-variance": () => "the scores vary too little to divide by",
};
