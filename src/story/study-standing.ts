import type {
  ProviderLoad,
  StudyExperiment,
  StudyExperimentState,
  StudyStanding,
  StudyWorker,
} from "../artifacts/study.ts";
import { amount, count, dollars, duration, type Figure } from "../text/numbers.ts";
import { costKnown } from "./amounts.ts";
import { type Block, heading, type Item, lead, list, notice } from "./block.ts";
import { copied, listed, model, type Sentence, say, strong, together, unmarked, words } from "./sentence.ts";
import { goOnSaid, keptEachSaid, leastKept, stoppedWhy, studyLine } from "./study-stopped.ts";

/** Counts of experiments by state. */
export type StateCounts = Readonly<Record<StudyExperimentState, number>>;
/** Experiments that failed for the same reason, the most first. */
export type FailedGroup = { reason: string | null; advice: string | null; keys: readonly string[] };
/** How the experiments stand: of each task by each panel, and those that failed by why. */
export type StudyProgress = {
  panels: readonly string[];
  tasks: readonly { key: string; title: string; cells: readonly StateCounts[] }[];
  /** How many of each panel wait, in the panels' order. */
  waiting: readonly number[];
  failed: readonly FailedGroup[];
};
export type StudySeen = {
  standing: StudyStanding;
  progress: StudyProgress;
  /** Milliseconds since 1970, by the clock of whoever looks. */
  now: number;
  /** Options that say which study is meant, as they are typed behind a word; empty where none is needed. */
  meant: string;
  /** How many of its experiments were put into this project. */
  pulled: number;
  /** Where the queue is, without a password: what a worker is told. */
  queue: string;
};

const NONE: StateCounts = { waiting: 0, running: 0, done: 0, failed: 0 };

/** Groups a study's experiments in one pass; what is of no task or panel of the study is passed over. */
export function studyProgress(
  { tasks, panels }: { tasks: readonly { key: string; title: string }[]; panels: readonly { name: string }[] },
  experiments: readonly Pick<StudyExperiment, "key" | "task" | "panel" | "state" | "reason" | "advice">[],
): StudyProgress {
  const names = panels.map(({ name }) => name);
  const column = new Map(names.map((name, at) => [name, at]));
  const rows = new Map(tasks.map(({ key }) => [key, names.map(() => ({ ...NONE }))]));
  const waiting = names.map(() => 0);
  const groups = new Map<string, { reason: string | null; advice: string | null; keys: string[] }>();
  for (const { key, task, panel, state, reason, advice } of experiments) {
    const at = column.get(panel);
    const cell = at === undefined ? undefined : rows.get(task)?.[at];
    if (at === undefined || cell === undefined) continue;
    cell[state] += 1;
    if (state === "waiting") waiting[at] = (waiting[at] ?? 0) + 1;
    if (state !== "failed") continue;
    const why = JSON.stringify([reason, advice]);
    const group = groups.get(why) ?? { reason, advice, keys: [] };
    group.keys.push(key);
    groups.set(why, group);
  }
  return {
    panels: names,
    tasks: tasks.map(({ key, title }) => ({ key, title, cells: rows.get(key) ?? [] })),
    waiting,
    failed: [...groups.values()].sort((a, b) => b.keys.length - a.keys.length),
  };
}

const LIVE: ReadonlySet<StudyWorker["state"]> = new Set(["working", "idle"]);
const allOf = ({ counts }: Pick<StudyStanding, "counts">): number =>
  counts.waiting + counts.running + counts.done + counts.failed;

/** What a person wants to know first: how much of it is done, what keeps it, money and time. */
export function standingSaid(seen: StudySeen): Block[] {
  const { standing } = seen;
  return [
    say`${strong(headSaid(standing))} ${stateSaid(standing)}`,
    ...heldSaid(seen).map(notice),
    list([moneySaid(standing), tokensSaid(standing), timeSaid(standing)].filter((each) => each.length > 0)),
  ];
}

/** "Study ferry: 31 of 48 experiments are done." */
export function headSaid(standing: Pick<StudyStanding, "name" | "counts" | "state">): Sentence {
  const { counts, state } = standing;
  const all = allOf(standing);
  const name = words(standing.name);
  if (all === 0) return say`Study ${name} has no experiments.`;
  if (counts.failed === all)
    return say`Study ${name} is over: ${all === 1 ? "its one experiment" : say`all ${amount(all)} experiments`} failed.`;
  const done = say`${amount(counts.done)} of ${count(all, "experiment")} ${counts.done === 1 ? "is" : "are"} done`;
  return state === "over" ? say`Study ${name} is over: ${done}.` : say`Study ${name}: ${done}.`;
}

