import type { PanelNote } from "../artifacts/note.ts";
import type { View } from "./view.ts";

/** Who judged a design of its own, by what is there: none where nobody did; that it does not count, where it does not. */
export function selfReviewNotes({ artifacts }: View, { exclude }: { exclude: boolean }): PanelNote[] {
  const authors = new Map(artifacts.designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  const judged = [
    ...artifacts.reviews.map(({ design_id, reviewer_model: model }) => ({ design_id, model })),
    ...artifacts.scores.map(({ design_id, scorer_model: model }) => ({ design_id, model })),
  ];
  const of = new Set(judged.map(({ model }) => model)).size;
  const own = judged.filter(({ design_id, model }) => authors.get(design_id) === model);
  const reviewers = new Set(own.map(({ model }) => model)).size;
  if (reviewers === 0) return [];
  return exclude ? [{ kind: "self-reviews-excluded" }] : [{ kind: "self-reviews", reviewers, of, all: false }];
}
