import type { Ranking } from "../../artifacts/ranking.ts";
import type { ModelReason, NullReason, RankingNote, Without } from "../../artifacts/ranking-note.ts";
import { UNRANKED } from "../../story/verdict.ts";
import { call } from "../../text/call.ts";
import { inline, literal, type Markdown, md } from "../../text/markdown.ts";
import { count, list, score } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";
import { changedText, problemText } from "./problems-text.ts";

/** How many designs of an order are named before "and more". */
const MAX_IN_ORDER = 6;

/** The notes of a ranking as sentences, by what a reader wants of them. */
export type SortedNotes = {
  /** What to know before trusting the ranking. */
  cautions: Markdown[];
  /** Files that were not used. */
  files: Markdown[];
  /** Why a number is null, or what is assumed. */
  numbers: Markdown[];
};

/** Sorts a ranking's notes by their kind and words them. */
export function sortNotes(notes: Ranking["notes"]): SortedNotes {
  const sorted: SortedNotes = { cautions: [], files: [], numbers: [] };
  for (const note of notes) sorted[SORTS[note.kind]].push(rankingNoteText(note));
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
export function rankingNoteText(note: RankingNote): Markdown {
  switch (note.kind) {
    case "nothing-ranked":
      return md`Nothing can be ranked: ${UNRANKED[note.reason]}.`;
    case "plain-mean":
      return md`The ranks are those of the plain mean, which severe reviewers and missing scores can bend: ${MODEL_REASONS[note.reason]}.`;
    case "few-designs":
      return note.designs === 1
        ? md`Only one design has scores, so there is nothing to rank it against.`
        : md`Only two designs have scores: all rests on one difference.`;
    case "few-reviewers":
      return fewReviewers(note);
    case "single-vendor":
      return md`All reviewers are models of one vendor, ${inline(note.vendor)}, and may share its blind spots.`;
    case "constant-reviewer":
      return md`Reviewer ${inline(note.reviewer_id)} gave every design the same score, so it says nothing about their order. ${withoutText(note.without)}`;
    case "contrary-reviewer":
      return md`Reviewer ${inline(note.reviewer_id)} orders the designs against all others (correlation ${score(note.correlation)}). ${withoutText(note.without)}`;
    case "narrow-reviewer":
      return md`Reviewer ${inline(note.reviewer_id)} uses ${Math.max(1, Math.round(100 * note.share))} % of the range of scores that the others use, so its preferences count for less.`;
    case "duplicate-scores":
      return md`Reviewer ${inline(note.reviewer_id)} has ${note.scores} scores for ${inline(note.design_id)} that are not samples of one: ${note.scores === 2 ? "both" : "all"} are left out.`;
    case "unscored-designs":
      return md`No score: ${idsText(note.design_ids)}; such a design has no rank.`;
    case "silent-reviewers":
      return md`Scored nothing: ${idsText(note.reviewer_ids)}; such a reviewer is in no statistic.`;
    case "unusable-scores":
      return md`${count(note.scores, "score")} not used: unknown design or reviewer, or a criterion is lacking.`;
    case "self-reviews-excluded":
      return md`Scores of a reviewer for its own model's design do not count.`;
    case "stand-in":
      return standIn(note);
    case "design-stand-in":
      return note.also_wrote.length === 0
        ? md`${inline(note.model)} wrote ${inline(note.design_id)} in place of ${inline(note.in_place_of)}.`
        : md`${inline(note.model)} wrote ${inline(note.design_id)} in place of ${inline(note.in_place_of)}, and ${idsText(note.also_wrote)} too: these designs come from one mind.`;
    case "stale-file":
      return md`${literal(note.stale.path)} is left out: ${changedText(note.stale.changed)}.`;
    case "unusable-file":
      return md`Left out: ${problemText(note.problem)}.`;
    case "missing-scores":
      return md`summary.scored_cells is ${note.scored} of ${note.expected}: a missing score is absent, never zero.`;
    case "null":
      return md`${inline(note.path)} is null: ${NULL_REASONS[note.reason](idsText(note.ids ?? []))}.`;
    case "fitted-reliability":
      return md`reliability.icc_3_k is taken from a least-squares fit: scores are missing.`;
    case "assumed-correlation":
      return md`assumptions.error_correlation is assumed: P(best), rank intervals and ties take the reviewers' errors to correlate by ${note.correlation}, which the scores of one experiment cannot show.`;
  }
}

const MAX_IDS = 8;

function idsText(ids: readonly string[], most = MAX_IDS): Markdown {
  return list(
    ids.map((id) => inline(id, 100)),
    most,
  );
}

function standIn({
  model,
  in_place_of,
  designs,
  on_panel,
  merged,
}: Extract<RankingNote, { kind: "stand-in" }>): Markdown {
  const judged = md`${inline(model)} judged ${count(designs, "design")} in place of ${idsText(in_place_of)}`;
  const counts = on_panel
    ? md`it sits on the panel itself and counts as one reviewer`
    : md`it counts as one reviewer, under its own name`;
  return md`${judged}: ${counts}${merged ? md`, with the mean of its scores for each design` : md``}.`;
}

function withoutText(without: Without): Markdown {
  if (without === null) return md`Without it nothing could be ranked.`;
  const { order, winner } = without;
  if (order.length < 2) return md`Without it only ${idsText(order)} has scores.`;
  return md`Without it the order is ${idsText(order, MAX_IN_ORDER)}, with ${winner === null ? md`no winner` : md`${inline(winner)} the winner`}.`;
}

function fewReviewers({ scored, panel }: Extract<RankingNote, { kind: "few-reviewers" }>): Markdown {
  const of = panel > scored ? md` of ${panel}` : md``;
  return scored === 1
    ? md`One reviewer${of} scored: the ranking is its opinion, and nobody confirms or contradicts it.`
    : md`Two reviewers${of} scored: two agree by chance too often for more than medium confidence, and leaving one out says nothing.`;
}

/**
 * What gives designs an order that nobody compares, to be typed: `self` where scores for own designs were left out, and
 * so may be counted. Null where there is an order.
 */
export function orderAdvice(ranking: Ranking): Markdown | null {
  const { experiment_id: id, exclude_self_reviews: self, summary } = ranking;
  if (summary.verdict.kind !== "nobody-compares") return null;
  const one = md`one more reviewer that designs nothing scores them all: ${call("score", { experiment: id, models: ["provider/model"] })}`;
  return self
    ? md`${one}; or count the scores for own designs, with \`ranking.exclude_self_reviews: false\` in design-lab.json, and ${typed("rank", id)}`
    : one;
}

const MODEL_REASONS: Readonly<Record<ModelReason, Markdown>> = {
  unconnected: md`the designs are not connected by shared reviewers`,
  confounded: md`there are too few scores to tell self-preference from quality`,
};

/** `ids` are the designs that a number is null for, or that share a tie. */
const NULL_REASONS: Readonly<Record<NullReason, (ids: Markdown) => Markdown>> = {
  unconnected: () => MODEL_REASONS.unconnected,
  confounded: () => MODEL_REASONS.confounded,
  "criteria-do-not-decide": () => md`no change of a single criterion's weight changes the first place`,
  "criteria-do-not-vary": () => md`it needs three scores and two criteria whose scores vary`,
  "designs-equal": () => md`the designs' means do not differ`,
  "first-place-shared": () => md`designs share the first place`,
  "missing-scores": () => md`it needs every reviewer's score for every design`,
  "no-freedom": () => md`there are as many numbers to estimate as scores, or nearly`,
  "no-other-vendor": () => md`no score goes from one vendor to another`,
  "no-same-vendor": () => md`no reviewer scored another model of its own vendor`,
  "no-self-review": () => md`no score that counts is a reviewer's for its own model's design`,
  "no-two-scores": () => md`no design has two scores`,
  "not-adjusted": () => md`it needs adjusted scores`,
  "not-scored": (ids) => md`nobody scored ${ids}`,
  "nothing-left-to-compare": () => md`designs, severity and self-preference leave nothing to tell it by`,
  "nothing-ranked": () => md`nothing can be ranked`,
  "nothing-to-correlate": () => md`it needs three scored designs that differ in score and length`,
  "nothing-to-pair": () => md`no design has two scores, or all are equal`,
  "one-design": () => md`only one design has scores`,
  "one-opinion": () => md`one reviewer alone tells the designs apart`,
  "one-reviewer": (ids) =>
    ids ? md`one reviewer scored ${ids}, so there is no variance either` : md`one reviewer scored`,
  "scores-equal": () => md`the scores do not vary`,
  "several-vendors": () => md`the reviewers come from several vendors`,
  tie: (ids) => md`the scores cannot tell ${ids} apart`,
  "too-few-scores": () => md`too few scores, or they do not vary`,
  "two-reviewers": () => md`two reviewers scored, and what one of them says alone confirms nobody`,
  unsure: (ids) => md`${ids} is first, but the best of all with a probability below 0.8`,
  "too-little-variance": () => md`the scores vary too little to divide by`,
};
