import { type Static, Type } from "@sinclair/typebox";
import { Sha256 } from "./provenance.ts";

const Part = Type.Union(
  (
    [
      "interfaces",
      "connections",
      "responsibilities",
      "data_flow",
      "architecture_overview",
      "mitigations",
      "rationales",
      "assumptions",
      "risks",
      "tradeoffs",
      "sentences",
    ] as const
  ).map((part) => Type.Literal(part)),
);

/** What was done to a part of a design: so many taken out, cut off or exchanged among themselves, or a sentence put in. */
export const SpoilStep = Type.Union([
  Type.Object({
    step: Type.Union([Type.Literal("taken-out"), Type.Literal("cut-off"), Type.Literal("exchanged")]),
    part: Part,
    count: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ step: Type.Literal("put-in"), part: Part, text: Type.String({ minLength: 1 }) }),
]);
export type SpoilStep = Static<typeof SpoilStep>;

/** What code spoiled in a copy of a design, and of which texts that holds. */
export const Planted = Type.Object({
  /** Of the design as it was copied, and of the copy as it was made. */
  of_sha256: Sha256,
  sha256: Sha256,
  /** In the order in which it was done; only the scores of these criteria are looked at. */
  done: Type.Array(Type.Object({ criterion: Type.String({ minLength: 1 }), steps: Type.Array(SpoilStep) })),
});
export type Planted = Static<typeof Planted>;