/** "4 run, 11 wait, 2 failed.": what is not done, of that alone what there is. */
function stateSaid({ counts }: Pick<StudyStanding, "counts">): Sentence {
  const rest = restSaid(counts);
  return counts.failed === allOf({ counts }) || rest.length === 0 ? [] : say`${rest}.`;
}

function restSaid({ running, waiting, failed }: StateCounts): Sentence {
  return together(
    [
      ...(running > 0 ? [say`${amount(running)} ${running === 1 ? "runs" : "run"}`] : []),
      ...(waiting > 0 ? [say`${amount(waiting)} ${waiting === 1 ? "waits" : "wait"}`] : []),
      ...(failed > 0 ? [say`${amount(failed)} failed`] : []),
    ],
    ", ",
  );
}

/** One line for a log: all that changes of a study while it runs. */
export function standingLine(standing: StudyStanding): Sentence {
  const rest = restSaid(standing.counts);
  const done = say`${amount(standing.counts.done)} of ${amount(allOf(standing))} done`;
  const stopped = standing.state === "stopped" ? say`stopped` : [];
  return together([done, rest, spentSaidOf(standing.money), stopped], ", ");
}

/** What keeps what waits from being done, and what to know before all else. */
function heldSaid({ standing, progress }: StudySeen): Sentence[] {
  const { state, why, counts, workers, kept } = standing;
  if (state === "over") return [];
  const live = workers.filter((each) => LIVE.has(each.state));
  const runs = counts.running > 0 ? say` What runs goes on to its end.` : [];
  if (state === "stopped") {
    const back = counts.running > 0 ? say` What runs is given back.` : [];
    return [
      say`${stoppedWhy(standing)}${why === null || why === "person" ? back : say` It begins nothing more.${runs}`}`,
    ];
  }
  if (counts.waiting === 0) return [];
  if (live.length === 0) {
    const gone =
      workers.length === 0
        ? []
        : workers.length === 1
          ? say` The one that came is there no more.`
          : say` Of ${count(workers.length, "worker")} that came none is there any more.`;
    return [
      say`Nobody works on it: ${count(counts.waiting, "experiment")} ${counts.waiting === 1 ? "waits" : "wait"} for a worker.${gone}`,
    ];
  }
  const each = leastKept(kept.money);
  const broke = live.filter(
    ({ max_cost, state: is, spent }) =>
      max_cost !== null && is === "idle" && (each === null ? spent >= max_cost : spent + each > max_cost),
  );
  return [
    ...(broke.length === live.length
      ? [
          say`All that waits, waits for money: what each worker may spend of its own leaves no room for another experiment${each === null ? [] : say`: ${keptEachSaid(each)}`}.`,
        ]
      : []),
    ...lackingSaid(progress, live),
  ];
}

/** Panels of which some wait and that no worker can take, with what each is missing. */
function lackingSaid({ panels, waiting }: StudyProgress, live: readonly StudyWorker[]): Sentence[] {
  return panels.flatMap((panel, at) => {
    const left = waiting[at] ?? 0;
    const lacks = live.map((worker) => worker.lacks.find((each) => each.panel === panel));
    if (left === 0 || lacks.some((each) => each === undefined)) return [];
    const missing = [...new Set(lacks.flatMap((each) => each?.models ?? []))].sort();
    const which = missing.length === 0 ? [] : say`; what they lack: ${listed(missing.map(model), MOST_NAMED)}`;
    return [
      say`No worker can take the panel ${words(panel)}, of which ${count(left, "experiment")} ${left === 1 ? "waits" : "wait"}${which}.`,
    ];
  });
}

const MOST_NAMED = 6;

function spentSaidOf({ spent, unpriced }: StudyStanding["money"]): Sentence {
  const known = costKnown(spent, unpriced);
  return unpriced > 0 && spent === 0 ? known : say`${known} spent`;
}

/** "Money: $12.40 spent, $3.10 kept for what runs; up to $19.20 in all by the forecast, at most $25.00." */
function moneySaid({ money, limits, state }: StudyStanding): Sentence {
  const { unpriced, reserved, expected } = money;
  const unknown = unpriced > 0 ? say` (the price of ${count(unpriced, "session")} is not known)` : [];
  const kept = reserved > 0 ? say`, ${dollars(reserved)} kept for what runs` : [];
  const all =
    state === "over"
      ? []
      : expected === null
        ? say`; what all of it costs is not known`
        : say`; up to ${dollars(expected)} in all by the forecast`;
  return say`Money: ${spentSaidOf(money)}${unknown}${kept}${all}, ${limitSaid(limits.study.max_cost, dollars)}`;
}

