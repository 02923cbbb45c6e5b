import { oneMore } from "../config/default-models.ts";
import { scoringCost } from "../experiment/spent.ts";
import type { View } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import type { Ranked } from "../stages/judgement/rank.ts";
import { settle } from "../story/next.ts";
import type { Sentence } from "../story/sentence.ts";

/** Reviewers that are proposed where nobody wins. */
const MORE = 2;

/**
 * What could settle a ranking without a winner: models of the person's own providers that do not judge yet. Nothing where
 * there is a winner, and where no such model is left.
 */
export async function settling(lab: Pick<Lab, "available">, view: View, ranked: Ranked | null): Promise<Sentence[]> {
  const { task } = view.experiment;
  if (ranked?.state !== "ranked" || !OPEN.has(ranked.story.ranking.summary.verdict.kind)) return [];
  const judging = [...task.reviewers, ...task.designers].map(({ model }) => model);
  const available = await lab.available();
  const models: string[] = [];
  while (models.length < MORE) {
    const next = oneMore([...judging, ...models], available);
    if (next === null) break;
    models.push(next.id);
  }
  if (models.length === 0) return [];
  const { verdict, first_place } = ranked.story.ranking.summary;
  const one = scoringCost(view.ledger);
  // One opinion is confirmed or not whichever designs are tied; and who judges one design alone compares nothing.
  const some = verdict.kind !== "one-opinion" && first_place.length > 1;
  const tied = some ? first_place : view.artifacts.designs.map(({ design_id }) => design_id);
  return [
    settle(task.experiment_id, {
      models,
      designs: tied.length < view.artifacts.designs.length ? tied : [],
      letters: tied.flatMap((id) => view.names.designs.get(id) ?? []),
      cost: one && one * models.length * tied.length,
      simulated: some,
    }),
  ];
}

const OPEN: ReadonlySet<string> = new Set(["tie", "ahead", "one-opinion"]);
