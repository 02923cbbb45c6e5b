import type { AvailableModel } from "../artifacts/model.ts";
import type { Failed } from "./failure.ts";

/** What was learned of models of which the host does not know whether they take temperature and top_p. */
export type SamplingKnown = {
  /** The model with what was learned of it. */
  of(model: AvailableModel): AvailableModel;
  /** True when the failure of a model as `of` gave it is a refusal of sampling, so that it may be asked without. */
  learn(model: AvailableModel, failure: Failed): boolean;
};

/** Lasts as long as the plugin: each model refuses once, and is then asked without. */
export function createSamplingKnown(): SamplingKnown {
  const refusing = new Set<string>();
  return {
    of: (model) => (refusing.has(model.id) ? { ...model, sampling: false } : model),
    learn(model, { refuses_sampling }) {
      if (!refuses_sampling || model.sampling !== null) return false;
      refusing.add(model.id);
      return true;
    },
  };
}
