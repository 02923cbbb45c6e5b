import { type Design, DesignBody } from "../artifacts/design.ts";
import { isPlanned } from "../artifacts/reviewer.ts";
import type { Task } from "../artifacts/task.ts";
import type { Config } from "../config/schema.ts";
import type { RankingInput } from "../stats/panel.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { heldOf } from "./answers.ts";
import { type Minds, mindsOf } from "./minds.ts";

const DRAWS = 4_000;

/** What the statistics need of an experiment, from its plan and its artifacts: minds and not files. */
export function rankingInput(
  task: Task,
  artifacts: Artifacts,
  ranking: Config["ranking"],
  minds: Minds = mindsOf(task, artifacts),
): RankingInput {
  const { designs } = artifacts;
  // Not whether its samples are whole: a score of fewer samples is a score.
  const held = heldOf(task, artifacts, 1);
  const scored = (id: string) => minds.scores.some(({ reviewer_id }) => reviewer_id === id);
  const missing = designs.flatMap(({ design_id }) =>
    task.reviewers
      .filter((reviewer) => isPlanned(reviewer) && reviewer.parts.includes("score"))
      .filter((reviewer) => !held.has("score", design_id, reviewer))
      .map(({ reviewer_id }) => ({ design_id, reviewer_id })),
  );
  return {
    designs: designs.map((design) => ({
      design_id: design.design_id,
      generating_model: design.generating_model,
      length: textLength(design),
    })),
    // A reviewer in whose place others gave every score, and a stand-in that gave none, are no part of this panel.
    reviewers: minds.reviewers.filter(
      ({ reviewer_id }) => scored(reviewer_id) || missing.some((cell) => cell.reviewer_id === reviewer_id),
    ),
    criteria: task.criteria,
    scores: minds.scores.map(({ samples, ...score }) => ({
      ...score,
      samples: samples.map((sample) => sample.scores),
    })),
    missing,
    reviews: minds.reviews,
    options: { ...ranking, draws: DRAWS },
  };
}

function textLength(design: Design): number {
  return JSON.stringify(Object.keys(DesignBody.properties).map((key) => design[key as keyof Design])).length;
}
