import type { StudyBundle, StudyExperiment, StudyStep, StudyWorker } from "../artifacts/study.ts";
import { LabError, messageOf } from "../errors.ts";
import type { Home } from "../store/private.ts";
import { openBudget, type Reservation, type StudyBudget } from "./budget.ts";
import { cutColumns, type Statements, type StudyDatabase } from "./database.ts";
import { QueueError } from "./database-error.ts";
import { claimRun, type EngineRun, enqueueRun, isRunOver } from "./engine.ts";
import { type LeaveToBegin, LOST, leaveToBegin, priceAmong, readStudyRow } from "./limits.ts";
import { type ExperimentSpent, GivenBack, type Performed, type TakenExperiment, type WorkerSeat } from "./queue.ts";
import { noteRefused, withShare } from "./shares.ts";
import {
  filesIn,
  finishExperiment,
  forgetSteps,
  giveBack,
  type Lease,
  MOST_PACKED,
  noteSpent,
  noteStep,
  putFile,
  takeExperiment,
  unpacked,
} from "./taking.ts";

type Joining = Omit<StudyWorker, "state" | "seen" | "spent">;
type Given = Parameters<WorkerSeat["work"]>[1];
type Ended = Awaited<ReturnType<WorkerSeat["work"]>>;
type InHand = { hold: Lease; gone: AbortController; money: Reservation };

/** How often a worker says that it lives, and looks whether what it has is still its own, milliseconds. */
const BEAT = 3_000;

/** Seats a worker at a queue. @param bundleOf Reads a study and checks its hash. */
export async function takeSeat(
  database: StudyDatabase,
  worker: Joining,
  person: Home,
  bundleOf: (hash: string) => Promise<StudyBundle | null>,
): Promise<WorkerSeat> {
  const { now } = database.dialect;
  await database.transaction("join the study", async ({ run }) => {
    await run(
      `INSERT INTO workers (id, machine, account, hosts, slots, most, spent, gone, seen, lacks) VALUES (?, ?, ?, ?, ?, ?, 0, 0, ${now}, ?)
        ON CONFLICT (id) DO UPDATE SET machine = excluded.machine, account = excluded.account, hosts = excluded.hosts,
          slots = excluded.slots, most = excluded.most, gone = 0, seen = excluded.seen, lacks = excluded.lacks`,
      worker.id,
      worker.machine,
      worker.account,
      worker.hosts,
      worker.at_once,
      worker.max_cost,
      JSON.stringify(worker.lacks),
    );
  });
  const inHand = new Set<InHand>();
  const leaving = new AbortController();
  const works = new Set<Promise<unknown>>();
  const beats = keepBeating(database, worker.id, inHand);
  return {
    async work(hash, given) {
      const bundle = await bundleOf(hash);
      if (bundle === null) throw new LabError(`Cannot work: the queue at ${database.address} has no study ${hash}.`);
      await database.patiently("join the study", ({ run }) =>
        run("INSERT INTO seats (study, worker) VALUES (?, ?) ON CONFLICT (study, worker) DO NOTHING", hash, worker.id),
      );
      const left = AbortSignal.any([given.signal, leaving.signal]);
      const budget = openBudget(person, hash, worker.max_cost);
      const working = workOn({ database, worker, budget, hash, bundle, inHand, left, given });
      works.add(working);
      try {
        return await working;
      } finally {
        works.delete(working);
      }
    },
    async leave() {
      leaving.abort();
      await Promise.allSettled(works);
      clearInterval(beats);
      await database.transaction("leave the study", async ({ run }) => {
        await run("DELETE FROM shares WHERE worker = ?", worker.id);
        await run(`UPDATE workers SET gone = 1, seen = ${now} WHERE id = ?`, worker.id);
      });
    },
  };
}

/**
 * Says every few seconds that the worker lives. What others have taken over meanwhile, what its study was stopped for,
 * and all that it had where it was not heard of for as long as the lease lasts, is told to be gone: also where the database
 * cannot be reached for so long, for then others take over.
 */
