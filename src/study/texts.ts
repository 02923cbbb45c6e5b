import { Value } from "@sinclair/typebox/value";
import { STUDY_LISTS, type StudyBundle, type StudyPanel, type StudyTask } from "../artifacts/study.ts";
import { Config } from "../config/schema.ts";
import { merge } from "../config/source.ts";
import type { PanelSettings } from "../story/study-work.ts";
import { clean, cleanValue } from "../text/clean.ts";
import { writeInside } from "./work-folder.ts";

/**
 * All that a study sends to models or decides by, as files for a person to read, by their paths with "/": of each task its
 * text, and its lists beside it; of each panel its settings with its rubric, and the personas that it brings. As models get
 * it: without what no reader sees and a terminal obeys. The study's own file is none of them, for nothing is done by it.
 */
export function studyTexts(bundle: StudyBundle): Map<string, string> {
  const { tasks, panels, name, repeats, limits, providers } = bundle;
  return new Map([
    ["study.json", json({ name, repeats, limits, providers })],
    ...panels.flatMap((panel) => [
      [`panels/${panel.name}/settings.json`, json(panel.config)] as const,
      ...panel.files.map(
        ({ path, text }) => [`panels/${panel.name}/${path.replace(/^\.opencode\//u, "")}`, clean(text).text] as const,
      ),
    ]),
    ...tasks.flatMap((task) => [
      [`tasks/${task.key}.md`, clean(task.task).text] as const,
      ...(isListed(task)
        ? [[`tasks/${task.key}.json`, json(Object.fromEntries(STUDY_LISTS.map((list) => [list, task[list]])))] as const]
        : []),
    ]),
  ]);
}

const isListed = (task: StudyTask): boolean => STUDY_LISTS.some((list) => task[list].length > 0);
const json = (value: unknown): string => `${JSON.stringify(cleanValue(value).value, null, 2)}\n`;

/** What of a panel's settings a person is told; null where they are none of this version's: anybody may write a bundle. */
export function settingsOf({ config, files }: Pick<StudyPanel, "config" | "files">): PanelSettings | null {
  const whole = merge(Value.Create(Config), config);
  if (!Value.Check(Config, whole)) return null;
  const { review, design, fallback_models } = whole;
  return {
    criteria: review.quantitative.criteria.map(({ name }) => name),
    assertions: review.assertions.length,
    prompt: design.agent_prompt,
    personas: files.map(({ path, text }) => ({ name: personaIn(path), characters: text.length })),
    fallbacks: Object.entries(fallback_models).filter(([, others]) => others.length > 0),
  };
}

/** "critic" of the path at which a project holds it. */
const personaIn = (path: string): string =>
  path
    .replace(/(?:\/SKILL)?\.md$/u, "")
    .split("/")
    .at(-1) ?? path;

/** Writes them below a folder that holds none of them, for its person alone. Throws LabError for a path that leads out. */
export async function writeTexts(folder: string, bundle: StudyBundle): Promise<void> {
  for (const [path, text] of studyTexts(bundle)) await writeInside(folder, path, Buffer.from(text));
}
