import { type Static, Type } from "@sinclair/typebox";
import { Criterion } from "./criterion.ts";
import { FileName } from "./file-name.ts";
import { Requirement } from "./requirement.ts";
import { Reviewer } from "./reviewer.ts";

/** A model under the name that files give it: design_id for a designer, reviewer_id for a reviewer. */
export const Designer = Type.Object({ design_id: FileName, model: Type.String({ minLength: 1 }) });
export type Designer = Static<typeof Designer>;

/** Who designs and who judges. */
export type Plan = { designers: readonly Designer[]; reviewers: readonly Reviewer[] };

/**
 * task.json: what was asked, and the plan that makes an experiment stand on its own. `review`, `score` and `rank`
 * read the plan from here, so a configuration that changed since does not change an experiment.
 */
export const Task = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  topic: Type.String({ minLength: 1 }),
  /** Who named the topic: the person, a model, or the task's first words. */
  topic_source: Type.Union([Type.Literal("given"), Type.Literal("model"), Type.Literal("task")]),
  task: Type.String({ minLength: 1 }),
  requirements: Type.Array(Type.String()),
  constraints: Type.Array(Type.String()),
  non_functional_requirements: Type.Array(Type.String()),
  /** The three lists under numbers; those that a model read out of the task where the person gave no list. */
  numbered_requirements: Type.Optional(Type.Array(Requirement)),
  /** Invisible and control characters taken out of the text above, by kind: how many. */
  removed_characters: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1 }))),
  created_at: Type.String(),
  /** Decides every order and draw of this experiment. */
  seed: Type.Integer({ minimum: 0 }),
  designers: Type.Array(Designer),
  reviewers: Type.Array(Reviewer),
  criteria: Type.Array(Criterion, { minItems: 1 }),
  /** Scores asked of each reviewer for each design; they are averaged within the reviewer. */
  score_samples: Type.Integer({ minimum: 1, maximum: 20 }),
  strict_isolation: Type.Boolean(),
});
export type Task = Static<typeof Task>;
