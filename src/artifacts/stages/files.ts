import type { Static, TSchema } from "@sinclair/typebox";
import type { Problem, Stale } from "../problem.ts";
import type { Panel } from "../task.ts";
import { briefFiles } from "./brief-files.ts";
import { decisionFiles } from "./decision-files.ts";
import { designsFiles } from "./designs-files.ts";
import type { ArtifactKey, FileRow } from "./file-row.ts";
import { judgementFiles } from "./judgement-files.ts";
import { planFiles } from "./plan-files.ts";
import type { ArtifactKind } from "./stages.ts";

/** The row of each kind of file that the stages make. */
export const ARTIFACTS = {
  ...briefFiles,
  ...designsFiles,
  ...judgementFiles,
  ...decisionFiles,
  ...planFiles,
} satisfies Record<ArtifactKind, unknown>;

export type Artifact<K extends ArtifactKind> = Static<(typeof ARTIFACTS)[K]["schema"]>;

/** The kinds that are read with an experiment: those of which there is one, and those of which there are several. */
export type SingleKind = Kind<"experiment">;
export type ListedKind = Kind<"designer" | "cell" | "person">;
type Kind<E> = {
  [K in ArtifactKind]: (typeof ARTIFACTS)[K] extends { each: E; together: true } ? K : never;
}[ArtifactKind];

/**
 * What an experiment holds today, of each kind under its name: lists, and what there is once and may be absent. Stale
 * artifacts were made against another text: they are kept, named and not used.
 */
export type Artifacts = { [K in ListedKind as `${K}s`]: Artifact<K>[] } & { [K in SingleKind]?: Artifact<K> } & {
  /** Of what people said all is used that holds still; what does not is named here too. */
  stale: Stale[];
  /** Files that are there and cannot be used. */
  problems: Problem[];
};

/** The row of a kind, for code that loops over the table and knows its values by their schema alone. */
export function kindRow(kind: ArtifactKind): FileRow<TSchema> {
  return ARTIFACTS[kind] as unknown as FileRow<TSchema>;
}

/** Every artifact of a kind that a plan wants, in the plan's order. */
export function wantedOf(kind: ArtifactKind, { designers, reviewers }: Panel): ArtifactKey[] {
  const { each } = ARTIFACTS[kind];
  if (each === "experiment") return [{ design_id: "", reviewer_id: "" }];
  if (each === "person") return [];
  if (each === "designer") return designers.map(({ design_id }) => ({ design_id, reviewer_id: "" }));
  const asked = reviewers.filter(({ parts }) => parts.some((part) => part === kind));
  return designers.flatMap(({ design_id }) => asked.map(({ reviewer_id }) => ({ design_id, reviewer_id })));
}
