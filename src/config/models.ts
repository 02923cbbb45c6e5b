import { LabError } from "../errors.ts";
import type { AvailableModel } from "../schemas/model.ts";
import type { PanelNote } from "../schemas/note.ts";
import { checkModels } from "./check-models.ts";
import { providerOf } from "./model-id.ts";
import { namesReviewers, outsider } from "./outsider.ts";
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

const WANTED = 3;

/**
 * Picks the models of a run from the configuration and from what the connected providers offer.
 *
 * Throws a LabError for a configured model that none of them offers, and where no provider is connected.
 */
export function chooseModels(config: Config, available: readonly AvailableModel[]): ModelChoice {
  if (available.length === 0) {
    throw new LabError("Cannot choose models: the lab needs a model of a connected provider, found none connected", {
      advice: "Connect a provider with `opencode auth login`, then call designlab again.",
    });
  }
  checkModels(config, available);
  const { designers, notes } = chooseDesigners(config, available);
  const outside = outsider(designers, available);
  const reviewers = chooseReviewers(config, outside ? [...designers, outside.id] : designers);
  return {
    designers,
    qualitative: [...new Set(reviewers.qualitative)],
    quantitative: [...new Set(reviewers.quantitative)],
    topic: config.topic_generation_model ?? (designers[0] as string),
    notes: [...notes, ...panelNotes(config, designers, reviewers, outside)],
  };
}

/**
 * Reviewers as listed: review_models, else each kind's own, one serving for the other. Where none is listed the
 * designers review, and with them one model that designs nothing, if there is one.
 */
function chooseReviewers(
  config: Config,
  unlisted: readonly string[],
): { qualitative: readonly string[]; quantitative: readonly string[] } {
  if (config.review_models.length > 0) {
    return { qualitative: config.review_models, quantitative: config.review_models };
  }
  const { qualitative, quantitative } = config.review;
  return {
    qualitative: firstFilled(qualitative.models, quantitative.models, unlisted),
    quantitative: firstFilled(quantitative.models, qualitative.models, unlisted),
  };
}

function chooseDesigners(
  config: Config,
  available: readonly AvailableModel[],
): { designers: string[]; notes: PanelNote[] } {
  if (config.design_models.length > 0) return { designers: [...config.design_models], notes: [] };
  const models = onePerProvider(available).slice(0, WANTED);
  const [only] = models;
  if (models.length > 1 || only === undefined) {
    return { designers: models, notes: [{ kind: "models-chosen", models }] };
  }
  const others = available.length - 1;
  const provider = providerOf(only);
  return {
    designers: Array<string>(WANTED).fill(only),
    notes: [
      {
        kind: "one-model",
        model: only,
        designs: WANTED,
        reviews: others === 0 && !namesReviewers(config),
        provider,
        others,
      },
    ],
  };
}

/** Each provider's default model, else its first by name; providers in the order of their names. */
export function onePerProvider(available: readonly AvailableModel[]): string[] {
  const chosen = new Map<string, AvailableModel>();
  for (const model of [...available].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const earlier = chosen.get(model.provider);
    if (!earlier || (model.default && !earlier.default)) chosen.set(model.provider, model);
  }
  return [...chosen.keys()].sort().flatMap((provider) => chosen.get(provider)?.id ?? []);
}

function firstFilled(...lists: (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? [];
}
