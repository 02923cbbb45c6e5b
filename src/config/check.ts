import type { TSchema } from "@sinclair/typebox";
import { Value, ValueErrorType } from "@sinclair/typebox/value";
import type { Criterion } from "../schemas/criterion.ts";
import { nearest } from "../text/nearest.ts";
import { found, mismatch, need, pathOf, pathText } from "../text/wording.ts";
import { merge } from "./merge.ts";
import { ModelId } from "./model-id.ts";
import type { Problem } from "./problem.ts";
import { ConfigFile } from "./schema.ts";
import type { Source } from "./source.ts";
import { PATTERNS } from "./wording.ts";

type Path = (string | number)[];

/** Everything wrong with one source: fields against the schema, then what no schema can say. */
export function problemsOf(source: Source): Problem[] {
  const problem = (path: Path, text: string, part: "key" | "value" = "value"): Problem => ({
    source: source.label,
    text: `${pathText(path)} ${text}`.trimStart(),
    position: source.positionOf(path, part),
  });
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of Value.Errors(ConfigFile, source.value)) {
    if (seen.has(error.path)) continue;
    seen.add(error.path);
    const path = pathOf(error.path, source.value);
    const unknown = error.type === ValueErrorType.ObjectAdditionalProperties;
    problems.push(
      problem(path, unknown ? unknownKey(path, error.schema) : mismatch(error, PATTERNS), unknown ? "key" : "value"),
    );
  }
  if (problems.length === 0) {
    for (const [path, text] of rubricProblems(source.value)) problems.push(problem(path, text));
  }
  return problems;
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
  const first = new Map<string, number>();
  for (const [index, { name, min, max }] of criteria.entries()) {
    const key = name.normalize("NFC").toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else problems.push([[...at, index, "name"], `must differ from criteria[${earlier}].name, found ${found(name)}`]);
    if (max <= min) problems.push([[...at, index, "max"], `must be above min ${min}, found ${max}`]);
  }
  if (criteria.length > 0 && criteria.every(({ weight }) => weight === 0)) {
    problems.push([at, "must have a weight above 0 for at least one criterion, found 0 for all"]);
  }
  return problems;
}
