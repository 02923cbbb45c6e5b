import type { Facts } from "../../plan/answer.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import {
  assumedSaid,
  costRests,
  countsSaid,
  groundSaid,
  named,
  nothingSaid,
  taskIds,
  uncomparedSaid,
  unmetSaid,
  whySaid,
} from "../../story/plan.ts";
import { code, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count, oneDecimal } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { drawn } from "./drawn.ts";
import { type Asked, changeCall, noteText, paged, taskName, troubleLines, viewCall } from "./plan-paged.ts";

/** Entries of each part before the rest is counted. */
const MAX_STARTABLE = 10;
const MAX_NAMED = 6;
const WORDS = 160;

export function nextText(plan: ReadPlan, next: Facts["next"], asked: Asked): Markdown {
  const [first, second] = next.startable;
  const head = first === undefined ? [md`**${drawn(nothingSaid(next))}**`] : firstText(plan, next, asked);
  const order = next.startable.slice(1, MAX_STARTABLE).map((each, at) => {
    const held = each.held === null ? md`` : md`, touches the same files as a task in progress`;
    return md`${at + 2}. ${taskName(plan, each.id)}: path ${oneDecimal(each.path)}, ${count(each.dependents, "task")} behind it${each.failed ? md`, failed before${noteText(plan, each.id)}` : md``}${held}`;
  });
  const more = next.startable.length - order.length - 1;
  const after =
    second === undefined
      ? []
      : [md`Then, in this order:\n\n${join([...order, ...(more > 0 ? [md`and ${more} more`] : [])], "\n")}`];
  const stuck = [
    ...line(md`In progress`, next.in_progress),
    ...line(md`Blocked by somebody`, next.blocked),
    ...line(md`In a cycle`, next.cycle),
    ...line(md`Behind a cycle`, next.behind),
    ...line(md`Without a known status`, next.unread),
    ...line(md`With dependencies that cannot be read`, next.unclear),
    ...line(md`One id in several files`, next.twice),
  ];
  const rows = next.waits.map((each) => md`- ${code(each.id)} for ${drawn(unmetSaid(each.for))}`);
  const waiting = rows.length === 0 ? [] : [md`Waiting, ${count(rows.length, "task")}:`];
  const counts = md`${drawn(countsSaid(plan))}.`;
  const rests =
    plan.left.ids.length === 0 ? counts : md`${counts} ${drawn(costRests)} ${drawn(assumedSaid(next.assumed, false))}`;
  return paged(
    {
      head: [
        ...head,
        ...after,
        ...(stuck.length > 0 ? [join(stuck, "\n")] : []),
        ...troubleLines(plan, asked),
        ...uncomparedSaid(next.unseen).map((said) => drawn(said)),
        ...(next.all === 0 ? [] : [rests]),
        ...waiting,
      ],
      rows,
      view: "next",
    },
    asked,
  );
}

const line = (what: Markdown, ids: readonly string[]): Markdown[] =>
  ids.length === 0 ? [] : [md`- ${what}: ${drawn(taskIds(ids, MAX_NAMED))}`];

/** What to start, why, how one knows that it is done, what beside it. */
function firstText(plan: ReadPlan, next: Facts["next"], asked: Asked): Markdown[] {
  const [first, second] = next.startable;
  const task = plan.all.tasks.get(first?.id ?? "");
  if (first === undefined || task === undefined) return [];
  const { planned = false } = asked;
  const alone = planned ? md` Every other task waits for another.` : md` Nothing else can be started.`;
  const why = md`Why: ${drawn(whySaid(first))}.${second === undefined ? alone : md` ${drawn(groundSaid(first, second))}`}`;
  const note = first.failed ? noteText(plan, first.id) : md``;
  const before = note === "" ? [] : [md`It failed before${note}.`];
  const held =
    first.held === null
      ? []
      : [
          md`A task in progress touches the same files (${code(truncate(first.held.files[0], WORDS))}): wait for it, or agree with whoever does it.`,
        ];
  const known = next.beside.filter((each) => each.known).map(({ id }) => id);
  const silent = next.beside.filter((each) => !each.known).map(({ id }) => id);
  const apart = next.apart.slice(0, MAX_NAMED).map(({ a, b, files }) => {
    return md`- not at once: ${code(a)} and ${code(b)}, for both touch ${code(truncate(files[0], WORDS))}`;
  });
  const beside = [
    ...line(md`Beside it, on other files`, known),
    ...line(md`Beside it, though of some it is not known which files they touch`, silent),
    ...apart,
  ];
  const done = task.done_when.slice(0, MAX_NAMED).map((each) => md`- done when: ${inline(each, WORDS)}`);
  const files = task.files.slice(0, MAX_NAMED).map((each) => code(truncate(each, WORDS)));
  const name = drawn(named(task.id, task.name));
  return [
    planned
      ? md`**First would be ${name}**, once the plan is approved.`
      : md`**Start ${name}${first.failed ? " again" : ""}:** ${changeCall(asked, "start", task.id)}`,
    ...before,
    why,
    ...held,
    join(
      [
        ...done,
        ...(files.length > 0 ? [md`- it will likely touch: ${join(files, ", ")}`] : []),
        md`- all of it: ${viewCall(asked, "show", { task: task.id })}`,
        ...beside,
      ],
      "\n",
    ),
  ];
}
