import type { Status } from "../schemas/status.ts";
import type { Task } from "../schemas/task.ts";
import { join, type Markdown, md } from "../text/markdown.ts";
import { table } from "./table.ts";

export type ExperimentRow = {
  task: Task;
  status: Status;
  winner: string;
};

/** Every experiment in a row, the newest first. */
export function experimentsTable(rows: readonly ExperimentRow[], left: number): Markdown {
  return join(
    [
      table(
        ["experiment", "designs", "scores", "winner"],
        rows.map(({ task, status: { designs, scores }, winner }) => [
          task.experiment_id,
          `${designs.there} of ${designs.wanted}`,
          `${scores.there} of ${scores.wanted}`,
          winner,
        ]),
      ),
      ...(left > 0 ? [md`and ${left} older ones`] : []),
    ],
    "\n\n",
  );
}
