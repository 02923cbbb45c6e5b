import type { Part, Reviewer } from "../artifacts/reviewer.ts";
import type { Designer, Plan } from "../artifacts/task.ts";
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

/**
 * The reviewers with `part` asked of each model too. A model that has a row already keeps its id; one that only stood
 * in for others is planned from now on.
 */
export function addReviewers({ designers, reviewers }: Plan, models: readonly string[], part: Part): Reviewer[] {
  let all = [...reviewers];
  for (const model of models) {
    if (!all.some((reviewer) => reviewer.model === model)) {
      all.push({ ...newRow({ designers, reviewers: all }, model), parts: [part] });
      continue;
    }
    all = all.map((reviewer) => {
      if (reviewer.model !== model) return reviewer;
      const { stand_in: _, ...planned } = reviewer;
      return { ...planned, parts: withParts(reviewer, [part]) };
    });
  }
  return all;
}

/** The reviewers with a row for a model that answered for these parts in another's place. */
export function addStandIn({ designers, reviewers }: Plan, model: string, parts: readonly Part[]): Reviewer[] {
  if (!reviewers.some((reviewer) => reviewer.model === model)) {
    return [...reviewers, { ...newRow({ designers, reviewers }, model), parts: [...parts].sort(), stand_in: true }];
  }
  return reviewers.map((reviewer) =>
    reviewer.model === model ? { ...reviewer, parts: withParts(reviewer, parts) } : reviewer,
  );
}

function newRow({ designers, reviewers }: Plan, model: string): Pick<Reviewer, "kind" | "reviewer_id" | "model"> {
  const taken = cellNames({ designers, reviewers });
  const reviewer_id = unique(modelSlug(model), (id) => {
    return (
      reviewers.some((other) => other.reviewer_id === id) ||
      designers.some(({ design_id }) => taken.has(`${design_id}-${id}`))
    );
  });
  return { kind: "model", reviewer_id, model };
}

function withParts({ parts }: Reviewer, more: readonly Part[]): Part[] {
  return [...new Set([...parts, ...more])].sort();
}

/** "{design_id}-{reviewer_id}" of every cell: two different cells may not share one, for it names their files. */
function cellNames({ designers, reviewers }: Plan): Set<string> {
  return new Set(
    designers.flatMap(({ design_id }) => reviewers.map(({ reviewer_id }) => `${design_id}-${reviewer_id}`)),
  );
}
