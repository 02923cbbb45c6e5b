import type { Firsts, OverTasks, PairRow, StudyResult } from "../artifacts/study-result.ts";
import { dollars, duration, probability } from "../text/numbers.ts";
import { costKnown } from "./amounts.ts";
import { type Block, heading, type Item, list } from "./block.ts";
import { designerTable, halvesTable, reviewerTables } from "./history-tables.ts";
import { copied, listed, model, type Sentence, say, strong, unmarked, words } from "./sentence.ts";

const NOTHING = "–";
/** Seats of a first place that are named. */
const MAX_FIRST = 3;

export const wholePercent = (share: number): number => Math.round(100 * share);

/** "64 % (43 to 81)": a share with its interval, where there is one. */
export function shareText(over: OverTasks | null): string {
  if (over === null) return NOTHING;
  if (over.low === null || over.high === null) return `${wholePercent(over.value)} %`;
  return `${wholePercent(over.value)} % (${wholePercent(over.low)} to ${wholePercent(over.high)})`;
}

/** "−3 (−20 to 12)" in hundredths. */
function differenceText(over: OverTasks | null): string {
  if (over === null) return NOTHING;
  const own = (share: number): string => signed(wholePercent(share));
  if (over.low === null || over.high === null) return own(over.value);
  return `${own(over.value)} (${own(over.low)} to ${own(over.high)})`;
}

const signed = (value: number): string => (value < 0 ? `−${-value}` : String(value + 0));

const panelTable = ({ panels }: StudyResult): Block[] => [
  heading(say`Each panel`),
  {
    is: "table",
    head: ["panel", "ranked", "winners", "P(best)", "with itself", "price", "time"],
    rows: panels.map(({ panel, planned, ranked, winners, p_best, same, cost, seconds }) => [
      panel,
      `${ranked} of ${planned}`,
      String(winners),
      p_best === null ? NOTHING : probability(p_best.value),
      shareText(same),
      cost === null ? NOTHING : dollars(cost.value),
      seconds === null ? NOTHING : duration(seconds.value),
    ]),
    align: ["l", "r", "r", "r", "r", "r", "r"],
    named: "panels",
  },
];

function pairTable(pairs: readonly PairRow[]): Block[] {
  const some = pairs.filter(({ tasks }) => tasks > 0);
  if (some.length === 0) return [];
  return [
    heading(say`Panels beside each other: how often they put the same designer first`),
    {
      is: "table",
      head: ["panels", "tasks", "same", "each with itself", "beyond, in 100"],
      rows: some.map(({ one, other, tasks, same, itself, beyond }) => [
        `${one}, ${other}`,
        String(tasks),
        shareText(same),
        shareText(itself),
        differenceText(beyond),
      ]),
      align: ["l", "r", "r", "r", "r"],
      named: "pairs",
    },
    {
      is: "table",
      head: ["panels", "by drawing", "by habit", "price more", "time more"],
      rows: some.map(({ one, other, chance, habit, cost, seconds }) => [
        `${one}, ${other}`,
        chance === null ? NOTHING : `${wholePercent(chance)} %`,
        habit === null ? NOTHING : `${wholePercent(habit)} %`,
        cost === null ? NOTHING : moreText(cost.value, dollars),
        seconds === null ? NOTHING : moreText(seconds.value, duration),
      ]),
      align: ["l", "r", "r", "r", "r"],
      named: "chance",
    },
  ];
}

export const moreText = (value: number, of: (amount: number) => string): string =>
  value < 0 ? `−${of(-value)}` : of(value);

/** What all models did, and of each panel alone where reviewers differ. */
function modelTables({ designers, reviewers, halves }: StudyResult): Block[] {
  const titled = (panel: string): Block => heading(say`By the reviewers of ${words(panel)} alone`, 2);
  // Of one panel alone that ranked anything they are the tables of all.
  const own = designers.panels
    .map(({ panel, of }, at) => ({
      panel,
      of: [
        ...of.flatMap((group, nth) => designerTable(group, nth, "task")),
        ...reviewerTables(reviewers.panels[at]?.of ?? []),
        ...halvesTable(halves.panels[at]?.of ?? null),
      ],
    }))
    .filter(({ of }) => of.length > 0);
  return [
    ...designers.all.flatMap((group, at) => designerTable(group, at, "task")),
    ...reviewerTables(reviewers.all),
    ...halvesTable(halves.all),
    ...(own.length > 1 ? own : []).flatMap(({ panel, of }) => [titled(panel), ...of]),
  ];
}

