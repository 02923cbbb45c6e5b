import type { Designer, Part, Plan, Reviewer } from "../schemas/task.ts";
import { modelSlug } from "../store/paths.ts";
import { unique } from "../text/slug.ts";

/** One more designer for each model, under ids that no file name of the plan has yet. */
export function addDesigners({ designers, reviewers }: Plan, models: readonly string[]): Designer[] {
  const all = [...designers];
  for (const model of models) {
    const taken = cellNames({ designers: all, reviewers });
    const design_id = unique(modelSlug(model), (id) => {
      return (
        all.some((other) => other.design_id === id) ||
        reviewers.some(({ reviewer_id }) => taken.has(`${id}-${reviewer_id}`))
      );
    });
    all.push({ design_id, model });
  }
  return all;
}

/** The reviewers with `part` asked of each model too; a model that is on the panel already keeps its id. */
export function addReviewers({ designers, reviewers }: Plan, models: readonly string[], part: Part): Reviewer[] {
  const all = reviewers.map((reviewer) => ({ ...reviewer }));
  for (const model of models) {
    const known = all.find((reviewer) => reviewer.model === model);
    if (known) {
      known.parts = [...new Set([...known.parts, part])].sort();
      continue;
    }
    const taken = cellNames({ designers, reviewers: all });
    const reviewer_id = unique(modelSlug(model), (id) => {
      return (
        all.some((other) => other.reviewer_id === id) ||
        designers.some(({ design_id }) => taken.has(`${design_id}-${id}`))
      );
    });
    all.push({ reviewer_id, model, parts: [part] });
  }
  return all;
}

/** "{design_id}-{reviewer_id}" of every cell: two different cells may not share one, for it names their files. */
function cellNames({ designers, reviewers }: Plan): Set<string> {
  return new Set(
    designers.flatMap(({ design_id }) => reviewers.map(({ reviewer_id }) => `${design_id}-${reviewer_id}`)),
  );
}