function keepBeating(database: StudyDatabase, worker: string, inHand: ReadonlySet<InHand>): NodeJS.Timeout {
  const { now, lock } = database.dialect;
  let under = false;
  let heard = performance.now();
  const beat = async (): Promise<void> => {
    const had = [...inHand];
    const asked = performance.now();
    const still = await database.transaction("say that the worker lives", async ({ all, run }) => {
      const [row] = await all(`SELECT ${now} - seen AS silent FROM workers WHERE id = ?${lock}`, worker);
      await run(`UPDATE workers SET seen = ${now} WHERE id = ?`, worker);
      if (Number(row?.silent) > LOST) return [];
      return all(
        `SELECT ${cutColumns(database.dialect, "e.study, e.key", 400)}, e.epoch FROM experiments e JOIN studies s ON s.hash = e.study
          WHERE e.worker = ? AND e.state = 'running' AND s.stopped IS NULL LIMIT 1000`,
        worker,
      );
    });
    heard = asked;
    const known = new Set(still.map(({ study, key, epoch }) => `${study} ${key} ${epoch}`));
    for (const { hold, gone } of had) if (!known.has(`${hold.hash} ${hold.key} ${hold.epoch}`)) gone.abort();
  };
  const timer = setInterval(() => {
    if (performance.now() - heard > LOST - BEAT) for (const { gone } of inHand) gone.abort();
    if (under) return;
    under = true;
    // A database that is away is told of by whoever works with it.
    beat()
      .catch(() => {})
      .finally(() => {
        under = false;
      });
  }, BEAT);
  timer.unref();
  return timer;
}

type Working = {
  database: StudyDatabase;
  worker: Joining;
  budget: StudyBudget;
  hash: string;
  bundle: StudyBundle;
  inHand: Set<InHand>;
  left: AbortSignal;
  given: Given;
};

/** Takes one after the other, as many at a time as it may. What cannot be stored ends the work with its error. */
async function workOn(working: Working): Promise<Ended> {
  const { worker, left } = working;
  const running = new Set<Promise<void>>();
  const trouble: { error: unknown }[] = [];
  let why: Ended | null = null;
  let idle = 0;
  // One listener for all naps: each of its own would be left behind where an experiment's end comes first.
  let wake = (): void => {};
  const nap = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const onLeft = (): void => wake();
  left.addEventListener("abort", onLeft);
  try {
    for (let turn = 0; why === null; ) {
      if (left.aborted) {
        why = "left";
        break;
      }
      if (trouble.length > 0) break;
      if (running.size >= worker.at_once) {
        await nap(LONGEST_IDLE);
        continue;
      }
      const outlook = await outlookOf(working);
      if (outlook !== "begin" && outlook !== "wait") {
        why = outlook;
        break;
      }
      const begun = outlook === "begin" ? await beginOne(working, turn, trouble) : null;
      if (begun === null) {
        idle = Math.min(idle + 1, 5);
        await nap(Math.min(LONGEST_IDLE, 100 * 2 ** idle) * (0.5 + Math.random() / 2));
        continue;
      }
      idle = 0;
      // Where one fits at a time, and the money ends early, each panel has had its turn.
      turn++;
      const over = begun.ended.finally(() => {
        running.delete(over);
        wake();
      });
      running.add(over);
    }
  } catch (error) {
    trouble.push({ error });
  }
  // What is stopped or cannot be stored is over soon, for its signal tells it; what goes on elsewhere ends by itself.
  if (trouble.length > 0 || why === "stopped" || why === "left")
    for (const { hold, gone } of working.inHand) if (hold.hash === working.hash) gone.abort();
  await Promise.allSettled(running);
  left.removeEventListener("abort", onLeft);
  const [first] = trouble;
  if (first !== undefined) throw first.error;
  return why ?? "left";
}

const LONGEST_IDLE = 1_500;