function limitSaid(limit: number | null, drawn: (limit: number) => Figure): Sentence {
  return limit === null ? say`without a limit` : say`at most ${drawn(limit)}`;
}

function tokensSaid({ tokens, limits }: StudyStanding): Sentence {
  const { max_tokens } = limits.study;
  return say`Tokens: ${amount(tokens)}, ${limitSaid(max_tokens, amount)}`;
}

/** How long it runs and still takes, and by what that is known. */
function timeSaid({ time, counts, state, limits, workers }: StudyStanding): Sentence {
  const most = limits.study.max_hours === null ? [] : say`, at most ${count(limits.study.max_hours, "hour")}`;
  if (time.begun === null) return say`Time: nothing was begun yet${most}`;
  const since = say`Time: ${duration(time.elapsed)} ${state === "over" ? "from the first to the last" : "since the first was begun"}${most}`;
  if (state === "over") return since;
  if (time.left === null) return say`${since}; how much is left is not known before one is done`;
  const by = say`by how long ${counts.done === 1 ? "the one that is done" : say`the ${amount(counts.done)} that are done`} took ${time.bounded ? say`with ${amount(time.at_once)} at a time: what is kept for each before it begins leaves no room for more` : say`and how many run at a time`}`;
  const idle = state === "stopped" || !workers.some((each) => LIVE.has(each.state)) ? " once it goes on" : "";
  return say`${since}; about ${duration(Math.max(1, time.left))} left${idle}, ${by}`;
}

/** Experiments of a group that are named. */
const MOST_KEYS = 3;
/** Reasons that are told, and tasks that a terminal shows. */
const MOST_REASONS = 20;
export const MOST_TASKS = 40;

/** Those that failed, by why and what to do. */
export function failedSaid({ failed }: StudyProgress): Block[] {
  if (failed.length === 0) return [];
  const items = failed.slice(0, MOST_REASONS).map(({ reason, advice, keys }): Item => {
    const why = reason === null ? say`nobody said why` : say`${words(reason, "message")}`;
    const then = advice === null ? [] : say` ${words(advice, "message")}.`;
    return say`${strong(say`${count(keys.length, "experiment")}`)}: ${why}.${then} ${namedKeys(keys)}`;
  });
  const more = failed.length - MOST_REASONS;
  return [heading(say`Failed`), list(items, more > 0 ? { last: say`and ${amount(more)} other reasons` } : {})];
}

const namedKeys = (keys: readonly string[]): Sentence =>
  listed(
    keys.length > MOST_KEYS
      ? [...keys.slice(0, MOST_KEYS).map((key) => copied(key)), say`${amount(keys.length - MOST_KEYS)} more`]
      : keys.map((key) => copied(key)),
  );

/** Who works on it, who is lost, and what each lacks. */
export function workersSaid({ standing, now }: Pick<StudySeen, "standing" | "now">): Block[] {
  const { workers } = standing;
  if (workers.length === 0) return [];
  const lost = workers.filter(({ state }) => state === "lost");
  const gone = workers.filter(({ state }) => !LIVE.has(state));
  // Who works first, then whoever was there last.
  const ordered = [
    ...workers.filter(({ state }) => LIVE.has(state)),
    ...gone.toSorted((a, b) => Date.parse(b.seen) - Date.parse(a.seen)),
  ];
  return [
    heading(say`Workers`),
    {
      is: "table",
      named: "Workers",
      head: ["worker", "account", "state", "at once", "spent", "seen"],
      rows: ordered.map((each) => [
        each.machine,
        each.account,
        each.state,
        String(each.at_once),
        each.max_cost === null ? dollars(each.spent) : `${dollars(each.spent)} of ${dollars(each.max_cost)}`,
        seenText(each, now),
      ]),
      align: ["l", "l", "l", "r", "r", "r"],
    },
    ...(lost.length === 0
      ? []
      : [
          notice(
            say`${count(lost.length, "worker")} ${lost.length === 1 ? "was" : "were"} lost: nothing was heard of ${listed(
              lost.map(({ machine }) => words(machine)),
              MOST_NAMED,
            )}. What ${lost.length === 1 ? "it" : "they"} had goes on with others, from what is stored.`,
          ),
        ]),
    list(
      workers
        .filter(({ state, lacks }) => LIVE.has(state) && lacks.length > 0)
        .map(
          ({ machine, lacks }) =>
            say`${words(machine)} cannot take ${listed(lacks.map(({ panel, models }) => say`${words(panel)} (without ${listed(models.map(model), MOST_NAMED)})`))}`,
        ),
    ),
  ];
}

