import { type Static, Type } from "@sinclair/typebox";
import { OUTCOMES } from "./decision.ts";
import { HowMany, Nth, NumberOrNull, OrNull, WordOf } from "./described.ts";
import { Certainty } from "./ranking.ts";
import { REQUIREMENT_KINDS } from "./requirement.ts";
import { ROLE_NAMES } from "./stages/stages.ts";

const closed = { additionalProperties: false };
const Positions = (description: string) => Type.Array(Type.Integer({ minimum: 1 }), { description });
const Level = (description: string) =>
  WordOf(
    Certainty.anyOf.map((level) => level.const),
    description,
  );

const Criteria = Type.Object(
  {
    min: Type.Number({ description: "The worst score on this criterion" }),
    max: Type.Number({ description: "The best score on this criterion" }),
    weight: Type.Number({ description: "What the criterion weighs beside the others; 0 keeps it out" }),
  },
  closed,
);

const Answered = Type.Object(
  {
    requirement: Nth("Which requirement, by its place in requirements"),
    met: HowMany("Reviewers who say that the design meets it"),
    partly: HowMany("Reviewers who say that the design meets it in part"),
    missed: HowMany("Reviewers who say that the design misses it"),
    not_addressed: HowMany("Reviewers who say that the design is silent on it"),
  },
  closed,
);

const Designs = Type.Object(
  {
    rank: OrNull(
      Type.Integer({ minimum: 1 }),
      "Its place in the ranking, equal for equal scores; null where it has none",
    ),
    average_score: NumberOrNull("Mean of its scores on 0-10, criteria by their weights; null where nobody scored it"),
    adjusted_score: NumberOrNull(
      "The same once each reviewer's severity and liking for its own design are taken out; null where that cannot be computed",
    ),
    p_best: NumberOrNull("Probability from 0 to 1 that it is the best of all; null where nothing compares designs"),
    rank_interval: OrNull(
      Type.Tuple([Type.Integer(), Type.Integer()]),
      "The ranks between which its rank lies with a chance of nine in ten; null where nothing compares designs",
    ),
    agreement: NumberOrNull(
      "How far its reviewers agree (r_WG): 1 is as one, 0 is no more than chance; null for fewer than two",
    ),
    consensus: Level("The same in a word"),
    reviewers: HowMany("Reviewers whose score for it counts"),
    flags: HowMany("Sentences in it that are taken to speak to whoever judges it"),
    violations: HowMany("Times that its designer reached for what was closed to it"),
    requirements: Type.Array(Answered, { description: "How reviewers answer for each requirement that was checked" }),
  },
  closed,
);

const Reviewers = Type.Object(
  {
    kind: WordOf(["model", "person"], "Whether a model or a person judged"),
    severity: NumberOrNull(
      "Points of 0-10 that it gives above (lenient) or below (severe) the others; null where unknown",
    ),
  },
  closed,
);

const Scores = Type.Object(
  {
    design: Nth("Which design was scored, by its place in designs"),
    reviewer: Nth("Who scored it, by the place in reviewers"),
    criteria: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      description:
        "The score on each criterion on its own scale, in the order of criteria; null where the reviewer does not score it",
    }),
    overall: NumberOrNull("The score for the design as a whole, which the reviewer states beside them, on 0-10"),
    samples: HowMany("How often this reviewer scored this design; the numbers are means of that"),
    own_design: Type.Boolean({ description: "Whether the reviewer is the model that wrote the design" }),
    counts: Type.Boolean({ description: "Whether the ranking takes the score in" }),
  },
  closed,
);

const Outcome = Type.Object(
  {
    verdict: WordOf(
      ["unranked", "nobody-compares", "one-design", "winner", "one-opinion", "tie", "ahead"],
      "What the ranking says of the first place: a winner, one that is ahead without being one, a tie, one reviewer's opinion, one design alone, designs that no reviewer compares, or nothing",
    ),
    method: WordOf(["adjusted", "mean"], "Which score ranks: adjusted_score, or average_score"),
    first_place: Positions("The designs in the first place, or that cannot be told from it"),
    winner: OrNull(Type.Integer({ minimum: 1 }), "The design that won; null where none did"),
    confidence: Level("How sure the first place is, in a word"),
    consensus: Level("How far reviewers agree over all designs, in a word"),
    told_apart: Type.Number({
      description: "Probability from which on two designs are told apart and a winner is named",
    }),
    tie_groups: Type.Array(Type.Array(Type.Integer({ minimum: 1 })), {
      description: "Designs next to each other of which no two can be told apart",
    }),
    expected_scores: HowMany("Scores that there would be had nothing failed"),
    counted_scores: HowMany("Scores that count"),
  },
  closed,
);

