import type { BoundNote } from "../artifacts/note.ts";
import { PRESET_NAMES, type PresetName } from "../artifacts/preset.ts";
import { isObject } from "../text/is-object.ts";
import { count } from "../text/numbers.ts";
import { pathText } from "../text/wording.ts";
import type { Config } from "./schema.ts";
import { merge, type Source } from "./source.ts";

/** A setting that bounds what is spent or kept: less is stricter, and null bounds nothing. */
type Bound = { path: string[]; of(config: Config): Value };
type Value = number | boolean | PresetName | null;

const LIMITS = [
  "max_cost",
  "max_tokens",
  "max_minutes",
  "max_parallel",
  "max_parallel_per_provider",
  "cell_timeout",
] as const;

const BOUNDS: readonly Bound[] = [
  ...LIMITS.map((name): Bound => ({ path: ["limits", name], of: ({ limits }) => limits[name] })),
  { path: ["design", "max_tokens"], of: ({ design }) => design.max_tokens },
  { path: ["review", "quantitative", "samples"], of: ({ review }) => review.quantitative.samples },
  { path: ["confirm_above"], of: ({ confirm_above }) => confirm_above },
  { path: ["brief", "max_questions"], of: ({ brief }) => brief.max_questions },
  { path: ["guard", "max_cost"], of: ({ guard }) => guard.max_cost },
  { path: ["memory", "after_compaction"], of: ({ memory }) => memory.after_compaction },
  { path: ["output", "exchanges"], of: ({ output }) => output.exchanges },
  { path: ["preset"], of: ({ preset }) => preset },
  { path: ["review", "control"], of: ({ review }) => review.control },
  { path: ["review", "thrifty"], of: ({ review }) => THRIFT.indexOf(review.thrifty) },
];

/** The stricter first; null leaves it to the preset. */
const THRIFT: readonly (boolean | null)[] = [true, null, false];

/** A configuration that grows source by source, and what sources wanted of it and did not get. */
export type Layered = {
  config: Config;
  held: readonly BoundNote[];
  /** Which source set what bounds, by the setting's name; what none set is not in it. */
  setBy: Readonly<Record<string, string>>;
};

/** Lays a source of the person's own over what there is: it may say anything. */
export function withOwn(layered: Layered, source: Source): Layered {
  const config = merge(layered.config, source.value) as Config;
  return { ...layered, config, setBy: { ...layered.setBy, ...named(source) } };
}

/**
 * Lays a source over what there is that comes with a checkout, or may: whoever wrote it does not pay. It may make stricter
 * what bounds the spending, and what is kept of it, and never laxer, and it may take fallback models away but name none, for they are asked
 * without being in any estimate. What it names as designers and reviewers is in the estimate, and so is a preset where the
 * person set none. Experiments go into no hidden folder that it names.
 */
export function withCheckouts(layered: Layered, source: Source, isHidden: (folder: string) => boolean): Layered {
  const before = layered.config;
  const wanted = merge(before, source.value) as Config;
  const held: BoundNote[] = [];
  const hold = (path: readonly string[], want: string, holds: string) => {
    const setting = pathText(path);
    const of = layered.setBy[setting] ?? null;
    held.push({ kind: "bound-held", source: source.label, setting, wanted: want, holds, of });
  };
  let config = wanted;
  for (const { path, of } of BOUNDS) {
    if (amount(of(wanted)) <= amount(of(before))) continue;
    config = merge(config, nested(path, at(before, path))) as Config;
    hold(path, String(at(wanted, path)), String(at(before, path)));
  }
  const fallback_models: Config["fallback_models"] = {};
  for (const [model, others] of Object.entries(wanted.fallback_models)) {
    const own = before.fallback_models[model] ?? [];
    const kept = others.filter((other) => own.includes(other));
    fallback_models[model] = kept;
    if (kept.length < others.length) hold(["fallback_models", model], others.join(", "), kept.join(", ") || "none");
  }
  config = { ...config, fallback_models };
  const [own, theirs] = [before.review.assertions, wanted.review.assertions];
  if (theirs.some((each) => !own.includes(each))) {
    // Reviewers answer for these in the person's name.
    config = { ...config, review: { ...config.review, assertions: own } };
    hold(["review", "assertions"], countOf(theirs), countOf(own));
  }
  const { base_dir } = wanted.output;
  if (base_dir !== before.output.base_dir && isHidden(base_dir)) {
    // Hosts read commands and agents there, and experiments hold documents that models wrote.
    config = { ...config, output: { ...config.output, base_dir: before.output.base_dir } };
    hold(["output", "base_dir"], base_dir, before.output.base_dir);
  }
  // What is held stays whose it was.
  const refused = new Set(held.map(({ setting }) => setting));
  const set = Object.entries(named(source)).filter(([setting]) => !refused.has(setting));
  return { config, held: [...layered.held, ...held], setBy: { ...layered.setBy, ...Object.fromEntries(set) } };
}

const countOf = (sentences: readonly string[]): string =>
  sentences.length === 0 ? "none" : count(sentences.length, "sentence");

/** The settings of a source that bound what is spent, each with its label. */
function named({ label, value }: Source): Record<string, string> {
  const models = Object.keys((at(value, ["fallback_models"]) as object | undefined) ?? {});
  const paths = [...BOUNDS.map(({ path }) => path), ...models.map((model) => ["fallback_models", model])];
  const there = paths.filter((path) => at(value, path) !== undefined);
  return Object.fromEntries(there.map((path) => [pathText(path), label]));
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function amount(value: Value): number {
  return typeof value === "string" ? PRESET_NAMES.indexOf(value) : Number(value ?? Number.POSITIVE_INFINITY);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
