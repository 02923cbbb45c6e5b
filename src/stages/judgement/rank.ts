import { FAILURE_WORDS, type Failure } from "../../artifacts/failure.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import type { RankingNote } from "../../artifacts/ranking-note.ts";
import { metBy } from "../../artifacts/unmet.ts";
import { LabError } from "../../errors.ts";
import { flagsOf, topScoresOf } from "../../experiment/attention.ts";
import { plannedCells } from "../../experiment/cells.ts";
import { counted, rankingInput } from "../../experiment/ranking-input.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { rankDesigns } from "../../stats/ranking.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import { writeText } from "../../store/files.ts";
import { paths } from "../../store/paths.ts";
import type { Story } from "../../story/story.ts";
import { storyOf } from "../../story/story-of.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { changedText, problemText } from "../../views/markdown/lines.ts";
import { rankingPage } from "../../views/markdown/ranking-page.ts";
import { renewDesignPages, writeReport } from "../files.ts";
import { STAGES } from "../stages.ts";

/** The new ranking and what stands behind it, or why there is none: the work before it stands all the same. */
export type Ranked = { state: "ranked"; story: Story } | { state: "refused"; reason: string; waits?: true };

/** As `rankStored`, for a call that has done more than that and says by itself what failed and how to go on. */
export async function tryRank(lab: Pick<Lab, "config" | "now">, view: View): Promise<Ranked> {
  const lacking = refusedFor(lab, view);
  if (lacking !== null) return lacking;
  try {
    return { state: "ranked", story: await writeResults(lab, view) };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { state: "refused", reason: [error.message, error.advice].filter((part) => part !== "").join(" ") };
  }
}

/** The same without writing anything. */
export function tryRankUnwritten(lab: Pick<Lab, "config" | "now">, view: View): Ranked {
  return refusedFor(lab, view) ?? { state: "ranked", story: ranked(lab, view).story };
}

function refusedFor(lab: Pick<Lab, "config" | "now">, view: View): Ranked | null {
  const lacking = tooLittle(lab, view);
  return (
    lacking && {
      state: "refused",
      reason: `${lacking.needed}.${reasonsText([], lacking.files)}`,
      ...(view.withheld && { waits: true as const }),
    }
  );
}

/**
 * Ranks the designs from what is stored and writes results/. Calls no model. Throws LabError when there are too few
 * designs, no score, or scores of too few reviewers, for then there is nothing to rank.
 */
export async function rankStored(lab: Pick<Lab, "config" | "now">, view: View): Promise<Story> {
  refuseTooLittle(lab, view);
  return writeResults(lab, view);
}

/** The same without writing anything. */
export function rankUnwritten(lab: Pick<Lab, "config" | "now">, view: View): Story {
  refuseTooLittle(lab, view);
  return ranked(lab, view).story;
}

function refuseTooLittle(lab: Pick<Lab, "config" | "now">, view: View): void {
  const { task } = view.experiment;
  const lacking = tooLittle(lab, view);
  if (lacking === null) return;
  throw new LabError(
    `Cannot rank ${task.experiment_id}: ${lacking.needed}.${reasonsText(view.status.failures, lacking.files)}`,
    { advice: lacking.advice },
  );
}

async function writeResults(lab: Pick<Lab, "config" | "now">, view: View): Promise<Story> {
  const { dir, task, ledger } = view.experiment;
  const { story, attention } = ranked(lab, view);
  const { ranking } = story;
  await saveArtifact(dir, "ranking", ranking);
  await writeText(paths.rankingMarkdown(dir), rankingPage(story, task, attention));
  await renewDesignPages(view);
  await writeReport(dir, { view, story, attention, config: lab.config });
  await ledger.append({ event: "ranking", message: ranking.summary.winner ?? "no single winner" });
  return story;
}

function ranked(lab: Pick<Lab, "config" | "now">, view: View): { story: Story; attention: View["attention"] } {
  const { artifacts, status } = view;
  const { task } = view.experiment;
  const numbers = rankDesigns(rankingInput(view, lab.config.ranking));
  const scores = counted(numbers, artifacts.designs, artifacts.scores);
  const top_scores = topScoresOf(task, scores, flagsOf({ ...artifacts, scores }));
  const attention = { ...view.attention, top_scores };
  const spared = sparedOf(view);
  const ranking: Ranking = {
    version: 1,
    experiment_id: task.experiment_id,
    topic: task.topic,
    timestamp: lab.now().toISOString(),
    ...numbers,
    designs: numbers.designs.map((design) => {
      const { flags = [], violations = 0 } =
        attention.designs.find(({ design_id }) => design_id === design.design_id) ?? {};
      const requirements = metBy(design.design_id, view.coverage);
      const after = spared?.let_go.includes(design.design_id) && { after: design.reviewers };
      return { ...design, flags: [...flags], violations, ...after, ...(requirements.of > 0 && { requirements }) };
    }),
    summary: { ...numbers.summary, ...lackedBy(numbers.summary.winner, view.coverage) },
    ...(spared && {
      spared: status.spared
        .filter(({ parts }) => parts.includes("score"))
        .map(({ design_id, reviewer: { reviewer_id } }) => ({ design_id, reviewer_id })),
    }),
    flagged_top_scores: [...top_scores],
    failures: status.failures,
    notes: [
      ...(spared ? [spared] : []),
      ...view.fallbacks,
      ...artifacts.stale.map((stale) => ({ kind: "stale-file" as const, stale })),
      ...artifacts.problems.map((problem) => ({ kind: "unusable-file" as const, problem })),
      ...numbers.notes,
    ],
  };
  return { story: storyOf(view, ranking), attention };
}

