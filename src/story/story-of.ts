import { possible } from "../artifacts/incomplete.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { unmet } from "../artifacts/unmet.ts";
import { counted } from "../experiment/ranking-input.ts";
import type { View } from "../experiment/view.ts";
import { insightsOf } from "../stats/insights.ts";
import type { Story } from "./story.ts";

/** What stands behind a ranking, from the plan and what is stored. */
export function storyOf(view: View, ranking: Ranking): Story {
  const { experiment, artifacts, coverage, incomplete, names, decided } = view;
  const { designs, reviews, scores } = artifacts;
  return {
    ranking,
    insights: insightsOf({
      task: experiment.task,
      designs,
      reviews,
      scores: counted(ranking, designs, scores),
      ranking,
    }),
    coverage,
    unmet: unmet(coverage),
    incomplete,
    scores: possible(view.status).scores,
    names,
    decided,
  };
}
