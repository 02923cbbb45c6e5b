import { mean, sum } from "simple-statistics";
import type {
  DesignerGroup,
  Firsts,
  HalvesBeside,
  OutcomeState,
  OverTasks,
  PairRow,
  PanelRow,
  StudyNumbers,
} from "../artifacts/study-result.ts";
import type { Summary } from "../artifacts/summary.ts";
import { compareDesigners, type DesignerScore, LEAST_OF_DESIGNER } from "./designers.ts";
import { halvesBeside, reviewersOf } from "./history.ts";
import { amountOver, shareBeyond, shareOver } from "./over-tasks.ts";
import { EPSILON, tidy } from "./ranks.ts";
import { limitsOf } from "./study-limits.ts";

/** From so many tasks on words are said of two panels beside each other; below it numbers alone. */
export const LEAST_TASKS = LEAST_OF_DESIGNER.order;
/** Two panels that choose the same at most so much less often than each as itself are called alike. */
export const ALIKE_WITHIN = 0.1;

/** One task by one panel once, as it came back. Seconds and US dollars; null where nobody knows. */
export type StudyOutcome = {
  task: string;
  panel: string;
  repeat: number;
  state: OutcomeState;
  /** Known dollars, and sessions without a known price. */
  cost: number | null;
  unpriced: number;
  seconds: number | null;
  worker: string | null;
  /** Of one that is done, what its scores say; null of every other. */
  summary: Summary | null;
};

/** What a study asks, and what came of it: at most one outcome for each task, panel and repeat. */
export type StudyOutcomes = {
  tasks: readonly { key: string; title: string }[];
  panels: readonly string[];
  repeats: number;
  outcomes: readonly StudyOutcome[];
};

/** An outcome with who came first in it. */
export type RankedOutcome = StudyOutcome & { summary: Summary; first: Firsts };

/**
 * What a study says: each task by each panel, models as designers and as reviewers, panels beside each other, and what
 * cannot be told. Tasks are the unit of every interval, for what is repeated within a task hangs together. Pure; no number
 * is NaN or infinite, and the order of the outcomes changes none.
 */
export function studyNumbers(study: StudyOutcomes): StudyNumbers {
  const whole = filledUp(study);
  const done = whole.outcomes.flatMap((each): (StudyOutcome & { summary: Summary })[] =>
    each.state === "done" && each.summary !== null ? [{ ...each, summary: each.summary }] : [],
  );
  const ranked = done.flatMap((each): RankedOutcome[] => {
    const first = firstsIn(each.summary);
    return first === null ? [] : [{ ...each, first }];
  });
  const panels = study.panels.map((panel) => panelRow(whole, panel, ranked));
  const told = done.filter(({ summary }) => !summary.withheld);
  const differ = new Set(panels.map(({ reviewers }) => reviewers.join("\n"))).size > 1;
  /** Of all, and of each panel alone where reviewers differ. */
  const ofPanels = <T>(of: (own: readonly (typeof told)[number][]) => T) => ({
    all: of(told),
    panels: differ ? study.panels.map((panel) => ({ panel, of: of(told.filter((each) => each.panel === panel)) })) : [],
  });
  const pairs = study.panels.flatMap((one, at) =>
    study.panels.slice(at + 1).map((other) => pairRow([rowOf(panels, one), rowOf(panels, other)], ranked)),
  );
  const cells = Map.groupBy(whole.outcomes, ({ task, panel }) => JSON.stringify([task, panel]));
  const numbers = {
    tasks: study.tasks.map(({ key, title }) => ({
      task: key,
      title,
      panels: study.panels.map((panel) => taskByPanel(panel, cells.get(JSON.stringify([key, panel])) ?? [])),
    })),
    panels,
    pairs,
    designers: ofPanels(designersOver),
    reviewers: ofPanels((own) => reviewersOf(own.map(({ summary, task }) => ({ ...summary, unit: task })))),
    halves: ofPanels(halvesOver),
    workers: workersOf(whole.outcomes),
    spent: {
      cost: totalOf(whole.outcomes.map(({ cost }) => cost ?? 0)),
      unpriced: whole.outcomes.filter(({ unpriced }) => unpriced > 0).length,
      seconds: totalOf(whole.outcomes.map(({ seconds }) => seconds ?? 0)),
    },
  };
  return tidy({ ...numbers, cannot: limitsOf(whole, numbers, ranked) });
}

