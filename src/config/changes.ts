import type { Criterion } from "../artifacts/criterion.ts";
import { isObject } from "../text/is-object.ts";
import { pathText } from "../text/wording.ts";
import type { Config } from "./schema.ts";

/** A setting that a project's files change. */
export type SettingChange = {
  /** Its path. */
  setting: string;
  /** Its value without the files, and as they have it; a long text by its beginning and its length. */
  without: string;
  written: string;
  /** Whether it is held back as long as nobody allows the files. */
  held: boolean;
};

/** What a person asks first: prices and limits, who is asked and how often, prompts. */
const FIRST = [/^confirm_above|^limits|^preset/u, /model|samples|thrifty|enabled|max_questions/u, /prompt/u];

/**
 * What a project's files change, the settings that cost money first.
 * @param strict What holds of the files while nobody allows them.
 */
export function changesOf(without: Config, strict: Config, written: Config): SettingChange[] {
  const [before, now] = [leavesOf(without), leavesOf(strict)];
  const changes = [...leavesOf(written)].flatMap(([setting, value]): SettingChange[] => {
    const [old, held] = [before.get(setting), !same(now.get(setting), value)];
    if (same(old, value) && !held) return [];
    return [{ setting, without: shown(old), written: shown(value), held }];
  });
  const rank = ({ setting }: SettingChange) => FIRST.findIndex((each) => each.test(setting)) >>> 0;
  return changes.sort((a, b) => rank(a) - rank(b));
}

/** Every value of a configuration by its path; a list is one value, and so is a map. */
function leavesOf(value: unknown, path: readonly string[] = []): Map<string, unknown> {
  if (!isObject(value) || path[0] === "fallback_models") return new Map([[pathText(path), value]]);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, [...path, name])]));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Letters of a text that are shown. */
const MOST = 300;

function shown(value: unknown): string {
  if (value === undefined) return "none";
  if (typeof value === "string" && value.length > MOST)
    return `${JSON.stringify(value.slice(0, MOST))}… (${value.length} characters)`;
  if (!Array.isArray(value) || !isObject(value[0])) return JSON.stringify(value);
  const rubric = value as unknown as Criterion[];
  const names = rubric.map(({ name, weight, min, max }) => `${JSON.stringify(name)} ${min} to ${max} × ${weight ?? 1}`);
  return `${names.join(", ")} (${JSON.stringify(value).length} characters)`;
}
