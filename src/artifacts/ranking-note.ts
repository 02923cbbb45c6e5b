import { type Static, Type } from "@sinclair/typebox";
import { Problem, Stale } from "./problem.ts";

const Count = Type.Integer({ minimum: 0 });
const Ids = Type.Array(Type.String());
const reasons = <K extends string>(...names: K[]) => Type.Union(names.map((name) => Type.Literal(name)));

/**
 * The ranking as it would be without one reviewer: design_ids, best first, with their ranks where some are equal; null
 * where nothing could then be ranked.
 */
const Without = Type.Union([
  Type.Object({
    order: Ids,
    ranks: Type.Optional(Type.Array(Count)),
    winner: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Null(),
]);
export type Without = Static<typeof Without>;

/** Why the additive model cannot be fitted. */
export const ModelReason = reasons("unconnected", "confounded");
export type ModelReason = Static<typeof ModelReason>;

/** Why nothing is ranked. */
const Unranked = reasons("no-score", "no-weight", "nobody-compares");
export type Unranked = Static<typeof Unranked>;

/** Why a number of a ranking is null. */
export const NullReason = Type.Union([
  ...ModelReason.anyOf,
  ...reasons(
    "criteria-do-not-decide",
    "criteria-do-not-vary",
    "designs-equal",
    "first-place-shared",
    "missing-scores",
    "no-freedom",
    "no-same-vendor",
    "no-self-review",
    "not-adjusted",
    "not-scored",
    "nothing-left-to-compare",
    "nothing-ranked",
    "nothing-to-correlate",
    "nothing-to-pair",
    "no-two-scores",
    "one-design",
    "one-reviewer",
    "one-opinion",
    "people-judged",
    "scores-equal",
    "several-vendors",
    "tie",
    "too-few-scores",
    "too-little-variance",
    "two-reviewers",
    "unsure",
  ).anyOf,
]);
export type NullReason = Static<typeof NullReason>;

/** That the reviewer is a person; absent for a model, and in what was kept before this was said. */
const Person = { person: Type.Optional(Type.Literal(true)) };

/**
 * What must be known beside a ranking's numbers, as data: what weakens them, which files were not used, and why a
 * number is null. story/notes.ts alone makes the sentences.
 */
export const RankingNote = Type.Union([
  Type.Object({ kind: Type.Literal("nothing-ranked"), reason: Unranked }),
  /** The plain mean ranks although the additive model was asked for. */
  Type.Object({ kind: Type.Literal("plain-mean"), reason: ModelReason }),
  Type.Object({ kind: Type.Literal("few-designs"), designs: Count }),
  /** One or two reviewers judged, of so many on the panel; so many of them are people, absent where none is. */
  Type.Object({
    kind: Type.Literal("few-reviewers"),
    scored: Count,
    panel: Count,
    people: Type.Optional(Count),
  }),
  Type.Object({ kind: Type.Literal("single-vendor"), vendor: Type.String() }),
  /** It gave every design the same score. */
  Type.Object({ kind: Type.Literal("constant-reviewer"), reviewer_id: Type.String(), ...Person, without: Without }),
  /** Its order runs against all others'; the correlation is with the designs' quality as the others see it. */
  Type.Object({
    kind: Type.Literal("contrary-reviewer"),
    reviewer_id: Type.String(),
    ...Person,
    correlation: Type.Number(),
    without: Without,
  }),
  /** Their scores spread widely and count for less; if they counted in full, these designs would be first. */
  Type.Object({ kind: Type.Literal("wide-reviewers"), reviewer_ids: Ids, first: Ids }),
  /** Its scores use this share of the others' range. */
  Type.Object({ kind: Type.Literal("narrow-reviewer"), reviewer_id: Type.String(), ...Person, share: Type.Number() }),
  /** Rows of one model: they count as one reviewer. */
  Type.Object({ kind: Type.Literal("one-mind"), model: Type.String(), reviewer_ids: Ids }),
  /** It ranks nothing: these ranked designs have no score of it; none where its scores compare no designs. */
  Type.Object({ kind: Type.Literal("criterion-left-out"), criterion: Type.String(), design_ids: Ids }),
  /** So many scores of one reviewer for one design that are not samples. */
  Type.Object({
    kind: Type.Literal("duplicate-scores"),
    design_id: Type.String(),
    reviewer_id: Type.String(),
    scores: Count,
  }),
  Type.Object({ kind: Type.Literal("unscored-designs"), design_ids: Ids }),
  Type.Object({ kind: Type.Literal("silent-reviewers"), reviewer_ids: Ids }),
  Type.Object({ kind: Type.Literal("unusable-scores"), scores: Count }),
  /** Orders and answers to pairs of people that cannot be used. */
  Type.Object({ kind: Type.Literal("unusable-votes"), votes: Count }),
  /** `people`: some judged, whose words on designs of authors they know are left out too. */
  Type.Object({ kind: Type.Literal("self-reviews-excluded"), people: Type.Optional(Type.Literal(true)) }),
  /**
   * A fallback judged in the place of reviewers that failed. `on_panel`: it is a reviewer by itself too.
   */
  Type.Object({
    kind: Type.Literal("stand-in"),
    model: Type.String(),
    in_place_of: Type.Array(Type.String()),
    designs: Count,
    on_panel: Type.Boolean(),
  }),
  /** A fallback wrote a design in the place of its designer; `also_wrote` are further designs of the same model. */
  Type.Object({
    kind: Type.Literal("design-stand-in"),
    design_id: Type.String(),
    model: Type.String(),
    in_place_of: Type.String(),
    also_wrote: Ids,
  }),
  /**
   * So many evaluations of all that the plan has room for were not asked for: after so many reviewers had scored, these
   * designs could hardly be the best, or, where it is settled, no further reviewer could be expected to change the choice.
   */
  Type.Object({
    kind: Type.Literal("spared"),
    experiment_id: Type.String(),
    spared: Count,
    evaluations: Count,
    heard: Count,
    let_go: Ids,
    settled: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal("stale-file"), stale: Stale }),
  Type.Object({ kind: Type.Literal("unusable-file"), problem: Problem }),
  Type.Object({ kind: Type.Literal("missing-scores"), scored: Count, expected: Count }),
  /** `path` is the number's place in ranking.json; `ids` the designs that it is null for, or that share a tie. */
  Type.Object({
    kind: Type.Literal("null"),
    path: Type.String(),
    reason: NullReason,
    ids: Type.Optional(Ids),
  }),
  /** icc_3_k comes from a least-squares fit, since scores are missing. */
  Type.Object({ kind: Type.Literal("fitted-reliability") }),
  /** `people`: the same of people, where some judged; `learned`: from how many experiments other values were learned. */
  Type.Object({
    kind: Type.Literal("assumed-correlation"),
    correlation: Type.Number(),
    learned: Type.Optional(Type.Integer({ minimum: 0 })),
    people: Type.Optional(Type.Number()),
  }),
]);
export type RankingNote = Static<typeof RankingNote>;
