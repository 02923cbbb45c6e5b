import type { Problem, Stale } from "../artifacts/problem.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { ModelReason, NullReason, RankingNote, Without } from "../artifacts/ranking-note.ts";
import { count, LIKELY, scoreText } from "../text/numbers.ts";
import {
  copied,
  design,
  listed,
  model,
  path,
  reviewer,
  type Sentence,
  say,
  together,
  typed,
  words,
} from "./sentence.ts";
import { UNRANKED } from "./verdict.ts";

/** How many designs of an order are named before "and more". */
const MAX_IN_ORDER = 6;

/** The notes of a ranking as sentences, by what a reader wants of them. */
export type SortedNotes = {
  /** What to know before trusting the ranking. */
  cautions: Sentence[];
  /** Files that were not used. */
  files: Sentence[];
  /** Why a number is null, or what is assumed. */
  numbers: Sentence[];
};

const FILES: readonly RankingNote["kind"][] = ["stale-file", "unusable-file"];
const NUMBERS: readonly RankingNote["kind"][] = ["missing-scores", "null", "fitted-reliability", "assumed-correlation"];

/** Words a ranking's notes, sorted by their kind. */
export function sortNotes(notes: readonly RankingNote[]): SortedNotes {
  const said = (own: (note: RankingNote) => boolean): Sentence[] => notes.filter(own).map(rankingNote);
  return {
    cautions: said(({ kind }) => !FILES.includes(kind) && !NUMBERS.includes(kind)),
    files: said(({ kind }) => FILES.includes(kind)),
    numbers: said(({ kind }) => NUMBERS.includes(kind)),
  };
}

