import { OF_ONE_TASK, PLAN_VIEWS, type PlanAnswer, type PlanFacts, type PlanView } from "../plan/answer.ts";
import type { Conflict } from "../plan/conflicts.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { oneLine } from "../text/markdown.ts";
import { count, oneDecimal } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Block, type Item, list, narrow } from "./block.ts";
import {
  assumedSaid,
  chanceRests,
  costRests,
  cycleSaid,
  failureRests,
  longestSaid,
  riskRests,
  sampledSaid,
  taskCountsSaid,
  taskIds,
  twoDecimals,
  uncomparedSaid,
  unmetSaid,
} from "./plan.ts";
import {
  completedSaid,
  lookSaid,
  missedSaid,
  noneLeft,
  pages,
  statusMarked,
  taskName,
  taskNoteSaid,
  taskStatusSaid,
  viewCall,
  type Where,
} from "./plan-asked.ts";
import { findingSaid } from "./plan-faults.ts";
import { nextSaid } from "./plan-next.ts";
import { taskSaid } from "./plan-task.ts";
import { copied, path, type Sentence, say, strong, together, words } from "./sentence.ts";

/** One view of a plan. */
export function planSaid({ view, plan, facts }: PlanAnswer, asked: Where): Block[] {
  const shown = (VIEWS[view] as View<PlanView>)(plan, facts, asked);
  if (!("rows" in shown)) return shown;
  const { head, rows, tail = [], task, ...more } = shown;
  return [...head, list(rows, { ...more, ...pages(asked, view, task) }), ...tail];
}

/** What stands above the rows of a view, which are in pages, and below them; `task`: whose rows they are. */
type Rows = { head: Block[]; rows: readonly Item[]; numbers?: 1; tail?: Block[]; task?: string };
type View<V extends PlanView> = (plan: ReadPlan, facts: PlanFacts[V], asked: Where) => Block[] | Rows;