const rowOf = (panels: readonly PanelRow[], name: string): PanelRow => {
  const found = panels.find(({ panel }) => panel === name);
  if (found === undefined) throw new Error("a panel without a row");
  return found;
};

const totalOf = (values: readonly number[]): number => sum([0, ...values]);

/** The same with an outcome for every experiment that the study asks, in its order, and none that it does not ask. */
function filledUp(study: StudyOutcomes): StudyOutcomes {
  const nameOf = ({ task, panel, repeat }: Pick<StudyOutcome, "task" | "panel" | "repeat">): string =>
    JSON.stringify([task, panel, repeat]);
  const known = new Map(study.outcomes.map((each) => [nameOf(each), each]));
  const nothing = { state: "missing", cost: null, unpriced: 0, seconds: null, worker: null, summary: null } as const;
  const outcomes = study.tasks.flatMap(({ key: task }) =>
    study.panels.flatMap((panel) =>
      Array.from({ length: study.repeats }, (_, at): StudyOutcome => {
        const place = { task, panel, repeat: at + 1 };
        return known.get(nameOf(place)) ?? { ...place, ...nothing };
      }),
    ),
  );
  return { ...study, outcomes };
}

/** Who is first by quality; equals share the place. Null where nothing is ranked. */
export function firstsIn({ designs }: Pick<Summary, "designs">): Firsts | null {
  const scored = designs.flatMap(({ seat, name, score }) => (score === null ? [] : [{ seat: seat ?? name, score }]));
  if (scored.length === 0) return null;
  const most = Math.max(...scored.map(({ score }) => score));
  const first = scored.filter(({ score }) => score >= most - EPSILON);
  return sharesOf(first.map(({ seat }) => [{ seat, share: 1 }]));
}

/** Several first places as one: the mean share of each, the largest first. */
function sharesOf(places: readonly Firsts[]): Firsts {
  const seats = Map.groupBy(places.flat(), ({ seat }) => seat);
  const shares = [...seats].map(([seat, own]) => ({
    seat,
    share: Math.min(1, sum(own.map(({ share }) => share)) / places.length),
  }));
  return shares.toSorted((a, b) => b.share - a.share || (a.seat < b.seat ? -1 : 1));
}

/** How likely two first places are the same, where a draw decides between equals. */
export function sameFirst(one: Firsts, other: Firsts): number {
  const shares = new Map(other.map(({ seat, share }) => [seat, share]));
  return totalOf(one.map(({ seat, share }) => share * (shares.get(seat) ?? 0)));
}

/** How often two of these are the same, over all pairs of them; null for fewer than two. */
function sameWithin(own: readonly Firsts[]): number | null {
  const pairs = own.flatMap((one, at) => own.slice(at + 1).map((other) => sameFirst(one, other)));
  return pairs.length === 0 ? null : mean(pairs);
}

function taskByPanel(
  panel: string,
  outcomes: readonly StudyOutcome[],
): StudyNumbers["tasks"][number]["panels"][number] {
  const repeats = outcomes.map(({ repeat, state, cost: known, unpriced, seconds, worker, summary }) => {
    // Nothing known of sessions without a price is no price of 0.
    const cost = known === 0 && unpriced > 0 ? null : known;
    const told = state === "done" ? summary : null;
    return {
      ...{ repeat, state, first: told && firstsIn(told), p_best: told && sureness(told) },
      ...{ verdict: told?.verdict?.kind ?? null, cost, seconds, worker },
    };
  });
  const firsts = repeats.flatMap(({ first }) => (first === null ? [] : [first]));
  return {
    panel,
    repeats,
    choice: firsts.length === 0 ? [] : sharesOf(firsts),
    winners: repeats.filter(({ verdict }) => verdict === "winner").length,
    same: sameWithin(firsts),
  };
}

/** P(best) of what came first; of equals the mean. */
function sureness({ designs }: Summary): number | null {
  const most = Math.max(...designs.map(({ score }) => score ?? Number.NEGATIVE_INFINITY));
  const first = designs.flatMap(({ score, p_best }) =>
    score !== null && p_best !== null && score >= most - EPSILON ? [p_best] : [],
  );
  return first.length === 0 ? null : mean(first);
}