/** What a note of a ranking says, as a sentence. */
export function rankingNote(note: RankingNote): Sentence {
  switch (note.kind) {
    case "nothing-ranked":
      return say`Nothing can be ranked: ${UNRANKED[note.reason]}.`;
    case "plain-mean":
      return say`The ranks are those of the plain mean, which severe reviewers and missing scores can bend: ${MODEL_REASONS[note.reason]}.`;
    case "few-designs":
      return note.designs === 1
        ? say`Only one design has scores, so there is nothing to rank it against.`
        : say`Only two designs have scores: all rests on one difference.`;
    case "few-reviewers":
      return fewReviewers(note);
    case "single-vendor":
      return say`All reviewers are models of one vendor, ${words(note.vendor)}, and may share its blind spots.`;
    case "constant-reviewer":
      return say`${judge(note)} gave every design the same score, so it says nothing about their order. ${withoutText(note.without)}`;
    case "contrary-reviewer":
      return say`${judge(note)} orders the designs against all others (correlation ${scoreText(note.correlation)}). ${withoutText(note.without)}`;
    case "wide-reviewers":
      return wideReviewers(note);
    case "narrow-reviewer":
      return say`${judge(note)} uses ${Math.max(1, Math.round(100 * note.share))} % of the range of scores that the others use, so its preferences count for less.`;
    case "one-mind":
      return say`${count(note.reviewer_ids.length, "reviewer")} (${listed(note.reviewer_ids.map(reviewer), MAX_IDS)}) are one model, ${model(note.model)}: they count as one reviewer, with the mean of what they gave.`;
    case "criterion-left-out":
      return note.design_ids.length > 0
        ? say`Criterion ${words(note.criterion, "message")} ranks nothing here: nobody's score of it is there for ${designsSaid(note.design_ids)}.`
        : say`Criterion ${words(note.criterion, "message")} ranks nothing here: its reviewers scored no designs in common that would set all against each other.`;
    case "duplicate-scores":
      return say`Reviewer ${reviewer(note.reviewer_id)} has ${note.scores} scores for ${design(note.design_id)} that are not samples of one: ${note.scores === 2 ? "both" : "all"} are left out.`;
    case "unscored-designs":
      return say`No score: ${designsSaid(note.design_ids)}; such a design has no rank.`;
    case "silent-reviewers":
      return say`Scored nothing: ${listed(note.reviewer_ids.map(reviewer), MAX_IDS)}; such a reviewer is in no statistic.`;
    case "unusable-scores":
      return say`${count(note.scores, "score")} not used: unknown design or reviewer, or a criterion is lacking.`;
    case "unusable-votes":
      return say`${count(note.votes, "answer")} of people not used: an unknown design or person, or one thing said twice.`;
    case "self-reviews-excluded":
      return note.people
        ? say`Scores of a reviewer for its own model's design do not count, nor what a person says of a design whose author they know.`
        : say`Scores of a reviewer for its own model's design do not count.`;
    case "stand-in":
      return standIn(note);
    case "design-stand-in":
      return note.also_wrote.length === 0
        ? say`${model(note.model)} wrote ${design(note.design_id)} in place of ${model(note.in_place_of)}.`
        : say`${model(note.model)} wrote ${design(note.design_id)} in place of ${model(note.in_place_of)}, and ${designsSaid(note.also_wrote)} too: these designs come from one mind.`;
    case "spared":
      return spared(note);
    case "stale-file":
      return say`${path(note.stale.path)} is left out: ${changedSaid(note.stale.changed)}.`;
    case "unusable-file":
      return say`Left out: ${problemSaid(note.problem)}.`;
    case "missing-scores":
      return say`summary.scored_cells is ${note.scored} of ${note.expected}: a missing score is absent, never zero.`;
    case "null":
      return say`${words(note.path, "message")} is null: ${NULL_REASONS[note.reason](designsSaid(note.ids ?? []))}.`;
    case "fitted-reliability":
      return say`reliability.icc_3_k is taken from a least-squares fit: scores are missing.`;
    case "assumed-correlation":
      if (note.learned !== undefined)
        return say`assumptions.learned has how far the errors of two models correlate, from ${count(note.learned, "earlier experiment")}. Where it has nothing, P(best), rank intervals and ties use ${note.correlation}${note.people === undefined ? [] : say`, and ${note.people} for people`}.`;
      return note.people === undefined
        ? say`assumptions.error_correlation is assumed: P(best), rank intervals and ties take the reviewers' errors to correlate by ${note.correlation}, which the scores of one experiment cannot show.`
        : say`assumptions.error_correlation is assumed: P(best), rank intervals and ties take the models' errors to correlate by ${note.correlation}, those of people by ${note.people}, which one experiment cannot show.`;
  }
}

const MAX_IDS = 8;

const designsSaid = (ids: readonly string[], most = MAX_IDS): Sentence => listed(ids.map(design), most);

function standIn({ model: by, in_place_of, designs, on_panel }: Extract<RankingNote, { kind: "stand-in" }>): Sentence {
  const judged = say`${model(by)} judged ${count(designs, "design")} in place of ${listed(in_place_of.map(model), MAX_IDS)}`;
  const counts = on_panel
    ? say`it sits on the panel itself and counts as one reviewer`
    : say`it counts as one reviewer, under its own name`;
  return say`${judged}: ${counts}.`;
}

function spared(note: Extract<RankingNote, { kind: "spared" }>): Sentence {
  const { spared, evaluations, heard, let_go, settled, experiment_id } = note;
  const after = say`after ${count(heard, "reviewer")}`;
  const why = settled
    ? say`${after} no other could be expected to change the choice`
    : say`${designsSaid(let_go)} had less than ${Math.round(100 * LIKELY)} % ${after}`;
  const rest = typed("resume", experiment_id, "--no-thrifty");
  return say`${evaluations - spared} of ${count(evaluations, "evaluation")} asked; ${spared} spared: ${why}. ${rest} asks for the rest.`;
}

/** Who judged oddly, as the sentence's subject. */
const judge = ({ reviewer_id, person }: { reviewer_id: string; person?: true }): Sentence =>
  person ? say`What ${reviewer(reviewer_id)} said` : say`Reviewer ${reviewer(reviewer_id)}`;

