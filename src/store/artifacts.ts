import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Design } from "../schemas/design.ts";
import { Review } from "../schemas/review.ts";
import { Score, scoreBody } from "../schemas/score.ts";
import type { Task } from "../schemas/task.ts";
import type { Experiment } from "./experiment.ts";
import { keepAside, readArtifact, writeArtifact } from "./files.ts";
import { designSha256, rubricSha256 } from "./hash.ts";
import { paths } from "./paths.ts";

/** What an experiment holds today. Stale artifacts were made against another text: they are kept, named and not used. */
export type Artifacts = {
  designs: Design[];
  reviews: Review[];
  scores: Score[];
  stale: Stale[];
  /** Sentences about files that are there and cannot be used, each with its path. */
  problems: string[];
};
export type Stale = { part: "review" | "score"; design_id: string; reviewer_id: string; path: string; reason: string };

/** Each save keeps what stood there before beside it (`keepAside`). */
export function saveDesign({ dir }: Experiment, design: Design): Promise<void> {
  return replaceArtifact(paths.design(dir, design.design_id), Design, design);
}

export function saveReview({ dir }: Experiment, review: Review): Promise<void> {
  return replaceArtifact(paths.review(dir, review.design_id, review.reviewer_id), Review, review);
}

/** A score that only grew by one more sample replaces itself. */
export function saveScore({ dir }: Experiment, score: Score): Promise<void> {
  const path = paths.score(dir, score.design_id, score.reviewer_id);
  return score.samples.length > 1 ? writeArtifact(path, Score, score) : replaceArtifact(path, Score, score);
}

async function replaceArtifact<S extends TSchema>(path: string, schema: S, value: Static<S>): Promise<void> {
  await keepAside(path);
  await writeArtifact(path, schema, value);
}

/** Reads every artifact of the plan in task.json, in the plan's order. */
export async function loadArtifacts({ dir, task }: Experiment): Promise<Artifacts> {
  const artifacts: Artifacts = { designs: [], reviews: [], scores: [], stale: [], problems: [] };
  const keep = <T>(read: Awaited<ReturnType<typeof readArtifact>>, use: (value: T) => void): void => {
    if (read.state === "ok") use(read.value as T);
    else if (read.state === "unusable") artifacts.problems.push(read.message);
  };
  for (const { design_id } of task.designers) {
    keep<Design>(await readArtifact(paths.design(dir, design_id), Design), (design) => {
      artifacts.designs.push({ ...design, design_id });
    });
  }
  const rubric = rubricSha256(task.criteria);
  for (const design of artifacts.designs) {
    const { design_id } = design;
    const text = designSha256(design);
    for (const { reviewer_id, parts } of task.reviewers) {
      if (parts.includes("review")) {
        const path = paths.review(dir, design_id, reviewer_id);
        keep<Review>(await readArtifact(path, Review), (review) => {
          const reason = review.provenance.design_sha256 === text ? null : CHANGED_DESIGN;
          if (reason) artifacts.stale.push({ part: "review", design_id, reviewer_id, path, reason });
          else artifacts.reviews.push({ ...review, design_id, reviewer_id });
        });
      }
      if (parts.includes("score")) {
        const path = paths.score(dir, design_id, reviewer_id);
        keep<Score>(await readArtifact(path, Score), (score) => {
          const reason = staleScore(score, text, rubric);
          const problem = reason ? null : misfit(score, task);
          if (reason) artifacts.stale.push({ part: "score", design_id, reviewer_id, path, reason });
          else if (problem) artifacts.problems.push(`${path} does not fit the experiment's criteria: ${problem}`);
          else artifacts.scores.push({ ...score, design_id, reviewer_id });
        });
      }
    }
  }
  return artifacts;
}

const CHANGED_DESIGN = "the design's text has changed since";

function staleScore({ provenance }: Score, design: string, rubric: string): string | null {
  if (provenance.design_sha256 !== design) return CHANGED_DESIGN;
  return provenance.rubric_sha256 === rubric ? null : "the criteria have changed since";
}

function misfit({ scores }: Score, { criteria }: Task): string | null {
  const error = Value.Errors(scoreBody(criteria).properties.scores, scores).First();
  return error ? `scores${error.path.replaceAll("/", ".")}: ${error.message}` : null;
}
