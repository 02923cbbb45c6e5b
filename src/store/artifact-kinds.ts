import { createHash } from "node:crypto";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, type Bounds } from "../artifacts/bounds.ts";
import { BRIEF_BODY, Brief, type BriefBody } from "../artifacts/brief.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import { Decision } from "../artifacts/decision.ts";
import { Design, DesignBody } from "../artifacts/design.ts";
import { Hold } from "../artifacts/hold.ts";
import { Idea } from "../artifacts/idea.ts";
import { Interview } from "../artifacts/interview.ts";
import { Look } from "../artifacts/look.ts";
import type { Problem } from "../artifacts/problem.ts";
import { Ranking } from "../artifacts/ranking.ts";
import { Review } from "../artifacts/review.ts";
import { Score, scoreBody } from "../artifacts/score.ts";
import { ARTIFACT_KINDS, type ArtifactKind } from "../artifacts/stages/stages.ts";
import { type Plan, Task } from "../artifacts/task.ts";
import { TaskPlan } from "../artifacts/task-plan.ts";
import { Vote } from "../artifacts/vote.ts";
import { voiceMisfit } from "./voice-misfit.ts";

/** Which one of its kind an artifact is: nothing for the only one, a design's id, a person's, or a cell's two. */
export type ArtifactKey = { design_id: string; reviewer_id: string };

/** A text that an artifact was made against: the hash kept in its provenance, and the hash of today. */
export type Parent = "design" | "criteria";
export const PARENTS = {
  design: { hash: "design_sha256", today: (_task, design) => designSha256(design) },
  criteria: { hash: "rubric_sha256", today: (task) => rubricSha256(task.criteria) },
} as const satisfies Record<Parent, { hash: string; today(task: Task, design: Design): string }>;

type Row<S extends TSchema> = {
  schema: S;
  bounds: Bounds;
  /** Path in the experiment's folder, with "/". */
  path(key: ArtifactKey): string;
  /**
   * How many of it a plan wants: one, one for each designer, or one for each cell of a reviewer asked for it; of what
   * people say none.
   */
  each: "experiment" | "designer" | "cell" | "person";
  /** A parent that changed since makes it stale. */
  parents: readonly Parent[];
  /** Whether what stood there before stays beside it; not where the new one holds all of the old. */
  keepsOld(value: Static<S>): boolean;
  /** What no schema can say of it, for it depends on the plan; null when it fits. */
  misfit?(value: Static<S>, task: Task): Misfit | null;
};
export type Misfit = Pick<Extract<Problem, { kind: "misfit" }>, "against" | "where" | "reason" | "found">;

/**
 * Everything that the store needs to know of each kind of artifact: saving, loading, staleness, counting and the
 * tests derive from this table. Designs stand before what is made of them.
 */
export const ARTIFACTS = {
  idea: row({
    schema: Idea,
    bounds: BOUNDS.task,
    path: () => "idea.json",
    each: "experiment",
    parents: [],
    keepsOld: () => false,
  }),
  interview: row({
    schema: Interview,
    bounds: BOUNDS.interview,
    path: () => "interview.json",
    each: "experiment",
    parents: [],
    keepsOld: () => false,
  }),
  brief: row({
    schema: Brief,
    bounds: BOUNDS.brief,
    path: () => "brief.json",
    each: "experiment",
    parents: [],
    keepsOld: () => true,
  }),
  task: row({
    schema: Task,
    bounds: BOUNDS.task,
    path: () => "task.json",
    each: "experiment",
    parents: [],
    keepsOld: () => false,
  }),
  design: row({
    schema: Design,
    bounds: BOUNDS.design,
    path: ({ design_id }) => `designs/design-${design_id}.json`,
    each: "designer",
    parents: [],
    keepsOld: () => true,
  }),
  review: row({
    schema: Review,
    bounds: BOUNDS.review,
    path: ({ design_id, reviewer_id }) => `reviews/review-${design_id}-${reviewer_id}.json`,
    each: "cell",
    parents: ["design"],
    keepsOld: () => true,
    misfit: ({ reviewer_id, reviewer_model }, task) => otherModel(task, reviewer_id, "reviewer_model", reviewer_model),
  }),
  score: row({
    schema: Score,
    bounds: BOUNDS.score,
    path: ({ design_id, reviewer_id }) => `scores/score-${design_id}-${reviewer_id}.json`,
    each: "cell",
    parents: ["design", "criteria"],
    // One that only grew by another sample holds all of the one before.
    keepsOld: ({ samples }) => samples.length === 1,
    misfit: (score, task) =>
      otherModel(task, score.reviewer_id, "scorer_model", score.scorer_model) ?? scoreMisfit(score, task),
  }),
  look: row({
    schema: Look,
    bounds: BOUNDS.look,
    path: () => "look.json",
    each: "experiment",
    parents: [],
    keepsOld: () => true,
  }),
  hold: row({
    schema: Hold,
    bounds: BOUNDS.hold,
    path: () => "hold.json",
    each: "experiment",
    parents: [],
    keepsOld: () => false,
  }),
  vote: row({
    schema: Vote,
    bounds: BOUNDS.vote,
    path: ({ reviewer_id }) => `votes/vote-${reviewer_id}.json`,
    each: "person",
    parents: [],
    keepsOld: () => false,
    misfit: ({ voice, shown, rubric_sha256 }, { criteria }) =>
      voiceMisfit(voice, shown, rubric_sha256 === rubricSha256(criteria) ? criteria : null),
  }),
  ranking: row({
    schema: Ranking,
    bounds: BOUNDS.ranking,
    path: () => "results/ranking.json",
    each: "experiment",
    parents: [],
    keepsOld: () => false,
  }),
  decision: row({
    schema: Decision,
    bounds: BOUNDS.decision,
    path: () => "decision.json",
    each: "experiment",
    parents: [],
    // It holds the decisions before it.
    keepsOld: () => false,
  }),
  plan: row({
    schema: TaskPlan,
    bounds: BOUNDS.plan,
    path: () => "plan.json",
    each: "experiment",
    parents: [],
    // Who approves it, and where its files lie, changes nothing of its text.
    keepsOld: ({ approved }) => approved === null,
  }),
} satisfies Record<ArtifactKind, unknown>;