function wideReviewers({ reviewer_ids, first }: Extract<RankingNote, { kind: "wide-reviewers" }>): Sentence {
  const who = listed(reviewer_ids.map(reviewer), MAX_IDS);
  const place = first.length > 1 ? say`share the first place` : say`be first`;
  return say`${designsSaid(first)} would ${place} if the scores of ${who}, which spread more widely than the others', counted in full.`;
}

function withoutText(without: Without): Sentence {
  if (without === null) return say`Without it nothing could be ranked.`;
  const { order, ranks = [], winner } = without;
  if (order.length < 2) return say`Without it only ${designsSaid(order)} has scores.`;
  const places = [...Map.groupBy(order, (id) => ranks[order.indexOf(id)] ?? id).values()];
  if (places.length === 1) return say`Without it no design stands before another.`;
  // Equal designs stand in no order of their own.
  const said =
    places.length === order.length
      ? designsSaid(order, MAX_IN_ORDER)
      : together(
          places.slice(0, MAX_IN_ORDER).map((equal) => designsSaid(equal, MAX_IN_ORDER)),
          ", then ",
        );
  return say`Without it the order is ${said}, with ${winner === null ? say`no winner` : say`${design(winner)} the winner`}.`;
}

function fewReviewers({ scored, panel, people = 0 }: Extract<RankingNote, { kind: "few-reviewers" }>): Sentence {
  const of = panel > scored ? say` of ${panel}` : say``;
  if (people > 0 && scored === 1)
    return say`One person${of} judged: the ranking is that person's opinion, and nobody confirms or contradicts it.`;
  if (people > 0) {
    const who = people > 1 ? say`people` : say`a model and a person`;
    return say`Only two${of} judged, ${who}: two agree by chance too often for more than medium confidence, and leaving one out says nothing.`;
  }
  return scored === 1
    ? say`One reviewer${of} scored: the ranking is its opinion, and nobody confirms or contradicts it.`
    : say`Two reviewers${of} scored: two agree by chance too often for more than medium confidence, and leaving one out says nothing.`;
}

/**
 * What gives designs an order that nobody compares, to be typed: `self` where scores for own designs were left out, and
 * so may be counted. Null where there is an order.
 */
export function orderAdvice(ranking: Ranking): Sentence | null {
  const { experiment_id: id, exclude_self_reviews: self, summary } = ranking;
  if (summary.verdict.kind !== "nobody-compares") return null;
  const one = say`one more reviewer that designs nothing scores them all: ${typed("score", id, "--models", "provider/model")}`;
  return self
    ? say`${one}; or count the scores for own designs, with ${copied("ranking.exclude_self_reviews: false")} in design-lab.json, and ${typed("rank", id)}`
    : one;
}

const MODEL_REASONS: Readonly<Record<ModelReason, Sentence>> = {
  unconnected: say`the designs are not connected by shared reviewers`,
  confounded: say`there are too few scores to tell self-preference from quality`,
};

