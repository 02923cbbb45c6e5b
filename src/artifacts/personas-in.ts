import { type TSchema, Type } from "@sinclair/typebox";

const Ids = Type.Array(Type.String());

/** What a ranking says of personas: which of their criteria one reviewer alone scored, and where it would end without one. */
export function PersonasIn<V extends TSchema>(verdict: V) {
  return Type.Object({
    /** Criteria that rank and that one mind alone scored, under the row that has them. */
    criteria_of_one: Type.Array(
      Type.Object({ criterion: Type.String(), reviewer_id: Type.String(), persona: Type.Optional(Type.String()) }),
    ),
    /** Criteria that rank nothing, and the ranked designs without a score of them; none where their scores compare none. */
    left_out: Type.Array(Type.Object({ criterion: Type.String(), designs: Ids })),
    /** Reviewers of one model: they count as one. */
    minds: Type.Array(Type.Object({ model: Type.String(), reviewer_ids: Ids })),
    /** The ranking without each persona, its rows and so its criteria taken away, where others judged. */
    without: Type.Array(
      Type.Object({
        persona: Type.String(),
        reviewer_ids: Ids,
        verdict,
        first_place: Ids,
        /** P(best) then of today's first design; null where it has no rank then, or none is first. */
        p_best: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
  });
}
