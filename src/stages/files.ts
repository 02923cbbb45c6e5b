import { lstat, rm } from "node:fs/promises";
import type { Spent } from "../artifacts/cost.ts";
import type { Design, Flag } from "../artifacts/design.ts";
import { type Names, namesOf } from "../artifacts/names.ts";
import type { Attention } from "../artifacts/note.ts";
import { isCompared, type Ranking } from "../artifacts/ranking.ts";
import { allCriteria, rubricFor, type Task } from "../artifacts/task.ts";
import type { Config } from "../config/schema.ts";
import { messageOf } from "../errors.ts";
import { counted } from "../experiment/ranking-input.ts";
import { lastedOf, lostOn, usageByModel } from "../experiment/spent.ts";
import { readRanking, type View, viewOf } from "../experiment/view.ts";
import { compositeScore } from "../stats/composite.ts";
import { dissents } from "../stats/insights.ts";
import { pathOf } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { writeText } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
import { accountOf } from "../story/account.ts";
import { decisionsOf } from "../story/comparison-of.ts";
import { exchangePlaces, failedPlaces } from "../story/exchange.ts";
import type { PlanSheet } from "../story/plan-sheet.ts";
import { undrawnSaid } from "../story/report.ts";
import type { Story } from "../story/story.ts";
import { storyOf } from "../story/story-of.ts";
import { standsSaid } from "../story/task-plan.ts";
import { type Markdown, md } from "../text/markdown.ts";
import type { ReportData } from "../views/html/report-data.ts";
import { designText } from "../views/markdown/design-text.ts";
import { rankingPage } from "../views/markdown/ranking-page.ts";
import { writeExchangePages } from "./exchange-pages.ts";
import { roundsShown } from "./rounds-shown.ts";

type ReportInput = {
  view: View;
  /** The ranking and what stands behind it. */
  story: Story;
  attention: Attention;
  config: Config;
  plan?: PlanSheet | null;
  /** Of what there is a page of what was sent and what came back, by its place. */
  exchanges?: readonly string[];
};

/**
 * Writes results/report.html, and beside it the plan that it leads to, where there is one. What draws them is loaded here
 * and not before, so that a start of the plugin does not pay for it.
 */
export async function writeReport(dir: string, input: Omit<ReportInput, "exchanges">): Promise<void> {
  const plan = await readPlanSheet(dir, input.view);
  const exchanges = await writeExchangePages(input.view.experiment);
  await writePlanPage(dir, input.view.experiment.task.topic, plan);
  await writeText(paths.report(dir), await drawReport(reportDataOf({ ...input, plan, exchanges })).catch(undrawn));
}

/**
 * Writes results/plan.html, or takes it away where there is no plan any more. One that cannot be written costs nothing
 * else: the tasks are files.
 */
async function writePlanPage(dir: string, topic: string, plan: PlanSheet | null): Promise<void> {
  const path = paths.planPage(dir);
  const written =
    plan === null
      ? rm(path, { force: true })
      : drawPlan({ topic, plan })
          .catch(undrawn)
          .then((html) => writeText(path, html));
  await written.catch(() => undefined);
}

/** The plan of an experiment; null where it has none, or none that can be read: the report is of the designs. */
async function readPlanSheet(dir: string, { planned }: View): Promise<PlanSheet | null> {
  if ((await lstat(pathOf(dir, "plan")).catch(() => null)) === null) return null;
  const [{ readPlanned: plannedIn }, { planSheet }] = await Promise.all([
    import("../plan/planned.ts"),
    import("../story/plan-sheet.ts"),
  ]);
  const found = await plannedIn(dir).catch(() => null);
  return found && planSheet(found.plan, found.title, planned && standsSaid(planned));
}

/** Writes the pages of a ranking that is stored anew: something else than its numbers changed. */
export async function renewResults(view: View, ranking: Ranking, config: Config): Promise<void> {
  const { dir, task } = view.experiment;
  const story = storyOf(view, ranking);
  const attention = { ...view.attention, top_scores: ranking.flagged_top_scores };
  await writeText(paths.rankingMarkdown(dir), rankingPage(story, task, attention));
  await writeReport(dir, { view, story, attention, config });
}

/** Draws the stored report again where there is one: it shows the plan. What keeps it from being drawn costs nothing else. */
export async function renewReport(experiment: Experiment, config: Config): Promise<void> {
  try {
    const { ranking } = await readRanking(experiment);
    const view = await viewOf(experiment);
    if (ranking !== null && view.withheld === null) await renewResults(view, ranking, config);
  } catch {
    // The plan is kept, and the next ranking draws the report.
  }
}

