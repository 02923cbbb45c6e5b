import type { Lab } from "../asking/lab.ts";
import { LabError } from "../errors.ts";
import { attentionOf } from "../experiment/attention.ts";
import { completeScores } from "../experiment/cells.ts";
import { rankingInput } from "../experiment/ranking-input.ts";
import { statusOf } from "../experiment/status.ts";
import { changedText, problemText } from "../report/problems-text.ts";
import { rankingMarkdown } from "../report/ranking-text.ts";
import type { Ranking } from "../schemas/ranking.ts";
import type { RankingNote } from "../schemas/ranking-note.ts";
import type { Task } from "../schemas/task.ts";
import { rankDesigns } from "../stats/rank-designs.ts";
import { type Artifacts, loadArtifacts, saveArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { writeText } from "../store/files.ts";
import { paths } from "../store/paths.ts";

/**
 * Ranks the designs from what is stored and writes results/. Calls no model. Throws LabError when there are fewer
 * than two designs or no score, for then there is nothing to rank.
 */
export async function rank(lab: Pick<Lab, "config" | "now">, experiment: Experiment): Promise<Ranking> {
  const { dir, task, ledger } = experiment;
  const artifacts = await loadArtifacts(experiment);
  const { designs, scores, stale, problems } = artifacts;
  const lines = await ledger.read();
  const { failures } = statusOf(task, artifacts, lines);
  const id = task.experiment_id;
  const { min_designs, min_reviewers } = lab.config;
  const staleReasons = stale.map(
    ({ artifact, design_id, reviewer_id, changed }) =>
      `the ${artifact} of ${design_id} by ${reviewer_id} is stale: ${changedText(changed)}`,
  );
  if (designs.length < min_designs) {
    throw new LabError(
      `Cannot rank ${id}: at least ${min_designs} designs are needed, found ${designs.length}.${reasons(failures, problems.map(problemText))}`,
      {
        advice: `Get the missing designs: designlab({op: "generate", args: {experiment: "${id}"}})`,
      },
    );
  }
  if (scores.length === 0) {
    throw new LabError(
      `Cannot rank ${id}: scores are needed, found none that can be used.${reasons(failures, [...problems.map(problemText), ...staleReasons])}`,
      {
        advice: `Get them: designlab({op: "score", args: {experiment: "${id}"}})`,
      },
    );
  }
  const judges = new Set(scores.map(({ reviewer_id }) => reviewer_id)).size;
  if (judges < min_reviewers) {
    throw new LabError(
      `Cannot rank ${id}: scores of at least ${min_reviewers} reviewers are needed, found ${judges}.${reasons(failures, problems.map(problemText))}`,
      {
        advice: `Get more: designlab({op: "score", args: {experiment: "${id}", models: ["provider/model"]}}), or lower min_reviewers.`,
      },
    );
  }
  const numbers = rankDesigns(rankingInput(task, artifacts, lab.config.ranking));
  const attention = attentionOf(task, artifacts, lines);
  const { top_scores } = lab.config.ranking.exclude_self_reviews
    ? attentionOf(task, { ...artifacts, scores: withoutSelf(artifacts) }, lines)
    : attention;
  const ranking: Ranking = {
    version: 1,
    experiment_id: id,
    topic: task.topic,
    timestamp: lab.now().toISOString(),
    ...numbers,
    designs: numbers.designs.map((design) => {
      const { flags = [], violations = 0 } =
        attention.designs.find(({ design_id }) => design_id === design.design_id) ?? {};
      return { ...design, flags: [...flags], violations };
    }),
    flagged_top_scores: [...top_scores],
    failures,
    notes: [
      ...fewerSamples(task, scores),
      ...stale.map((each) => ({ kind: "stale-file" as const, stale: each })),
      ...problems.map((problem) => ({ kind: "unusable-file" as const, problem })),
      ...numbers.notes,
    ],
  };
  await saveArtifact(dir, "ranking", ranking);
  await writeText(paths.rankingMarkdown(dir), rankingMarkdown(ranking, task, { ...attention, top_scores }));
  await ledger.append({ event: "ranking", message: numbers.summary.winner ?? "no single winner" });
  return ranking;
}

function fewerSamples(task: Task, scores: Artifacts["scores"]): RankingNote[] {
  const fewer = scores.length - completeScores(task, scores).length;
  return fewer > 0 ? [{ kind: "fewer-samples", scores: fewer, of: scores.length, planned: task.score_samples }] : [];
}

/** Scores of designs that the scorer's own model did not write. */
function withoutSelf({ designs, scores }: Artifacts): Artifacts["scores"] {
  const author = new Map(designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  return scores.filter(({ design_id, scorer_model }) => author.get(design_id) !== scorer_model);
}

function reasons(failures: Ranking["failures"], problems: readonly string[]): string {
  const said = [...failures.map(({ model, kind, message }) => `${model}: ${kind}, ${message}`), ...problems];
  return said.length > 0 ? ` ${[...new Set(said)].slice(0, 4).join("; ")}` : "";
}
