import { type TSchema, Type } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType, ValuePointer } from "@sinclair/typebox/value";
import { Criterion } from "../artifacts/criterion.ts";
import { cleanValue } from "../text/clean.ts";
import { lookOf } from "../text/fold.ts";
import { nearest } from "../text/nearest.ts";
import { found, foundBeside, mismatch, need, pathOf, pathText } from "../text/wording.ts";
import { merge } from "./merge.ts";
import { ModelId } from "./model-id.ts";
import type { Problem } from "./problem.ts";
import { ConfigFile } from "./schema.ts";
import type { Source } from "./source.ts";
import { PATTERNS } from "./wording.ts";

type Path = (string | number)[];

/** What is wrong with one source, a hundred things at most: fields against the schema, then what no schema can say. */
export function problemsOf(source: Source): Problem[] {
  const problem = (path: Path, text: string, part: "key" | "value" = "value"): Problem => ({
    source: source.label,
    text: `${pathText(path)} ${text}`.trimStart(),
    position: source.positionOf(path, part),
  });
  const problems = firstOfEachPlace(ConfigFile, source.value).map((error) => {
    const path = pathOf(error.path, source.value);
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
    problems.push([[...at, ...pathOf(path, criteria)], mismatch({ schema, value }, PATTERNS)]);
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
