import type { Score } from "../artifacts/score.ts";
import type { Experiment } from "../store/experiment.ts";
import { sealOf, witnessOf } from "../store/seen.ts";
import type { View } from "./view.ts";

/** A score under the seal of this machine, whose session gave it; as it is where no seal is there. */
export async function sealScore(experiment: Experiment, score: Score): Promise<Score> {
  const mac = await sealOf(experiment, "score", saidBy(score));
  return { ...score, provenance: { ...score.provenance, ...(mac !== undefined && { mac }) } };
}

/** Tells of a design and a reviewer of an experiment whether a session of this machine gave the score that is stored. */
export async function readSealedScores({
  experiment,
  artifacts,
}: Pick<View, "experiment" | "artifacts">): Promise<(place: { design_id: string; reviewer_id: string }) => boolean> {
  const holds = await witnessOf(experiment, "score");
  const sealed = new Set(
    artifacts.scores.filter((score) => holds(saidBy(score), score.provenance.mac)).map((score) => keyOf(score)),
  );
  return (place) => sealed.has(keyOf(place));
}

const keyOf = ({ design_id, reviewer_id }: { design_id: string; reviewer_id: string }): string =>
  JSON.stringify([design_id, reviewer_id]);

/** What a seal stands for: who scored what by which text and rubric, and all numbers. */
function saidBy({ design_id, reviewer_id, scorer_model, scores, samples, provenance }: Score): unknown {
  const { design_sha256, rubric_sha256 } = provenance;
  return [design_id, reviewer_id, scorer_model, scores, samples, design_sha256, rubric_sha256];
}
