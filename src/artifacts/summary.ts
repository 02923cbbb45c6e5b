import { type Static, Type } from "@sinclair/typebox";
import { OUTCOMES } from "./decision.ts";
import { OrNull } from "./described.ts";
import { PairRecord } from "./learned.ts";
import { Amount, Times } from "./provenance.ts";
import { Verdict } from "./ranking.ts";

const Text = Type.String({ maxLength: 4_000 });
const Seat = Type.String({ minLength: 1, maxLength: 600 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** What one experiment says of one who judged it, beside all other minds of its panel. Points are of 0–10. */
export const ReviewerRecord = Type.Object({
  /** provider/model, with " as " and the persona that it plays; of a person "person/" and the name. */
  seat: Seat,
  person: Type.Boolean(),
  /** Designs that it scored, another mind too, and that are not its own. */
  designs: Times,
  /** d̄, the mean of what it gave above the others' quality of these; null without one. */
  severity: OrNull(Type.Number()),
  /** Σ(d − d̄)². */
  squares: Amount,
  /** Pairs of these that others tell apart, and how many it orders as they do; equal counts half. */
  pairs: Type.Object({ of: Times, agreed: Amount }),
  /** Over these x = log2 of a design's length: Σ(x − x̄)², and Σ(x − x̄)(d − d̄). */
  length: Type.Object({ xx: Amount, xy: Type.Number() }),
  /** How its scores and the others' fell where copies were spoiled, and whether it is named; null where none says. */
  controls: OrNull(Type.Object({ drop: Type.Number(), others: Type.Number(), unseeing: Type.Boolean() })),
  /** Its answered sessions and those that failed; of the answered, how many have a price, and all dollars and seconds. */
  asked: Type.Object({ answers: Times, failed: Times, priced: Times, cost: Amount, seconds: Amount }),
});
export type ReviewerRecord = Static<typeof ReviewerRecord>;

/** What half a panel says of its first design, and whether the other half, and the whole panel, put the same first. */
const Half = Type.Object({ p: Share, other: Share, whole: Share });
export type Half = Static<typeof Half>;

/** What a history tells of one experiment, made from its scores and from what people said; no stored ranking is in it. */
export const Summary = Type.Object({
  topic: Text,
  created_at: Text,
  /** Its result is held back until a person has judged: nothing of scores and authors is in it. */
  withheld: Type.Boolean(),
  designs: Type.Array(
    Type.Object({
      design_id: Text,
      name: Text,
      title: Text,
      /** Who designed it; null of a document. */
      seat: OrNull(Seat),
      /** Its quality by the panel, and P(best); null where nothing ranks. */
      score: OrNull(Type.Number()),
      p_best: OrNull(Share),
    }),
    { maxItems: 200 },
  ),
  /** What its ranking says of the first place, and the designs that share it; null while it is held back. */
  verdict: OrNull(
    Type.Object({
      kind: Type.Union(Verdict.anyOf.map((each) => each.properties.kind)),
      first: Type.Array(Text, { maxItems: 200 }),
    }),
  ),
  reviewers: Type.Array(ReviewerRecord, { maxItems: 300 }),
  /** What scores that this machine's sessions gave show of models in pairs. */
  pairs: Type.Array(PairRecord, { maxItems: 300 }),
  /** At most 400: each of 200 ways to halve the panel, either half in turn. Null for fewer than four minds or two designs. */
  halves: OrNull(Type.Array(Half, { maxItems: 400 })),
  decided: OrNull(
    Type.Object({
      design_id: OrNull(Text),
      /** What people call the chosen design, and its title; null where none is to be built, or it is gone. */
      name: OrNull(Text),
      title: OrNull(Text),
      because: Text,
      by: OrNull(Text),
      at: Text,
      /** P(best) of the chosen design by today's scores; null where it is none of the experiment's own, or nothing ranks. */
      p: OrNull(Share),
      outcome: OrNull(
        Type.Object({
          is: Type.Union(OUTCOMES.map((each) => Type.Literal(each))),
          note: Text,
          by: OrNull(Text),
          at: Text,
        }),
      ),
      /** What was decided before and given up, the newest first. */
      before: Type.Array(Type.Object({ name: OrNull(Text), because: Text }), { maxItems: 5 }),
    }),
  ),
});
export type Summary = Static<typeof Summary>;
