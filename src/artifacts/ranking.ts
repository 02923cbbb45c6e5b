import { type Static, Type } from "@sinclair/typebox";
import { OrNull } from "./described.ts";
import { Flag } from "./design.ts";
import { Failure } from "./failure.ts";
import { LearnedErrors } from "./learned.ts";
import { PeopleIn } from "./people.ts";
import { PersonasIn } from "./personas-in.ts";
import { RankingNote } from "./ranking-note.ts";
import { Requirement } from "./requirement.ts";
import { Met } from "./unmet.ts";

export const Certainty = Type.Union([Type.Literal("high"), Type.Literal("medium"), Type.Literal("low")]);
export type Certainty = Static<typeof Certainty>;

/**
 * What keeps confidence below what P(best) alone would make it: only one design has scores; one reviewer alone tells the
 * designs apart, or two do; only two designs have scores; or the first two may lie too close.
 */
const Doubt = Type.Union([
  Type.Literal("one-design"),
  Type.Literal("one-reviewer"),
  Type.Literal("few-reviewers"),
  Type.Literal("few-designs"),
  Type.Literal("close-designs"),
]);
export type Doubt = Static<typeof Doubt>;

/** What lies nearer to 0 than this would not have shown, in points of 0–10; absent where nothing can be told. */
const Unseen = Type.Optional(Type.Number({ minimum: 0 }));

/** Whether a number lies beyond what chance alone leaves 95 % of them within. */
const BeyondChance = Type.Boolean();

/** One design on one criterion, on the criterion's own scale. All null where nobody scored it; variance null at n = 1. */
export const CriterionBreakdown = Type.Object({
  average: OrNull(Type.Number()),
  min: OrNull(Type.Number()),
  max: OrNull(Type.Number()),
  variance: OrNull(Type.Number()),
  consensus: OrNull(Certainty),
  reviewers: Type.Integer({ minimum: 0 }),
});
export type CriterionBreakdown = Static<typeof CriterionBreakdown>;

export const QualitativeSummary = Type.Object({
  total_strengths: Type.Integer({ minimum: 0 }),
  total_weaknesses: Type.Integer({ minimum: 0 }),
  common_strengths: Type.Array(Type.String()),
  common_weaknesses: Type.Array(Type.String()),
});
export type QualitativeSummary = Static<typeof QualitativeSummary>;

/**
 * What arithmetic says of one design in the ranking, best first. Scores are on 0–10; rank and scores are null for a
 * design nobody scored, and all but the average where no reviewer compared designs.
 */
export const RankedDesign = Type.Object({
  design_id: Type.String(),
  generating_model: Type.String(),
  /** Which persona its model played. */
  persona: Type.Optional(Type.String()),
  rank: OrNull(Type.Integer({ minimum: 1 })),
  average_score: OrNull(Type.Number()),
  adjusted_score: OrNull(Type.Number()),
  reviewers: Type.Integer({ minimum: 0 }),
  agreement: OrNull(Type.Number()),
  consensus: Certainty,
  p_best: OrNull(Type.Number()),
  rank_interval: OrNull(Type.Tuple([Type.Integer(), Type.Integer()])),
  score_breakdown: Type.Record(Type.String(), CriterionBreakdown),
  qualitative_summary: QualitativeSummary,
});
export type RankedDesign = Static<typeof RankedDesign>;

/** A reviewer that gave a flagged design the top of the scale on every criterion, far above the others. Points of 0–10. */
export const FlaggedTopScore = Type.Object({
  design_id: Type.String(),
  reviewer_id: Type.String(),
  score: Type.Number(),
  /** Mean of the other reviewers' scores for the same design. */
  others: Type.Number(),
});
export type FlaggedTopScore = Static<typeof FlaggedTopScore>;

const Count = Type.Integer({ minimum: 0 });
const Ids = Type.Array(Type.String());

/**
 * What a ranking says of its first place: every view draws its sentence from this alone. Designs by their ids, best
 * first; `p` is the probability that the design is the best of all.
 */
