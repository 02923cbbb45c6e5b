import type { ModelReason } from "../schemas/ranking-note.ts";
import { additiveModel } from "./additive-model.ts";
import type { Incidence } from "./incidence.ts";
import { meanModel } from "./mean-model.ts";
import type { ScoreModel } from "./score-model.ts";

/** The model that ranks, the additive one where it can be fitted, and the reason where it cannot. */
export type ChosenModel = { ranking: ScoreModel; additive: ScoreModel | null; reason: ModelReason | null };

/** The additive model when it is asked for and can be fitted, else the plain mean. */
export function chooseModel(incidence: Incidence, method: "adjusted" | "mean"): ChosenModel {
  const fitted = additiveModel(incidence);
  if ("reason" in fitted) return { ranking: meanModel(incidence), additive: null, reason: fitted.reason };
  return { ranking: method === "mean" ? meanModel(incidence) : fitted, additive: fitted, reason: null };
}