/** `ids` are the designs that a number is null for, or that share a tie. */
const NULL_REASONS: Readonly<Record<NullReason, (ids: Sentence) => Sentence>> = {
  unconnected: () => MODEL_REASONS.unconnected,
  confounded: () => MODEL_REASONS.confounded,
  "criteria-do-not-decide": () => say`no change of a single criterion's weight changes the first place`,
  "criteria-do-not-vary": () => say`it needs three scores and two criteria whose scores vary`,
  "designs-equal": () => say`the designs' means do not differ`,
  "first-place-shared": () => say`designs share the first place`,
  "missing-scores": () => say`it needs every reviewer's score for every design`,
  "no-freedom": () => say`there are as many numbers to estimate as scores, or nearly`,
  "no-same-vendor": () => say`no reviewer scored another model of its own vendor`,
  "no-self-review": () => say`no score that counts is a reviewer's for its own model's design`,
  "no-two-scores": () => say`no design has two scores`,
  "not-adjusted": () => say`it needs adjusted scores`,
  "not-scored": (ids) => say`nobody scored ${ids}`,
  "nothing-left-to-compare": () => say`designs, severity and self-preference leave nothing to tell it by`,
  "nothing-ranked": () => say`nothing can be ranked`,
  "nothing-to-correlate": () => say`it needs three scored designs that differ in score and length`,
  "nothing-to-pair": () => say`no design has two scores, or all are equal`,
  "one-design": () => say`only one design has scores`,
  "one-opinion": () => say`one reviewer alone tells the designs apart`,
  "people-judged": () => say`people judged too`,
  "one-reviewer": (ids) =>
    ids.length > 0 ? say`one reviewer scored ${ids}, so there is no variance either` : say`one reviewer scored`,
  "scores-equal": () => say`the scores do not vary`,
  "several-vendors": () => say`the reviewers come from several vendors`,
  tie: (ids) => say`the scores cannot tell ${ids} apart`,
  "too-few-scores": () => say`too few scores, or they do not vary`,
  "two-reviewers": () => say`two reviewers scored, and what one of them says alone confirms nobody`,
  unsure: (ids) => say`${ids} is first, but the best of all with a probability below 0.8`,
  "too-little-variance": () => say`the scores vary too little to divide by`,
};

/** Why a file is not used, as a sentence without its full stop. */
export function problemSaid(problem: Problem): Sentence {
  const file = path(problem.path);
  switch (problem.kind) {
    case "unreadable":
      return say`Cannot read ${file}: ${words(problem.reason, "sentence")}`;
    case "not-a-file":
      return say`${file} is ${words(problem.found, "sentence")}, needed is a plain file`;
    case "too-large":
      return say`${file} has ${problem.bytes} bytes, more than ${problem.most}`;
    case "out-of-bounds":
      return say`${file} holds too much: ${words(problem.reason, "sentence")}`;
    case "not-json":
      return say`${file} is not valid JSON: ${words(problem.reason, "sentence")}`;
    case "other-version":
      return say`${file} has version ${words(problem.found, "sentence")} and this plugin reads version ${problem.reads}: ${
        problem.newer ? "update opencode-designlab to read it" : "it was changed by hand, or is not its own"
      }`;
    case "misfit":
      return say`${file} does not fit ${problem.against === "schema" ? "its schema" : "the experiment's criteria"}: ${words(problem.where, "sentence")}: ${words(lowerFirst(problem.reason), "sentence")}, found ${words(problem.found, "sentence")}`;
    case "repeated-name":
      return say`${file} cannot be used: "${words(problem.name)}" stands twice, each name must stand once`;
    case "outside":
      return say`the experiments in ${file}: it lies outside the project, and ${words(problem.why, "sentence")}; to have them, call again and allow it, or name the folder as output.base_dir in your own configuration (not the project's)`;
    case "empty-scale":
      return say`${file} cannot be used: criteria "${words(problem.name)}": max must be above min ${problem.min}, found ${problem.max}`;
  }
}

/** Files to list that cannot be used, and how many more there are. */
const MAX_UNUSED = 10;

/** Files that cannot be used, each with why. */
export function unusedSaid(problems: readonly Problem[]): Sentence[] {
  const more = problems.length - MAX_UNUSED;
  return [
    ...problems
      .slice(0, MAX_UNUSED)
      .map((each) => say`${each.kind === "outside" ? "Left out" : "Unusable"}: ${problemSaid(each)}`),
    ...(more > 0 ? [say`and ${more} more`] : []),
  ];
}

/** Why a stale artifact is not used. */
export function changedSaid(changed: Stale["changed"]): Sentence {
  return changed === "design" ? say`the design's text has changed since` : say`the criteria have changed since`;
}

/** That a stale artifact is not used, where nothing is marked; `why` as above. */
export const isStale = ({ artifact, design_id, reviewer_id }: Stale, why: string): string =>
  `the ${artifact} of ${design_id} by ${reviewer_id} is stale: ${why}`;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
