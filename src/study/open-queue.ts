import { gunzipSync, gzipSync } from "node:zlib";
import { type Bounds, exceededBound } from "../artifacts/bounds.ts";
import { STUDY_MOST, type StudyBundle, type StudyLimits } from "../artifacts/study.ts";
import { LabError } from "../errors.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { bundleFault } from "./bundle-check.ts";
import { cutColumns, openStudyDatabase, type StudyDatabase, type Value } from "./database.ts";
import { readStudyRow, type StudyFacts } from "./limits.ts";
import { bundleHash, fileHash } from "./manifest.ts";
import type { StudyQueue } from "./queue.ts";
import { readFileOf, takeSeat } from "./seat.ts";
import { studyStanding } from "./standing.ts";
import { makeTables } from "./tables.ts";
import { experimentColumns, experimentOf, filesIn, isoOf, note } from "./taking.ts";

/**
 * Opens the queue at a path, at "sqlite:PATH" or at "postgres://…", and makes its tables where none are.
 * @param patience How long a database that is away is waited for, milliseconds; a minute.
 */
export async function openQueue(address: string, { patience }: { patience?: number } = {}): Promise<StudyQueue> {
  const database = await openStudyDatabase(address, makeTables, patience);
  const { dialect } = database;
  const known = async (hash: string, doing: string) => {
    const row = await database.patiently(doing, (statements) => readStudyRow(statements, dialect, hash));
    if (row === null) throw noStudy(doing, database, hash);
    return row;
  };
  return {
    address: database.address,
    add: (bundle, expected, prices = null) => addStudy(database, bundle, expected, prices),
    async studies() {
      const rows = await database.all(
        "list the studies",
        `SELECT ${cutColumns(dialect, "hash, name", 200)}, added FROM studies ORDER BY added DESC, studies.hash LIMIT ${MOST_STUDIES}`,
      );
      return rows.map(({ hash, name, added }) => ({
        hash: String(hash),
        name: String(name),
        added: isoOf(added),
      }));
    },
    bundle: (hash) => readBundle(database, hash),
    async standing(hash) {
      const study = await known(hash, "tell how the study stands");
      return database.patiently("tell how the study stands", (statements) => studyStanding(statements, dialect, study));
    },
    async experiments(hash, { state, after, most } = {}) {
      const { now } = await known(hash, "list the experiments");
      const [where, values]: [string, Value[]] =
        state === undefined ? ["study = ?", [hash]] : ["study = ? AND state = ?", [hash, state]];
      const rows = await database.all(
        "list the experiments",
        `SELECT ${experimentColumns(dialect)} FROM experiments WHERE ${where} AND key > ? ORDER BY experiments.key LIMIT ?`,
        ...values,
        after ?? "",
        most ?? STUDY_MOST.experiments,
      );
      return rows.map((row) => experimentOf(row, now));
    },
    async stop(hash) {
      await known(hash, "stop the study");
      await database.transaction("stop the study", async ({ run }) => {
        await run("UPDATE studies SET stopped = 'person' WHERE hash = ?", hash);
        await note({ run }, dialect.now, hash, "stopped by a person");
      });
    },
    goOn: (hash, limits = {}) => goOn(database, hash, limits),
    async again(hash, keys) {
      await known(hash, "ask anew what failed");
      return database.transaction("ask anew what failed", async ({ all, run }) => {
        await readStudyRow({ all }, dialect, hash, true);
        const failed = (
          await all(
            `SELECT ${cutColumns(dialect, "key", 400)} FROM experiments WHERE study = ? AND state = 'failed' ORDER BY experiments.key LIMIT ?`,
            hash,
            STUDY_MOST.experiments,
          )
        ).map(({ key }) => String(key));
        const named = new Set(keys);
        const wanted = keys === null ? failed : failed.filter((key) => named.has(key));
        for (const key of wanted)
          await run(
            `UPDATE experiments SET state = 'waiting', run = NULL, worker = NULL, step = NULL, reason = NULL, advice = NULL, ended = NULL
              WHERE study = ? AND key = ? AND state = 'failed'`,
            hash,
            key,
          );
        return wanted;
      });
    },
    files: (hash, key) =>
      database.patiently("list an experiment's files", (statements) => filesIn(statements, dialect, hash, key)),
    read: (hash, key, path) => readFileOf(database, hash, key, path),
    join: (worker, person) => takeSeat(database, worker, person, (hash) => readBundle(database, hash)),
    close: () => database.close(),
  };
}

const noStudy = (doing: string, { address }: StudyDatabase, hash: string): LabError =>
  new LabError(`Cannot ${doing}: the queue at ${address} has no study ${hash}.`);

/** The most bytes of a study's bundle, packed and unpacked, and the most studies that are listed. */
const MOST_BUNDLE = 64 * 1024 * 1024;
const MOST_STUDIES = 1_000;
/** The same of what is in it. */
const BUNDLE_BOUNDS: Bounds = { characters: MOST_BUNDLE, text: 1_000_000, items: 10_000, values: 2_000_000, depth: 24 };

/** So many rows are added by one statement. */
const ROWS = 200;

