import type { ListedLesson } from "../artifacts/lesson.ts";
import { dayOf } from "../store/record-names.ts";
import { fitting } from "./fitting.ts";
import type { ToldDecision } from "./told-decisions.ts";

/** What is remembered of an earlier experiment, as askers and planners are given it. */
export type Remembered = { kind: "decision" | "lesson"; text: string; experiment: string | null; day: string | null };

/** Decisions and lessons that a model is given, together. */
const MOST = 5;
/** Characters of a decision as it is given; one that is longer is left out whole. */
const MAX_DECISION = 800;

/**
 * What bears on a task by its words: decisions and how they turned out, of which this machine saw a person say them, and
 * lessons of which nothing is in doubt.
 */
export function rememberedOf(
  asked: string,
  { decisions, lessons }: { decisions: readonly ToldDecision[]; lessons: readonly ListedLesson[] },
): Remembered[] {
  const told = decisions.flatMap((each): Remembered[] => {
    const text = decisionText(each);
    const day = dayOf(new Date(each.decided_at));
    return each.seen && text.length <= MAX_DECISION ? [{ kind: "decision", text, experiment: each.id, day }] : [];
  });
  const learned = lessons.flatMap(({ doubt, text, experiment, confirmed }): Remembered[] =>
    doubt === null ? [{ kind: "lesson", text, experiment, day: confirmed }] : [],
  );
  return fitting(asked, [...learned, ...told], { text: ({ text }) => text, most: MOST });
}

/** As its people said it: "Task queue: “Leases” was chosen: It is the one we can run. It failed: locks". */
function decisionText({ topic, design_id, title, because, outcome }: ToldDecision): string {
  const what = design_id === null ? "none of the designs was chosen" : `“${title ?? design_id}” was chosen`;
  const why = because === "" ? "" : `: ${because}`;
  const came = outcome === null ? "" : ` [it ${outcome.outcome}${outcome.note === "" ? "" : `: ${outcome.note}`}]`;
  return `${topic}: ${what}${why}${came}`;
}
