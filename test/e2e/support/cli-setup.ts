import type { RehearsalOptions } from "./rehearsal.ts";

const MODELS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];

/** Three designers of which the first is better. */
export const SETUP = {
  models: MODELS.map((id, at) => ({ id, strength: (["thorough", "average", "thin"] as const)[at] ?? "thin" })),
  lab: { design_models: MODELS, review_models: MODELS },
} satisfies RehearsalOptions;

export const RUN = ["run", "--topic", "queue", "Design a durable queue"];
