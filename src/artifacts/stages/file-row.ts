import type { Static, TSchema } from "@sinclair/typebox";
import type { Bounds } from "../bounds.ts";
import type { Design } from "../design.ts";
import { designSha256, rubricSha256 } from "../hashes.ts";
import type { Problem, Stale } from "../problem.ts";
import { criteriaFor, personaOf, reviewerRow, type Task } from "../task.ts";

/** Which one of its kind an artifact is: nothing for the only one, a design's id, a person's, or a cell's two. */
export type ArtifactKey = { design_id: string; reviewer_id: string };

/** A text that an artifact was made against: the hash kept in its provenance, and the hash of today. */
export type Parent = "design" | "criteria";
export const PARENTS = {
  design: { hash: "design_sha256", today: (_task, design) => designSha256(design) },
  criteria: {
    hash: "rubric_sha256",
    today(task, _design, reviewer_id) {
      const reviewer = reviewerRow(task, reviewer_id);
      return rubricSha256(criteriaFor(task, reviewer), personaOf(task, reviewer));
    },
  },
} as const satisfies Record<Parent, { hash: string; today(task: Task, design: Design, reviewer_id: string): string }>;

/** All that must be known of a kind of file that a stage makes: saving, loading, staleness and counting. */
export type FileRow<S extends TSchema> = {
  schema: S;
  bounds: Bounds;
  /** Path in the experiment's folder, with "/". */
  path(key: ArtifactKey): string;
  /**
   * How many of it a plan wants: one, one for each designer, or one for each cell of a reviewer asked for it; of what
   * people say none.
   */
  each: "experiment" | "designer" | "cell" | "person";
  /** Whether it is read with all of an experiment that has a task; else where it is asked for alone. */
  together: boolean;
  /** A parent that changed since makes it stale. */
  parents: readonly Parent[];
  /** Whether what stood there before stays beside it; not where the new one holds all of the old. */
  keepsOld(value: Static<S>): boolean;
  /** What no schema can say of it, for it depends on the plan; null when it fits. */
  misfit?(value: Static<S>, task: Task): Misfit | null;
  /** What of it was said of other texts than those of today, beside its parents. */
  changed?(value: Static<S>, task: Task, designs: readonly Design[]): readonly ChangedOf[];
};
export type Misfit = Pick<Extract<Problem, { kind: "misfit" }>, "against" | "where" | "reason" | "found">;
export type ChangedOf = Pick<Stale, "design_id" | "reviewer_id" | "changed">;

/** The row of a kind, as exact as it is written in what its value's type depends on. */
export function fileRow<S extends TSchema, const E extends FileRow<S>["each"], const T extends boolean>(
  given: FileRow<S> & { each: E; together: T },
): FileRow<S> & { each: E; together: T } {
  return given;
}

/** Where there is one alone: its name in the experiment's folder. */
export const oneFile = (name: string) => ({ path: () => name, each: "experiment" as const, parents: [] });