/** The mean of each task of what its experiments say; tasks of which none says anything are left out. */
function byTask<E extends { task: string }>(own: readonly E[], of: (each: E) => number | null): number[] {
  return [...Map.groupBy(own, ({ task }) => task).values()].flatMap((all) => {
    const said = all.flatMap((each) => of(each) ?? []);
    return said.length === 0 ? [] : [mean(said)];
  });
}

const priceOf = ({ cost, unpriced }: StudyOutcome): number | null => (unpriced > 0 ? null : cost);

function panelRow({ outcomes }: StudyOutcomes, panel: string, all: readonly RankedOutcome[]): PanelRow {
  const asked = outcomes.filter((each) => each.panel === panel);
  const done = asked.filter(({ state, summary }) => state === "done" && summary !== null);
  const ranked = all.filter((each) => each.panel === panel);
  const summaries = done.flatMap(({ summary }) => summary ?? []);
  const designers = seatsOf(summaries.flatMap(({ designs }) => designs.flatMap(({ seat }) => seat ?? [])));
  const reviewers = seatsOf(summaries.flatMap((each) => each.reviewers.map(({ seat }) => seat)));
  const judging = new Set(reviewers.map(modelIn));
  const repeated = Map.groupBy(ranked, ({ task }) => task);
  const same = [...repeated.values()].flatMap((own) => sameWithin(own.map(({ first }) => first)) ?? []);
  return {
    ...{ panel, designers, reviewers },
    self: seatsOf(designers.map(modelIn)).filter((model) => judging.has(model)),
    planned: asked.length,
    done: done.length,
    ranked: ranked.length,
    failed: asked.filter(({ state }) => state === "failed").length,
    withheld: summaries.filter(({ withheld }) => withheld).length,
    winners: summaries.filter(({ verdict }) => verdict?.kind === "winner").length,
    p_best: shareOver(
      byTask(ranked, ({ summary }) => sureness(summary)),
      ranked.length / Math.max(1, repeated.size),
    ),
    same: shareOver(same, repeatsIn([...repeated.values()].filter((own) => own.length > 1))),
    cost: amountOver(byTask(done, priceOf)),
    seconds: amountOver(byTask(done, ({ seconds }) => seconds)),
    spent: totalOf(asked.map(({ cost }) => cost ?? 0)),
    unpriced: asked.filter(({ unpriced }) => unpriced > 0).length,
  };
}

const seatsOf = (seats: readonly string[]): string[] => [...new Set(seats)].toSorted();

/** The model of a seat, whoever it plays. */
export const modelIn = (seat: string): string => seat.split(" as ", 1)[0] ?? seat;

/** The mean number of repeats of a task. */
const repeatsIn = (tasks: readonly (readonly unknown[])[]): number =>
  tasks.length === 0 ? 1 : mean(tasks.map((own) => own.length));

/** Two panels beside each other; the one that costs less in common tasks stands first. */
function pairRow([a, b]: [PanelRow, PanelRow], ranked: readonly RankedOutcome[]): PairRow {
  const [one, other] = isDearer(a, b, ranked) ? [b, a] : [a, b];
  const common = commonTasks(one.panel, other.panel, ranked);
  const across = (own: Common): number =>
    mean(own.one.flatMap((each) => own.other.map((beside) => sameFirst(each.first, beside.first))));
  const repeated = common.filter((own) => own.one.length > 1 && own.other.length > 1);
  const itself = (own: Common): number =>
    mean([own.one, own.other].map((each) => sameWithin(each.map(({ first }) => first)) ?? 0));
  const fewer = (tasks: readonly Common[]): number =>
    tasks.length === 0 ? 1 : Math.min(repeatsIn(tasks.map((own) => own.one)), repeatsIn(tasks.map((own) => own.other)));
  const same = shareOver(common.map(across), fewer(common));
  const beyond = shareBeyond(repeated.map(across), repeated.map(itself), fewer(repeated));
  const shared = one.designers.filter((seat) => other.designers.includes(seat));
  const pool = one.designers.length * other.designers.length;
  return {
    ...{ one: one.panel, other: other.panel, tasks: common.length },
    same,
    itself: shareOver(repeated.map(itself), fewer(repeated)),
    beyond,
    chance: pool === 0 ? null : shared.length / pool,
    habit: habitOf(common),
    shared,
    apart: {
      one: one.designers.filter((seat) => !shared.includes(seat)),
      other: other.designers.filter((seat) => !shared.includes(seat)),
    },
    says: saysOf(common.length, beyond),
    cost: differenceOf(common, priceOf),
    seconds: differenceOf(common, ({ seconds }) => seconds),
  };
}

