import { fence } from "../blind/fence.ts";
import { listedLessons } from "../experiment/lesson-doubt.ts";
import { freeBases } from "../experiment/open.ts";
import { type Remembered, rememberedOf } from "../experiment/remembered.ts";
import { readToldDecision } from "../experiment/told-decisions.ts";
import type { Lab } from "../prompting/lab.ts";
import { readLessons } from "../store/lessons.ts";
import { memoryFolder } from "../store/memory-folder.ts";
import { aboutOf, hasTask, listEither } from "../store/open.ts";
import { AFTER_CUT, REMEMBERED, rememberedLine } from "../story/lessons.ts";

/**
 * What earlier experiments and lessons say that bears on a task. Nobody is asked about a folder for it, and what cannot be
 * read is done without: who is given it can do without it too.
 * @param own The folder of the experiment that it is for.
 */
export async function rememberFor(lab: Lab, own: string, asked: string): Promise<Remembered[]> {
  const { homeBase, worktree, person, now } = lab;
  const { all } = await listEither(await freeBases(lab, "read"), now, person);
  const others = all.filter(hasTask).filter(({ dir }) => dir !== own);
  const told = await Promise.all(others.map((each) => readToldDecision(each)));
  const { lessons } = await readLessons(await memoryFolder({ ...person, worktree, homeBase }), person);
  const ids = new Set(all.map((each) => aboutOf(each).experiment_id));
  return rememberedOf(asked, {
    decisions: told.filter((each) => each !== null),
    lessons: listedLessons(lessons, ids, now()),
  });
}

/** The same for a prompt, between markers; nothing where there is nothing. */
export function rememberedText(
  who: keyof typeof REMEMBERED,
  remembered: readonly Remembered[] | undefined,
  nonce: string,
): string[] {
  if (remembered === undefined || remembered.length === 0) return [];
  return [`${REMEMBERED[who]}\n${fence(remembered.map(rememberedLine).join("\n"), nonce)}`];
}

/** The first lines of the project's page for an agent whose context was cut. */
export const standsText = (lines: string, nonce: string): string => `${AFTER_CUT}\n${fence(lines, nonce)}`;
