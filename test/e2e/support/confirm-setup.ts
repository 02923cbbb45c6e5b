import type { RehearsalOptions } from "./rehearsal.ts";

export const CONFIRM_MODELS = ["alpha/strong-1", "beta/middle-1"];

/** Two models whose every run costs more than is started without a word. */
export const CONFIRM_SETUP = {
  models: CONFIRM_MODELS.map((id) => ({ id })),
  lab: { confirm_above: 0.0001, design_models: CONFIRM_MODELS, review_models: CONFIRM_MODELS },
} satisfies RehearsalOptions;

export const QUEUE = { task: "A queue", topic: "queue" };
