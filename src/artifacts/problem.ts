import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { ARTIFACT_KINDS } from "./stages/stages.ts";

const AnyArtifactKind = Type.Union(ARTIFACT_KINDS.map((kind) => Type.Literal(kind)));

const about = {
  /** What the file should be; absent for a file that is no artifact, such as the list of bases. */
  artifact: Type.Optional(AnyArtifactKind),
  path: Type.String(),
};

function problem<K extends string, P extends TProperties>(kind: K, fields: P) {
  return Type.Object({ kind: Type.Literal(kind), ...about, ...fields });
}

/** Why a file that is there is not used. Data only: story/problems.ts makes the sentences. */
export const Problem = Type.Union([
  /** The system refused to read it, in the system's words. */
  problem("unreadable", { reason: Type.String() }),
  /** Something else stands where a regular file or a folder of the experiment's own is needed. */
  problem("not-a-file", { found: Type.String() }),
  problem("too-large", { bytes: Type.Number(), most: Type.Number() }),
  /** Deeper, longer or more than artifacts/bounds.ts takes in; `reason` names the place. */
  problem("out-of-bounds", { reason: Type.String() }),
  problem("not-json", { reason: Type.String() }),
  /** `found` as JSON, cut short. */
  problem("other-version", { found: Type.String(), reads: Type.Number(), newer: Type.Boolean() }),
  /** A field that the schema, or the experiment's own criteria or plan, does not allow; `found` as JSON, cut short. */
  problem("misfit", {
    against: Type.Union([Type.Literal("schema"), Type.Literal("criteria"), Type.Literal("plan")]),
    where: Type.String(),
    reason: Type.String(),
    found: Type.String(),
  }),
  /** A plan that names two of its designers, reviewers or criteria alike. */
  problem("repeated-name", { name: Type.String() }),
  /** A folder outside the project that nobody allowed, and so no experiment of it; `why` ends a sentence. */
  problem("outside", { why: Type.String() }),
  /** A plan with a criterion whose max is not above its min. */
  problem("empty-scale", { name: Type.String(), min: Type.Number(), max: Type.Number() }),
]);
export type Problem = Static<typeof Problem>;

/** An artifact that was made against another text than the one of today: kept, named and not used. */
export const Stale = Type.Object({
  kind: Type.Literal("stale"),
  artifact: AnyArtifactKind,
  design_id: Type.String(),
  reviewer_id: Type.String(),
  path: Type.String(),
  changed: Type.Union([Type.Literal("design"), Type.Literal("criteria")]),
});
export type Stale = Static<typeof Stale>;
