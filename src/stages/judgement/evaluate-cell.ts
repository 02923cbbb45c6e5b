import type { Failure } from "../../artifacts/failure.ts";
import { designSha256, rubricSha256 } from "../../artifacts/hashes.ts";
import { pick } from "../../artifacts/pick.ts";
import { type CoverageAnswer, type CoverageEntry, checkedOf } from "../../artifacts/requirement.ts";
import { ReviewBody } from "../../artifacts/review.ts";
import { type ScoreBody, type ScoreSample, scoreBody } from "../../artifacts/score.ts";
import type { Part, Reviewer } from "../../artifacts/task.ts";
import type { Identities } from "../../blind/identities.ts";
import { quoteFinder } from "../../blind/quotes.ts";
import type { Held } from "../../experiment/answers.ts";
import { quotesIn, stringsOf } from "../../experiment/attention.ts";
import { type BlindDesign, scanPrompt } from "../../experiment/blind-design.ts";
import type { Cell } from "../../experiment/cells.ts";
import { askInTurn, type ModelAnswer, type StandIn } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { crew } from "../../prompting/settle.ts";
import { meanScore } from "../../stats/composite.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { type EvaluatorInput, type EvaluatorOutput, evaluatorAgent } from "./evaluator.ts";
import { shuffled } from "./shuffled.ts";
import type { StandIns } from "./stand-ins.ts";

/** What is the same for all sessions of one cell. */
type CellWork = {
  lab: PayingLab;
  experiment: Experiment;
  identities: Identities;
  blind: BlindDesign;
  held: Held;
  standIns: StandIns;
  /** Which of those that wait for a place is asked first; the smallest is. */
  order: number;
};

/** Which parts of a cell were made, and what failed. */
export type CellResult = { made: readonly Part[]; failures: Failure[] };

/**
 * Asks for the cell's parts in one session, then for the further samples of its score, each on its own. Where the
 * reviewer fails for good a stand-in does all of it in its own name; but one that has given a sample speaks for itself.
 */
export async function evaluateCell(work: CellWork, cell: Cell): Promise<CellResult> {
  const { parts, samples } = cell;
  const begun = parts.includes("score") && samples.length > 0;
  const first = await askOnce(work, cell, begun ? [] : work.standIns.forCell(cell));
  if ("failures" in first) return { made: [], failures: first.failures };
  let session = first;
  while (parts.includes("score") && session.samples.length < work.experiment.task.score_samples) {
    const next = await askOnce(work, { ...session, parts: ["score"] }, []);
    if ("failures" in next) return { made: parts, failures: next.failures };
    session = next;
  }
  return { made: parts, failures: [] };
}

/** One reviewer that is to judge, the samples of its score that are there, and in whose place it judges, if so. */
type Seat = { reviewer: Reviewer; samples: readonly ScoreSample[]; requested_model?: string };

/** One session, stored as soon as it has answered: who answered, with the samples that are there now. */
async function askOnce(
  work: CellWork,
  { parts, ...asked }: Seat & { parts: readonly Part[] },
  others: Iterable<StandIn>,
): Promise<Seat | { failures: Failure[] }> {
  const { lab, experiment, identities, blind, order } = work;
  const { task, ledger } = experiment;
  const { design_id } = blind.design;
  const { reviewer, samples } = asked;
  const { reviewer_id, model } = reviewer;
  const input: EvaluatorInput = {
    ...task,
    design: blind.text,
    criteria: shuffled(task.criteria, task.seed, `criteria ${reviewer_id}`),
    checked: asksCoverage(parts, samples) ? checkedOf(task) : [],
    parts,
    nonce: lab.nonce(),
    design_id,
  };
  const whole = `${evaluatorAgent.system(input)}\n${evaluatorAgent.prompt(input)}`;
  const identity_scan = scanPrompt(whole, blind, identities, input.nonce);
  const keep = keeperOf(experiment.dir);
  const question = { input, model, phases: [...parts], design_id, reviewer_id, order, keep };
  const answer = await askInTurn(lab, ledger.append, evaluatorAgent, question, others);
  if (answer.state === "failed") {
    const { kind, message } = answer;
    return { failures: parts.map((phase) => ({ phase, model, design_id, reviewer_id, kind, message })) };
  }
  const seat = answer.model === model ? asked : await seatOf(work, answer.model, reviewer.model, parts);
  const covered = input.checked.length > 0;
  return { ...seat, samples: await store(work, seat, parts, answer, { identity_scan, covered }) };
}

/** The seat of a stand-in that has answered. */
async function seatOf(
  { held, standIns, blind }: CellWork,
  model: string,
  requested_model: string,
  parts: readonly Part[],
): Promise<Seat> {
  const reviewer = await standIns.join(model, parts);
  return { reviewer, requested_model, samples: held.samplesOf(blind.design.design_id, reviewer) };
}

/** Stores what a session answered under the name of who answered, and returns the samples that are there now. */
async function store(
  { lab, experiment: { dir, task }, blind }: CellWork,
  { reviewer: { reviewer_id }, samples, requested_model }: Seat,
  parts: readonly Part[],
  answer: Extract<ModelAnswer<unknown>, { state: "ok" }>,
  { identity_scan, covered }: { identity_scan: string[]; covered: boolean },
): Promise<readonly ScoreSample[]> {
  const { design, text, masked, forged } = blind;
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
    const scored = pick(value, scoreBody(task.criteria).properties) as ScoreBody;
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
      provenance: { ...provenance, rubric_sha256: rubricSha256(task.criteria) },
    };
    files.add(saveArtifact(dir, "score", score));
  }
  await files.settled();
  return all;
}

/** A further sample of a score is not asked again what the first answered. */
function asksCoverage(parts: readonly Part[], samples: readonly ScoreSample[]): boolean {
  return parts.includes("review") || samples.length === 0;
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
