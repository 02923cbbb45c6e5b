import type { PlanFacts } from "../plan/answer.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { count, oneDecimal } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Block, list } from "./block.ts";
import {
  assumedSaid,
  costRests,
  groundSaid,
  nothingSaid,
  taskCountsSaid,
  taskIds,
  taskNamed,
  uncomparedSaid,
  unmetSaid,
  whySaid,
} from "./plan.ts";
import { changeCall, lookSaid, pages, taskName, taskNoteSaid, viewCall, type Where } from "./plan-asked.ts";
import { copied, type Sentence, say, strong, together, words } from "./sentence.ts";

/** Entries of each part before the rest is counted, and columns of a path. */
const MAX_STARTABLE = 10;
const MAX_NAMED = 6;
const PATH = 160;

/** What to start, why, what beside it, what comes after; what cannot be started, and how many wait. */
export function nextSaid(plan: ReadPlan, next: PlanFacts["next"], asked: Where): Block[] {
  const { startable, all } = next;
  const order = startable.slice(1, MAX_STARTABLE).map((each) => {
    const before = each.failed ? say`, failed before${taskNoteSaid(plan, each.id)}` : [];
    const held = each.held === null ? "" : ", touches the same files as a task in progress";
    return say`${taskName(plan, each.id)}: path ${oneDecimal(each.path)}, ${count(each.dependents, "task")} behind it${before}${held}`;
  });
  const more = startable.length - order.length - 1;
  const rests = plan.left.ids.length === 0 ? [] : say` ${costRests} ${assumedSaid(next.assumed, false)}`;
  return [
    ...firstSaid(plan, next, asked),
    order.length === 0 ? [] : say`Then, in this order:`,
    list(order, { numbers: 2, last: more > 0 ? say`and ${more} more` : [] }),
    list([
      idsSaid(say`In progress`, next.in_progress),
      idsSaid(say`Blocked by somebody`, next.blocked),
      idsSaid(say`In a cycle`, next.cycle),
      idsSaid(say`Behind a cycle`, next.behind),
      idsSaid(say`Without a known status`, next.unread),
      idsSaid(say`With dependencies that cannot be read`, next.unclear),
      idsSaid(say`One id in several files`, next.twice),
    ]),
    lookSaid(plan, asked),
    uncomparedSaid(next.unseen),
    all === 0 ? [] : say`${taskCountsSaid(plan)}.${rests}`,
    ...waitsSaid(next, asked),
  ];
}

/** How many wait, and what lists them; each with what it waits for where nothing can be started and that is the question. */
function waitsSaid({ startable, waits }: PlanFacts["next"], asked: Where): Block[] {
  if (waits.length === 0) return [];
  if (startable.length === 0) {
    return [
      say`Waiting, ${count(waits.length, "task")}:`,
      list(
        waits.map((each) => say`${copied(each.id)} for ${unmetSaid(each.for)}`),
        pages(asked, "next"),
      ),
    ];
  }
  const one = waits.length === 1;
  const wait = one ? say`waits for what comes before it` : say`wait for what comes before them`;
  return [say`${count(waits.length, "more task")} ${wait}; ${viewCall(asked, "list")} lists ${one ? "it" : "them"}.`];
}

const idsSaid = (what: Sentence, ids: readonly string[]): Sentence =>
  ids.length === 0 ? [] : say`${what}: ${taskIds(ids)}`;

/** What to start, why, how one knows that it is done, what beside it; why nothing can be, where that is so. */
function firstSaid(plan: ReadPlan, next: PlanFacts["next"], asked: Where): Block[] {
  const [first, second] = next.startable;
  if (first === undefined) return [say`${strong(nothingSaid(next))}`];
  const task = plan.all.tasks.get(first.id);
  if (task === undefined) return [];
  const { planned = false } = asked;
  const alone = planned ? say`Every other task waits for another.` : say`Nothing else can be started.`;
  const note = first.failed ? taskNoteSaid(plan, first.id) : [];
  const file = (path: string) => copied(truncate(path, PATH));
  const besides = (known: boolean): string[] => next.beside.filter((each) => each.known === known).map(({ id }) => id);
  const name = taskNamed(task.id, task.name);
  return [
    planned
      ? say`${strong(say`First would be ${name}`)}, once the plan is approved.`
      : say`${strong(say`Start ${name}${first.failed ? " again" : ""}:`)} ${changeCall(asked, "start", task.id)}`,
    note.length === 0 ? [] : say`It failed before${note}.`,
    say`Why: ${whySaid(first)}. ${second === undefined ? alone : groundSaid(first, second)}`,
    first.held === null
      ? []
      : say`A task in progress touches the same files (${file(first.held.files[0])}): wait for it, or agree with whoever does it.`,
    list([
      ...task.done_when.slice(0, MAX_NAMED).map((each) => say`done when: ${words(each, "choice")}`),
      task.files.length > 0
        ? say`it will likely touch: ${together(task.files.slice(0, MAX_NAMED).map(file), ", ")}`
        : [],
      say`all of it: ${viewCall(asked, "show", { task: task.id })}`,
      idsSaid(say`Beside it, on other files`, besides(true)),
      idsSaid(say`Beside it, though of some it is not known which files they touch`, besides(false)),
      ...next.apart
        .slice(0, MAX_NAMED)
        .map(({ a, b, files }) => say`not at once: ${copied(a)} and ${copied(b)}, for both touch ${file(files[0])}`),
    ]),
  ];
}