const Pair = Type.Object(
  {
    better: Nth("The design that ranks first of the two"),
    worse: Nth("The other one"),
    probability: Type.Number({ description: "Probability from 0 to 1 that the first is the better one" }),
  },
  closed,
);

const Reliability = Type.Object(
  {
    kendall_w: NumberOrNull("Kendall's W: how alike reviewers order the designs, from 0 to 1"),
    krippendorff_alpha: NumberOrNull("Krippendorff's alpha of the scores: 1 is agreement, 0 chance"),
    icc_2_1: NumberOrNull("Intraclass correlation of one reviewer's scores, absolute agreement"),
    icc_2_k: NumberOrNull("The same of the mean of all reviewers"),
    icc_3_k: NumberOrNull("Intraclass correlation of the mean of these very reviewers, consistency"),
    residual_deviation: NumberOrNull(
      "How far scores of one design lie apart without severity: a standard deviation in points of 0-10",
    ),
    stable_panels: OrNull(
      Type.Integer(),
      "In how many panels with one reviewer taken out the first design stays the first",
    ),
    panels: OrNull(Type.Integer(), "Of how many such panels"),
    self_preference: NumberOrNull("Points of 0-10 that reviewers add to their own designs"),
    length_correlation: NumberOrNull("Correlation of scores with the length of designs"),
    criteria_correlation: NumberOrNull("Mean correlation between the criteria over all scores"),
    error_correlation: Type.Number({ description: "Correlation of reviewers' errors that is taken for granted" }),
  },
  closed,
);

const Decided = Type.Object(
  {
    design: OrNull(
      Type.Integer({ minimum: 1 }),
      "The design that a person decided for; null where it is none of them, one of a round of better designs, or is there no more",
    ),
    differs: OrNull(Type.Boolean(), "Whether the ranking had another one first; null where nothing was ranked then"),
    turned_out: Type.Array(WordOf(OUTCOMES, "How it turned out"), {
      description: "How it turned out, as people said it, the oldest first",
    }),
  },
  closed,
);

const Calls = Type.Object(
  {
    role: WordOf(ROLE_NAMES, "What models were asked for"),
    position: OrNull(
      Type.Integer({ minimum: 1 }),
      "Which designer, by the place of its design, or which reviewer; null for what belongs to neither",
    ),
    sessions: HowMany("Sessions that were counted"),
    failed: HowMany("Sessions that brought nothing"),
    tokens: Type.Number({ minimum: 0, description: "Tokens of all kinds together, of the sessions that were counted" }),
    cost: NumberOrNull("US dollars of the sessions whose price is known; null where none is"),
    seconds: Type.Number({ minimum: 0, description: "Seconds of all sessions together" }),
  },
  closed,
);

/**
 * export.json: an experiment in numbers alone. Every word in it is one of the literals here, every key one of these, and
 * all that is named is named by its position, counted from 1.
 */
export const AnonymousExport = Type.Object(
  {
    version: Type.Literal(1, { description: "The version of this file's form" }),
    tool: Type.String({
      pattern: "^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$",
      description: "The version of opencode-designlab that wrote it",
    }),
    criteria: Type.Array(Criteria, { description: "What designs are judged by, in the order of the rubric" }),
    requirements: Type.Array(
      Type.Object({ kind: WordOf(REQUIREMENT_KINDS, "What kind of requirement it is") }, closed),
      {
        description: "What was asked of the designs, in the order of the task",
      },
    ),
    designs: Type.Array(Designs, {
      description: "The designs: by rank, equals and those without one in a random order",
    }),
    reviewers: Type.Array(Reviewers, { description: "Who judged, in a random order" }),
    scores: Type.Array(Scores, { description: "Each score of each reviewer for each design" }),
    outcome: OrNull(Outcome, "What the ranking came to; null where nothing was ranked"),
    pairwise: Type.Array(Pair, { description: "Pairs of designs, and how surely the first is the better one" }),
    reliability: OrNull(
      Reliability,
      "How far the scores can be relied on, each number null where it cannot be computed",
    ),
    decision: OrNull(Decided, "What a person decided; null where nobody did"),
    calls: Type.Array(Calls, { description: "What models took, by what they did" }),
  },
  closed,
);
export type AnonymousExport = Static<typeof AnonymousExport>;
