import { compositeScore } from "../src/stats/composite.ts";
import { compact, completeTable } from "../src/stats/incidence.ts";
import type { RankingInput } from "../src/stats/panel.ts";
import { preparePanel } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { rankDesigns, rankedDesigns } from "../src/stats/ranking.ts";
import { intraclassCorrelations, kendallW, krippendorffAlpha } from "../src/stats/reliability.ts";
import { summariseReviews } from "../src/stats/themes.ts";

const WORDS = ["queue", "cache", "shard", "retry", "schema", "tenant", "replica", "ledger", "stream", "broker"];

/**
 * An experiment with random scores of every criterion in every cell; no reviewer wrote a
 * design. Every cell has a review of eight sentences of eight words.
 */
export function fullExperiment(designs: number, reviewers: number, criteria: number, draws = 4000): RankingInput {
  const random = randomOf(1);
  const rubric = Array.from({ length: criteria }, (_, at) => ({
    name: `criterion ${at}`,
    description: "A question",
    min: 0,
    max: 10,
    weight: 1 + at,
  }));
  const word = () => `${WORDS[Math.floor(random.uniform() * WORDS.length)]}${Math.floor(random.uniform() * 20)}`;
  const ids = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(3, "0")}`);
  const panel = ids("reviewer-", reviewers);
  const papers = ids("design-", designs).map((design_id) => ({ design_id, quality: random.normal(6, 1.5) }));
  return {
    designs: papers.map(({ design_id }, at) => ({ design_id, generating_model: `author/${at}`, length: 9000 + at })),
    reviewers: panel.map((reviewer_id) => ({ reviewer_id, model: `${reviewer_id}/model` })),
    criteria: rubric,
    scores: papers.flatMap(({ design_id, quality }) =>
      panel.map((reviewer_id) => ({
        design_id,
        reviewer_id,
        scorer_model: `${reviewer_id}/model`,
        scores: Object.fromEntries(
          rubric.map(({ name }) => [name, Math.min(10, Math.max(0, Math.round(quality + random.normal(0, 1.2))))]),
        ),
        overall_score: 6,
      })),
    ),
    reviews: papers.flatMap(({ design_id }) =>
      panel.map((reviewer_id) => {
        const sentences = () => Array.from({ length: 4 }, () => Array.from({ length: 8 }, word).join(" "));
        return { design_id, reviewer_id, strengths: sentences(), weaknesses: sentences() };
      }),
    ),
    options: { method: "adjusted", exclude_self_reviews: false, draws },
  };
}

/** The same, and every person's answer to every pair of designs; one answer in five is against the designs' order. */
export function withAnswers(input: RankingInput, people: number): RankingInput {
  const who = Array.from({ length: people }, (_, at) => `person-${at}`);
  const pairs = who.flatMap((reviewer_id, nth) =>
    input.designs.flatMap(({ design_id: first }, at) =>
      input.designs.slice(at + 1).map(({ design_id: second }, next) => {
        return { reviewer_id, first, second, better: (7 * at + 3 * next + nth) % 5 === 0 ? second : first };
      }),
    ),
  );
  const rows = who.map((reviewer_id) => ({ kind: "human" as const, reviewer_id, model: `person/${reviewer_id}` }));
  return { ...input, reviewers: [...input.reviewers, ...rows], pairs };
}

/** Prints how long ranking takes and what it leaves in memory, against the limits that hold for it. */
export function benchSpeed(): void {
  console.log("Ranking, 4,000 draws: first call in the process, then the median of five");
  measure("10 designs × 8 reviewers × 8 criteria", fullExperiment(10, 8, 8), "under 150 ms");
  measure("200 designs × 50 reviewers × 10 criteria", fullExperiment(200, 50, 10), "under 5 s and 300 MB");
  measure("330 answers of 5 people about 12 designs", withAnswers(fullExperiment(12, 4, 8), 5), "under 500 ms");
  measure("19,900 answers of one person about 200 designs", withAnswers(fullExperiment(200, 4, 8), 1), "under 5 s");
  console.log(
    "\nIndices and breakdown of scores by 10 criteria, without the solve and the draws: the cost of a cell must not grow with their number",
  );
  for (const size of [20, 40, 80, 160]) {
    const input = { ...fullExperiment(size, size / 2, 10), reviews: [] };
    const time = medianOf(5, () => {
      const panel = preparePanel(input);
      const composites = panel.cells.map(({ score }) => compositeScore(score.scores, panel.criteria) ?? 0);
      const table = completeTable(compact(panel.cells), composites) ?? [];
      rankedDesigns(panel, null, input.reviews);
      intraclassCorrelations(compact(panel.cells), composites);
      krippendorffAlpha(table);
      kendallW(table);
    });
    const cells = (size * size) / 2;
    console.log(`  ${cells} cells: ${time.toFixed(1)} ms, ${((1000 * time) / cells).toFixed(1)} µs a cell`);
  }
  console.log("\nCommon themes of one design, four strengths and four weaknesses a reviewer");
  for (const reviewers of [5, 20, 80]) measureThemes(reviewers);
}

function measureThemes(reviewers: number): void {
  const { reviews } = fullExperiment(1, reviewers, 1);
  const time = medianOf(5, () => void summariseReviews(reviews));
  console.log(`  ${reviewers} reviewers: ${time.toFixed(1)} ms`);
}

function measure(name: string, input: RankingInput, limit: string): void {
  const rank = () => void rankDesigns(input);
  const first = medianOf(1, rank);
  const settled = medianOf(5, rank);
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `  ${name}: ${first.toFixed(0)} ms, then ${settled.toFixed(0)} ms; peak memory ${peak.toFixed(0)} MB (${limit})`,
  );
}

function medianOf(times: number, run: () => void): number {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