const VIEWS: { [V in PlanView]: View<V> } = {
  next: nextSaid,
  show: taskSaid,
  validate: validateSaid,
  parallel: parallelSaid,
  list: (plan, { rows }, asked) => ({
    head: [say`${strong(taskCountsSaid(plan))}, in ${path(plan.folder.dir)}`, lookSaid(plan, asked)],
    rows: rows.map(({ id, unmet }) => {
      const status = plan.all.tasks.get(id)?.status;
      const waits = unmet.length > 0 && status !== "completed" ? say`; waits for ${unmetSaid(unmet)}` : [];
      return say`${taskName(plan, id)}: ${statusMarked(status)}${taskNoteSaid(plan, id)}${waits}`;
    }),
  }),
  deps: (plan, facts, asked) => waysSaid(plan, facts, asked, say`waits for`),
  dependents: (plan, facts, asked) => waysSaid(plan, facts, asked, say`is waited for by`),
  topo: (plan, { order }, asked) => ({
    head: [
      order.length === 0
        ? say`${strong(say`No task has a place in an order.`)}`
        : say`${strong(say`An order in which ${count(order.length, "task")} can be done`)}: what a task waits for stands above it.`,
      lookSaid(plan, asked),
    ],
    rows: order.map((id) => say`${taskName(plan, id)}: ${taskStatusSaid(plan, id)}`),
    numbers: 1,
    tail: [missedSaid(plan, "all")],
  }),
  cycles(_, { paths, more }) {
    if (paths.length === 0) return [say`${strong(say`There is no cycle`)}: nothing waits for itself.`];
    const all = paths.length + more;
    const close = all === 1 ? "dependency closes a cycle" : "dependencies close a cycle each";
    return {
      head: [
        say`${strong(say`${all} ${close}.`)} Read a → b as: b waits for a. No task of a cycle can ever be started.`,
      ],
      rows: paths.map(cycleSaid),
      tail: [more > 0 ? say`${more} more are not written out: mend these first.` : []],
    };
  },
  critical(plan, facts, asked) {
    const longest = longestSaid(facts);
    if (longest.length === 0) return noneLeft(plan, asked, say`there is no path`);
    let sum = 0;
    const rows = facts.path.map(({ id, cost, assumed }) => {
      sum += cost;
      return say`${taskName(plan, id)}: cost ${cost}${star(assumed)}, ${sum} so far`;
    });
    const rests = together([costRests, assumedSaid(facts.assumed), completedSaid(plan)], " ");
    return { head: [longest, lookSaid(plan, asked)], rows, numbers: 1, tail: [rests, missedSaid(plan)] };
  },
  bottleneck(plan, { rows, pairs, from }, asked) {
    const [first] = rows;
    if (first === undefined)
      return [say`${strong(say`No task is a bottleneck`)}: no way from one task to another leads through a third.`];
    const share = (ways: number): Sentence =>
      say`${oneDecimal(ways)} of ${pairs} (${oneDecimal((100 * ways) / pairs)} %)`;
    return {
      head: [
        say`${strong(say`${copied(first.id)} is the tightest bottleneck.`)} In ${count(pairs, "pair")} of tasks one waits for the other, directly or by way of others. In so many of them this task stands on the shortest way between the two:`,
        sampledSaid(from, plan.all.ids.length),
        lookSaid(plan, asked),
      ],
      rows: rows.map(({ id, ways }) => say`${taskName(plan, id)}: ${share(ways)}, ${taskStatusSaid(plan, id)}`),
      tail: [
        say`Betweenness centrality (Brandes 2001), where several ways are equally short each counts in part. It counts dependencies, not effort: a late or wrong bottleneck holds up much, so have it looked at early.`,
      ],
    };
  },
  risk(plan, { classes, path: way, sum, assumed }, asked) {
    const there = classes.filter(({ ids }) => ids.length > 0);
    const all = there.reduce((many, { ids }) => many + ids.length, 0);
    if (all === 0) return noneLeft(plan, asked, say`nothing is at risk`);
    return {
      head: [
        say`${strong(say`Risk of ${count(all, "task")} that ${all === 1 ? "is" : "are"} left:`)}`,
        list(there.map(({ risk, ids }) => say`${risk ?? say`not assessed`}: ${ids.length} (${taskIds(ids)})`)),
        lookSaid(plan, asked),
        say`${strong(say`The riskiest path`)} has the highest sum of risk weight × impact weight, ${twoDecimals(sum)}:`,
      ],
      rows: way.map((each) => say`${taskName(plan, each.id)}: ${twoDecimals(each.weight)}${star(each.assumed)}`),
      numbers: 1,
      tail: [together([riskRests, assumedSaid(assumed), completedSaid(plan)], " "), missedSaid(plan)],
    };
  },
  cost(plan, { rows, once, expected, from_failure, independent, assumed }, asked) {
    if (rows.length === 0) return noneLeft(plan, asked, say`it costs nothing`);
    const share = (part: number, whole: number): Sentence => say`${Math.round((100 * part) / whole)} %`;
    return {
      head: [
        say`${strong(say`What is left costs ${oneDecimal(expected)} expected, ${oneDecimal(once)} if nothing fails`)}; ${share(from_failure, expected)} of it comes from failing.`,
        say`Were failures independent (r = 1): ${oneDecimal(independent.expected)}, ${share(independent.from_failure, independent.expected)} of it from failing.`,
        lookSaid(plan, asked),
        say`The most expensive first:`,
      ],
      rows: rows.map((row) => {
        const figure = say`${twoDecimals(row.expected)}${star(row.assumed.length > 0)}`;
        return say`${taskName(plan, row.id)}: ${figure} (cost ${row.cost}, succeeds in ${Math.round(100 * row.p_eff)} of 100, by itself in ${Math.round(100 * row.p)})`;
      }),
      tail: [
        together([costRests, chanceRests, failureRests, assumedSaid(assumed), completedSaid(plan)], " "),
        missedSaid(plan),
      ],
    };
  },
  decompose(plan, { rows, unassessed }, asked) {
    const [was, is] = unassessed === 1 ? (["was", "is"] as const) : (["were", "are"] as const);
    const silent = say` ${count(unassessed, "task")} ${was} not assessed in one of the two, and ${is} not told by it.`;
    return {
      head: [
        rows.length === 0
          ? say`${strong(say`No task needs to be made smaller.`)}`
          : say`${strong(say`${count(rows.length, "task")} ${rows.length === 1 ? "is" : "are"} to be made smaller:`)} what is risky or wide fails more often, and a failure of it costs more.`,
        lookSaid(plan, asked),
      ],
      rows: rows.map(({ id, risk, scope }) => {
        const why = [risk === null ? [] : say`risk ${risk}`, scope === null ? [] : say`scope ${scope}`];
        return say`${taskName(plan, id)}: ${together(why, ", ")}`;
      }),
      tail: [
        say`The rule: risk from high on, or scope from broad on, as the files say it.${unassessed === 0 ? [] : silent}`,
      ],
    };
  },
  help: ({ all: { ids } }, _, asked) => ({
    head: [
      say`${strong(say`Questions that can be asked of a plan`)}${ids.length === 0 ? [] : say`, here of ${count(ids.length, "task")}`}:`,
    ],
    rows: PLAN_VIEWS.map((view) => {
      return say`${strong(say`${view}`)}${OF_ONE_TASK.includes(view) ? " (task)" : ""}: ${ANSWERS[view]}`;
    }),
    tail: [say`For example ${viewCall(asked, "critical")}. Everything is derived from what the files say now.`],
  }),
};

