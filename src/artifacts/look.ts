import { type Static, Type } from "@sinclair/typebox";
import { FileName, Part } from "./task.ts";

/** Why further reviewers are asked for a design after the first have judged it, or are not. */
const Reason = Type.Union(
  (["likely", "among-first", "few-scores", "not-told-apart", "unlikely", "settled"] as const).map((reason) =>
    Type.Literal(reason),
  ),
);

/**
 * look.json: where the first reviewers of a thrifty evaluation had judged every design, for which designs the others
 * were still asked, and why. It is made once and holds from then on.
 */
export const Look = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  timestamp: Type.String(),
  /** Reviewers that judge every design, and those that were held back, each in the order in which they are asked. */
  first: Type.Array(FileName),
  further: Type.Array(FileName),
  /** How many reviewers had scored. */
  heard: Type.Integer({ minimum: 0 }),
  designs: Type.Array(
    Type.Object({
      design_id: FileName,
      /** Hash of its text: where that is another today, nobody has looked. */
      design_sha256: Type.String(),
      /** P(best) by the scores so far; null where they gave no order. */
      p_best: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
      scores: Type.Integer({ minimum: 0 }),
      kept: Type.Boolean(),
      reason: Reason,
    }),
  ),
  /**
   * What further reviewers could be expected to gain, in points of 0–10 of the chosen design's quality, and below what
   * nobody further is asked; null where that is not asked: for fewer than four reviewers, or without two opinions.
   */
  gain: Type.Union([Type.Object({ expected: Type.Number(), enough: Type.Number() }), Type.Null()]),
  /** Parts of evaluations that are not asked for. */
  spared: Type.Array(Type.Object({ design_id: FileName, reviewer_id: FileName, parts: Type.Array(Part) })),
});
export type Look = Static<typeof Look>;
