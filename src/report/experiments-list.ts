import type { Status } from "../schemas/status.ts";
import type { Task } from "../schemas/task.ts";
import { inline, join, literal, type Markdown, md } from "../text/markdown.ts";
import { finishedText } from "./status-text.ts";

export type ExperimentRow = {
  task: Task;
  status: Status;
  winner: string;
};

/** Columns of a winner's letter and title. */
const WINNER = 70;

/** Every experiment with its whole id, which a person types, and how it stands; the newest first. */
export function experimentsList(rows: readonly ExperimentRow[], left: number): Markdown {
  const lines = rows.map(
    ({ task, status, winner }) =>
      md`- ${literal(task.experiment_id)}\n  ${inline(winner, WINNER)}; ${finishedText(status)}`,
  );
  return join([...lines, ...(left > 0 ? [md`- and ${left} older ones`] : [])], "\n");
}