/** Whether one may begin, what else is to be waited for, or why there is nothing more for this worker. */
async function outlookOf(working: Working): Promise<Ended | "begin" | "wait"> {
  const { database, budget, hash, bundle, given } = working;
  const panels = bundle.panels.map(({ name }) => name).filter((name) => given.takes(name));
  if (panels.length === 0) return "over";
  const unfinished = async ({ all }: Pick<Statements, "all">): Promise<string[]> => {
    const found = await all(
      panels
        .map(
          () =>
            "SELECT CAST(? AS TEXT) AS panel WHERE EXISTS (SELECT 1 FROM experiments WHERE study = ? AND state = 'waiting' AND panel = ?) OR EXISTS (SELECT 1 FROM experiments WHERE study = ? AND state = 'running' AND panel = ?)",
        )
        .join(" UNION ALL "),
      ...panels.flatMap((panel) => [panel, hash, panel, hash, panel]),
    );
    return found.map(({ panel }) => String(panel));
  };
  /** The least that this worker would have to reserve for one more. */
  let least: number | null = null;
  const look = async ({ all }: Pick<Statements, "all">, lock: boolean): Promise<LeaveToBegin | null> => {
    const left = await unfinished({ all });
    const known = left.flatMap((panel) => priceOf(working, panel) ?? []);
    least = known.length === 0 ? null : Math.min(...known);
    const study = left.length === 0 ? null : await readStudyRow({ all }, database.dialect, hash, lock);
    if (study === null) return null;
    const fresh = { key: null, cost: 0, tokens: 0, price: priceAmong(study, left) };
    const leave = await leaveToBegin({ all }, study, { fresh, forgiving: true });
    // The last may have ended between these two looks: then nothing stands in the way of what is not there.
    const isLast = !leave.may && leave.why !== "busy" && (await unfinished({ all })).length === 0;
    return isLast ? null : leave;
  };
  const leave = await database.patiently("look what is to be done", (statements) => look(statements, false));
  if (leave === null) return "over";
  if (leave.may || leave.why === "busy") {
    const own = await budget.outlook(least);
    // The last may have ended meanwhile, and no money is wanted any more.
    if (own === "spent")
      return (await database.patiently("look what is to be done", unfinished)).length === 0 ? "over" : "money";
    return leave.may && own === "start" ? "begin" : "wait";
  }
  // Looked at again while nobody else changes it, for a limit may have been raised just now.
  return database.transaction("look what is to be done", async (statements) => {
    const again = await look(statements, true);
    if (again === null) return "over";
    if (again.may || again.why === "busy") return "wait";
    await statements.run("UPDATE studies SET stopped = COALESCE(stopped, ?) WHERE hash = ?", again.why, hash);
    return "stopped";
  });
}

const namespaceOf = (hash: string, panel: string): string => `${hash}/${panel}`;

/** Begins one of a panel that it takes, each panel's turn coming first once. Resolves with its end; null where none waits. */
async function beginOne(
  working: Working,
  turn: number,
  trouble: { error: unknown }[],
): Promise<{ ended: Promise<void> } | null> {
  const { database, hash, bundle, given } = working;
  const panels = bundle.panels.map(({ name }) => name).filter((name) => given.takes(name));
  const from = panels.length === 0 ? 0 : turn % panels.length;
  for (const panel of [...panels.slice(from), ...panels.slice(0, from)]) {
    const claim = () => claimRun(database, namespaceOf(hash, panel), (run) => performRun(working, run, trouble));
    const claimed = (await claim()) ?? ((await handOver(database, hash, panel)) > 0 ? await claim() : null);
    if (claimed !== null) return claimed;
  }
  return null;
}

/** The engine gets so many experiments of a panel at a time: it looks through all that it has each time. */
const HANDED = 64;

/**
 * Hands experiments that nobody has begun to the engine, in the order of their keys. One that the engine gave up, as it
 * does after a thousand attempts, is handed to it anew. Returns how many.
 */
