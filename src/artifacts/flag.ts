import { type Static, Type } from "@sinclair/typebox";

/** A sentence of a design that is taken to address whoever judges it. Shown beside the design; it disqualifies nothing. */
export const Flag = Type.Object({
  /** Who found it: a scan for known phrasings, or a reviewer whose quote really stands in the design. */
  source: Type.Union([Type.Literal("scan"), Type.Literal("reviewer")]),
  quote: Type.String({ minLength: 1 }),
  /** The reviewer that quoted it, where flags of several stand together. */
  reviewer_id: Type.Optional(Type.String()),
  /** Which phrasing the scan knows it by. */
  pattern: Type.Optional(Type.String()),
  /** Said by one model only and not found by the scan: that reviewer's opinion, by which no design is called flagged. */
  alone: Type.Optional(Type.Literal(true)),
});
export type Flag = Static<typeof Flag>;

/** Those by which a design is called flagged: found by the scan, or said by two models of the same sentence. */
export function confirmed(flags: readonly Flag[]): Flag[] {
  return flags.filter(({ alone }) => alone !== true);
}