export type Artifact<K extends ArtifactKind> = Static<(typeof ARTIFACTS)[K]["schema"]>;

/** The kinds of which a plan wants several. */
export type ListedKind = {
  [K in ArtifactKind]: (typeof ARTIFACTS)[K]["each"] extends "designer" | "cell" ? K : never;
}[ArtifactKind];
export const LISTED = ARTIFACT_KINDS.filter((kind): kind is ListedKind => isListed(ARTIFACTS[kind].each));

function isListed(each: Row<TSchema>["each"]): boolean {
  return each === "designer" || each === "cell";
}

/** The row of a kind, for code that loops over the table and knows its values by their schema alone. */
export function rowOf(kind: ArtifactKind): Row<TSchema> {
  return ARTIFACTS[kind] as unknown as Row<TSchema>;
}

/** Every artifact of a kind that a plan wants, in the plan's order. */
export function wantedOf(kind: ArtifactKind, { designers, reviewers }: Plan): ArtifactKey[] {
  const { each } = ARTIFACTS[kind];
  if (each === "experiment") return [{ design_id: "", reviewer_id: "" }];
  if (each === "person") return [];
  if (each === "designer") return designers.map(({ design_id }) => ({ design_id, reviewer_id: "" }));
  const asked = reviewers.filter(({ parts }) => parts.some((part) => part === kind));
  return designers.flatMap(({ design_id }) => asked.map(({ reviewer_id }) => ({ design_id, reviewer_id })));
}

function row<S extends TSchema, const E extends Row<S>["each"]>(given: Row<S> & { each: E }): Row<S> & { each: E } {
  return given;
}

/** An answer counts for the reviewer that it is filed under, and so is that one's own. */
function otherModel({ reviewers }: Task, reviewer_id: string, where: string, found: string): Misfit | null {
  const model = reviewers.find((reviewer) => reviewer.reviewer_id === reviewer_id)?.model;
  if (model === undefined || model === found) return null;
  return { against: "plan", where, reason: `Must be ${model}`, found: JSON.stringify(found).slice(0, 80) };
}

/** The mean and every sample must hold a number within the bounds for each criterion of the plan, and nothing else. */
function scoreMisfit({ scores, samples }: Score, { criteria }: Task): Misfit | null {
  const schema = scoresSchema(criteria);
  const all = [scores, ...samples.map((sample) => sample.scores)];
  for (const [at, given] of all.entries()) {
    if (Value.Check(schema, given)) continue;
    const error = Value.Errors(schema, given).First();
    if (!error) continue;
    const where = `${at === 0 ? "" : `samples.${at - 1}.`}scores${error.path.replaceAll("/", ".")}`;
    const found = error.value === undefined ? "nothing" : JSON.stringify(error.value).slice(0, 80);
    return { against: "criteria", where, reason: error.message, found };
  }
  return null;
}

/** One for each plan that was read, for each of its scores is held against it. */
const SCHEMAS = new WeakMap<readonly Criterion[], TSchema>();

function scoresSchema(criteria: readonly Criterion[]): TSchema {
  const schema = SCHEMAS.get(criteria) ?? scoreBody(criteria).properties.scores;
  SCHEMAS.set(criteria, schema);
  return schema;
}

/**
 * Hash of what a reviewer reads of a design: its body's fields, in schema order. An edit of anything else keeps it. A
 * design without connections has the hash that it had before there were any.
 */
export function designSha256(design: DesignBody): string {
  const body = Object.keys(DesignBody.properties)
    .filter((key) => key !== "connections" || design.connections !== undefined)
    .map((key) => [key, design[key as keyof DesignBody] ?? null]);
  return sha256(JSON.stringify(body));
}

/** Hash of what a brief says: who changes a word of it has another brief, which is to be approved anew. */
export function briefSha256(brief: BriefBody): string {
  return sha256(JSON.stringify(Object.keys(BRIEF_BODY).map((key) => [key, brief[key as keyof BriefBody]])));
}

/** The id of the question by which this very text of a brief is approved. */
export const approvalId = (brief: BriefBody): string => approving(briefSha256(brief));

/** The same for a plan: of the tasks, of this design, that nobody changed since. */
export function planApprovalId({ design_id, design_sha256, tasks, not_served }: TaskPlan): string {
  return approving(sha256(JSON.stringify([design_id, design_sha256, tasks, not_served])));
}

const approving = (hash: string): string => `approve-${hash.slice(0, 12)}`;

/** Hash of what a scorer judges by: names, descriptions, anchors and bounds. Weights only matter to the ranking. */
export function rubricSha256(criteria: readonly Criterion[]): string {
  const rubric = criteria.map(({ name, description, min, max, anchors }) => {
    return [name, description, min, max, anchors ? [anchors.low, anchors.middle, anchors.high] : null];
  });
  return sha256(JSON.stringify(rubric.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
