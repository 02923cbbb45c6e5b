import type { AvailableModel } from "../artifacts/model.ts";
import type { PanelNote } from "../artifacts/note.ts";
import { LabError } from "../errors.ts";
import { checkModels, namedModels } from "./check-models.ts";
import { defaultDesigners, oneMore } from "./default-models.ts";
import { panelNotes } from "./panel-notes.ts";
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
