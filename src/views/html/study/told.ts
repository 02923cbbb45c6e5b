/** A part of the page, drawn by its server: HTML of our own, under the id of the place where it stands. */
export type StudyPart = { id: string; html: string };
/** What the page is told: all of it at first, then the parts that are others by now; or why nothing new comes. */
export type StudyTold = { title: string; whole: string } | { title: string; parts: StudyPart[] } | { trouble: string };
