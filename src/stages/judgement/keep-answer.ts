import { rubricSha256 } from "../../artifacts/hashes.ts";
import { pick } from "../../artifacts/pick.ts";
import type { CoverageEntry } from "../../artifacts/requirement.ts";
import { ReviewBody } from "../../artifacts/review.ts";
import { type ScoreBody, type ScoreSample, scoreBody } from "../../artifacts/score.ts";
import { criteriaFor, type Part, personaOf, type Reviewer } from "../../artifacts/task.ts";
import { quotesIn } from "../../experiment/attention.ts";
import type { BlindDesign } from "../../experiment/blind-design.ts";
import { sealScore } from "../../experiment/sealed-scores.ts";
import type { ModelAnswer } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { crew } from "../../prompting/settle.ts";
import { meanScore } from "../../stats/composite.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import type { EvaluatorOutput } from "./evaluator.ts";

/** One reviewer that is to judge, the samples of its score that are there, and in whose place it judges, if so. */
export type JudgingSeat = { reviewer: Reviewer; samples: readonly ScoreSample[]; requested_model?: string };

/** Stores what a session answered under the name of who answered, and returns the samples that are there now. */
export async function keepAnswer(
  { lab, experiment, blind }: { lab: PayingLab; experiment: Experiment; blind: BlindDesign },
  { reviewer, samples, requested_model }: JudgingSeat,
  parts: readonly Part[],
  answer: Extract<ModelAnswer<unknown>, { state: "ok" }>,
  { identity_scan, coverage }: { identity_scan: string[]; coverage: { coverage?: CoverageEntry[] } },
): Promise<readonly ScoreSample[]> {
  const { dir, task } = experiment;
  const { design, sha256, text, masked, forged } = blind;
  const { reviewer_id } = reviewer;
  const rubric = criteriaFor(task, reviewer);
  const value = answer.value as EvaluatorOutput;
  const flags = quotesIn(design, text, value.addressed_to_you ?? []);
  const common = { version: 1 as const, design_id: design.design_id, reviewer_id, flags };
  const provenance = {
    ...answer.provenance,
    ...(requested_model !== undefined && { requested_model }),
    design_sha256: sha256,
    masked,
    identity_scan,
    forged_markers: forged,
  };
  const files = crew<unknown>(lab.budget.halt);
  if (parts.includes("review")) {
    const body = pick(value, ReviewBody.properties) as ReviewBody;
    files.add(
      saveArtifact(dir, "review", { ...common, reviewer_model: answer.model, ...body, ...coverage, provenance }),
    );
  }
  let all = samples;
  if (parts.includes("score")) {
    const scored = pick(value, scoreBody(rubric).properties) as ScoreBody;
    const body = { ...scored, rationales: value.rationales ?? {} };
    const given = { scores: body.scores, overall_score: body.overall_score, session_id: answer.provenance.session_id };
    all = [...samples, given];
    const score = {
      ...common,
      scorer_model: answer.model,
      ...body,
      ...meanScore(all),
      samples: [...all],
      ...(parts.includes("review") ? {} : coverage),
      provenance: { ...provenance, rubric_sha256: rubricSha256(rubric, personaOf(task, reviewer)) },
    };
    files.add(sealScore(experiment, score).then((sealed) => saveArtifact(dir, "score", sealed)));
  }
  await files.settled();
  return all;
}
