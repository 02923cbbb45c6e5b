import type { AvailableModel } from "../artifacts/model.ts";
import type { PanelNote } from "../artifacts/note.ts";
import { LabError } from "../errors.ts";
import { vendorOf } from "../text/vendor.ts";
import { checkModels, namedModels } from "./check.ts";
import { defaultDesigners, oneMore } from "./default-models.ts";
import type { Config } from "./schema.ts";

/** Which model does what. Every name is one that a connected provider offers. */
export type ModelChoice = {
  /** One design each; a model listed twice writes two. */
  designers: string[];
  /** Reviewers in words and in numbers, each model once, whether or not that kind is enabled. */
  qualitative: string[];
  quantitative: string[];
  topic: string;
  /** What a person should know of this choice. */
  notes: PanelNote[];
};

/**
 * Picks the models of a run from the configuration and from what the connected providers offer. `chosen` are those that
 * the person named, who are not told of them as of the host's own.
 *
 * Throws a LabError for a configured model that none of them offers, and where no provider is connected.
 */
export function chooseModels(
  config: Config,
  available: readonly AvailableModel[],
  chosen: readonly string[] = namedModels(config),
): ModelChoice {
  const { designers, notes } = chooseDesigners(config, available);
  if (available.length === 0 || designers.length === 0) {
    throw new LabError("Cannot choose models: the lab needs a model of a connected provider, found none connected", {
      advice: "Connect a provider with `opencode auth login`, then call designlab again.",
    });
  }
  checkModels(config, available);
  const reviewers = chooseReviewers(config, designers);
  const topic = config.topic_generation_model ?? (designers[0] as string);
  const asked = [topic, ...designers, ...reviewers.qualitative, ...reviewers.quantitative];
  return {
    designers,
    qualitative: [...new Set(reviewers.qualitative)],
    quantitative: [...new Set(reviewers.quantitative)],
    topic,
    notes: [
      ...hostsOwn(chosen, asked, available),
      ...notes,
      ...panelNotes(config, designers, reviewers, oneMore(designers, available)),
    ],
  };
}

/** Says of models that the host brought by itself, and the person did not choose, that they are asked. */
function hostsOwn(
  chosen: readonly string[],
  asked: readonly string[],
  available: readonly AvailableModel[],
): PanelNote[] {
  const models = available.filter(({ id, hosts_own }) => hosts_own && asked.includes(id) && !chosen.includes(id));
  return models.length > 0 ? [{ kind: "hosts-own", models: models.map(({ id }) => id) }] : [];
}

/** Reviewers as listed: review_models, else each kind's own, one serving for the other; else the designers review. */
function chooseReviewers(
  config: Config,
  designers: readonly string[],
): { qualitative: readonly string[]; quantitative: readonly string[] } {
  if (config.review_models.length > 0) {
    return { qualitative: config.review_models, quantitative: config.review_models };
  }
  const { qualitative, quantitative } = config.review;
  return {
    qualitative: firstFilled(qualitative.models, quantitative.models, designers),
    quantitative: firstFilled(quantitative.models, qualitative.models, designers),
  };
}

function chooseDesigners(
  config: Config,
  available: readonly AvailableModel[],
): { designers: string[]; notes: PanelNote[] } {
  if (config.design_models.length > 0) return { designers: [...config.design_models], notes: [] };
  const designers = defaultDesigners(available);
  const [model, ...others] = new Set(designers);
  if (model === undefined || others.length > 0) {
    return { designers, notes: [{ kind: "models-chosen", models: designers }] };
  }
  const reviews = !namesReviewers(config);
  return { designers, notes: [{ kind: "one-model", model, designs: designers.length, reviews }] };
}

/** Whether any reviewer is configured. */
function namesReviewers({ review_models, review: { qualitative, quantitative } }: Config): boolean {
  return [review_models, qualitative.models, quantitative.models].some((list) => list.length > 0);
}

function firstFilled(...lists: (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? [];
}

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
