import { designSha256, rubricSha256 } from "../../artifacts/hashes.ts";
import { pick } from "../../artifacts/pick.ts";
import type { CoverageAnswer, CoverageEntry } from "../../artifacts/requirement.ts";
import { ReviewBody } from "../../artifacts/review.ts";
import { type ScoreBody, type ScoreSample, scoreBody } from "../../artifacts/score.ts";
import { criteriaFor, type Part, personaOf, type Reviewer } from "../../artifacts/task.ts";
import { quoteFinder } from "../../blind/quotes.ts";
import { quotesIn, stringsOf } from "../../experiment/attention.ts";
import type { BlindDesign } from "../../experiment/blind-design.ts";
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
  { lab, experiment: { dir, task }, blind }: { lab: PayingLab; experiment: Experiment; blind: BlindDesign },
  { reviewer, samples, requested_model }: JudgingSeat,
  parts: readonly Part[],
  answer: Extract<ModelAnswer<unknown>, { state: "ok" }>,
  { identity_scan, covered }: { identity_scan: string[]; covered: boolean },
): Promise<readonly ScoreSample[]> {
  const { design, text, masked, forged } = blind;
  const { reviewer_id } = reviewer;
  const rubric = criteriaFor(task, reviewer);
  const value = answer.value as EvaluatorOutput;
  const flags = quotesIn(design, text, value.addressed_to_you ?? []);
  const common = { version: 1 as const, design_id: design.design_id, reviewer_id, flags };
  const coverage = coverageEntries(covered, value.coverage ?? {}, text);
  const provenance = {
    ...answer.provenance,
    ...(requested_model !== undefined && { requested_model }),
    design_sha256: designSha256(design),
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
    files.add(saveArtifact(dir, "score", score));
  }
  await files.settled();
  return all;
}

/**
 * What a reviewer said of each requirement, with whether its quotes really stand in what it was shown. An entry that is
 * not there was not answered; no list at all says that nothing was `asked`.
 */
function coverageEntries(asked: boolean, answer: CoverageAnswer, shown: string): { coverage?: CoverageEntry[] } {
  if (!asked) return {};
  // A quote over a line break: JSON spells that break as two letters.
  const finders = [shown, stringsOf(JSON.parse(shown))].map(quoteFinder);
  return {
    coverage: Object.entries(answer).map(([requirement_id, { quote = "", status }]) => ({
      requirement_id,
      status,
      quote,
      quote_found: finders.some((stands) => stands(quote)),
    })),
  };
}