export const Verdict = Type.Union([
  Type.Object({
    kind: Type.Literal("unranked"),
    reason: Type.Union([Type.Literal("no-score"), Type.Literal("no-weight")]),
  }),
  /** Several designs have scores, and no reviewer's scores set one against another. */
  Type.Object({
    kind: Type.Literal("nobody-compares"),
    designs: Ids,
    /** Designs by who scored them, where some were scored by common reviewers: between two groups there is no order. */
    groups: Type.Optional(Type.Array(Ids)),
  }),
  Type.Object({ kind: Type.Literal("one-design"), design: Type.String() }),
  Type.Object({ kind: Type.Literal("winner"), design: Type.String(), p: Type.Number() }),
  /** One reviewer's scores are all that tells the designs apart: no probability means anything then. */
  Type.Object({
    kind: Type.Literal("one-opinion"),
    design: Type.String(),
    /** Designs that share its rank; absent where none does. */
    beside: Type.Optional(Ids),
    /** Whose opinion it is, by reviewer_id; absent in files of before. */
    reviewer: Type.Optional(Type.String()),
  }),
  Type.Object({ kind: Type.Literal("tie"), designs: Ids }),
  /** First, and too little for a winner; `tied` are the designs, this one among them, that it cannot be told from. */
  Type.Object({ kind: Type.Literal("ahead"), design: Type.String(), p: Type.Number(), tied: Ids }),
]);
export type Verdict = Static<typeof Verdict>;

