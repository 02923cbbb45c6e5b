import { type Static, Type } from "@sinclair/typebox";
import { Amount, Times } from "./provenance.ts";

const Model = Type.String({ minLength: 1, maxLength: 600 });

/** What one experiment shows of two models that judged in it, over the designs of neither that both scored. */
export const PairRecord = Type.Object({
  one: Model,
  other: Model,
  /** Designs less one. */
  freedom: Times,
  /** Squares of the differences of their scores, severity out: Σ(d − d̄)², in points of 0–10. */
  squares: Amount,
  /** Σ(x − x̄)(y − ȳ). */
  products: Type.Number(),
});
export type PairRecord = Static<typeof PairRecord>;

/** Correlations of the errors of models, learned from the project's own experiments. */
export const LearnedErrors = Type.Object({
  /** From how many experiments. */
  experiments: Times,
  pairs: Type.Array(
    Type.Object({ one: Model, other: Model, correlation: Type.Number({ minimum: 0.2, maximum: 0.8 }) }),
    { maxItems: 500 },
  ),
});
export type LearnedErrors = Static<typeof LearnedErrors>;
