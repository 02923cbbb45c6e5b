/** Characters of a lesson, and lessons that are read and kept of a project. */
export const MAX_LESSON = 300;
export const MAX_LESSONS = 200;

/** What a person learned, a sentence, as it stands in a line of lessons.md; null where the line does not say. */
export type Lesson = {
  text: string;
  /** The id of the experiment that it comes from. */
  experiment: string | null;
  /** The days on which it was kept and last confirmed, as 2026-11-21. */
  said: string | null;
  confirmed: string | null;
};

/**
 * Why a lesson is given to nobody until a person confirms it: this machine saw nobody keep it so, its experiment is gone,
 * or nobody confirmed it for a year. One that is too long is none.
 */
export type LessonDoubt = "unseen" | "gone" | "old" | "long";

/** A lesson by its place among all, from 1, with what is in doubt of it; null where nothing is. */
export type ListedLesson = Lesson & { number: number; doubt: LessonDoubt | null };
