import type { Spent } from "../artifacts/cost.ts";
import type { Failure } from "../artifacts/failure.ts";
import type { Names } from "../artifacts/names.ts";
import type { Note } from "../artifacts/note.ts";
import { requirementsOf } from "../artifacts/requirement.ts";
import type { StageState } from "../artifacts/stages/row.ts";
import type { Task } from "../artifacts/task.ts";
import type { RoundOutcome } from "../experiment/round-outcome.ts";
import { count } from "../text/numbers.ts";
import { type Block, section } from "./block.ts";
import { sortCallNotes } from "./call-notes.ts";
import { failed, MAX_WAYS, mending } from "./failures.ts";
import { decideNow, goOnRefining, mergeNow, openReport, refineAnew } from "./next.ts";
import { filesSaid, framed } from "./reply.ts";
import { roundHeld } from "./round-words.ts";
import { roundsBlocks } from "./rounds.ts";
import { type Sentence, say, strong, words } from "./sentence.ts";

/** What a call about rounds of better designs did, beside what they came to. */
type Refined = {
  task: Task;
  dir: string;
  /** The round that is held back until a person has judged it; null where none is. */
  held: Pick<Task, "round"> | null;
  spent: Spent;
  seconds: number;
  stopped: string | null;
  failures: readonly Failure[];
  notes: readonly Note[];
  names: Names;
  next: readonly Sentence[];
};

/** The reply of such a call: whether anything is better and how sure that is stands before all else. */
export function refinedSaid(outcomes: readonly RoundOutcome[], refined: Refined): Block[] {
  const { task, held, stopped, failures, names, next } = refined;
  const lost = failed(failures, names);
  const { first, others } = sortCallNotes(refined.notes);
  return framed(
    [
      ...roundsBlocks(outcomes, requirementsOf(task)),
      ...section(say`What failed (${count(lost.sessions, "session")})`, lost.ways, { most: MAX_WAYS, where: [] }),
      ...section(say`Notes`, others),
    ],
    {
      first: [
        ...first,
        ...(held === null ? [] : [roundHeld(held)]),
        ...(stopped === null
          ? []
          : [say`${strong(say`Stopped:`)} ${words(stopped, "message")}. What was running has finished and is kept.`]),
      ],
      topic: [words(task.topic, "message")],
      files: filesSaid(refined),
      next: [...mending(failures, task.experiment_id), ...next],
    },
  );
}

/** What leads on from a round. */
export function refinedNext(id: string, { state, isDecided }: { state: StageState; isDecided: boolean }): Sentence[] {
  if (state === "needs_input") return [];
  if (state !== "done") return [goOnRefining(id)];
  return [...(isDecided ? [] : [decideNow(id)]), openReport(id), mergeNow(id), refineAnew(id)];
}
