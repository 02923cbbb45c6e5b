import type { Ranking } from "../schemas/ranking.ts";
import { Ranking as RankingSchema } from "../schemas/ranking.ts";
import { type Artifacts, loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { readArtifact } from "../store/files.ts";
import { paths } from "../store/paths.ts";

/** Where an experiment stands: what the plan wants, what is there. */
export type Summary = {
  artifacts: Artifacts;
  wanted: { designs: number; reviews: number; scores: number };
  ranking: Ranking | null;
};

/** Reads an experiment and counts. A cell is wanted for every planned design, also for one that failed. */
export async function summarise(experiment: Experiment): Promise<Summary> {
  const { task, dir } = experiment;
  const artifacts = await loadArtifacts(experiment);
  const wanting = (part: "review" | "score") => task.reviewers.filter(({ parts }) => parts.includes(part)).length;
  const ranking = await readArtifact(paths.ranking(dir), RankingSchema);
  if (ranking.state === "unusable") artifacts.problems.push(ranking.message);
  const designs = task.designers.length;
  return {
    artifacts,
    wanted: { designs, reviews: designs * wanting("review"), scores: designs * wanting("score") },
    ranking: ranking.state === "ok" ? ranking.value : null,
  };
}
