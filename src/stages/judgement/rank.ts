import type { Ranking } from "../../artifacts/ranking.ts";
import { metBy } from "../../artifacts/unmet.ts";
import { LabError } from "../../errors.ts";
import { flagsOf, topScoresOf } from "../../experiment/attention.ts";
import { findLearned } from "../../experiment/learned.ts";
import { counted, rankingInput } from "../../experiment/ranking-input.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { rankDesigns } from "../../stats/ranking.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import { writeText } from "../../store/files.ts";
import { paths } from "../../store/paths.ts";
import type { Story } from "../../story/story.ts";
import { storyOf } from "../../story/story-of.ts";
import { rankingPage } from "../../views/markdown/ranking-page.ts";
import { renewDesignPages, writeReport } from "../files.ts";
import { lackingToRank, reasonsText } from "./lacking.ts";
import { sparedOf } from "./look.ts";

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
export async function tryRankUnwritten(lab: Pick<Lab, "config" | "now">, view: View): Promise<Ranked> {
  return refusedFor(lab, view) ?? { state: "ranked", story: (await rankView(lab, view, false)).story };
}

function refusedFor(lab: Pick<Lab, "config" | "now">, view: View): Ranked | null {
  const lacking = lackingToRank(lab, view);
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
export async function rankUnwritten(lab: Pick<Lab, "config" | "now">, view: View): Promise<Story> {
  refuseTooLittle(lab, view);
  return (await rankView(lab, view, false)).story;
}

function refuseTooLittle(lab: Pick<Lab, "config" | "now">, view: View): void {
  const { task } = view.experiment;
  const lacking = lackingToRank(lab, view);
  if (lacking === null) return;
  throw new LabError(
    `Cannot rank ${task.experiment_id}: ${lacking.needed}.${reasonsText(view.status.failures, lacking.files)}`,
    { advice: lacking.advice },
  );
}

async function writeResults(lab: Pick<Lab, "config" | "now">, view: View): Promise<Story> {
  const { dir, task, ledger } = view.experiment;
  const { story, attention } = await rankView(lab, view, true);
  const { ranking } = story;
  await saveArtifact(dir, "ranking", ranking);
  await writeText(paths.rankingMarkdown(dir), rankingPage(story, task, attention));
  await renewDesignPages(view);
  await writeReport(dir, { view, story, attention, config: lab.config });
  await ledger.append({ event: "ranking", message: ranking.summary.winner ?? "no single winner" });
  return story;
}

async function rankView(
  lab: Pick<Lab, "config" | "now">,
  view: View,
  keeps: boolean,
): Promise<{ story: Story; attention: View["attention"] }> {
  const { artifacts, status } = view;
  const { task } = view.experiment;
  const options = lab.config.ranking;
  const learned = await findLearned(view, { options, now: lab.now, keeps });
  const numbers = rankDesigns(rankingInput(view, options, learned));
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
      const persona = artifacts.designs.find(({ design_id }) => design_id === design.design_id)?.persona;
      return {
        ...design,
        ...(persona !== undefined && { persona }),
        flags: [...flags],
        violations,
        ...after,
        ...(requirements.of > 0 && { requirements }),
      };
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

/** Of constraints the winner must not be silent: its first sentence says which it lacks. */
function lackedBy(winner: string | null, coverage: View["coverage"]): Pick<Ranking["summary"], "lacked_constraints"> {
  const { missed, silent } = metBy(winner ?? "", coverage);
  const lacked = coverage.flatMap(({ requirement }) => {
    const isLacked = requirement.kind === "constraint" && [...missed, ...silent].includes(requirement.id);
    return isLacked ? [{ ...requirement, silent: silent.includes(requirement.id) }] : [];
  });
  return lacked.length > 0 ? { lacked_constraints: lacked } : {};
}
