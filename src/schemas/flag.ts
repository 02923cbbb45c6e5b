import { type Static, Type } from "@sinclair/typebox";

/** A sentence of a design that addresses whoever judges it. Shown beside the design; it disqualifies nothing. */
export const Flag = Type.Object({
  /** Who found it: a scan for known phrasings, or a reviewer whose quote really stands in the design. */
  source: Type.Union([Type.Literal("scan"), Type.Literal("reviewer")]),
  quote: Type.String({ minLength: 1 }),
  /** The reviewer that quoted it, where flags of several stand together. */
  reviewer_id: Type.Optional(Type.String()),
  /** Which phrasing the scan knows it by. */
  pattern: Type.Optional(Type.String()),
});
export type Flag = Static<typeof Flag>;
