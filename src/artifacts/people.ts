import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { OrNull } from "./described.ts";

const Count = Type.Integer({ minimum: 0 });

/** A person whose word counts, and by what: each design counts once, by a score or by a place in the person's order. */
const Counted = Type.Object({
  reviewer_id: Type.String(),
  /** What the person's row weighs, for 1 of a model's. */
  weight: Type.Number({ exclusiveMinimum: 0 }),
  scores: Count,
  ordered: Count,
  /** Answers to pairs that neither scores nor order had settled. */
  pairs: Count,
});

const Parted = {
  design_id: Type.String(),
  /** What people give it above what models do once everybody's severity is taken out. */
  difference: Type.Number(),
  /** Whether chance leaves 95 % of such differences nearer to 0; else it is listed for its size alone. */
  beyond_chance: Type.Boolean(),
  /** Who lies furthest on either side, by reviewer_id. */
  person: Type.String(),
  model: Type.String(),
};
/** In points of 0–10. */
export const PartedDesign = Type.Object(Parted);
export type PartedDesign = Static<typeof PartedDesign>;
/** In points of the criterion's own scale. */
export const PartedCriterion = Type.Object({ criterion: Type.String(), ...Parted });
export type PartedCriterion = Static<typeof PartedCriterion>;

/** Which people a ranking counts, what they changed, and where they and the models part. */
export const PeopleIn = <V extends TSchema, L extends TSchema>(verdict: V, level: L) =>
  Type.Object({
    counted: Type.Array(Counted, { minItems: 1 }),
    /** The same ranking by models alone; designs in the order of the ranking. */
    without: Type.Object({
      verdict,
      /** As the summary's of the same names; absent in files of before. */
      confidence: Type.Optional(level),
      opinions: Type.Optional(Count),
      told_apart: Type.Optional(Type.Number()),
      designs: Type.Array(
        Type.Object({
          design_id: Type.String(),
          rank: OrNull(Type.Integer({ minimum: 1 })),
          p_best: OrNull(Type.Number()),
        }),
      ),
    }),
    /** The widest first; at most ten of each. */
    parted: Type.Object({ designs: Type.Array(PartedDesign), criteria: Type.Array(PartedCriterion) }),
  });
