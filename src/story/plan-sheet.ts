import type { Level, PlanStatus, PlanTask, Risk, Scope } from "../artifacts/plan-task.ts";
import { stepsOf } from "../plan/answer.ts";
import { assumedIn, criticalOf } from "../plan/estimate.ts";
import { generationsOf } from "../plan/graph.ts";
import { type Unmet, unmetOf } from "../plan/may.ts";
import { type Next, nextOf } from "../plan/next.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { type Finding, validate } from "../plan/validate.ts";
import { cleanValue } from "../text/clean.ts";
import { count } from "../text/numbers.ts";
import {
  assumedSaid,
  costRests,
  longestSaid,
  nothingSaid,
  taskCountsSaid,
  taskNamed,
  uncomparedSaid,
  whySaid,
} from "./plan.ts";
import { missedSaid } from "./plan-asked.ts";
import { findingSaid } from "./plan-faults.ts";
import { quote, type Sentence, say, strong, together } from "./sentence.ts";

/** One task as a page shows it: its fields as its file has them, and its place in the plan. */
export type SheetTask = Pick<
  PlanTask,
  "id" | "name" | "impact" | "assignee" | "files" | "requirements" | "components" | "done_when" | "file"
> & {
  status: PlanStatus | "unread";
  /** What was said when it got this status, such as why it failed; null where nothing was. */
  note: string | null;
  /** It can be started now. */
  ready: boolean;
  /** Its generation of all that has an order, from 1; null where it stands in a cycle or waits for one. */
  layer: number | null;
  /** It waits for itself, by way of others or directly. */
  in_cycle: boolean;
  /** It is on the longest path of what is left. */
  critical: boolean;
  /** null where nobody assessed it. */
  risk: Risk | null;
  scope: Scope | null;
  level: Level | null;
  /** Tasks of the sheet that come before it, done or not, and ids that it waits for still. */
  before: readonly string[];
  waits_for: readonly Unmet[];
  /** Tasks of its step that touch the same files, each with the path of its own that they meet on. */
  meets: readonly { id: string; file: string }[];
  /** What is wrong with it, each without a full stop. */
  faults: readonly Sentence[];
};

/** A plan as the live page and the report show it. */
export type PlanSheet = {
  /** The folder of its tasks, as a person names it. */
  title: string;
  /** By layer, what has no order last; then by id. */
  tasks: readonly SheetTask[];
  /** Tasks beyond those that a page shows. */
  left_out: number;
  layers: number;
  /** Ids of the longest path of what is left, in order. */
  critical: readonly string[];
  /** How it stands and what to start next, in a line. */
  line: Sentence;
  /** How it stands, and what the figures rest on, null where there are none: whole sentences. */
  stands: readonly Sentence[];
  rests: Sentence | null;
  /** What is wrong with its files, each without a full stop. */
  wrong: readonly Sentence[];
};

/** Tasks that a page shows, and sentences on what is wrong. */
const MAX_TASKS = 400;
const MAX_WRONG = 40;
/** Of one task. */
const MAX_FAULTS = 12;