/** Loads what draws the report, its layout engine too, so that nobody waits for that when the last score is there. */
export async function prepareReport({ output }: Pick<Config, "output">): Promise<void> {
  const exchanges = output.exchanges ? [import("../views/html/exchange-page.tsx")] : [];
  const drawer = import("../views/html/diagram.ts").then(({ diagramDrawer }) => diagramDrawer());
  await Promise.all([import("../views/html/report.tsx"), ...exchanges, drawer]).catch(() => undefined);
}

const drawReport = async (data: ReportData) => (await import("../views/html/report.tsx")).reportHtml(data);
const drawPlan = async (given: { topic: string; plan: PlanSheet }) =>
  (await import("../views/html/plan-page.tsx")).planHtml(given);

/** A defect of the page costs the page, never the ranking beside it. */
function undrawn(error: unknown): string {
  const reason = messageOf(error).replace(/[^\w .,:;()'/-]/gu, "");
  return `<!doctype html>\n<title>No page</title>\n<p>${undrawnSaid(reason)}</p>\n`;
}

/** Everything that the page shows, from what is stored. */
export function reportDataOf({ view, story, attention, config, plan = null, exchanges = [] }: ReportInput): ReportData {
  const { ledger, coverage, points, spent } = view;
  const { task } = view.experiment;
  const { designs, reviews, scores, votes } = view.artifacts;
  const { ranking } = story;
  return {
    task,
    reviewers: task.reviewers.map(({ reviewer_id, model }) => ({ reviewer_id, model })),
    people: votes.map(({ reviewer_id, name }) => ({ reviewer_id, name })),
    designs,
    reviews,
    scores,
    ranking,
    disagreements: dissents(
      ranking.designs.map(({ design_id }) => design_id),
      counted(ranking, designs, scores),
      allCriteria(task),
    ),
    account: accountOf(story, attention),
    compared: isCompared(ranking),
    composites: scores.map(({ design_id, reviewer_id, scores: given }) => ({
      design_id,
      reviewer_id,
      score: compositeScore(given, rubricFor(task, reviewer_id)),
    })),
    points,
    coverage,
    topics: designs.flatMap((first, at) =>
      designs.slice(at + 1).map((second) => ({
        first: first.design_id,
        second: second.design_id,
        shared: decisionsOf(first, second).shared,
      })),
    ),
    usage: usageByModel(ledger),
    spent,
    lost: designs.map(({ design_id }) => ({ design_id, spent: lostOn(ledger, design_id) })),
    seconds: lastedOf(ledger),
    plan,
    exchanges,
    rounds: roundsShown(view, story),
    failed: exchangePlaces(task).filter(({ place }) => failedPlaces(view.status.failures).includes(place)),
    config,
  };
}

/**
 * Writes a design as a page for reading beside its JSON. A page that cannot be written costs nothing: the design is
 * stored, and the ranking writes its page again.
 */
export async function writeDesignPage(dir: string, task: Task, design: Design): Promise<void> {
  const text = pageOf(design, namesOf(task, [design]), design.flags, null);
  await writeText(paths.designMarkdown(dir, design.design_id), text).catch(() => undefined);
}

/**
 * Brings the pages in line with what is stored: written where a design is there, with what reviewers quoted of it and
 * what was spent on it in vain, and removed where its JSON is gone. That of a file that is there and cannot be used stays.
 */
export async function renewDesignPages(view: View): Promise<void> {
  const { artifacts, ledger, names } = view;
  const { dir, task } = view.experiment;
  for (const { design_id } of task.designers) {
    const path = paths.designMarkdown(dir, design_id);
    const design = artifacts.designs.find((each) => each.design_id === design_id);
    const broken = artifacts.problems.some((problem) => problem.path === pathOf(dir, "design", { design_id }));
    if (design) {
      const flags = view.flags.find((each) => each.design_id === design_id)?.flags ?? [];
      const text = pageOf(design, names, flags, lostOn(ledger, design_id));
      const there = await readRegular(path, dir);
      if (there.state !== "ok" || there.value !== text) await writeText(path, text);
    } else if (!broken) await rm(path, { force: true });
  }
}

function pageOf(design: Design, names: Names, flags: readonly Flag[], lost: Spent | null): Markdown {
  return md`${designText(design, names, { flags, lost })}\n`;
}
