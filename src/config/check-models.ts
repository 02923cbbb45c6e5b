import type { AvailableModel } from "../artifacts/model.ts";
import { LabError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { found, pathText } from "../text/wording.ts";
import { providerOf } from "./model-id.ts";
import type { Config } from "./schema.ts";

/** Throws a LabError that lists every configured model which no connected provider offers, with the nearest names. */
export function checkModels(config: Config, available: readonly AvailableModel[]): void {
  const ids = available.map(({ id }) => id);
  const providers = [...new Set(available.map(({ provider }) => provider))].sort();
  const unknown = configuredModels(config).filter(([, id]) => !ids.includes(id));
  if (unknown.length === 0) return;

  const lines = unknown.map(([place, id]) => `${place} ${trouble(id, ids, providers)}`);
  const message =
    lines.length === 1
      ? `Cannot use the configured models: ${lines[0]}`
      : `Cannot use ${lines.length} of the configured models:\n${lines.map((line) => `- ${line}`).join("\n")}`;
  const unconnected = unknown.some(([, id]) => !providers.includes(providerOf(id)));
  const connect = unconnected ? ", or connect the provider with `opencode auth login`" : "";
  throw new LabError(message, {
    advice: `Correct the names${connect}; \`opencode models\` lists them. No model was called.`,
  });
}

/** Every model that the configuration names, wherever it does. */
export function namedModels(config: Config): string[] {
  return configuredModels(config).map(([, id]) => id);
}

/** Every place that names a model, as [path, id]. */
function configuredModels(config: Config): [string, string][] {
  const list = (path: (string | number)[], ids: readonly string[]) =>
    ids.map((id, index): [string, string] => [pathText([...path, index]), id]);
  const topic = config.topic_generation_model;
  return [
    ...list(["design_models"], config.design_models),
    ...list(["review_models"], config.review_models),
    ...list(["review", "qualitative", "models"], config.review.qualitative.models),
    ...list(["review", "quantitative", "models"], config.review.quantitative.models),
    ...(topic === null ? [] : ([["topic_generation_model", topic]] as [string, string][])),
    ...Object.entries(config.fallback_models).flatMap(([id, others]): [string, string][] => [
      [pathText(["fallback_models"]), id],
      ...list(["fallback_models", id], others),
    ]),
  ];
}

function trouble(id: string, ids: readonly string[], providers: readonly string[]): string {
  const provider = providerOf(id);
  const near = nearest(id, ids);
  const hint = near.length > 0 ? `; nearest: ${near.join(", ")}` : "";
  if (providers.includes(provider)) return `must be a model that ${provider} offers, found ${found(id)}${hint}`;
  return `must be a model of a connected provider (${providers.join(", ")}), found ${found(id)}: ${provider} is not connected${hint}`;
}
