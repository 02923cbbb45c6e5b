import { type Static, Type } from "@sinclair/typebox";

const Id = Type.String({ minLength: 1, maxLength: 250 });

/** What a text of a round or a planted copy is, and of which designs it was made. No reviewer is told any of it. */
export const Lineage = Type.Object({
  is: Type.Union([Type.Literal("parent"), Type.Literal("revision"), Type.Literal("merge"), Type.Literal("control")]),
  /** design_ids of the experiment, or of children of rounds before: of a parent or a control the one that it is a copy of. */
  of: Type.Array(Id, { minItems: 1, maxItems: 8 }),
  /** What people call it: "B", of its revision "B2", of a merge "M1", of a planted copy "copy of B". */
  name: Type.String({ minLength: 1, maxLength: 12 }),
});
export type Lineage = Static<typeof Lineage>;

/** What came of a child of a round: of a revision beside its parent, of a merge in its round; or why that is not known. */
export const CAME = [
  "better",
  "worse",
  "not better",
  "wins",
  "leads",
  "leads, length could explain it",
  "does not lead",
  "no verdict",
  "not-written",
  "not-judged",
  "unchanged",
] as const;
export type ChildCame = (typeof CAME)[number];

/** What a reviser did about one thing that reviewers said, or why it did not. */
export const PointAnswer = Type.Object({
  /** P1, P2, … as it was told; or a requirement's number. */
  point: Type.String({ minLength: 1, maxLength: 12 }),
  /** What was told under that number. */
  text: Type.String({ minLength: 1 }),
  done: Type.Boolean(),
  how: Type.String({ minLength: 1 }),
});
export type PointAnswer = Static<typeof PointAnswer>;

/** Where a part of a merge comes from: the designs that have it, by name; none for what is new. */
export const Origin = Type.Object({
  part: Type.Union([Type.Literal("component"), Type.Literal("tradeoff"), Type.Literal("risk")]),
  name: Type.String({ minLength: 1 }),
  /** design_ids, as `parents` of the design has them. */
  from: Type.Array(Id),
});
export type Origin = Static<typeof Origin>;
