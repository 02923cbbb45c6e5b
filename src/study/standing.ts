import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { StudyExperimentState, StudyStanding, StudyWorker } from "../artifacts/study.ts";
import type { Dialect, Statements, StoredRow } from "./database.ts";
import { LOST, type StudyRow } from "./limits.ts";
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
    "SELECT state, COUNT(*) AS n, SUM(seconds) AS seconds FROM experiments WHERE study = ? GROUP BY state",
    study.hash,
  );
  for (const row of rows) {
    counts[row.state as StudyExperimentState] = Number(row.n);
    if (row.state === "done") seconds = Number(row.seconds);
  }
  const [running] = await statements.all(
    `SELECT COALESCE(SUM(CASE WHEN reserved > cost THEN reserved - cost ELSE 0 END), 0) AS reserved,
      COALESCE(SUM(${dialect.now} - taken), 0) AS under FROM experiments WHERE study = ? AND state = 'running'`,
    study.hash,
  );
  const workers = await workersOf(statements, study);
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
      reserved: Number(running?.reserved),
      expected: study.expected,
      unpriced: study.unpriced,
    },
    tokens: study.tokens,
    time: {
      begun: study.begun === null ? null : isoOf(study.begun),
      elapsed: study.begun === null ? 0 : Math.max(0, until - study.begun) / 1000,
      left: secondsLeft(study, counts, { done: seconds, under: Number(running?.under) / 1000, workers }),
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
  study: StudyRow,
  counts: StudyStanding["counts"],
  { done, under, workers }: { done: number; under: number; workers: readonly StudyWorker[] },
): number | null {
  if (counts.done === 0) return null;
  const mean = done / counts.done;
  const slots = workers.reduce((sum, { state, at_once }) => sum + (LIVES.has(state) ? at_once : 0), 0);
  const lanes = Math.max(1, counts.running, slots === 0 ? study.facts.lanes : slots);
  const work = mean * (counts.waiting + counts.running) - Math.min(under, mean * counts.running);
  return work / Math.min(lanes, Math.max(1, counts.waiting + counts.running));
}

const LIVES: ReadonlySet<string> = new Set(["working", "idle"]);

/** All that took part in it, in the order of their names. */
async function workersOf({ all }: Pick<Statements, "all">, { hash, now }: StudyRow): Promise<StudyWorker[]> {
  const rows = await all(
    `SELECT w.id, w.machine, w.account, w.hosts, w.slots, w.most, w.spent, w.gone, w.seen, w.lacks,
      (SELECT COUNT(*) FROM experiments e WHERE e.worker = w.id AND e.state = 'running') AS busy
      FROM seats s JOIN workers w ON w.id = s.worker WHERE s.study = ? ORDER BY w.id`,
    hash,
  );
  return rows.map((row) => ({
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
