import type { Lab } from "../asking/lab.ts";
import { LabError } from "../errors.ts";
import type { Comparison } from "../schemas/comparison.ts";
import type { Design } from "../schemas/design.ts";
import { compareDesigns } from "../stats/compare-designs.ts";
import { rankDesigns } from "../stats/rank-designs.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { flagsOf } from "./attention.ts";
import { designsNamed } from "./named.ts";
import { rankingInput } from "./ranking-input.ts";

/** `flags` of a design are its own and what reviewers quoted. */
export type Compared = { designs: Design[]; comparison: Comparison };

/** Compares the named designs, or the two that rank first. Calls no model. Throws LabError for fewer than two. */
export async function compare(
  lab: Pick<Lab, "config">,
  experiment: Experiment,
  names: readonly string[] | undefined,
): Promise<Compared> {
  const artifacts = await loadArtifacts(experiment);
  const input = rankingInput(experiment.task, artifacts, lab.config.ranking);
  const chosen =
    names && names.length > 0
      ? designsNamed(experiment.task, artifacts.designs, names)
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
  };
}

function firstTwo(designs: readonly Design[], ranked: readonly { design_id: string }[]): Design[] {
  const order =
    ranked.length > 0
      ? ranked.flatMap(({ design_id }) => designs.find((design) => design.design_id === design_id) ?? [])
      : designs;
  return order.slice(0, 2);
}
