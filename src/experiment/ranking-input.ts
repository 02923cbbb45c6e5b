import type { Config } from "../config/schema.ts";
import { type Design, DesignBody } from "../schemas/design.ts";
import type { Task } from "../schemas/task.ts";
import type { RankingInput } from "../stats/input.ts";
import type { Artifacts } from "../store/artifacts.ts";

const DRAWS = 4_000;

/** What the statistics need of an experiment, from its plan and its artifacts. */
export function rankingInput(
  task: Task,
  { designs, reviews, scores }: Artifacts,
  ranking: Config["ranking"],
): RankingInput {
  return {
    designs: designs.map((design) => ({
      design_id: design.design_id,
      generating_model: design.generating_model,
      length: textLength(design),
    })),
    reviewers: task.reviewers.filter(({ parts }) => parts.includes("score")),
    criteria: task.criteria,
    scores: scores.map(({ samples, ...score }) => ({ ...score, samples: samples.map((sample) => sample.scores) })),
    reviews,
    options: { ...ranking, draws: DRAWS, seed: task.seed },
  };
}

function textLength(design: Design): number {
  return JSON.stringify(Object.keys(DesignBody.properties).map((key) => design[key as keyof Design])).length;
}
