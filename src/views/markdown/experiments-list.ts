import type { Status } from "../../artifacts/status.ts";
import type { Task } from "../../artifacts/task.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { typed } from "../../text/typed.ts";
import { finishedText } from "./status-text.ts";

export type ExperimentRow = {
  task: Task;
  status: Status;
  /** Whether it is dated in the future, and so last and never the newest. */
  misdated: boolean;
  /** Which design, and how sure that is. */
  verdict: Markdown;
};

/** Columns of a topic. */
const TOPIC = 70;

/** Every experiment: its topic, its whole id, which a person types, how it came out and what is left; the newest first. */
export function experimentsList(rows: readonly ExperimentRow[], left: number): Markdown {
  const lines = rows.map(({ task, status, misdated, verdict }) => {
    const id = task.experiment_id;
    const more = status.pending.length > 0 ? md`; ${typed("resume", id)} asks for the rest` : md``;
    const date = misdated
      ? md`\n  Dated in the future: it is meant only where it is named, never as the newest.`
      : md``;
    return md`- ${inline(task.topic, TOPIC)} (${literal(id)})${date}\n  ${verdict}\n  ${finishedText(status)}${more}`;
  });
  return join([...lines, ...(left > 0 ? [md`- and ${left} older ones`] : [])], "\n");
}