async function handOver(database: StudyDatabase, hash: string, panel: string): Promise<number> {
  const namespace = namespaceOf(hash, panel);
  const handed = await database.transaction("hand experiments out", async (statements) => {
    const { all, run } = statements;
    await readStudyRow(statements, database.dialect, hash, true);
    const [there] = await all(
      "SELECT COUNT(*) AS n FROM experiments WHERE study = ? AND panel = ? AND state = 'waiting' AND run IS NOT NULL",
      hash,
      panel,
    );
    if (Number(there?.n) >= HANDED) return 0;
    const rows = await all(
      `SELECT ${cutColumns(database.dialect, "key", 400)} FROM experiments WHERE study = ? AND panel = ? AND state = 'waiting' AND run IS NULL ORDER BY experiments.key LIMIT ?`,
      hash,
      panel,
      HANDED,
    );
    for (const { key } of rows)
      await run(
        "UPDATE experiments SET run = ? WHERE study = ? AND key = ?",
        await enqueueRun(statements, namespace, String(key)),
        hash,
        String(key),
      );
    return rows.length;
  });
  if (handed > 0) return handed;
  const { now } = database.dialect;
  const stale = await database.all(
    "look after the experiments",
    `SELECT ${cutColumns(database.dialect, "e.key, e.run", 400)} FROM experiments e LEFT JOIN workers w ON w.id = e.worker WHERE e.study = ? AND e.panel = ? AND e.run IS NOT NULL
      AND (e.state = 'waiting' OR (e.state = 'running' AND (w.seen IS NULL OR w.seen < ${now} - ${2 * LOST}))) ORDER BY e.key LIMIT 16`,
    hash,
    panel,
  );
  let freed = 0;
  for (const { key, run: id } of stale) {
    if (!(await isRunOver(database, namespace, String(id)))) continue;
    freed += await database.patiently("look after the experiments", ({ run }) =>
      run(
        `UPDATE experiments SET run = NULL, state = 'waiting', worker = NULL, reserved = 0, weight = 0
          WHERE study = ? AND key = ? AND run = ? AND state IN ('waiting', 'running')`,
        hash,
        String(key),
        String(id),
      ),
    );
  }
  return freed;
}

/** What this worker reserves for one experiment of a panel: by what its user accepted, and by nothing that the queue says. */
const priceOf = ({ bundle, given }: Working, panel: string): number | null =>
  bundle.limits.experiment.max_cost ?? given.prices?.get(panel) ?? null;

/** Performs what the engine gave, within this worker's own budget. One that throws goes back to the engine. */
async function performRun(working: Working, run: EngineRun, trouble: { error: unknown }[]): Promise<void> {
  const [, panel = ""] = run.key.split("/");
  const money = await working.budget.reserve(priceOf(working, panel));
  if (money === "wait" || money === "spent") throw new GivenBack();
  try {
    await performReserved(working, { run, money }, trouble);
  } finally {
    await money.release();
  }
}

/** Performs it unless our own tables know better. */
async function performReserved(
  working: Working,
  { run, money }: { run: EngineRun; money: Reservation },
  trouble: { error: unknown }[],
): Promise<void> {
  const { database, worker, hash, inHand, left, given } = working;
  const taken = await takeExperiment(database, { hash, key: run.key, run: run.id, worker: worker.id });
  if (taken === "none") return;
  if (taken === "wait") throw new GivenBack();
  const hold: Lease = { hash, key: run.key, epoch: taken.epoch, worker: worker.id };
  const gone = new AbortController();
  const own: InHand = { hold, gone, money };
  inHand.add(own);
  const signal = AbortSignal.any([gone.signal, run.lost, left]);
  try {
    let performed: Performed;
    try {
      requireOfStudy(working, taken);
      performed = await given.perform(takenExperiment(working, { run, taken, own, signal }));
    } catch (error) {
      if (error instanceof QueueError) trouble.push({ error });
      if (error instanceof QueueError || error instanceof GivenBack || signal.aborted) throw error;
      performed = { outcome: "failed", reason: messageOf(error), advice: adviceOf(error) };
    }
    // What failed because it was told to end is no failure of its own.
    if (performed.outcome === "failed" && signal.aborted) throw new GivenBack();
    await finishExperiment(database, hold, performed);
  } catch (error) {
    if (error instanceof QueueError && trouble.every((each) => each.error !== error)) trouble.push({ error });
    const why = error instanceof GivenBack && error.message !== "" ? error.message : null;
    await giveBack(database, hold, why).catch(() => {});
    throw error;
  } finally {
    inHand.delete(own);
  }
}

/** Throws LabError for what the study that was allowed does not hold, whoever wrote it there, or what is not for this worker. */
function requireOfStudy({ bundle, given }: Working, { key, task, panel, repeat }: StudyExperiment): void {
  const isWhole = Number.isInteger(repeat) && repeat >= 1 && repeat <= bundle.repeats;
  const isKnown = bundle.tasks.some((each) => each.key === task) && bundle.panels.some(({ name }) => name === panel);
  if (isWhole && isKnown && key === `${task}/${panel}/${repeat}` && given.takes(panel)) return;
  throw new LabError("Cannot do it: the study that was allowed has no such experiment.", {
    advice: "See who may write to the queue.",
  });
}