/** Everything that a page shows of a plan, from what its files say now; `stale`: why it is not that of today's design. */
export function planSheet(plan: ReadPlan, title: string, stale: Sentence | null = null): PlanSheet {
  const { all, sound, left, cycle } = plan;
  const generations = generationsOf(sound);
  const layers = new Map(generations.flatMap((ids, at) => ids.map((id) => [id, at + 1] as const)));
  const ordered = [...generations.flat(), ...all.ids.filter((id) => !layers.has(id))];
  const shown = new Set(ordered.slice(0, MAX_TASKS));
  const longest = criticalOf(left);
  const critical = longest.path.map(({ id }) => id);
  const next = nextOf(plan);
  const ready = new Set(next.startable.map(({ id }) => id));
  const steps = stepsOf(left);
  const meets = meetsOf(steps.generations);
  const { errors, notes, more: unnamed } = validate(plan, null);
  const findings = [...errors, ...notes];
  const wrong = findings.map(findingSaid);
  const more = wrong.length + unnamed.cycles + unnamed.errors + unnamed.notes - MAX_WRONG;
  const faultsOf = faultsBy(findings, wrong);
  return cleanValue({
    title,
    tasks: [...shown].flatMap((id): SheetTask[] => {
      const task = all.tasks.get(id);
      if (task === undefined) return [];
      const { name, status, scope, risk, impact, level, assignee, files, requirements, components, done_when } = task;
      return [
        {
          ...{ id, name, scope, risk, impact, level, assignee, files, requirements, components, done_when },
          file: task.file,
          status: status ?? "unread",
          note: plan.notes.get(id) ?? null,
          ready: ready.has(id),
          layer: layers.get(id) ?? null,
          in_cycle: cycle.has(id),
          critical: critical.includes(id),
          before: (all.before.get(id) ?? []).filter((each) => shown.has(each)),
          waits_for: status === "completed" ? [] : unmetOf(plan, id),
          meets: meets.get(id) ?? [],
          faults: atMost(
            [...(faultsOf.get(`id ${id}`) ?? []), ...(faultsOf.get(`file ${task.file}`) ?? [])],
            MAX_FAULTS,
          ),
        },
      ];
    }),
    left_out: ordered.length - shown.size,
    layers: generations.length,
    critical: critical.filter((id) => shown.has(id)),
    line: together([stale ?? [], say`${taskCountsSaid(plan)}.`, all.ids.length === 0 ? [] : nextSaid(plan, next)], " "),
    stands: [
      stale ?? [],
      say`${strong(taskCountsSaid(plan))}.`,
      all.ids.length === 0 ? [] : firstSaid(plan, next),
      longestSaid(longest),
      missedSaid(plan, "all"),
      uncomparedSaid([...new Set([...steps.unseen, ...next.unseen])]),
    ].filter(({ length }) => length > 0),
    rests:
      left.ids.length === 0 ? null : say`${costRests} ${assumedSaid(assumedIn(left.tasks.values(), ["scope"]), false)}`,
    wrong: more > 0 ? [...wrong.slice(0, MAX_WRONG), moreSaid(more)] : wrong,
  }).value;
}

const moreSaid = (more: number): Sentence => say`and ${count(more, "more thing")}`;

/** Some sentences, and how many more there are. */
function atMost(said: readonly Sentence[], most: number): readonly Sentence[] {
  return said.length <= most ? said : [...said.slice(0, most), moreSaid(said.length - most)];
}

/** What to start first, or why nothing can be started. */
function nextSaid({ all }: ReadPlan, next: Next): Sentence {
  const [first] = next.startable;
  if (first === undefined) return nothingSaid(next);
  return say`Next: ${taskNamed(first.id, all.tasks.get(first.id)?.name ?? "")}${first.failed ? say`, which failed before` : []}.`;
}

/** What to start first and why, or why nothing can be started. */
function firstSaid({ all, notes }: ReadPlan, next: Next): Sentence {
  const [first] = next.startable;
  if (first === undefined) return nothingSaid(next);
  const name = taskNamed(first.id, all.tasks.get(first.id)?.name ?? "");
  const note = notes.get(first.id);
  const reason = note === undefined ? say`` : say` (${quote(note)})`;
  const before = first.failed ? say` again, after it failed${reason}` : say``;
  return say`To be started next: ${name}${before}, for ${whySaid(first)}.`;
}

/** What of one step touches the same files, by id. */
function meetsOf(steps: ReturnType<typeof stepsOf>["generations"]): ReadonlyMap<string, SheetTask["meets"]> {
  const met = steps.flatMap(({ conflicts }) =>
    conflicts.flatMap(({ a, b, files }) => [
      { of: a, id: b, file: files[0] },
      { of: b, id: a, file: files[1] },
    ]),
  );
  return mapped(met, ({ id, file }) => ({ id, file }));
}

/** What is wrong, by the id of the task that it is about, or by its file where no id is known. */
function faultsBy(findings: readonly Finding[], said: readonly Sentence[]): ReadonlyMap<string, Sentence[]> {
  const about = findings.flatMap((finding, at) => aboutOf(finding).map((of) => ({ of, fault: said[at] ?? [] })));
  return mapped(about, ({ fault }) => fault);
}

const mapped = <T extends { of: string }, V>(all: readonly T[], value: (each: T) => V): ReadonlyMap<string, V[]> =>
  new Map([...Map.groupBy(all, ({ of }) => of)].map(([of, own]) => [of, own.map(value)]));

function aboutOf(finding: Finding): readonly string[] {
  switch (finding.kind) {
    case "cycle":
      return finding.path.slice(1).map((id) => `id ${id}`);
    case "broken":
    case "fault":
      return [`file ${finding.fault.file}`];
    case "left-out":
    case "unserved":
      return [];
    default:
      return [`id ${finding.id}`];
  }
}
