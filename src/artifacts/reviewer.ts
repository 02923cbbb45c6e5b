import { type Static, Type } from "@sinclair/typebox";
import { FileName } from "./file-name.ts";

/** What a reviewer can be asked for: words, or numbers. */
export const PARTS = ["review", "score"] as const;
export const Part = Type.Union(PARTS.map((part) => Type.Literal(part)));
export type Part = (typeof PARTS)[number];

/** A model that judges designs. */
const ModelReviewer = Type.Object({
  /** Absent in what was stored before there were other kinds. */
  kind: Type.Optional(Type.Literal("model")),
  reviewer_id: FileName,
  /** provider/model: the mind that judges. Of any kind this names it, and two of one name are one mind. */
  model: Type.String({ minLength: 1 }),
  /** What it is asked for; of a stand-in, what it has answered. */
  parts: Type.Array(Part),
  /** A fallback that answered in another's place, for some designs. The plan wants nothing of it by itself. */
  stand_in: Type.Optional(Type.Literal(true)),
});

/** Who judges designs, by kind. A kind that is no model joins here, and the compiler names what must know of it. */
export const Reviewer = Type.Union([ModelReviewer]);
export type Reviewer = Static<typeof Reviewer>;

/** Whether the plan wants this reviewer's own answer for every design. */
export function isPlanned(reviewer: Reviewer): boolean {
  return reviewer.stand_in !== true;
}

/** Whether a session asks for this reviewer's answers; those of another kind come by themselves. */
export function isAsked({ kind }: Reviewer): boolean {
  return kind === undefined || kind === "model";
}

/** What people call a reviewer when they name it. */
export function reviewerNames({ reviewer_id, model }: Reviewer): readonly string[] {
  return [reviewer_id, model];
}