/** results/ranking.json */
export const Ranking = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String(),
  topic: Type.String(),
  timestamp: Type.String(),
  /** What the ranks are computed from: the additive model's adjusted score, or the plain mean. */
  method: Type.Union([Type.Literal("adjusted"), Type.Literal("mean")]),
  /** Whether what a model gave its own design is left out. */
  exclude_self_reviews: Type.Boolean(),
  designs: Type.Array(
    Type.Object({
      ...RankedDesign.properties,
      /** Sentences of the design that address whoever judges it; they change no number here. */
      flags: Type.Array(Flag),
      /** Times that its designer tried to look where it must not. */
      violations: Type.Integer({ minimum: 0 }),
      /** Of a design that was judged no further: after how many reviewers. */
      after: Type.Optional(Type.Integer({ minimum: 0 })),
      /** How it stands to the requirements; absent where none was checked. */
      requirements: Type.Optional(Met),
    }),
  ),
  /** Evaluations that were not asked for, since they could hardly change the choice. */
  spared: Type.Optional(Type.Array(Type.Object({ design_id: Type.String(), reviewer_id: Type.String() }))),
  flagged_top_scores: Type.Array(FlaggedTopScore),
  summary: Type.Object({
    total_designs: Type.Integer(),
    total_reviewers: Type.Integer(),
    /** Scores that a panel without failures would have, and those that count. */
    expected_cells: Type.Integer(),
    scored_cells: Type.Integer(),
    /** Designs and reviewers with a score that counts. */
    scored_designs: Count,
    scoring_reviewers: Count,
    /** Reviewers with two or more scores that count: only these compare designs. */
    comparing_reviewers: Count,
    /** Reviewers whose scores tell designs apart: one that gave all the same score has no opinion. */
    opinions: Count,
    /** Scores that are left out, for the reviewer's model wrote the design. */
    excluded_self_scores: Count,
    /** Designs that nobody scored, and reviewers that scored nothing. */
    unscored_designs: Ids,
    silent_reviewers: Ids,
    average_variance: OrNull(Type.Number()),
    consensus: Certainty,
    confidence: Certainty,
    /** Why confidence is lower than P(best) would make it; null where it is not. */
    doubt: OrNull(Doubt),
    verdict: Verdict,
    /**
     * The designs in the first place, best ranked first: the winner alone, else the first with all that cannot be told
     * apart from it. All that have scores where nobody compares them; empty where nothing is scored.
     */
    first_place: Ids,
    /** design_id of the winner; null when the first places cannot be told apart, or fewer than two designs have scores. */
    winner: OrNull(Type.String()),
    /** Constraints that the winner misses or says nothing of, as most reviewers see it; absent where there is none. */
    lacked_constraints: Type.Optional(Type.Array(Type.Object({ ...Requirement.properties, silent: Type.Boolean() }))),
    /** From this probability on a winner is named and two designs are told apart. */
    told_apart: Type.Number(),
    /** Runs of adjacent designs, by design_id, of which no two can be told apart. */
    tie_groups: Type.Array(Type.Array(Type.String())),
  }),
  reliability: Type.Object({
    kendall_w: OrNull(Type.Number()),
    krippendorff_alpha: OrNull(Type.Number()),
    icc_2_1: OrNull(Type.Number()),
    icc_2_k: OrNull(Type.Number()),
    icc_3_k: OrNull(Type.Number()),
    /** In how many panels with one reviewer removed the first design stays alone at the top, and where it does not. */
    leave_one_out: OrNull(
      Type.Object({
        stable: Type.Integer(),
        panels: Type.Integer(),
        /** The winner without that reviewer; null when the first place is then shared. */
        changes: Type.Array(Type.Object({ removed: Type.String(), winner: OrNull(Type.String()) })),
      }),
    ),
    /** How far scores of one design lie apart once severity is taken out: a standard deviation in points of 0–10. */
    residual_deviation: OrNull(Type.Number({ minimum: 0 })),
    /** Repeated scoring: the spread of one reviewer's own composite scores of one design, in points of 0–10. */
    reviewer_consistency: Type.Record(
      Type.String(),
      Type.Object({ cells: Type.Integer({ minimum: 1 }), standard_deviation: Type.Number({ minimum: 0 }) }),
    ),
  }),
  /**
   * Every pair of scored designs, the better ranked first, and the probability that it is the better one. Where designs
   * fall apart into groups of other reviewers, the pairs of each group.
   */
  pairwise: Type.Array(Type.Object({ better: Type.String(), worse: Type.String(), probability: Type.Number() })),
  /**
   * The smallest change of one criterion's weight that changes the first place: past `weight`, which is the present one ×
   * `factor` (below it where the factor is less than 1, above it else), new_winner leads. Null when no such change exists.
   */
  robustness: OrNull(
    Type.Object({
      criterion: Type.String(),
      /** Null where the criterion's weight is 0, which no factor changes. */
      factor: OrNull(Type.Number({ exclusiveMinimum: 0 })),
      weight: Type.Number({ exclusiveMinimum: 0 }),
      new_winner: Type.String(),
    }),
  ),
  /** What the probabilities take for granted and the scores cannot show. */
  assumptions: Type.Object({
    /** Correlation of the reviewers' errors. */
    error_correlation: Type.Number(),
    /** What the project's experiments showed of its models instead; absent where they showed nothing. */
    learned: Type.Optional(
      Type.Object({
        ...LearnedErrors.properties,
        /** What each model's scores weigh, 1 in the mean, by the reviewer's id. */
        weights: Type.Record(Type.String(), Type.Number({ minimum: 0 })),
      }),
    ),
    /** The same of people; absent where none judged. */
    people_correlation: Type.Optional(Type.Number()),
    /** Standard deviation of one score that is expected before any is seen, in points of 0–10. */
    prior_deviation: OrNull(Type.Number()),
    /** Draws behind the rank intervals, and their seed, which is the same for every experiment. */
    draws: Type.Integer(),
    seed: Type.Integer(),
  }),
  bias: Type.Object({
    /** Points of 0–10 above (lenient) or below (severe) the panel; only reviewers who scored. */
    severity: Type.Record(Type.String(), Type.Number()),
    severity_unseen: Unseen,
    /** Reviewers whose scores run against all others', are all the same, or use little of the others' range. */
    odd_reviewers: Type.Array(
      Type.Object({
        reviewer_id: Type.String(),
        oddity: Type.Union([Type.Literal("contrary"), Type.Literal("constant"), Type.Literal("narrow")]),
      }),
    ),
    /** Reviewers that weigh less than 1 because their scores spread more widely than the panel's; absent where none does. */
    wide_reviewers: Type.Optional(
      Type.Array(
        Type.Object({ reviewer_id: Type.String(), influence: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) }),
      ),
    ),
    self_preference: OrNull(
      Type.Object({
        beta: Type.Number(),
        standard_error: OrNull(Type.Number()),
        beyond_chance: BeyondChance,
        unseen: Unseen,
        /** How many of these scores are of people who know whose design it is; absent where none is. */
        people: Type.Optional(Count),
      }),
    ),
    /** The one vendor from which all reviewers that scored come; null when there are several, or one reviewer. */
    single_vendor: OrNull(Type.String()),
    /**
     * Scores that a reviewer gave to another model of its own vendor, and how many points it adds to them beyond
     * design, severity and self-preference. Null without such scores.
     */
    same_vendor: OrNull(
      Type.Object({
        cells: Type.Integer(),
        difference: OrNull(Type.Number()),
        beyond_chance: BeyondChance,
        unseen: Unseen,
      }),
    ),
    length_correlation: OrNull(Type.Number()),
    /** Absent for fewer than five designs, of which no order of lengths says anything. */
    length_beyond_chance: Type.Optional(BeyondChance),
    /**
     * How many points a reviewer would have to add for each doubling of the length to make up the first design's lead
     * over the next; absent where the first is not longer, or none leads.
     */
    length_break_even: Type.Optional(Type.Number({ minimum: 0 })),
    /** Mean correlation between criteria over all scores. */
    criteria_correlation: OrNull(Type.Number()),
    overall_contradictions: Type.Array(
      Type.Object({
        design_id: Type.String(),
        reviewer_id: Type.String(),
        stated: Type.Number(),
        computed: Type.Number(),
      }),
    ),
  }),
  /** Absent where no person judged. */
  people: Type.Optional(PeopleIn(Verdict, Certainty)),
  /** Absent where no persona has criteria of its own and no model several rows. */
  personas: Type.Optional(PersonasIn(Verdict)),
  failures: Type.Array(Failure),
  /** The gravest first. */
  notes: Type.Array(RankingNote),
});
export type Ranking = Static<typeof Ranking>;