/** What each view answers. */
const ANSWERS: Readonly<Record<PlanView, Sentence>> = {
  next: say`what can be started now, in which order and why, and what beside it`,
  list: say`every task with its status and what it waits for`,
  show: say`one task whole`,
  deps: say`what comes before a task, directly and in all`,
  dependents: say`what waits for a task, directly and in all`,
  validate: say`what is wrong with the files, the dependencies and what the plan serves`,
  topo: say`an order in which everything can be done`,
  cycles: say`what waits for itself, each as a path`,
  critical: say`the longest path of what is left, by cost`,
  parallel: say`what can be done at the same time, and what of it touches the same files`,
  bottleneck: say`the tasks that most ways lead through`,
  risk: say`how many tasks there are of each risk, and the riskiest path`,
  cost: say`what is left in expected cost, and how much of that comes from failing`,
  decompose: say`tasks that are to be made smaller, and why`,
  help: say`these views`,
};

/** Behind a figure that rests on what was assumed. */
const star = (assumed: boolean) => (assumed ? "*" : "");

/** What comes before a task, or waits for it; `how` says which. */
function waysSaid(plan: ReadPlan, { id, direct, all, unknown }: PlanFacts["deps"], asked: Where, how: Sentence): Rows {
  const near = new Set(direct);
  const row = (each: string): Sentence =>
    say`${taskName(plan, each)}: ${statusMarked(plan.all.tasks.get(each)?.status)}`;
  const itself = all.includes(id) ? ", itself among them: it stands in a cycle" : "";
  const sum =
    direct.length + unknown.length === 0
      ? say`nothing`
      : say`${count(direct.length, "task")} directly, ${count(all.length, "task")} in all${itself}`;
  return {
    head: [say`${strong(taskName(plan, id))} ${how} ${sum}.`, lookSaid(plan, asked)],
    rows: [
      ...direct.map(row),
      ...unknown.map((each) => say`${copied(each)}: ${strong(say`no file has this id`)}`),
      ...all.filter((each) => !near.has(each)).map((each) => say`${row(each)}, by way of others`),
    ],
    task: id,
  };
}

/** Columns of a path in a line about a conflict, and conflicts that are told of one generation. */
const PATH = 30;
const MAX_CONFLICTS = 6;