const adviceOf = (error: unknown): string | null =>
  error instanceof LabError && error.advice !== "" ? error.advice : null;

type Performing = {
  run: EngineRun;
  taken: StudyExperiment;
  own: InHand;
  signal: AbortSignal;
};

/** What a worker gets of it. */
function takenExperiment(
  { database, worker, hash, bundle, inHand }: Working,
  { run, taken, own, signal }: Performing,
): TakenExperiment {
  const { hold, gone } = own;
  const charge = async (cost: number): Promise<void> => {
    const came = await own.money.charge(cost);
    if (came === "over") gone.abort();
    if (came === "spent") for (const each of inHand) each.gone.abort();
  };
  const panel = bundle.panels.find(({ name }) => name === taken.panel);
  let step: StudyStep | null = null;
  let isAnew = false;
  const fenced = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof GivenBack) gone.abort();
      throw error;
    }
  };
  return {
    hash,
    bundle,
    experiment: taken,
    signal,
    async step(name, work) {
      await fenced(noteStep(database, hold, name));
      step = name;
      let lost = true;
      try {
        // The run that was taken still knows which steps are done.
        if (isAnew) return await work();
        await run.step(name, async () => {
          lost = false;
          await work();
          lost = true;
        });
      } catch (error) {
        // What the step itself threw is its own; else the engine has given the run to another.
        if (isAnew || !lost || error instanceof QueueError) throw error;
        gone.abort();
        throw new GivenBack("", { cause: error });
      } finally {
        step = null;
      }
    },
    async anew() {
      await fenced(forgetSteps(database, hold, namespaceOf(hash, taken.panel)));
      isAnew = true;
    },
    files: () =>
      database.patiently("read an experiment's files", (statements) =>
        filesIn(statements, database.dialect, hash, hold.key),
      ),
    read: (path) => readFileOf(database, hash, hold.key, path),
    put: (path, bytes) => fenced(putFile(database, hold, path, bytes)),
    charge,
    async spent(here, before = NOTHING_SPENT) {
      await charge(here.cost);
      const known = (of: keyof ExperimentSpent): number => Math.max(taken[of], before[of]) + (here[of] || 0);
      await fenced(
        noteSpent(database, hold, { cost: known("cost"), tokens: known("tokens"), unpriced: known("unpriced") }),
      );
    },
    allowance: () => own.money.allowance(),
    share: (providers, work) =>
      fenced(
        withShare(
          database,
          {
            hold,
            account: worker.account,
            providers,
            limits: bundle.providers,
            demand: demandOf(panel, step),
            signal,
          },
          work,
        ),
      ),
    refused: (provider, seconds) =>
      noteRefused(database, {
        provider,
        account: worker.account,
        seconds,
        fixed: bundle.providers[provider] ?? null,
      }),
  };
}

const NOTHING_SPENT: ExperimentSpent = { cost: 0, tokens: 0, unpriced: 0 };

/** The most sessions at a time that a step of a panel can use. */
function demandOf(panel: StudyBundle["panels"][number] | undefined, step: StudyStep | null): number {
  if (panel === undefined) return 1;
  const most = (panel.config.limits as { max_parallel?: unknown } | undefined)?.max_parallel;
  const asked =
    step === "designs" ? panel.designs : step === "ranking" ? panel.reviewers : panel.designs * panel.reviewers;
  return Math.max(1, Math.min(asked, typeof most === "number" ? most : MOST_SESSIONS));
}

/** As the configuration has it where it says nothing. */
const MOST_SESSIONS = 64;

/** The bytes of a stored file; null where there is none. */
export async function readFileOf(
  database: StudyDatabase,
  hash: string,
  key: string,
  path: string,
): Promise<Uint8Array | null> {
  const [row] = await database.all(
    "read a file of an experiment",
    `SELECT ${database.dialect.blob("body", MOST_PACKED)} AS body FROM files WHERE study = ? AND key = ? AND path = ?`,
    hash,
    key,
    path,
  );
  return row === undefined ? null : unpacked(row.body);
}
