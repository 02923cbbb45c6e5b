import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import {
  EXPERIMENT_STATES,
  type StudyExperimentState,
  type StudyStanding,
  type StudyWorker,
} from "../artifacts/study.ts";
import { ROUNDING } from "./budget.ts";
import { cutColumns, type Dialect, type Statements, type StoredRow } from "./database.ts";
import { HELD, LOST, priceAmong, type StudyRow } from "./limits.ts";
import { providerLoads } from "./shares.ts";
import { isoOf } from "./taking.ts";

/** How a whole study stands, by sums and grouped counts: an experiment's files are never looked at. */
export async function studyStanding(
  statements: Pick<Statements, "all">,
  dialect: Dialect,
  study: StudyRow,
): Promise<StudyStanding> {
  const counts: Record<StudyExperimentState, number> = { waiting: 0, running: 0, done: 0, failed: 0 };
  let seconds = 0;
  const rows = await statements.all(
    `SELECT ${cutColumns(dialect, "state, panel", 100)}, COUNT(*) AS n, SUM(seconds) AS seconds FROM experiments WHERE study = ?
      GROUP BY experiments.state, experiments.panel LIMIT 1000`,
    study.hash,
  );
  const left = new Set<string>();
  for (const row of rows) {
    const state = EXPERIMENT_STATES.find((each) => each === row.state) ?? "failed";
    counts[state] += Number(row.n);
    if (row.state === "done") seconds += Number(row.seconds);
    if (row.state === "waiting" || row.state === "running") left.add(String(row.panel));
  }
  const panels = [...left].sort();
  const [running] = await statements.all(
    `SELECT ${HELD.money} AS money, ${HELD.tokens} AS tokens, COALESCE(SUM(${dialect.now} - e.taken), 0) AS under
      FROM experiments e WHERE e.study = ? AND e.state = 'running'`,
    study.hash,
  );
  const seats = await workersOf(statements, dialect, study);
  const workers = seats.map(({ worker }) => worker);
  const lanes = lanesOf(study, counts, {
    held: { money: Number(running?.money), tokens: Number(running?.tokens) },
    price: priceAmong(study, panels),
    seats: seats.filter(({ worker }) => LIVES.has(worker.state)),
  });
  const over = counts.waiting + counts.running === 0;
  const state = over ? "over" : study.stopped === null ? "running" : "stopped";
  const until = over && study.ended !== null ? study.ended : study.now;
  return {
    hash: study.hash,
    name: study.name,
    state,
    why: state === "stopped" ? study.stopped : null,
    counts,
    limits: study.limits,
    money: {
      spent: study.spent,
      reserved: Number(running?.money),
      expected: study.expected,
      unpriced: study.unpriced,
    },
    tokens: study.tokens,
    kept: { money: panels.map((panel) => ({ panel, each: priceAmong(study, [panel]) })), tokens: study.heavy },
    time: {
      begun: study.begun === null ? null : isoOf(study.begun),
      elapsed: study.begun === null ? 0 : Math.max(0, until - study.begun) / 1000,
      left: secondsLeft(counts, lanes.at_once, { done: seconds, under: Number(running?.under) / 1000 }),
      ...lanes,
    },
    workers,
    providers: await providerLoads(
      statements,
      dialect,
      [...new Set(workers.map(({ account }) => account))].sort(),
      study.facts.providers,
    ),
  };
}

/** By the mean of those that are done and how many run at a time, less what those that run have behind them. */
function secondsLeft(
  counts: StudyStanding["counts"],
  at_once: number,
  { done, under }: { done: number; under: number },
): number | null {
  if (counts.done === 0) return null;
  const mean = done / counts.done;
  return (mean * (counts.waiting + counts.running) - Math.min(under, mean * counts.running)) / at_once;
}

/** Who works, with how many it has in hand of whatever study, and what is kept of its own money for them. */
type Seat = { worker: StudyWorker; busy: number; held: number };

/** How many run at a time: as many as workers can take, as far as what is kept for each fits into what is left. */
function lanesOf(
  { spent, tokens, heavy, limits: { study: limit }, facts }: StudyRow,
  { waiting, running }: StudyStanding["counts"],
  of: { held: { money: number; tokens: number }; price: number | null; seats: readonly Seat[] },
): { at_once: number; bounded: boolean } {
  const { held, price, seats } = of;
  /** Beside those that run; one that nobody can price runs alone. */
  const more = (most: number | null, used: number, need: number | null, busy: number): number => {
    if (most === null || need === 0) return Number.POSITIVE_INFINITY;
    return need === null ? Number(busy === 0) : Math.max(0, Math.floor((most - used) / need + ROUNDING));
  };
  const none = seats.length === 0;
  const slots = none ? facts.lanes : sum(seats.map(({ worker }) => worker.at_once));
  const most = Math.max(1, Math.min(waiting + running, slots));
  const own = seats.map(({ worker, busy, held: kept }) =>
    Math.min(worker.at_once, busy + more(worker.max_cost, worker.spent + kept, price, busy)),
  );
  const may = Math.min(
    none ? most : sum(own),
    running + more(limit.max_cost, spent + held.money, price, running),
    running + more(limit.max_tokens, tokens + held.tokens, heavy, running),
  );
  const at_once = Math.max(1, running, Math.min(most, may));
  return { at_once, bounded: at_once < most };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const LIVES: ReadonlySet<string> = new Set(["working", "idle"]);

/** All that took part in it, in the order of their names. */
async function workersOf({ all }: Pick<Statements, "all">, dialect: Dialect, { hash, now }: StudyRow): Promise<Seat[]> {
  const rows = await all(
    `SELECT ${cutColumns(dialect, "w.id, w.machine, w.account, w.hosts", 400)}, ${cutColumns(dialect, "w.lacks", 100_000)}, w.slots, w.most,
      w.spent, w.gone, w.seen,
      (SELECT COUNT(*) FROM experiments e WHERE e.worker = w.id AND e.state = 'running') AS busy,
      (SELECT ${HELD.money} FROM experiments e WHERE e.worker = w.id AND e.state = 'running') AS held
      FROM seats s JOIN workers w ON w.id = s.worker WHERE s.study = ? ORDER BY w.id LIMIT 1000`,
    hash,
  );
  return rows.map((row) => ({
    busy: Number(row.busy),
    held: Number(row.held),
    worker: {
      id: String(row.id),
      machine: String(row.machine),
      account: String(row.account),
      hosts: String(row.hosts),
      at_once: Number(row.slots),
      max_cost: row.most === null || row.most === undefined ? null : Number(row.most),
      spent: Number(row.spent),
      state:
        Number(row.gone) === 1
          ? "left"
          : now - Number(row.seen) > LOST
            ? "lost"
            : Number(row.busy) > 0
              ? "working"
              : "idle",
      seen: isoOf(row.seen),
      lacks: lacksOf(row.lacks),
    },
  }));
}

const Lacks = Type.Array(Type.Object({ panel: Type.String(), models: Type.Array(Type.String()) }));

/** What a worker says that it lacks; nothing where what stands there says nothing. */
function lacksOf(stored: StoredRow[string] | undefined): StudyWorker["lacks"] {
  try {
    const lacks: unknown = JSON.parse(String(stored));
    return Value.Check(Lacks, lacks) ? lacks : [];
  } catch {
    return [];
  }
}
