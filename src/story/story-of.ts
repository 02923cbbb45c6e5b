import { incompleteOf } from "../artifacts/incomplete.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { Task } from "../artifacts/task.ts";
import { unmet } from "../artifacts/unmet.ts";
import { counted } from "../experiment/counted.ts";
import { mindsOf } from "../experiment/minds.ts";
import { statusOf } from "../experiment/status.ts";
import { coverageOf } from "../stats/coverage.ts";
import { insightsOf } from "../stats/insights.ts";
import type { Artifacts } from "../store/artifacts.ts";
import { letterOf } from "../text/letters.ts";
import type { Names, Story } from "./story.ts";

/** What stands behind a ranking, from the plan and what is stored. */
export function storyOf(task: Task, artifacts: Artifacts, ranking: Ranking): Story {
  const { designs } = artifacts;
  const { reviews, scores } = mindsOf(task, artifacts);
  const insights = insightsOf({ task, designs, reviews, scores: counted(ranking, designs, scores), ranking });
  const written = insights.designs.map(({ design_id }) => design_id);
  const coverage = coverageOf(task, written, [...reviews, ...scores]);
  const checked = coverage.filter(({ cells }) => cells.some(({ of, unanswered }) => of + unanswered.length > 0));
  return {
    ranking,
    insights,
    coverage: checked,
    unmet: unmet(checked),
    incomplete: incompleteOf(statusOf(task, artifacts, [])),
    names: namesOf(task, artifacts),
  };
}

/** A letter for each design of the plan, and the titles and the reviewers' models where anything is stored. */
export function namesOf(task: Task, artifacts: Artifacts | null = null): Names {
  return {
    designs: new Map(task.designers.map(({ design_id }, position) => [design_id, letterOf(position)])),
    titles: new Map(artifacts?.designs.map(({ design_id, title }) => [design_id, title])),
    reviewers: new Map(
      (artifacts ? mindsOf(task, artifacts).reviewers : []).map(({ reviewer_id, model }) => [reviewer_id, model]),
    ),
  };
}