async function addStudy(
  database: StudyDatabase,
  bundle: StudyBundle,
  expected: number | null,
  prices: Readonly<Record<string, number>> | null,
): Promise<"added" | "there"> {
  const hash = bundleHash(bundle);
  const keys = bundle.tasks.flatMap((task) =>
    bundle.panels.flatMap((panel) =>
      Array.from({ length: bundle.repeats }, (_, at) => ({ task: task.key, panel: panel.name, repeat: at + 1 })),
    ),
  );
  const { experiment } = bundle.limits;
  const facts: StudyFacts = {
    providers: bundle.providers,
    lanes: bundle.machines.reduce((sum, { at_once }) => sum + at_once, 0),
    ...(prices !== null && experiment.max_cost === null && { prices: { ...prices } }),
  };
  const packed = gzipSync(canonicalJson(bundle));
  if (Math.max(packed.length, Buffer.byteLength(canonicalJson(bundle))) > MOST_BUNDLE)
    throw new LabError(`Cannot add the study: all its texts together are more than ${MOST_BUNDLE / 2 ** 20} MB.`, {
      advice: "Split its tasks into several studies.",
    });
  return database.transaction("add the study", async ({ run }) => {
    const added = await run(
      `INSERT INTO studies (hash, name, added, bundle, limits, facts, expected, price, heavy, spent, tokens, unpriced)
        VALUES (?, ?, ${database.dialect.now}, ?, ?, ?, ?, ?, ?, 0, 0, 0) ON CONFLICT (hash) DO NOTHING`,
      hash,
      bundle.name,
      packed,
      JSON.stringify(bundle.limits),
      JSON.stringify(facts),
      expected,
      experiment.max_cost ?? (expected === null ? null : expected / keys.length),
      experiment.max_tokens,
    );
    if (added === 0) return "there";
    for (let at = 0; at < keys.length; at += ROWS) {
      const rows = keys.slice(at, at + ROWS);
      await run(
        `INSERT INTO experiments (study, key, task, panel, repeat, state, epoch, cost, tokens, unpriced, reserved, weight, seconds, files, bytes)
          VALUES ${rows.map(() => "(?, ?, ?, ?, ?, 'waiting', 0, 0, 0, 0, 0, 0, 0, 0, 0)").join(", ")}`,
        ...rows.flatMap(({ task, panel, repeat }) => [hash, `${task}/${panel}/${repeat}`, task, panel, repeat]),
      );
    }
    return "added";
  });
}

/** Reads a study, whose hash must be that of what stands there: what was changed since is no study that anybody allowed. */
async function readBundle(database: StudyDatabase, hash: string): Promise<StudyBundle | null> {
  const [row] = await database.all(
    "read the study",
    `SELECT ${database.dialect.blob("bundle", MOST_BUNDLE)} AS bundle FROM studies WHERE hash = ?`,
    hash,
  );
  if (row === undefined) return null;
  let stored: unknown = null;
  try {
    const packed = row.bundle instanceof Uint8Array ? row.bundle : new Uint8Array();
    const bytes = gunzipSync(packed, { maxOutputLength: MOST_BUNDLE });
    // Before anything is made of it: what has another hash was made by nobody whom this worker's user trusts.
    if (fileHash(bytes) === hash) stored = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Neither packed nor JSON any more: as changed as what has another hash.
  }
  // What is nested deeper than a study would end whatever walks through it.
  const isBounded = exceededBound(stored, BUNDLE_BOUNDS) === null;
  if (stored !== null && (!isBounded || bundleHash(stored as StudyBundle) === hash)) {
    const fault = isBounded ? bundleFault(stored) : "it is larger or nested deeper than any study";
    if (fault === null) return stored as StudyBundle;
    throw new LabError(`Cannot read study ${hash} in the queue at ${database.address}: ${fault}.`, {
      advice: "Nothing of it was done. Ask who made it, and use the same version of opencode-designlab everywhere.",
    });
  }
  throw new LabError(
    `Cannot read study ${hash} in the queue at ${database.address}: what is stored there is not what its hash says.`,
    { advice: "Nothing of it was done. Add the study anew to another queue, and see who may write to this one." },
  );
}

async function goOn(
  database: StudyDatabase,
  hash: string,
  limits: { [K in keyof StudyLimits["study"]]?: number | null },
): Promise<void> {
  for (const [name, limit] of Object.entries(limits))
    if (typeof limit === "number" && !(limit >= 0 && Number.isFinite(limit)))
      throw new LabError(`Cannot have the study go on: ${name} must be a number from 0 on, found ${limit}.`);
  await database.transaction("have the study go on", async ({ all, run }) => {
    const study = await readStudyRow({ all }, database.dialect, hash, true);
    if (study === null) throw noStudy("have the study go on", database, hash);
    const known = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
    const next: StudyLimits = { ...study.limits, study: { ...study.limits.study, ...known } };
    await run("UPDATE studies SET stopped = NULL, limits = ? WHERE hash = ?", JSON.stringify(next), hash);
    await note({ run }, database.dialect.now, hash, "goes on");
  });
}
