import { besideTask } from "../../artifacts/requirement.ts";
import type { Task } from "../../artifacts/task.ts";
import { askedLists } from "../../story/brief-stands.ts";
import { kept } from "../../text/kept-markdown.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";

/** Characters of a task. */
const TASK = 6_000;

/** A task in so many characters, its own Markdown as it is meant. */
export const givenTaskText = ({ task }: Pick<Task, "task">, most: number): Markdown =>
  kept(task.length > most ? `${task.slice(0, most)} […]` : task);

/** What was asked for, by numbers, and what it is judged by. */
export function taskBody(task: Task): Markdown {
  const scales = task.criteria.map(({ name, min, max, weight = 1 }) => {
    return md`${inline(name)} (${min}–${max}, weight ${weight})`;
  });
  return join([givenTaskText(task, TASK), ...askedText(task), md`Criteria: ${join(scales, ", ")}`], "\n\n");
}

/** A title and a list of each kind that there is any of: requirements under the numbers that every view uses, then what a brief says. */
export function askedText(task: Task): Markdown[] {
  return askedLists(task, besideTask(task)).flatMap(({ title, items }) => [
    md`${title}:`,
    join(
      items.map(({ id, text }) => (id === null ? md`- ${inline(text)}` : md`- **${inline(id)}** ${inline(text)}`)),
      "\n",
    ),
  ]);
}
