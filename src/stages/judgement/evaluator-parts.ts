import { type TSchema, Type } from "@sinclair/typebox";
import type { Criterion } from "../../artifacts/criterion.ts";
import { ReviewBody } from "../../artifacts/review.ts";
import type { Part } from "../../artifacts/reviewer.ts";
import { scoreBody } from "../../artifacts/score.ts";

/** One half of an evaluation: its piece of the prompt and its fields of the answer. */
export type EvaluatorPart = {
  instructions(criteria: readonly Criterion[]): string;
  fields(criteria: readonly Criterion[]): Record<string, TSchema>;
  /** The same with what can be spared optional. */
  least(criteria: readonly Criterion[]): Record<string, TSchema>;
};

const review: EvaluatorPart = {
  instructions: () =>
    [
      "REVIEW",
      "Provide a qualitative assessment. Be objective and thorough. Identify both strengths and weaknesses.",
      "Each point is one sentence that names the part of the design it is about. Say what is missing as well as what is wrong.",
    ].join("\n"),
  fields: () => ReviewBody.properties,
  least: () => ReviewBody.properties,
};

const score: EvaluatorPart = {
  instructions: (criteria) =>
    [
      "SCORE",
      "Assign a score for each criterion. Write the rationale first and let the number follow from it.",
      "Use the whole scale: the anchors say what its ends and its middle mean. Score each criterion on its own; a long text is not a better design.",
      "",
      "SCORING CRITERIA:",
      ...criteria.map(criterionText),
      "",
      "overall_score is your verdict on the whole design from 0 (useless) over 5 (workable with serious changes) to 10 (could be built as it stands).",
    ].join("\n"),
  fields: (criteria) => scoreBody(criteria).properties,
  least: (criteria) => {
    const { rationales, ...needed } = scoreBody(criteria).properties;
    return { rationales: Type.Optional(Type.Partial(rationales, { additionalProperties: false })), ...needed };
  },
};

export const EVALUATOR_PARTS: Readonly<Record<Part, EvaluatorPart>> = { review, score };

function criterionText({ name, description, min, max, anchors }: Criterion): string {
  const middle = (min + max) / 2;
  const {
    low,
    middle: mid,
    high,
  } = anchors ?? {
    low: "the design fails on this, or says nothing about it",
    middle: "the design does acceptably, with gaps that a reviewer would send back",
    high: "nothing to add: the best that an expert could expect",
  };
  return [
    `- "${name}", from ${min} to ${max}: ${description}`,
    `  ${min} = ${low}`,
    `  ${middle} = ${mid}`,
    `  ${max} = ${high}`,
  ].join("\n");
}
