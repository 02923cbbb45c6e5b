import { possible } from "../artifacts/incomplete.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { unmet } from "../artifacts/unmet.ts";
import { controlsOutcome } from "../experiment/controls.ts";
import { counted } from "../experiment/ranking-input.ts";
import { outcomesOf } from "../experiment/round-outcome.ts";
import type { View } from "../experiment/view.ts";
import { insightsOf } from "../stats/insights.ts";
import { lettersIn } from "./own-letters.ts";
import type { Story, StoryPeople } from "./story.ts";

/** What stands behind a ranking, from the plan and what is stored. */
export function storyOf(view: View, ranking: Ranking): Story {
  const { experiment, artifacts, coverage, incomplete, names, decided } = view;
  const { designs, reviews, scores, votes } = artifacts;
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
    people: peopleBeside({ people: view.people, scores, votes }, ranking),
    controls: controlsOutcome(view, ranking),
    names,
    decided,
    rounds: view.rounds.length > 0 ? outcomesOf(view, ranking) : [],
  };
}

function peopleBeside(
  { people, scores, votes }: Pick<View, "people"> & Pick<View["artifacts"], "scores" | "votes">,
  { people: found, timestamp }: Ranking,
): StoryPeople {
  const counted = new Set(found?.counted.map(({ reviewer_id }) => reviewer_id));
  const others = people.filter(({ reviewer_id }) => !counted.has(reviewer_id));
  const scoreOf = (reviewer_id: string, design_id: string) =>
    scores.find((score) => score.reviewer_id === reviewer_id && score.design_id === design_id);
  const parted = [
    ...(found?.parted.designs ?? []).map((each) => ({ ...each, criterion: null })),
    ...(found?.parted.criteria ?? []),
  ];
  return {
    beside: others
      .filter(({ counts }) => counts === "beside")
      .map(({ reviewer_id, order }) => ({ reviewer_id, order })),
    unseen: people
      .filter(({ counts }) => counts === "unseen")
      .map(({ reviewer_id }) => ({ reviewer_id, ranked: counted.has(reviewer_id) })),
    later: people
      .filter(({ counts, done_at }) => counts === "counted" && done_at > timestamp)
      .map(({ reviewer_id }) => reviewer_id),
    quotes: parted.map(({ design_id, criterion, person, model }) => {
      const score = scoreOf(model, design_id);
      const words = criterion === null ? score?.justification : score?.rationales[criterion];
      const by = people.find(({ reviewer_id }) => reviewer_id === person);
      const comment = by?.comments.find((each) => each.design_id === design_id)?.text;
      const vote = votes.find((each) => each.reviewer_id === person);
      const letters = lettersIn(comment ?? "", vote);
      return { design_id, criterion, person: comment ?? null, model: words ?? null, letters };
    }),
  };
}
