import type { AvailableModel } from "../artifacts/model.ts";
import type { PanelNote } from "../artifacts/note.ts";
import { vendorOf } from "../text/vendor.ts";
import type { Config } from "./schema.ts";

type Reviewers = { qualitative: readonly string[]; quantitative: readonly string[] };

/**
 * What weakens the ranking that these designers and reviewers can give. Lists as configured; `outside` is a model that
 * could review beside them.
 */
export function panelNotes(
  config: Config,
  designers: readonly string[],
  reviewers: Reviewers,
  outside: AvailableModel | null,
): PanelNote[] {
  const { qualitative, quantitative } = config.review;
  const kinds = [
    ...(quantitative.enabled ? [reviewers.quantitative] : []),
    ...(qualitative.enabled ? [reviewers.qualitative] : []),
  ];
  const panel = [...new Set(kinds.flat())];
  const scorers = quantitative.enabled ? new Set(reviewers.quantitative).size : 0;
  return [
    ...repeatedDesigners(config),
    ...repeatedReviewers(config),
    ...unusedReviewers(config),
    ...sameMind(panel),
    ...onItself(config, panel, designers, outside),
    ...tooFew(config, designers.length, scorers),
  ];
}

function tooFew({ min_designs, min_reviewers }: Config, designs: number, reviewers: number): PanelNote[] {
  return [
    ...(designs < min_designs ? [{ kind: "below-min-designs" as const, min: min_designs, designs }] : []),
    ...(reviewers > 0 && reviewers < min_reviewers
      ? [{ kind: "below-min-reviewers" as const, min: min_reviewers, reviewers }]
      : []),
  ];
}

function repeatedDesigners({ design_models }: Config): PanelNote[] {
  return repeated(design_models).map((model) => {
    return { kind: "repeated-designer", model, times: design_models.filter((other) => other === model).length };
  });
}

function repeatedReviewers({ review_models, review }: Config): PanelNote[] {
  const lists = review_models.length > 0 ? [review_models] : [review.qualitative.models, review.quantitative.models];
  return [...new Set(lists.flatMap(repeated))].map((model) => ({ kind: "repeated-reviewer", model }));
}

/** The lists of single kinds that say something else than the list which counts. */
function unusedReviewers({ review_models, review }: Config): PanelNote[] {
  const models = [...new Set(review_models)];
  if (models.length === 0) return [];
  const unused = (["qualitative", "quantitative"] as const).filter((kind) => {
    const { enabled, models: own } = review[kind];
    const same = own.every((model) => models.includes(model)) && models.every((model) => own.includes(model));
    return enabled && own.length > 0 && !same;
  });
  if (unused.length === 0) return [];
  return [{ kind: "review-models-count", models, unused: unused.map((kind) => `review.${kind}.models`) }];
}

function sameMind(panel: readonly string[]): PanelNote[] {
  const [first, ...others] = panel;
  if (first === undefined) return [];
  if (others.length === 0) return [{ kind: "one-reviewer", model: first }];
  const [vendor = "", ...further] = new Set(panel.map(vendorOf));
  return further.length > 0 ? [] : [{ kind: "single-vendor", vendor }];
}

/** Who judges what is its own, said once: that all do so, with what one more reviewer would add, says it already. */
function onItself(
  config: Config,
  panel: readonly string[],
  designers: readonly string[],
  outside: AvailableModel | null,
): PanelNote[] {
  const outsider = outsiderNotes(panel, designers, outside);
  const reviewers = panel.filter((id) => designers.includes(id)).length;
  if (reviewers === 0) return outsider;
  if (config.ranking.exclude_self_reviews) return [...outsider, { kind: "self-reviews-excluded" }];
  const all = reviewers === panel.length && new Set(designers).size === panel.length;
  return outsider.length > 0 ? outsider : [{ kind: "self-reviews", reviewers, of: panel.length, all }];
}

/** What one reviewer more that designs nothing would add. `panel` is empty when none is asked. */
function outsiderNotes(
  panel: readonly string[],
  designers: readonly string[],
  outside: AvailableModel | null,
): PanelNote[] {
  if (panel.length === 0 || !panel.every((id) => designers.includes(id))) return [];
  return [{ kind: "outsider-missing", model: outside?.id ?? null, price: outside?.price ?? null }];
}

function repeated(list: readonly string[]): string[] {
  return [...new Set(list.filter((id, index) => list.indexOf(id) !== index))];
}
