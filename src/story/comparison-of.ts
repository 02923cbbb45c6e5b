import type { Comparison } from "../artifacts/comparison.ts";
import type { Design } from "../artifacts/design.ts";
import type { SharedTopic } from "../artifacts/points.ts";
import type { Score } from "../artifacts/score.ts";
import { LabError } from "../errors.ts";
import { flagsOf } from "../experiment/attention.ts";
import { mindsOf } from "../experiment/minds.ts";
import { designsNamed } from "../experiment/named.ts";
import { rankingInput } from "../experiment/ranking-input.ts";
import { storedRanking, viewOf } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import { changesBetween, compareDesigns } from "../stats/compare.ts";
import { rankDesigns } from "../stats/ranking.ts";
import { sharedTopics } from "../stats/themes.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import type { ComparedExperiments, Names } from "./story.ts";
import { namesOf, storyOf } from "./story-of.ts";

/** `flags` of a design are its own and what reviewers quoted; scores are those of minds. */
export type Compared = {
  designs: Design[];
  comparison: Comparison;
  scores: Score[];
  names: Names;
  aligned: Aligned | null;
};
/** Positions of two designs' trade-offs, and of their risks, that are about one topic. */
type Aligned = { tradeoffs: SharedTopic[]; risks: SharedTopic[] };

/** Compares the named designs in the order in which they are named, or the two that rank first. Calls no model. Throws LabError for fewer than two. */
export async function compare(
  lab: Pick<Lab, "config">,
  experiment: Experiment,
  names: readonly string[] | undefined,
): Promise<Compared> {
  const artifacts = await loadArtifacts(experiment);
  const minds = mindsOf(experiment.task, artifacts);
  const input = rankingInput(experiment.task, artifacts, lab.config.ranking, minds);
  const chosen =
    names && names.length > 0
      ? inOrder(names, (name) => designsNamed(experiment.task, artifacts.designs, [name]))
      : firstTwo(artifacts.designs, artifacts.scores.length > 0 ? rankDesigns(input).designs : []);
  if (chosen.length < 2) {
    throw new LabError(
      `Cannot compare: two designs are needed, found ${chosen.length} in ${experiment.task.experiment_id}.`,
      {
        advice: `Its designs: ${artifacts.designs.map(({ design_id }) => design_id).join(", ") || "none"}.`,
        problems: artifacts.problems,
      },
    );
  }
  const flags = flagsOf(artifacts);
  return {
    designs: chosen.map((design) => ({
      ...design,
      flags: flags.find(({ design_id }) => design_id === design.design_id)?.flags ?? [],
    })),
    comparison: compareDesigns(
      input,
      chosen.map(({ design_id }) => design_id),
    ),
    scores: minds.scores,
    names: namesOf(experiment.task, artifacts),
    aligned: alignedOf(chosen),
  };
}

/** Null for more than two, which do not stand side by side. */
export function alignedOf([first, second, ...more]: readonly Design[]): Aligned | null {
  if (!first || !second || more.length > 0) return null;
  const topics = (risks: Design["risks"]) =>
    risks.map(({ description, severity }) => ({ aspect: description, choice: severity }));
  return {
    tradeoffs: sharedTopics(first.tradeoffs, second.tradeoffs),
    risks: sharedTopics(topics(first.risks), topics(second.risks)),
  };
}

/**
 * Experiments in the order in which they were begun, and how designers changed where there are two on one task that are
 * both ranked; null where there is nothing that can be compared so.
 */
export async function compareExperiments(experiments: readonly Experiment[]): Promise<ComparedExperiments> {
  const ordered = experiments.toSorted((a, b) => (a.task.created_at < b.task.created_at ? -1 : 1));
  const rows = await Promise.all(
    ordered.map(async (experiment) => {
      const { task } = experiment;
      const { ranking } = await storedRanking(experiment);
      const { artifacts, status } = await viewOf(experiment);
      const story = ranking && storyOf(task, artifacts, ranking);
      return { id: task.experiment_id, topic: task.topic, designs: status.designs.there, story };
    }),
  );
  const one_task = new Set(ordered.map(({ task }) => task.task.trim())).size === 1;
  const [earlier, later, ...more] = ordered.map(({ task }, at) => {
    const plan = task.designers.map(({ design_id }) => design_id);
    return { criteria: task.criteria, plan, ranking: rows[at]?.story?.ranking };
  });
  if (!one_task || more.length > 0 || !earlier?.ranking || !later?.ranking) return { rows, changes: null, one_task };
  const changes = changesBetween({ ...earlier, ranking: earlier.ranking }, { ...later, ranking: later.ranking });
  return { rows, changes, one_task };
}

/** What each name names, nothing twice. */
function inOrder<T>(names: readonly string[], of: (name: string) => readonly T[]): T[] {
  return [...new Set(names.flatMap(of))];
}

function firstTwo(designs: readonly Design[], ranked: readonly { design_id: string }[]): Design[] {
  const order =
    ranked.length > 0
      ? ranked.flatMap(({ design_id }) => designs.find((design) => design.design_id === design_id) ?? [])
      : designs;
  return order.slice(0, 2);
}