type Common = { one: readonly RankedOutcome[]; other: readonly RankedOutcome[] };

function commonTasks(one: string, other: string, ranked: readonly RankedOutcome[]): Common[] {
  const tasks = [...Map.groupBy(ranked, ({ task }) => task).values()];
  return tasks
    .map((own) => ({
      one: own.filter(({ panel }) => panel === one),
      other: own.filter(({ panel }) => panel === other),
    }))
    .filter((own) => own.one.length > 0 && own.other.length > 0);
}

function isDearer(a: PanelRow, b: PanelRow, ranked: readonly RankedOutcome[]): boolean {
  const difference = differenceOf(commonTasks(a.panel, b.panel, ranked), priceOf);
  const known = difference?.value ?? (a.cost !== null && b.cost !== null ? b.cost.value - a.cost.value : 0);
  return known < 0;
}

/** What the other takes more than the one, in tasks of which both are known. */
function differenceOf(common: readonly Common[], of: (each: StudyOutcome) => number | null): OverTasks | null {
  return amountOver(
    common.flatMap((own) => {
      const [one, other] = [own.one, own.other].map((each) => each.flatMap((outcome) => of(outcome) ?? []));
      return one && other && one.length > 0 && other.length > 0 ? [mean(other) - mean(one)] : [];
    }),
  );
}

/** How often both choose the same in two different tasks: the mean over all ordered pairs of these. */
function habitOf(common: readonly Common[]): number | null {
  const tasks = common.length;
  if (tasks < 2) return null;
  const [ones, others] = [common.map(({ one }) => one), common.map(({ other }) => other)].map((all) =>
    all.map((own) => sharesOf(own.map(({ first }) => first))),
  ) as [Firsts[], Firsts[]];
  const every = tasks * tasks * sameFirst(sharesOf(ones), sharesOf(others));
  const within = totalOf(ones.map((own, at) => sameFirst(own, others[at] ?? [])));
  return Math.min(1, Math.max(0, (every - within) / (tasks * (tasks - 1))));
}

function saysOf(tasks: number, beyond: OverTasks | null): PairRow["says"] {
  if (tasks < LEAST_TASKS) return "few-tasks";
  if (beyond === null || beyond.low === null || beyond.high === null || beyond.tasks < LEAST_TASKS)
    return "no-yardstick";
  if (beyond.high < 0) return "other";
  return beyond.low >= -ALIKE_WITHIN ? "alike" : "open";
}

/**
 * Models as designers with a task as the unit: within each task model and experiment come apart first, and what is left of
 * the task counts once, however often it was repeated and by how many panels.
 */
function designersOver(own: readonly { task: string; summary: Summary }[]): DesignerGroup[] {
  const tasks = [...Map.groupBy(own, ({ task }) => task).values()].flatMap((all) =>
    compareDesigners(all.map(({ summary }) => scoresIn(summary))).map((group) =>
      group.rows.map(({ seat, effect }): DesignerScore => ({ seat, score: effect })),
    ),
  );
  return compareDesigners(tasks);
}

const scoresIn = ({ designs }: Summary): DesignerScore[] =>
  designs.flatMap(({ seat, score }) => (seat === null || score === null ? [] : [{ seat, score }]));

const halvesOver = (own: readonly { summary: Summary }[]): HalvesBeside | null =>
  halvesBeside(own.flatMap(({ summary: { halves } }) => (halves !== null && halves.length > 0 ? [halves] : [])));

function workersOf(outcomes: readonly StudyOutcome[]): StudyNumbers["workers"] {
  const named = outcomes.flatMap((each) => (each.worker === null ? [] : [{ ...each, worker: each.worker }]));
  return [...Map.groupBy(named, ({ worker }) => worker)]
    .map(([worker, own]) => ({
      worker,
      done: own.filter(({ state }) => state === "done").length,
      failed: own.filter(({ state }) => state === "failed").length,
      spent: totalOf(own.map(({ cost }) => cost ?? 0)),
      unpriced: own.filter(({ unpriced }) => unpriced > 0).length,
      seconds: totalOf(own.map(({ seconds }) => seconds ?? 0)),
    }))
    .toSorted((a, b) => (a.worker < b.worker ? -1 : 1));
}
