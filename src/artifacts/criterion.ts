import { type Static, Type } from "@sinclair/typebox";
import { MAX_SCALE } from "./bounds.ts";

/** One criterion of the rubric. A score lies in [min, max]; weights are relative, 0 keeps a criterion out of the composite. */
export const Criterion = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^(?!__proto__$|constructor$|prototype$)[^\\s\\x00-\\x1f|`"\\\\][^\\x00-\\x1f|`"\\\\]*$',
      description: "What the criterion is called, unique among the criteria",
    }),
    description: Type.String({ minLength: 1, description: "The question the scorer answers" }),
    min: Type.Number({ minimum: -MAX_SCALE, maximum: MAX_SCALE, description: "The worst score" }),
    max: Type.Number({ minimum: -MAX_SCALE, maximum: MAX_SCALE, description: "The best score, above min" }),
    weight: Type.Optional(
      Type.Number({ minimum: 0, maximum: MAX_SCALE, default: 1, description: "Relative weight in the composite" }),
    ),
    anchors: Type.Optional(
      Type.Object(
        {
          low: Type.String({ minLength: 1, description: "What a design at min looks like" }),
          middle: Type.String({ minLength: 1, description: "What a design half way looks like" }),
          high: Type.String({ minLength: 1, description: "What a design at max looks like" }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Criterion = Static<typeof Criterion>;
