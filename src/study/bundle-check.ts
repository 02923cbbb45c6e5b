import { Value } from "@sinclair/typebox/value";
import { STUDY_MOST, StudyBundle } from "../artifacts/study.ts";
import { valueSource } from "../config/source.ts";
import { panelReaches } from "../config/study-file.ts";
import { isPersonaPath } from "./panel-of.ts";

/**
 * What a stored bundle holds that no study file comes to, in words that follow "Cannot read the study: "; null where it is
 * in order. Its hash says that nobody changed it, and nothing of who made it: what a panel says is done on a worker's machine.
 */
export function bundleFault(stored: unknown): string | null {
  const version = (stored as { version?: unknown } | null)?.version;
  if (version !== 1 || !Value.Check(StudyBundle, stored)) return "it was made by another version of opencode-designlab";
  const { file, tasks, panels, repeats } = stored;
  if (/[/\\\0]/u.test(file.name)) return "its file's name is a path";
  for (const names of [tasks.map(({ key }) => key), panels.map(({ name }) => name)]) {
    const twice =
      names.length === new Set(names).size ? undefined : names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) return `${twice} stands twice in it`;
  }
  if (tasks.length * panels.length * repeats > STUDY_MOST.experiments) return "it has too many experiments";
  for (const { name, config, files } of panels) {
    const paths = files.map(({ path }) => path);
    if (!paths.every(isPersonaPath) || new Set(paths).size < paths.length) return "it holds a file that no panel needs";
    if (panelReaches(valueSource(name, config))) return `its panel ${name} says what no panel may`;
  }
  return null;
}
