import { type TSchema, Type } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType, ValuePointer } from "@sinclair/typebox/value";
import { Criterion } from "../artifacts/criterion.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import { UsageError } from "../errors.ts";
import { cleanValue } from "../text/clean.ts";
import { lookOf } from "../text/fold.ts";
import { nearest } from "../text/nearest.ts";
import { found, foundBeside, mismatch, need, type PatternWords, pathText, pointerPath } from "../text/wording.ts";
import { Config, ConfigFile, ModelId, providerOf } from "./schema.ts";
import type { SourceProblem } from "./source.ts";
import { merge, type Source } from "./source.ts";

type Path = (string | number)[];

/** What is wrong with one source, a hundred things at most: fields against the schema, then what no schema can say. */
export function problemsOf(source: Source): SourceProblem[] {
  const problem = (path: Path, text: string, part: "key" | "value" = "value"): SourceProblem => ({
    source: source.label,
    text: `${pathText(path)} ${text}`.trimStart(),
    position: source.positionOf(path, part),
  });
  const problems = firstOfEachPlace(ConfigFile, source.value).map((error) => {
    const path = pointerPath(error.path, source.value);
    return error.type === ValueErrorType.ObjectAdditionalProperties
      ? problem(path, unknownKey(path, error.schema), "key")
      : problem(path, mismatch(error, PATTERNS));
  });
  if (problems.length > 0) return problems;
  return rubricProblems(source.value)
    .slice(0, MAX_PROBLEMS)
    .map(([path, text]) => problem(path, text));
}

/** Problems of one source that are looked for; more say nothing new, and each takes a search for what was meant. */
const MAX_PROBLEMS = 100;

/** The first thing that is wrong with each value, in the order of the schema. */
function firstOfEachPlace(schema: TSchema, value: unknown): ValueError[] {
  const found = new Map<string, ValueError>();
  for (const error of Value.Errors(schema, value)) {
    if (found.size >= MAX_PROBLEMS) break;
    if (!found.has(error.path)) found.set(error.path, error);
  }
  return [...found.values()];
}

/** The nearest field beside it, else fields of that name elsewhere, else the fields there are. */
function unknownKey(path: Path, parent: TSchema): string {
  const name = String(path.at(-1));
  if (parent.patternProperties) return `must have as its name ${need(ModelId, PATTERNS)}, found ${found(name)}`;
  const here = Object.keys(parent.properties ?? {});
  const near = nearest(name, here, 1)[0];
  const beside = pathText(path.slice(0, -1));
  if (near) return `must be a known field, found ${found(name)}; nearest: ${beside ? `${beside}.` : ""}${near}`;
  const elsewhere = fieldPaths(ConfigFile).filter((field) => field.split(".").at(-1) === name);
  if (elsewhere.length > 0) return `must be a known field, found ${found(name)}; nearest: ${elsewhere.join(", ")}`;
  return `must be a known field, found ${found(name)}; known here: ${here.join(", ")}`;
}

/** Every field of the configuration as a dotted path, sections included. */
export function fieldPaths(schema: TSchema, prefix = ""): string[] {
  return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, field]) => [
    prefix + name,
    ...fieldPaths(field, `${prefix}${name}.`),
  ]);
}

function rubricProblems(value: unknown): [Path, string][] {
  const { review } = merge({ review: { quantitative: { criteria: [] } } }, value) as {
    review: { quantitative: { criteria: Criterion[] } };
  };
  const { criteria } = review.quantitative;
  const at = ["review", "quantitative", "criteria"];
  const problems: [Path, string][] = [];
  // An experiment keeps what is left of a text without its invisible letters.
  for (const { path, schema } of firstOfEachPlace(Type.Array(Criterion), cleanValue(criteria).value)) {
    const value = ValuePointer.Get(criteria, path);
    problems.push([[...at, ...pointerPath(path, criteria)], mismatch({ schema, value }, PATTERNS)]);
  }
  const first = new Map<string, number>();
  for (const [index, { name, min, max }] of criteria.entries()) {
    const look = lookOf(name);
    const earlier = first.get(look);
    const other = criteria[earlier ?? index]?.name ?? "";
    if (earlier === undefined) first.set(look, index);
    else
      problems.push([
        [...at, index, "name"],
        `must look different from ${foundBeside(other, name)} (criteria[${earlier}].name), found ${foundBeside(name, other)}`,
      ]);
    if (max <= min) problems.push([[...at, index, "max"], `must be above min ${min}, found ${max}`]);
  }
  if (criteria.length > 0 && criteria.every(({ weight }) => weight === 0)) {
    problems.push([at, "must have a weight above 0 for at least one criterion, found 0 for all"]);
  }
  return problems;
}

/** What the patterns and constants of the configuration's schema ask for, in words that follow "must be". */
const PATTERNS: PatternWords = {
  [String(ModelId.pattern)]: 'a model as "provider/model", as `opencode models` prints it, without hidden characters',
  [String(Criterion.properties.name.pattern)]:
    "a name of 1 to 64 characters without control characters, quotes, backticks, | or \\",
  [Config.properties.output.properties.format.const]:
    '"json", for artifacts are data that any program reads and hold no comments',
};

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
  throw new UsageError(message, {
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
  const alone = [
    ["topic_generation_model", config.topic_generation_model],
    ["brief.first_model", config.brief.first_model],
    ["brief.probe_model", config.brief.probe_model],
  ] as const;
  return [
    ...list(["design_models"], config.design_models),
    ...list(["review_models"], config.review_models),
    ...list(["review", "qualitative", "models"], config.review.qualitative.models),
    ...list(["review", "quantitative", "models"], config.review.quantitative.models),
    ...alone.flatMap(([path, id]): [string, string][] => (id === null ? [] : [[path, id]])),
    ...Object.entries(config.fallback_models).flatMap(([id, others]): [string, string][] => [
      ["fallback_models", id],
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
