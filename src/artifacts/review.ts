import { type Static, Type } from "@sinclair/typebox";
import { Flag } from "./design.ts";
import { Provenance, Sha256 } from "./provenance.ts";
import { CoverageEntry } from "./requirement.ts";

const Texts = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

/** What a reviewer writes, in the order in which it is asked for. */
export const ReviewBody = Type.Object(
  {
    strengths: Texts("What the design does well, one point each"),
    weaknesses: Texts("Where the design falls short, one point each"),
    missing_considerations: Texts("What the design should have dealt with and did not"),
    risk_assessment: Type.Union([Type.Literal("low"), Type.Literal("medium"), Type.Literal("high")], {
      description: "How risky it is to build this design",
    }),
    overall_impression: Type.String({ minLength: 1, description: "The verdict in a few sentences" }),
    suggested_improvements: Texts("What would make the design better"),
  },
  { additionalProperties: false },
);
export type ReviewBody = Static<typeof ReviewBody>;

export const EvaluationProvenance = Type.Object({
  ...Provenance.properties,
  /** Hash of the design's text that was judged; another hash today makes the artifact stale. */
  design_sha256: Sha256,
  /** What stood in the design's place for [author]: names that would have told the reviewer who wrote it. */
  masked: Type.Array(Type.String()),
  /** Names of designers found in the whole prompt before it was sent, after masking; empty when it was blind. */
  identity_scan: Type.Array(Type.String()),
  /** What in the design could have been taken for the end of the data; it was replaced. */
  forged_markers: Type.Array(Type.String()),
});
export type EvaluationProvenance = Static<typeof EvaluationProvenance>;

/** What is stored of one reviewer and one design, whichever part of the evaluation it is. */
export const Evaluation = Type.Object({
  version: Type.Literal(1),
  design_id: Type.String({ minLength: 1 }),
  reviewer_id: Type.String({ minLength: 1 }),
  /**
   * What the reviewer says of each requirement; absent where the task has none, was evaluated before they were numbered,
   * or where the other part holds it.
   */
  coverage: Type.Optional(Type.Array(CoverageEntry)),
  flags: Type.Array(Flag),
});

/** reviews/review-{design_id}-{reviewer_id}.json */
export const Review = Type.Object({
  ...Evaluation.properties,
  reviewer_model: Type.String({ minLength: 1 }),
  ...ReviewBody.properties,
  provenance: EvaluationProvenance,
});
export type Review = Static<typeof Review>;
