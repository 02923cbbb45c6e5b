import { gunzipSync, gzipSync } from "node:zlib";
import { MAX_AMOUNT } from "../artifacts/bounds.ts";
import { EXPERIMENT_STATES, STUDY_STEPS, type StudyExperiment, type StudyStep } from "../artifacts/study.ts";
import { cutColumns, type Dialect, type Statements, type StoredRow, type StudyDatabase } from "./database.ts";
import { enqueueRun } from "./engine.ts";
import { LOST, leaveToBegin, priceAmong, readStudyRow } from "./limits.ts";
import { fileHash, manifestOf } from "./manifest.ts";
import { GivenBack, type Performed, type QueuedFile } from "./queue.ts";

/** Who has an experiment, and which of the times that it was taken: what is written says so, and an older one is refused. */
export type Lease = { hash: string; key: string; epoch: number; worker: string };

/** The most milliseconds that a date of JavaScript counts from 1970, either way. */
const MOST_TIME = 8_640_000_000_000_000;
/** A time of the database in ISO 8601; one that cannot be is the nearest that can. */
export const isoOf = (at: StoredRow[string] | undefined): string =>
  new Date(Math.min(Math.max(Number(at) || 0, -MOST_TIME), MOST_TIME)).toISOString();
const iso = (at: StoredRow[string] | undefined): string | null => (at === null || at === undefined ? null : isoOf(at));
const text = (value: StoredRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** An amount that is one; nothing in place of what anybody may have written there. */
const amountOf = (value: StoredRow[string] | undefined): number => {
  const amount = Number(value);
  return amount >= 0 && amount <= MAX_AMOUNT ? amount : 0;
};

/** The columns of an experiment, each cut to what it may be. */
export const experimentColumns = (dialect: Dialect): string =>
  `${cutColumns(dialect, "key, task, panel, state, step, worker, manifest", 400)}, ${cutColumns(dialect, "reason, advice", MOST_TOLD)},
  repeat, epoch, cost, tokens, unpriced, reserved, begun, taken, ended, seconds, files, bytes`;

/** A row as others get it. `now`: the database's clock, for what runs. */
export function experimentOf(row: StoredRow, now: number): StudyExperiment {
  const running = row.state === "running";
  const since = running ? Math.max(0, now - Number(row.taken)) / 1000 : 0;
  return {
    key: String(row.key),
    task: String(row.task),
    panel: String(row.panel),
    repeat: Number(row.repeat),
    // What is none of ours nobody goes on with.
    state: EXPERIMENT_STATES.find((state) => state === row.state) ?? "failed",
    step: STUDY_STEPS.find((step) => step === row.step) ?? null,
    epoch: Number(row.epoch),
    worker: text(row.worker),
    reason: text(row.reason),
    advice: text(row.advice),
    cost: amountOf(row.cost),
    tokens: amountOf(row.tokens),
    unpriced: amountOf(row.unpriced),
    reserved: running ? Math.max(0, amountOf(row.reserved) - amountOf(row.cost)) : 0,
    begun: iso(row.begun),
    ended: iso(row.ended),
    seconds: amountOf(row.seconds) + (Number.isFinite(since) ? since : 0),
    files: amountOf(row.files),
    bytes: amountOf(row.bytes),
    manifest: text(row.manifest),
  };
}

/**
 * Takes an experiment for a worker, with its money kept. "none": it is done, or another run of the engine has it by now.
 * "wait": its study stopped meanwhile, others hold the money, or who had it was heard of lately and may still ask for it.
 */
export function takeExperiment(
  database: StudyDatabase,
  of: { hash: string; key: string; run: string; worker: string },
): Promise<StudyExperiment | "none" | "wait"> {
  const { hash, key, run, worker } = of;
  const { now, lock } = database.dialect;
  return database.transaction("take an experiment", async ({ all, run: change }) => {
    const study = await readStudyRow({ all }, database.dialect, hash, true);
    const [row] = await all(
      `SELECT ${cutColumns(database.dialect, "run", 200)}, ${experimentColumns(database.dialect)} FROM experiments WHERE study = ? AND key = ?${lock}`,
      hash,
      key,
    );
    if (study === null || row === undefined || row.run !== run) return "none";
    if (row.state !== "waiting" && row.state !== "running") return "none";
    await all(`SELECT id FROM workers WHERE id = ?${lock}`, worker);
    const [holder] = await all("SELECT seen FROM workers WHERE id = ? AND id <> ?", row.worker ?? null, worker);
    if (row.state === "running" && Math.abs(study.now - Number(holder?.seen ?? 0)) < LOST) return "wait";
    const price = priceAmong(study, [String(row.panel)]);
    const fresh = { key, cost: Number(row.cost), tokens: Number(row.tokens), price };
    const room = await leaveToBegin({ all }, study, { fresh, forgiving: false });
    if (!room.may) return "wait";
    if (row.state === "running") await note({ run: change }, now, hash, `${key} was taken over from ${row.worker}`);
    await change("DELETE FROM shares WHERE study = ? AND key = ?", hash, key);
    // Of who had it before and was lost, the time counts until it was last heard of.
    await change(
      `UPDATE experiments SET seconds = seconds + COALESCE((SELECT CASE WHEN w.seen > experiments.taken
        THEN (w.seen - experiments.taken) / 1000.0 ELSE 0 END FROM workers w WHERE w.id = experiments.worker), 0)
        WHERE study = ? AND key = ? AND state = 'running'`,
      hash,
      key,
    );
    await change(
      `UPDATE experiments SET state = 'running', epoch = epoch + 1, worker = ?, step = NULL, reason = NULL, advice = NULL,
        reserved = ?, weight = ?, begun = COALESCE(begun, ${now}), taken = ${now}, ended = NULL
        WHERE study = ? AND key = ?`,
      worker,
      room.reserved,
      room.weight,
      hash,
      key,
    );
    await change(`UPDATE studies SET begun = COALESCE(begun, ${now}) WHERE hash = ?`, hash);
    const [taken] = await all(
      `SELECT ${experimentColumns(database.dialect)} FROM experiments WHERE study = ? AND key = ?`,
      hash,
      key,
    );
    return experimentOf(taken as StoredRow, study.now);
  });
}

const OWN = "study = ? AND key = ? AND epoch = ? AND worker = ? AND state = 'running'";
const own = ({ hash, key, epoch, worker }: Lease) => [hash, key, epoch, worker] as const;

/** Throws GivenBack unless the experiment is still this one's; keeps it so for the transaction. */
export async function requireHold({ all }: Pick<Statements, "all">, lock: string, hold: Lease): Promise<StoredRow> {
  const [row] = await all(`SELECT cost, tokens, unpriced FROM experiments WHERE ${OWN}${lock}`, ...own(hold));
  if (row === undefined) throw new GivenBack();
  return row;
}

/** Says at which step it is. */
export async function noteStep(database: StudyDatabase, hold: Lease, step: StudyStep): Promise<void> {
  const changed = await database.patiently("go on with an experiment", ({ run }) =>
    run(`UPDATE experiments SET step = ? WHERE ${OWN}`, step, ...own(hold)),
  );
  if (changed === 0) throw new GivenBack();
}

/** Hands it to the engine as another run, which knows of no step that was done. */
export function forgetSteps(database: StudyDatabase, hold: Lease, namespace: string): Promise<void> {
  return database.transaction("begin an experiment anew", async (statements) => {
    await requireHold(statements, database.dialect.lock, hold);
    const run = await enqueueRun(statements, namespace, hold.key);
    await statements.run("UPDATE experiments SET run = ? WHERE study = ? AND key = ?", run, hold.hash, hold.key);
  });
}

/** Stores a file, or that it is gone. */
export function putFile(database: StudyDatabase, hold: Lease, path: string, bytes: Uint8Array | null): Promise<void> {
  const body = bytes && gzipSync(bytes);
  return database.transaction("store a file of an experiment", async ({ all, run }) => {
    await requireHold({ all }, database.dialect.lock, hold);
    const place = [hold.hash, hold.key, path] as const;
    const [before] = await all("SELECT bytes FROM files WHERE study = ? AND key = ? AND path = ?", ...place);
    if (bytes === null || body === null) {
      await run("DELETE FROM files WHERE study = ? AND key = ? AND path = ?", ...place);
    } else {
      await run(
        `INSERT INTO files (study, key, path, sha256, bytes, body) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (study, key, path) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes, body = excluded.body`,
        ...place,
        fileHash(bytes),
        bytes.length,
        body,
      );
    }
    await run(
      "UPDATE experiments SET files = files + ?, bytes = bytes + ? WHERE study = ? AND key = ?",
      (bytes === null ? 0 : 1) - (before === undefined ? 0 : 1),
      (bytes?.length ?? 0) - Number(before?.bytes ?? 0),
      hold.hash,
      hold.key,
    );
  });
}

/** Says what is spent by now. A study that goes over a limit of its own is stopped, with all that runs of it. */
export function noteSpent(
  database: StudyDatabase,
  hold: Lease,
  known: { cost: number; tokens: number; unpriced: number },
): Promise<void> {
  return database.transaction("note what an experiment spent", async ({ all, run }) => {
    const study = await readStudyRow({ all }, database.dialect, hold.hash, true);
    const before = await requireHold({ all }, database.dialect.lock, hold);
    if (study === null) throw new GivenBack();
    // What was spent by those who had it before stays spent.
    const cost = most(known.cost, before.cost);
    const tokens = most(known.tokens, before.tokens);
    const unpriced = most(known.unpriced, before.unpriced);
    const more = cost - amountOf(before.cost);
    await run(
      `UPDATE experiments SET cost = ?, tokens = ?, unpriced = ? WHERE study = ? AND key = ?`,
      cost,
      tokens,
      unpriced,
      hold.hash,
      hold.key,
    );
    await run("UPDATE workers SET spent = spent + ? WHERE id = ?", more, hold.worker);
    const { max_cost, max_tokens } = study.limits.study;
    const spent = study.spent + more;
    const all_tokens = study.tokens + tokens - amountOf(before.tokens);
    const over =
      max_cost !== null && spent > max_cost
        ? "max_cost"
        : max_tokens !== null && all_tokens > max_tokens
          ? "max_tokens"
          : null;
    await run(
      "UPDATE studies SET spent = ?, tokens = ?, unpriced = unpriced + ?, stopped = COALESCE(stopped, ?) WHERE hash = ?",
      spent,
      all_tokens,
      unpriced - amountOf(before.unpriced),
      over,
      hold.hash,
    );
  });
}

/** The larger of both; what is no number counts as nothing. */
const most = (told: number, before: StoredRow[string] | undefined): number =>
  Math.max(Number.isFinite(told) ? Math.min(told, MAX_AMOUNT) : 0, amountOf(before));

/** The most letters of a reason or advice that are kept. */
const MOST_TOLD = 1_000;
/** As any database takes it: without the letter that ends a text, and not as long as a book. */
const keptText = (told: string | null | undefined): string | null =>
  told?.slice(0, MOST_TOLD).replaceAll("\0", "\uFFFD") ?? null;

const LEFT_OFF = (now: string): string =>
  `worker = worker, step = NULL, reserved = 0, weight = 0, seconds = seconds + (${now} - taken) / 1000.0`;

/** What it came to. Throws GivenBack where it is another's by now. */
export function finishExperiment(database: StudyDatabase, hold: Lease, performed: Performed): Promise<void> {
  const { now, lock } = database.dialect;
  return database.transaction("store what an experiment came to", async ({ all, run }) => {
    await readStudyRow({ all }, database.dialect, hold.hash, true);
    const [row] = await all(
      `SELECT state FROM experiments WHERE study = ? AND key = ? AND epoch = ? AND worker = ?${lock}`,
      hold.hash,
      hold.key,
      hold.epoch,
      hold.worker,
    );
    if (row?.state === performed.outcome) return; // An answer of the database got lost, and this is done again.
    if (row?.state !== "running") throw new GivenBack();
    const failed = performed.outcome === "failed" ? performed : null;
    const manifest = failed === null ? manifestOf(await filesIn({ all }, database.dialect, hold.hash, hold.key)) : null;
    await run(
      `UPDATE experiments SET state = ?, reason = ?, advice = ?, manifest = ?, ended = ${now}, ${LEFT_OFF(now)} WHERE ${OWN}`,
      performed.outcome,
      keptText(failed?.reason),
      keptText(failed?.advice),
      manifest,
      ...own(hold),
    );
    await run("DELETE FROM shares WHERE study = ? AND key = ?", hold.hash, hold.key);
    await run(`UPDATE studies SET ended = ${now} WHERE hash = ?`, hold.hash);
  });
}

/** Gives it to the others, with what is stored; nothing where it is another's already. @param why What it waits for. */
export function giveBack(database: StudyDatabase, hold: Lease, why: string | null): Promise<void> {
  const { now } = database.dialect;
  return database.transaction("give an experiment back", async ({ run }) => {
    const changed = await run(
      `UPDATE experiments SET state = 'waiting', reason = ?, ${LEFT_OFF(now).replace("worker = worker", "worker = NULL")} WHERE ${OWN}`,
      keptText(why),
      ...own(hold),
    );
    if (changed > 0) await run("DELETE FROM shares WHERE study = ? AND key = ?", hold.hash, hold.key);
  });
}

/** The stored files of an experiment, in the order of their paths. */
export async function filesIn(
  { all }: Pick<Statements, "all">,
  dialect: Dialect,
  hash: string,
  key: string,
): Promise<QueuedFile[]> {
  const rows = await all(
    `SELECT ${cutColumns(dialect, "path, sha256", MOST_PATH)}, bytes FROM files WHERE study = ? AND key = ? ORDER BY files.path LIMIT ?`,
    hash,
    key,
    MOST_STORED_FILES + 1,
  );
  return rows.map(({ path, sha256, bytes }) => ({
    path: String(path),
    sha256: String(sha256),
    bytes: Number(bytes),
  }));
}

/** The longest path of a stored file that is read: longer than any that is taken. */
const MOST_PATH = 600;
/** The most files of one experiment, and the most bytes of one, that are stored. */
export const MOST_STORED_FILES = 20_000;
export const MOST_STORED_BYTES = 16_000_000;
/** The most bytes of one that are read as they lie there: what cannot be packed grows by a little. */
export const MOST_PACKED = MOST_STORED_BYTES + 100_000;

/** The bytes of a stored file. What cannot be unpacked comes as it lies there, and what is none as nothing: its hash tells. */
export function unpacked(body: StoredRow[string] | undefined): Uint8Array {
  if (!(body instanceof Uint8Array)) return new Uint8Array();
  try {
    return new Uint8Array(gunzipSync(body, { maxOutputLength: MOST_STORED_BYTES }));
  } catch {
    return new Uint8Array(body);
  }
}

/** The newest lines of a study's log that are kept. */
const MOST_EVENTS = 2_000;

/** Notes what happened, for whoever looks for why. */
export async function note({ run }: Pick<Statements, "run">, now: string, hash: string, what: string): Promise<void> {
  await run(`INSERT INTO events (study, at, text) VALUES (?, ${now}, ?)`, hash, what);
  if (Math.random() > 0.02) return;
  await run(
    "DELETE FROM events WHERE study = ? AND at < (SELECT MIN(at) FROM (SELECT at FROM events WHERE study = ? ORDER BY at DESC LIMIT ?) AS newest)",
    hash,
    hash,
    MOST_EVENTS,
  );
}
