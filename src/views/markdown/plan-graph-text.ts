import type { Facts } from "../../plan/answer.ts";
import type { Conflict } from "../../plan/conflicts.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import {
  assumedSaid,
  costRests,
  cycleSaid,
  longestSaid,
  sampledSaid,
  taskIds,
  uncomparedSaid,
} from "../../story/plan.ts";
import { code, inline, join, type Markdown, md, wrapped } from "../../text/markdown.ts";
import { count, oneDecimal } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { drawn } from "./drawn.ts";
import {
  type Asked,
  completedText,
  fitting,
  noneLeft,
  paged,
  taskName,
  troubleLines,
  unordered,
} from "./plan-paged.ts";

export function topoText(plan: ReadPlan, { order }: Facts["topo"], asked: Asked): Markdown {
  const rows = order.map((id, at) => {
    const status = plan.all.tasks.get(id)?.status ?? null;
    return md`${at + 1}. ${taskName(plan, id)}: ${status ?? md`no known status`}`;
  });
  const head = [
    order.length === 0
      ? md`**No task has a place in an order.**`
      : md`**An order in which ${count(order.length, "task")} can be done**: what a task waits for stands above it.`,
    ...troubleLines(plan, asked),
  ];
  return paged({ head, rows, tail: unordered(plan, "all"), view: "topo" }, asked);
}

export function cyclesText({ paths, more }: Facts["cycles"], asked: Asked): Markdown {
  if (paths.length === 0) return md`**There is no cycle**: nothing waits for itself.`;
  const rows = paths.map((path) => md`- ${drawn(cycleSaid(path))}`);
  const head = [
    md`**${paths.length + more} ${paths.length + more === 1 ? "dependency closes a cycle" : "dependencies close a cycle each"}.** Read a → b as: b waits for a. No task of a cycle can ever be started.`,
  ];
  const rest = more > 0 ? [md`${more} more are not written out: mend these first.`] : [];
  return paged({ head, rows, tail: rest, view: "cycles" }, asked);
}

export function criticalText(plan: ReadPlan, facts: Facts["critical"], asked: Asked): Markdown {
  const { path, assumed } = facts;
  const longest = longestSaid(facts);
  if (longest === null) return noneLeft(plan, asked, md`there is no path`);
  let sum = 0;
  const rows = path.map(({ id, cost: own, assumed: guessed }, at) => {
    sum += own;
    return md`${at + 1}. ${taskName(plan, id)}: cost ${own}${guessed ? "*" : ""}, ${sum} so far`;
  });
  const head = [drawn(longest), ...troubleLines(plan, asked)];
  const tail = [join([drawn(costRests), drawn(assumedSaid(assumed)), ...completedText(plan)], " "), ...unordered(plan)];
  return paged({ head, rows, tail, view: "critical" }, asked);
}

/** Columns of a path in a line about a conflict. */
const PATH = 30;
/** Conflicts that are told of one generation. */
const MAX_CONFLICTS = 6;

export function parallelText(
  plan: ReadPlan,
  { generations, silent, unseen }: Facts["parallel"],
  asked: Asked,
): Markdown {
  if (generations.length === 0) return noneLeft(plan, asked, md`there is no step`);
  const rows = generations.flatMap(({ ids, conflicts }, at) => [
    md`${at === 0 ? "" : "\n"}**Step ${at + 1}**, ${count(ids.length, "task")}:`,
    ...ids.map((id) => fitting((room) => md`- ${code(truncate(id, Math.max(room, 12)))}${nameOf(plan, id, room)}`)),
    ...conflicts.slice(0, MAX_CONFLICTS).map(apartLine),
    ...(conflicts.length > MAX_CONFLICTS
      ? [md`  and ${count(conflicts.length - MAX_CONFLICTS, "more pair")} on the same files`]
      : []),
  ]);
  const many = generations.reduce((sum, { ids }) => sum + ids.length, 0);
  const head = [
    md`**${count(many, "task")} in ${count(generations.length, "step")}.**`,
    md`Tasks of one step wait for nothing of each other: they can be done at\nthe same time, but for those that touch the same files.`,
    ...troubleLines(plan, asked).map(wrapped),
  ];
  const quiet =
    silent === 0
      ? []
      : [
          wrapped(
            md`${count(silent, "task")} ${silent === 1 ? "names" : "name"} no files: whether they meet others is not known.`,
          ),
        ];
  const uncompared = uncomparedSaid(unseen).map((said) => wrapped(drawn(said)));
  const tail = [...quiet, ...uncompared, ...completedText(plan), ...unordered(plan).map(wrapped)];
  return paged({ head, rows, tail, view: "parallel" }, asked);
}

/** A name after an id, where there is room for some of it. */
function nameOf(plan: ReadPlan, id: string, room: number): Markdown {
  const name = plan.all.tasks.get(id)?.name ?? "";
  return room < 20 ? md`` : md` ${inline(name, room - 8)}`;
}

function apartLine({ a, b, files }: Conflict): Markdown {
  return fitting((room) => {
    const id = (each: string): Markdown => code(truncate(each, Math.max(room / 3, 8)));
    return md`  not at once: ${id(a)}, ${id(b)} (${code(truncate(files[0], Math.min(room / 3, PATH)))})`;
  });
}

export function bottleneckText(plan: ReadPlan, { rows, pairs, from }: Facts["bottleneck"], asked: Asked): Markdown {
  if (rows.length === 0) return md`**No task is a bottleneck**: no way from one task to another leads through a third.`;
  const lines = rows.map(({ id, ways }) => {
    const status = plan.all.tasks.get(id)?.status ?? null;
    return md`- ${taskName(plan, id)}: ${oneDecimal(ways)} of ${pairs} (${oneDecimal((100 * ways) / pairs)} %), ${status ?? md`no known status`}`;
  });
  const head = [
    md`**${drawn(taskIds(rows.slice(0, 1).map(({ id }) => id)))} is the tightest bottleneck.** In ${count(pairs, "pair")} of tasks one waits for the other, directly or by way of others. In so many of them this task stands on the shortest way between the two:`,
    ...sampledSaid(from, plan.all.ids.length).map((said) => drawn(said)),
    ...troubleLines(plan, asked),
  ];
  const tail = [
    md`Betweenness centrality (Brandes 2001), where several ways are equally short each counts in part. It counts dependencies, not effort: a late or wrong bottleneck holds up much, so have it looked at early.`,
  ];
  return paged({ head, rows: lines, tail, view: "bottleneck" }, asked);
}
