import { oneMore } from "../../config/default-models.ts";
import { scoringCost } from "../../experiment/spent.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { Ranked } from "../../stages/judgement/rank.ts";
import { confirmOpinion } from "../../story/next.ts";
import type { Sentence } from "../../story/sentence.ts";

/** Reviewers that are proposed. */
const MORE = 2;

/**
 * What could confirm a ranking that is one reviewer's opinion: models of the person's own providers that neither judge nor
 * design yet. Nothing where more have an opinion, and where no such model is left.
 */
export async function settling(lab: Pick<Lab, "available">, view: View, ranked: Ranked | null): Promise<Sentence[]> {
  const { task } = view.experiment;
  if (ranked?.state !== "ranked" || ranked.story.ranking.summary.verdict.kind !== "one-opinion") return [];
  const judging = [...task.reviewers, ...task.designers].map(({ model }) => model);
  const available = await lab.available();
  const models: string[] = [];
  while (models.length < MORE) {
    const next = oneMore([...judging, ...models], available);
    if (next === null) break;
    models.push(next.id);
  }
  if (models.length === 0) return [];
  const one = scoringCost(view.ledger);
  return [confirmOpinion(task.experiment_id, models, one && one * models.length * view.artifacts.designs.length)];
}
