import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Flag } from "./design.ts";
import { Failure } from "./failure.ts";
import { RankingNote } from "./ranking-note.ts";

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Level = Type.Union([Type.Literal("high"), Type.Literal("medium"), Type.Literal("low")]);
export type Level = Static<typeof Level>;

/**
 * What keeps confidence below high: one reviewer alone tells the designs apart, or two do; only two designs have scores;
 * or the first two may lie too close.
 */
const Doubt = Type.Union([
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
  consensus: OrNull(Level),
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
  rank: OrNull(Type.Integer({ minimum: 1 })),
  average_score: OrNull(Type.Number()),
  adjusted_score: OrNull(Type.Number()),
  reviewers: Type.Integer({ minimum: 0 }),
  agreement: OrNull(Type.Number()),
  consensus: Level,
  /** Why consensus is low although nobody disagreed: too few scores to agree on. */
  consensus_reason: OrNull(Type.Union([Type.Literal("single-reviewer"), Type.Literal("not-scored")])),
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

/** results/ranking.json */
export const Ranking = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String(),
  topic: Type.String(),
  timestamp: Type.String(),
  /** What the ranks are computed from: the additive model's adjusted score, or the plain mean. */
  method: Type.Union([Type.Literal("adjusted"), Type.Literal("mean")]),
  /** Whether what a model gave its own design is left out. Rankings of before say it by a note alone. */
  exclude_self_reviews: Type.Optional(Type.Boolean()),
  designs: Type.Array(
    Type.Object({
      ...RankedDesign.properties,
      /** Sentences of the design that address whoever judges it; they change no number here. */
      flags: Type.Array(Flag),
      /** Times that its designer tried to look where it must not. */
      violations: Type.Integer({ minimum: 0 }),
    }),
  ),
  flagged_top_scores: Type.Array(FlaggedTopScore),
  summary: Type.Object({
    total_designs: Type.Integer(),
    total_reviewers: Type.Integer(),
    expected_cells: Type.Integer(),
    scored_cells: Type.Integer(),
    /** Reviewers with two or more scores that count: only these compare designs. */
    comparing_reviewers: Type.Optional(Type.Integer({ minimum: 0 })),
    average_variance: OrNull(Type.Number()),
    consensus: Level,
    confidence: Level,
    /** Why confidence is lower than P(best) would make it; absent where it is not. */
    doubt: Type.Optional(Doubt),
    /** design_id of the winner; null when the first places cannot be told apart, or fewer than two designs have scores. */
    winner: OrNull(Type.String()),
    /** From this probability on a winner is named and two designs are told apart. */
    told_apart: Type.Optional(Type.Number()),
    /** Runs of adjacent designs, by design_id, that cannot be told apart. */
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
    residual_deviation: Type.Optional(OrNull(Type.Number({ minimum: 0 }))),
    /** Repeated scoring: the spread of one reviewer's own composite scores of one design, in points of 0–10. */
    reviewer_consistency: Type.Record(
      Type.String(),
      Type.Object({ cells: Type.Integer({ minimum: 1 }), standard_deviation: Type.Number({ minimum: 0 }) }),
    ),
  }),
  /** Every pair of scored designs, the better ranked first, and the probability that it is the better one. */
  pairwise: Type.Array(Type.Object({ better: Type.String(), worse: Type.String(), probability: Type.Number() })),
  /**
   * The smallest change of one criterion's weight that changes the first place: beyond `weight`, which is the present
   * one × `factor`, new_winner leads. Null when no such change exists.
   */
  robustness: OrNull(
    Type.Object({
      criterion: Type.String(),
      /** Null where the criterion's weight is 0, which no factor changes. */
      factor: OrNull(Type.Number({ exclusiveMinimum: 0 })),
      weight: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      new_winner: Type.String(),
    }),
  ),
  /** What the probabilities take for granted and the scores cannot show. */
  assumptions: Type.Object({
    /** Correlation of the reviewers' errors. */
    error_correlation: Type.Number(),
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
    self_preference: OrNull(
      Type.Object({
        beta: Type.Number(),
        standard_error: OrNull(Type.Number()),
        beyond_chance: Type.Optional(BeyondChance),
        unseen: Unseen,
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
        beyond_chance: Type.Optional(BeyondChance),
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
    criteria_correlation: Type.Optional(OrNull(Type.Number())),
    overall_contradictions: Type.Array(
      Type.Object({
        design_id: Type.String(),
        reviewer_id: Type.String(),
        stated: Type.Number(),
        computed: Type.Number(),
      }),
    ),
  }),
  failures: Type.Array(Failure),
  /** The gravest first. Rankings of before hold sentences, which stay as they are. */
  notes: Type.Array(Type.Union([RankingNote, Type.String()])),
});
export type Ranking = Static<typeof Ranking>;

/** What tells whether a ranking counts what models gave their own designs. */
export type SelfScores = Pick<Ranking, "exclude_self_reviews" | "notes">;

/** Whether a ranking leaves out what `scorer` gave a design that `author` wrote, both as provider/model. */
export function leavesOut(
  { exclude_self_reviews, notes }: SelfScores,
  author: string | undefined,
  scorer: string,
): boolean {
  const excluded =
    exclude_self_reviews ?? notes.some((note) => typeof note !== "string" && note.kind === "self-reviews-excluded");
  return excluded && author === scorer;
}