/** Whether a ranking leaves out what `scorer` gave a design that `author` wrote, both as provider/model. */
export function leavesOut(
  { exclude_self_reviews }: Pick<Ranking, "exclude_self_reviews">,
  author: string | undefined,
  scorer: string,
): boolean {
  return exclude_self_reviews && author === scorer;
}

/**
 * The score of a design that ranks it, as it is shown on 0–10; null where there is none. An adjusted score is an estimate
 * and may lie a little beyond the scale, of which no design can be.
 */
export function rankedScore(
  { method }: Pick<Ranking, "method">,
  { adjusted_score, average_score }: Pick<RankedDesign, "adjusted_score" | "average_score">,
): number | null {
  return onScale(method === "adjusted" ? adjusted_score : average_score);
}

/** An estimate of a score as it is shown on 0–10. */
export function onScale(score: number | null): number | null {
  return score === null ? null : Math.min(10, Math.max(0, score));
}

/** The designs in the first place by design_id, the best first. */
export function placed(verdict: Verdict): readonly string[] {
  return "designs" in verdict ? verdict.designs : "design" in verdict ? [verdict.design] : [];
}

/** Whether scores set designs against each other, so that probabilities and ranges of ranks mean something. */
export function isCompared({ summary }: { summary: Pick<Ranking["summary"], "verdict"> }): boolean {
  return !["unranked", "nobody-compares", "one-design", "one-opinion"].includes(summary.verdict.kind);
}
