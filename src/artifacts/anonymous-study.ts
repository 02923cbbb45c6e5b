import { type Static, Type } from "@sinclair/typebox";
import { HowMany, Nth, NumberOrNull, OrNull, WordOf } from "./described.ts";
import { OUTCOME_STATES, VERDICT_KINDS } from "./study-result.ts";

const closed = { additionalProperties: false };
const Num = (description: string) => Type.Number({ description });
const PositionOrNull = (description: string) => OrNull(Type.Integer({ minimum: 1 }), description);

const Seat = Type.Object(
  {
    model: Nth("Which model, or which person: seats of one model have one number"),
    persona: PositionOrNull("Which persona it plays; null where it plays none"),
    person: Type.Boolean({ description: "Whether it is a person" }),
  },
  closed,
);

const Criterion = Type.Object(
  {
    min: Num("The worst score on the criterion"),
    max: Num("The best score on it"),
    weight: Num("What it weighs beside the others"),
  },
  closed,
);

const Design = Type.Object(
  {
    seat: PositionOrNull("Who designed it, by the place in seats; null of a document"),
    document: PositionOrNull("Which document it is: those of one name have one number; null of a seat's"),
    score: NumberOrNull("Its quality by the panel on 0-10, severity taken out; null where it is not ranked"),
    p_best: NumberOrNull("Probability from 0 to 1 that it is the best of its experiment; null likewise"),
  },
  closed,
);

const Reviewer = Type.Object(
  {
    seat: Nth("Who judged, by the place in seats"),
    designs: HowMany("Designs that it scored and another mind too, its own left out"),
    severity: NumberOrNull("The mean of what it gave above the others' quality of these; null without one"),
    squares: Num("Squared deviations from that mean, summed"),
    pairs: Type.Object(
      { of: HowMany("Pairs of these that the others tell apart"), agreed: Num("Those that it orders as they do") },
      { ...closed, description: "Equal scores count half" },
    ),
    length: Type.Object(
      {
        xx: Num("Squared deviations of the logarithm of a design's length, summed"),
        xy: Num("Its products with the deviations of scores, summed"),
      },
      { ...closed, description: "What a regression on length needs, with base 2" },
    ),
    controls: OrNull(
      Type.Object(
        {
          drop: Num("By how much its scores of spoiled criteria fell"),
          others: Num("By how much the others' fell"),
          unseeing: Type.Boolean({ description: "Whether it is named for not seeing it" }),
        },
        closed,
      ),
      "What it saw of planted copies; null where nothing tells",
    ),
    asked: Type.Object(
      {
        answers: HowMany("Sessions that were answered"),
        failed: HowMany("Sessions that failed"),
        priced: HowMany("Answered sessions with a known price"),
        cost: Num("US dollars of these"),
        seconds: Num("Seconds of all answered ones"),
      },
      { ...closed, description: "What its sessions took" },
    ),
  },
  closed,
);

const Half = Type.Object(
  {
    p: Num("P(best) of the half's first design"),
    other: Num("1 where the other half has the same first, a share where equals share it"),
    whole: Num("The same of the whole panel"),
  },
  closed,
);

const Score = Type.Object(
  {
    design: Nth("Which design, by its place in the experiment's designs"),
    seat: Nth("Who gave it, by the place in seats"),
    criteria: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      description: "The score on each criterion on its own scale, in the order of criteria; null where there is none",
    }),
  },
  closed,
);

const Experiment = Type.Object(
  {
    task: Nth("Which task"),
    panel: Nth("Which panel"),
    repeat: Nth("Which repeat"),
    state: WordOf(OUTCOME_STATES, "How it ended, as study.json has it"),
    withheld: Type.Boolean({ description: "Whether its result is held back, so that nothing of it is here" }),
    worker: PositionOrNull("Which worker ran it; null where none did"),
    cost: NumberOrNull("US dollars that are known to be spent"),
    unpriced: HowMany("Sessions without a known price"),
    seconds: NumberOrNull("Seconds that it took"),
    verdict: OrNull(WordOf(VERDICT_KINDS, "What its ranking says of the first place"), "Null where it has none"),
    criteria: Type.Array(Criterion, { description: "What designs were judged by, in the order of the rubric" }),
    designs: Type.Array(Design, { description: "Its designs, by who designed" }),
    reviewers: Type.Array(Reviewer, { description: "Who judged, each beside all other minds of the panel" }),
    scores: Type.Array(Score, { description: "Each score that counts" }),
    halves: OrNull(Type.Array(Half), "Halves of its panel, either in turn; null for fewer than four minds"),
  },
  closed,
);

/**
 * A study in numbers alone: every word in it is one of the literals here, every key one of these. Tasks, panels, seats and
 * workers are named by their positions, counted from 1: tasks and panels in the study's order, the others in a drawn one.
 */
export const AnonymousStudy = Type.Object(
  {
    version: Type.Literal(1, { description: "The version of this file's form" }),
    tool: Type.String({
      pattern: "^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$",
      description: "The version of opencode-designlab that wrote it",
    }),
    tasks: HowMany("How many tasks"),
    panels: HowMany("How many panels"),
    repeats: HowMany("How often each panel is asked about each task"),
    seats: Type.Array(Seat, {
      description: "Who designed and judged: a model, as a persona or by itself, or a person",
    }),
    experiments: Type.Array(Experiment, { description: "Each experiment that the study asks" }),
  },
  closed,
);
export type AnonymousStudy = Static<typeof AnonymousStudy>;
