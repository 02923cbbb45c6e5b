import type { Attention } from "../artifacts/attention.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { isCompared } from "../artifacts/ranking.ts";
import type { Task } from "../artifacts/task.ts";
import type { Config } from "../config/schema.ts";
import { messageOf } from "../errors.ts";
import type { Minds } from "../experiment/minds.ts";
import { designPoints } from "../experiment/points.ts";
import { lostOn, spentOf, usageByModel } from "../experiment/spent.ts";
import { compositeScore } from "../stats/composite.ts";
import { coverageOf } from "../stats/coverage.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { writeText } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { attentionSaid, quotesSaid } from "../story/attention.ts";
import { decisionsOf } from "../story/comparison-of.ts";
import { failed } from "../story/failures.ts";
import { orderAdvice, sortNotes } from "../story/notes.ts";
import { besideVerdict } from "../story/said-once.ts";
import type { Story } from "../story/story.ts";
import { findings } from "../story/trust.ts";
import { told } from "../story/verdict.ts";
import { reasons } from "../story/why.ts";
import type { ReportData } from "../views/html/report-data.ts";

export type ReportInput = {
  task: Task;
  artifacts: Artifacts;
  /** The panel, each score and review under the model that gave it. */
  minds: Minds;
  ledger: readonly LedgerLine[];
  /** The ranking and what stands behind it. */
  story: Story;
  attention: Attention;
  config: Config;
};

/**
 * Writes results/report.html. What draws it is loaded here and not before, so that a start of the plugin does not pay
 * for it.
 */
export async function writeReport(dir: string, input: ReportInput): Promise<void> {
  await writeText(paths.report(dir), await drawn(reportDataOf(input)).catch(undrawn));
}

/** Loads what draws the report, its layout engine too, so that nobody waits for that when the last score is there. */
export async function prepareReport(): Promise<void> {
  const loaded = Promise.all([import("../views/html/report.tsx"), import("../views/html/diagram.ts")]);
  await loaded.then(([, { diagramDrawer }]) => diagramDrawer()).catch(() => undefined);
}

async function drawn(data: ReportData): Promise<string> {
  const { reportHtml } = await import("../views/html/report.tsx");
  return reportHtml(data);
}

/** A defect of the page costs the page, never the ranking beside it. */
function undrawn(error: unknown): string {
  const reason = messageOf(error).replace(/[^\w .,:;()'/-]/gu, "");
  return `<!doctype html>\n<title>No report</title>\n<p>This report could not be drawn: ${reason}. The ranking is in ranking.md and ranking.json.</p>\n`;
}

/** Everything that the page shows, from what is stored. */
export function reportDataOf({ task, artifacts, minds, ledger, story, attention, config }: ReportInput): ReportData {
  const { designs } = artifacts;
  const { reviewers, reviews, scores } = minds;
  const { ranking, insights } = story;
  return {
    task,
    reviewers: reviewers.map(({ reviewer_id, model }) => ({ reviewer_id, model })),
    designs,
    reviews,
    scores,
    ranking,
    attention,
    insights,
    told: told(ranking),
    reasons: reasons(story),
    incomplete: story.incomplete,
    order_advice: orderAdvice(ranking),
    compared: isCompared(ranking),
    composites: scores.map(({ design_id, reviewer_id, scores: given }) => ({
      design_id,
      reviewer_id,
      score: compositeScore(given, task.criteria),
    })),
    points: designs.map(({ design_id }) => designPoints(design_id, reviews)),
    coverage: coverageOf(
      task,
      designs.map(({ design_id }) => design_id),
      [...reviews, ...scores],
    ),
    topics: designs.flatMap((first, at) =>
      designs.slice(at + 1).map((second) => ({
        first: first.design_id,
        second: second.design_id,
        shared: decisionsOf(first, second).shared,
      })),
    ),
    notes: sortNotes(besideVerdict(ranking)),
    findings: findings(ranking),
    attention_said: [...attentionSaid(attention), ...quotesSaid(attention)],
    failed: failed(ranking.failures),
    usage: usageByModel(ledger),
    spent: spentOf(ledger),
    lost: designs.map(({ design_id }) => ({ design_id, spent: lostOn(ledger, design_id) })),
    seconds: secondsOf(ledger),
    config,
  };
}

function secondsOf(ledger: readonly LedgerLine[]): number | null {
  const times = ledger.map(({ at }) => Date.parse(at)).filter(Number.isFinite);
  return times.length > 1 ? (Math.max(...times) - Math.min(...times)) / 1000 : null;
}