function workerTable({ workers }: StudyResult): Block[] {
  if (workers.length === 0) return [];
  return [
    heading(say`Who ran the experiments`),
    {
      is: "table",
      head: ["worker", "done", "failed", "price", "time"],
      rows: workers.map(({ worker, done, failed, spent, unpriced, seconds }) => [
        worker,
        String(done),
        String(failed),
        unmarked(costKnown(spent, unpriced), String),
        duration(seconds),
      ]),
      align: ["l", "r", "r", "r", "r"],
      named: "workers",
    },
  ];
}

/** All tables of a result, panels first. */
export const studyTables = (result: StudyResult): Block[] => [
  ...panelTable(result),
  ...pairTable(result.pairs),
  ...modelTables(result),
  ...workerTable(result),
];

/** Each task with what each panel put first. */
export function taskBlocks({ tasks, hash }: StudyResult, most = Number.POSITIVE_INFINITY): Block[] {
  const shown = tasks.slice(0, most);
  const left = tasks.length - shown.length;
  return [
    heading(say`Each task, and who came first by each panel`),
    list(
      shown.flatMap(({ task, title, panels }): Item[] => [
        {
          as: "title",
          of: title === task ? say`${strong(words(task))}` : say`${strong(words(title, "line"))}, ${words(task)}`,
        },
        ...panels.map((each): Item => ({ as: "below", of: chosenSaid(each) })),
      ]),
    ),
    left > 0
      ? say`${left} more stand in study.md; ${copied(`opencode-designlab study result ${hash.slice(0, 8)} --json`)} has all of them.`
      : [],
  ];
}

/** "wide: alpha/a in 2 of 2, P(best) 84 % and 79 %, a winner in 1; $8.20". */
function chosenSaid({ panel, repeats, choice, winners }: StudyResult["tasks"][number]["panels"][number]): Sentence {
  const ranked = repeats.filter(({ first }) => first !== null);
  const title = say`${words(panel)}: `;
  if (ranked.length === 0) return say`${title}${unrankedSaid(repeats)}`;
  const sure = listed(
    ranked.flatMap(({ p_best }) => (p_best === null ? [] : [say`${probability(p_best)}`])),
    MAX_FIRST,
  );
  const costs = repeats.flatMap(({ cost }) => cost ?? []);
  const price = costs.length === 0 ? [] : say`; ${dollars(costs.reduce((sum, each) => sum + each, 0))}`;
  const won =
    ranked.length === 1
      ? winners === 1
        ? say`, a winner`
        : say`, no winner`
      : say`, a winner in ${winners} of ${ranked.length}`;
  return say`${title}${firstsSaid(choice, ranked.length)}${sure.length > 0 ? say`, P(best) ${sure}` : []}${won}${price}`;
}

/** Who came first, and of several repeats in how many; equals of one repeat share it. */
function firstsSaid(choice: Firsts, repeats: number): Sentence {
  return listed(
    choice.map(({ seat, share }) => {
      if (repeats === 1) return choice.length === 1 ? say`${model(seat)}` : say`${model(seat)} (equal)`;
      const times = share * repeats;
      const whole = Math.abs(times - Math.round(times)) < 1e-6 ? Math.round(times) : null;
      return whole === null
        ? say`${model(seat)} in ${wholePercent(share)} %`
        : say`${model(seat)} in ${whole} of ${repeats}`;
    }),
    MAX_FIRST,
  );
}

function unrankedSaid(repeats: StudyResult["tasks"][number]["panels"][number]["repeats"]): Sentence {
  const [first] = repeats;
  const same = repeats.every(({ state }) => state === first?.state);
  if (first === undefined || !same) return say`nothing ranked`;
  switch (first.state) {
    case "failed":
      return say`failed`;
    case "missing":
      return say`not there yet`;
    case "unread":
      return say`cannot be read`;
    case "done":
      return say`nothing ranked, or held back`;
  }
}