function parallelSaid(
  plan: ReadPlan,
  { generations, silent, unseen }: PlanFacts["parallel"],
  asked: Where,
): Block[] | Rows {
  if (generations.length === 0) return noneLeft(plan, asked, say`there is no step`);
  const many = generations.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    head: [
      say`${strong(say`${count(many, "task")} in ${count(generations.length, "step")}.`)}`,
      say`Tasks of one step wait for nothing of each other: they can be done at\nthe same time, but for those that touch the same files.`,
      narrow(lookSaid(plan, asked)),
    ],
    rows: generations.flatMap(({ ids, conflicts }, at): Item[] => {
      const more = say`and ${count(conflicts.length - MAX_CONFLICTS, "more pair")} on the same files`;
      return [
        { as: "title", of: say`${strong(say`Step ${at + 1}`)}, ${count(ids.length, "task")}:` },
        ...ids.map((id): Item => ({ as: "item", of: (room) => fittedTask(plan, id, room) })),
        ...conflicts
          .slice(0, MAX_CONFLICTS)
          .map((each): Item => ({ as: "aside", of: (room) => apartSaid(each, room) })),
        conflicts.length > MAX_CONFLICTS ? { as: "aside", of: more } : [],
      ];
    }),
    tail: [
      narrow(silent === 0 ? [] : silentSaid(silent)),
      narrow(uncomparedSaid(unseen)),
      completedSaid(plan),
      narrow(missedSaid(plan)),
    ],
  };
}

const silentSaid = (tasks: number): Sentence =>
  say`${count(tasks, "task")} ${tasks === 1 ? "names" : "name"} no files: whether they meet others is not known.`;

/** A task with as much of its name as there is room for. */
function fittedTask({ all }: ReadPlan, id: string, room: number): Sentence {
  const name = oneLine(all.tasks.get(id)?.name ?? "", room - 8);
  return say`${copied(truncate(id, Math.max(room, 12)))}${room < 20 ? [] : say` ${words(name, "all")}`}`;
}

function apartSaid({ a, b, files }: Conflict, room: number): Sentence {
  const id = (each: string) => copied(truncate(each, Math.max(room / 3, 8)));
  return say`not at once: ${id(a)}, ${id(b)} (${copied(truncate(files[0], Math.min(room / 3, PATH)))})`;
}

/** Islands that are described, and ids that are named of each. */
const MAX_ISLANDS = 3;
const MAX_IDS = 4;

function validateSaid(plan: ReadPlan, { errors, notes, more, islands, served }: PlanFacts["validate"]): Rows {
  const { others, dir } = plan.folder;
  const faults = errors.length + more.errors + more.cycles;
  const known = notes.length + more.notes;
  const verdict =
    faults > 0
      ? say`${count(faults, "thing")} ${faults === 1 ? "is" : "are"} wrong`
      : say`Nothing is wrong${known > 0 ? say`, ${count(known, "thing")} to know` : []}`;
  const wrong = (said: Sentence): Sentence => say`${strong(say`wrong:`)} ${said}`;
  const parts = say`${islands.length} parts have nothing to do with each other${islands.length > MAX_ISLANDS ? ", the largest" : ""}:`;
  const each = islands.slice(0, MAX_ISLANDS).map((ids) => say`${count(ids.length, "task")}: ${taskIds(ids, MAX_IDS)}`);
  return {
    head: [say`${strong(verdict)} in ${count(plan.all.ids.length, "task")} of ${path(dir)}.`],
    rows: [
      ...errors.map((fault) => wrong(findingSaid(fault))),
      more.errors > 0 ? wrong(say`and ${count(more.errors, "more thing")}: mend these first`) : [],
      more.cycles > 0 ? wrong(say`and ${count(more.cycles, "more cycle")}`) : [],
      ...notes.map((note) => say`to know: ${findingSaid(note)}`),
      more.notes > 0 ? say`to know: and ${count(more.notes, "more thing")}` : [],
    ],
    tail: [
      list(islands.length < 2 ? [] : [{ as: "title", of: parts }, ...each]),
      others > 0 ? say`${count(others, "Markdown file")} there ${others === 1 ? "is" : "are"} no task.` : [],
      served
        ? say`Checked: files, ids, dependencies, cycles, and that every requirement and component is served.`
        : say`Checked: files, ids, dependencies and cycles. Not checked: which requirements and components are served, for no design was given.`,
    ],
  };
}