/** What was not asked for since it could hardly change the choice; null where that is nothing. */
function sparedOf({ experiment: { task }, artifacts: { look }, held, status }: View): Spared | null {
  const cells = status.spared.filter(({ parts }) => parts.includes("score"));
  if (look === undefined || cells.length === 0) return null;
  const reasons = new Map(look.designs.map(({ design_id, reason }) => [design_id, reason]));
  const let_go = [...new Set(cells.map(({ design_id }) => design_id))];
  return {
    kind: "spared",
    experiment_id: task.experiment_id,
    spared: cells.length,
    evaluations: plannedCells(task).filter(({ design_id }) => held.designs.has(design_id)).length,
    heard: look.heard,
    let_go,
    settled: let_go.some((id) => reasons.get(id) === "settled"),
  };
}
type Spared = Extract<RankingNote, { kind: "spared" }>;

/** Of constraints the winner must not be silent: its first sentence says which it lacks. */
function lackedBy(winner: string | null, coverage: View["coverage"]): Pick<Ranking["summary"], "lacked_constraints"> {
  const { missed, silent } = metBy(winner ?? "", coverage);
  const lacked = coverage.flatMap(({ requirement }) => {
    const isLacked = requirement.kind === "constraint" && [...missed, ...silent].includes(requirement.id);
    return isLacked ? [{ ...requirement, silent: silent.includes(requirement.id) }] : [];
  });
  return lacked.length > 0 ? { lacked_constraints: lacked } : {};
}

/** What is needed and was found, which files could not be used, and what to call. */
type Lacking = { needed: string; files: readonly string[]; advice: string };

/** What an experiment lacks to be ranked; null when it can be. */
function tooLittle({ config }: Pick<Lab, "config">, view: View): Lacking | null {
  const { experiment, artifacts } = view;
  const id = experiment.task.experiment_id;
  const { designs, scores, stale } = artifacts;
  if (view.withheld) {
    return {
      needed: "its result is held back until a person has judged",
      files: [],
      advice: `${typedCode("judge", id)} opens the page to judge on, ${typedCode("judge", id, "--show")} shows the result before.`,
    };
  }
  const problems = artifacts.problems.map(problemText);
  if (designs.length < config.min_designs) {
    return {
      needed: `at least ${config.min_designs} designs are needed, found ${designs.length}`,
      files: problems,
      advice: `${drawn(STAGES.designs.next(view))}.`,
    };
  }
  const people = view.people.filter(({ counts }) => counts === "counted");
  if (scores.length + people.length === 0) {
    const old = stale.map(
      ({ artifact, design_id, reviewer_id, changed }) =>
        `the ${artifact} of ${design_id} by ${reviewer_id} is stale: ${changedText(changed)}`,
    );
    return {
      needed: "scores are needed, found none that can be used",
      files: [...problems, ...old],
      advice: `${typedCode("score", id)} asks for them (${callCode("score", { experiment: id })}).`,
    };
  }
  const scoring = new Set([...scores, ...people].map(({ reviewer_id }) => reviewer_id)).size;
  if (scoring < config.min_reviewers) {
    return {
      needed: `scores of at least ${config.min_reviewers} reviewers are needed, found ${scoring}`,
      files: problems,
      advice: `${typedCode("score", id)} asks for what is missing. Another reviewer: ${typedCode("score", id, "--models", "provider/model")} (${callCode("score", { experiment: id, models: ["provider/model"] })}); or lower min_reviewers in design-lab.json.`,
    };
  }
  return null;
}

function reasonsText(failures: readonly Failure[], problems: readonly string[]): string {
  const said = [
    ...failures.map(({ model, kind, message }) => `${model}: ${FAILURE_WORDS[kind]}, ${message}`),
    ...problems,
  ];
  return said.length > 0 ? ` ${[...new Set(said)].slice(0, 4).join("; ")}` : "";
}
