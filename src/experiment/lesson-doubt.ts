import { type LessonDoubt, type ListedLesson, MAX_LESSON } from "../artifacts/lesson.ts";
import type { KeptLesson } from "../store/lessons.ts";

/** Days after which a lesson that nobody confirmed is asked about. */
const MAX_DAYS = 365;
const DAY = 86_400_000;

/** All lessons with what is in doubt of each. @param ids Of the experiments that are there. */
export function listedLessons(kept: readonly KeptLesson[], ids: ReadonlySet<string>, now: Date): ListedLesson[] {
  return kept.map((lesson, at) => {
    const { text, experiment, said, confirmed } = lesson;
    return { text, experiment, said, confirmed, number: at + 1, doubt: doubtOf(lesson, ids, now) };
  });
}

function doubtOf(
  { text, experiment, confirmed, seen }: KeptLesson,
  ids: ReadonlySet<string>,
  now: Date,
): LessonDoubt | null {
  if (text.length > MAX_LESSON) return "long";
  if (!seen) return "unseen";
  if (experiment !== null && !ids.has(experiment)) return "gone";
  return confirmed === null || now.getTime() - Date.parse(confirmed) > MAX_DAYS * DAY ? "old" : null;
}