function seenText({ seen, state }: StudyWorker, now: number): string {
  const ago = (now - Date.parse(seen)) / 1_000;
  if (Number.isNaN(ago)) return "no date";
  return ago < 1 || state === "working" ? "now" : `${duration(ago)} ago`;
}

/** Providers that are held back, and how many requests each may have. */
export function providersSaid({ standing, now }: Pick<StudySeen, "standing" | "now">): Block[] {
  const told = standing.providers.flatMap((load) => providerSaid(load, now));
  return told.length === 0 ? [] : [heading(say`Providers`), list(told)];
}

function providerSaid({ provider, account, limit, used, until }: ProviderLoad, now: number): Sentence[] {
  const wait = until === null ? 0 : (Date.parse(until) - now) / 1_000;
  const held = wait > 0 ? say`: it refused, so nothing is asked for another ${duration(wait)}` : [];
  if (limit === null && held.length === 0) return [];
  const most =
    limit === null
      ? []
      : say`${held.length > 0 ? ";" : ":"} ${amount(used)} of ${count(limit, "request")} at a time are used`;
  return [say`${words(provider)} with the account ${words(account)}${held}${most}`];
}

/** Tasks by panels: how many of each are done, run or failed. At most so many tasks; the rest is counted. */
export function progressTable({ panels, tasks }: StudyProgress, most = MOST_TASKS): Block[] {
  if (tasks.length === 0) return [];
  const more = tasks.length - most;
  return [
    {
      is: "table",
      named: "Tasks by panels",
      head: ["task", ...panels],
      rows: tasks.slice(0, most).map(({ key, cells }) => [key, ...cells.map(cellText)]),
    },
    more > 0 ? say`and ${count(more, "task")} more: the page shows all (${copied("--page")})` : [],
  ];
}

/** "2 of 2", "1 of 2, 1 failed": how experiments stand, as a cell of a table says it. */
export function cellSaid(counts: StateCounts): Sentence {
  const { waiting, running, done, failed } = counts;
  const all = waiting + running + done + failed;
  return all === 0
    ? say`–`
    : together([say`${amount(done)} of ${amount(all)}`, restSaid({ ...counts, waiting: 0 })], ", ");
}

export const cellText = (counts: StateCounts): string => unmarked(cellSaid(counts), String);

/**
 * What can be typed now. `followed`: whether what it shows is said right beside it; `watched`: whether this is drawn anew
 * while it goes on.
 */
export function studyNext(
  { standing, meant, pulled, queue }: StudySeen,
  { followed = false, watched = false } = {},
): Sentence[] {
  const { state, why, counts, workers } = standing;
  const line = (word: string) => studyLine(word, meant);
  const works = workers.some((each) => LIVE.has(each.state));
  const next: Sentence[] = [];
  if (state === "stopped") next.push(goOnSaid(why, meant));
  if (state === "running" && !works && counts.waiting > 0)
    next.push(
      say`${copied(`opencode-designlab study work --queue ${queue} --study ${standing.hash.slice(0, 8)} --max-cost USD`)} works on it${queue.startsWith("postgres") ? say`, on any machine that reaches the queue` : say` on this machine`}.`,
      say`${copied("opencode-designlab study run FILE")} goes on with it, with the file that it was begun from.`,
    );
  if (state === "running")
    next.push(say`${watched ? [] : say`${line("show --follow")} follows it; `}${line("stop")} stops it.`);
  if (counts.failed > 0)
    next.push(say`${line("again")} has what failed wait anew; nothing that was answered is asked again.`);
  if (counts.done > pulled) next.push(say`${line("pull")} puts what is done into this project.`);
  if (pulled > 0 && !followed)
    next.push(say`${line("result")} says what it shows${state === "over" ? "" : " so far"}.`);
  return next;
}

/** All that `study show` says. `watched` as above. */
export function studyShown(seen: StudySeen, { watched = false } = {}): Block[] {
  return [
    ...standingSaid(seen),
    ...failedSaid(seen.progress),
    ...workersSaid(seen),
    ...providersSaid(seen),
    heading(say`Tasks`),
    ...progressTable(seen.progress),
    { is: "next", of: studyNext(seen, { watched }) },
  ];
}

/** Where there is no study at all. */
export const noStudy = (): Block[] => [
  lead(say`There is no study here.`),
  {
    is: "next",
    of: [
      say`${copied("opencode-designlab study check FILE")} says what a study would take, and ${copied("opencode-designlab study run FILE")} begins it.`,
      say`${copied("opencode-designlab study show --queue URL")} shows one of another place.`,
    ],
  },
];
