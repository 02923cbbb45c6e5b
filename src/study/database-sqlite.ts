import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { BackendSqlite } from "openworkflow/sqlite";
import pLimit from "p-limit";
import { type SqliteConnection, sqliteOpener } from "../store/sqlite.ts";
import { type StatementWatch, watchStatements } from "../store/statement-watch.ts";
import type { Driver, Statements } from "./database.ts";
import { QueueError } from "./database-error.ts";

/** The engine's newest own table: there once all of its tables are. */
const ENGINE_VERSION = 5;
/** The most bytes that SQLite may hold in memory: one value of a hostile file may be 2 GB. */
const MOST_HEAP = 192 * 1024 * 1024;
/** Another's write is sat out for so long at a time, milliseconds; whoever asks waits longer without holding the process. */
const SIT_OUT = 20;

/** Opens a queue in a file, which is made where none is. Throws QueueError, and what SQLite throws. */
export async function openSqlite(path: string): Promise<Driver> {
  const open = await sqliteOpener();
  if (open === null)
    throw new QueueError("Cannot open the queue: this Node.js has no SQLite.", {
      advice: "Install OpenCode, in whose runtime the command then runs, or run it with Node.js 22.13 or newer.",
    });
  const file = resolve(path);
  refuseOther(file);
  const watch = await watchStatements();
  let connection: SqliteConnection | null = null;
  let closed = false;
  const connected = (): SqliteConnection => {
    if (connection !== null) return connection;
    if (closed) throw new QueueError("Cannot use the queue: it was closed.");
    const opened = watched(open(file), watch);
    try {
      opened.exec(`PRAGMA busy_timeout = ${SIT_OUT}`);
      opened.exec(`PRAGMA hard_heap_limit = ${MOST_HEAP}`);
      opened.exec("PRAGMA trusted_schema = OFF");
      opened.exec("PRAGMA journal_mode = WAL");
      // What a crash of the machine may take are the last moments; a crash of the process takes nothing.
      opened.exec("PRAGMA synchronous = NORMAL");
    } catch (error) {
      opened.close();
      throw error;
    }
    connection = opened;
    return opened;
  };
  const kept = new Map<string, ReturnType<SqliteConnection["prepare"]>>();
  const prepared = (sql: string) => {
    const known = kept.get(sql) ?? connected().prepare(sql);
    kept.set(sql, known);
    return known;
  };
  const statements: Statements = {
    all: async (sql, ...values) => prepared(sql).all(...values) as Awaited<ReturnType<Statements["all"]>>,
    run: async (sql, ...values) => Number(prepared(sql).run(...values).changes),
    engine: (namespace) => engineOn(kin, namespace),
  };
  // What the engine asks is prepared once, as our own is, and let go of with it.
  const kin: SqliteConnection = { exec: (sql) => connected().exec(sql), prepare: prepared, close: () => {} };
  // One connection has one transaction at a time: whoever comes meanwhile waits for its end.
  const alone = pLimit(1);
  const transaction = async <T>(work: (statements: Statements) => Promise<T>): Promise<T> => {
    connected().exec("BEGIN IMMEDIATE");
    try {
      const result = await work(statements);
      connected().exec("COMMIT");
      return result;
    } catch (error) {
      try {
        connected().exec("ROLLBACK");
      } catch {
        // A full disk has rolled it back already.
      }
      throw error;
    }
  };
  return {
    address: file,
    dialect: {
      now: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
      lock: "",
      text: "TEXT",
      bytes: "BLOB",
      // The length of a blob is read without the blob.
      short: (column, most) =>
        `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, ${most}) WHEN 'blob' THEN NULL ELSE ${column} END`,
      blob: (column, most) =>
        `CASE WHEN typeof(${column}) <> 'blob' OR length(${column}) > ${most} THEN NULL ELSE ${column} END`,
      strange: strangeInSqlite,
      tooLarge: null,
    },
    all: (sql, ...values) => alone(() => statements.all(sql, ...values)),
    run: (sql, ...values) => alone(() => statements.run(sql, ...values)),
    engine: (namespace) => queued(engineOn(kin, namespace), alone),
    transaction: (work) => alone(() => transaction(work)),
    bounded: (work) => work(),
    prepare: (work) =>
      alone(async () => {
        // Ours first: they are what tells a database of something else.
        await transaction(work);
        await makeEngineTables(file, statements);
      }),
    close: async () => {
      await alone(async () => {
        closed = true;
        // Bun keeps a file open as long as a statement of it is there.
        for (const statement of kept.values()) statement.finalize?.();
        kept.clear();
        connection?.close();
        connection = null;
      });
    },
  };
}

/** The same connection, whose every statement is watched. */
function watched(connection: SqliteConnection, watch: StatementWatch): SqliteConnection {
  return {
    exec: (sql) => watch(() => connection.exec(sql)),
    prepare: (sql) => {
      const statement = watch(() => connection.prepare(sql));
      const { finalize } = statement;
      return {
        all: (...values) => watch(() => statement.all(...values)),
        get: (...values) => watch(() => statement.get(...values)),
        run: (...values) => watch(() => statement.run(...values)),
        ...(finalize !== undefined && { finalize: () => finalize.call(statement) }),
      };
    },
    close: () => connection.close(),
  };
}

/**
 * What a file holds that no study makes: all that SQLite would carry out or work out by itself is refused, for a view, a
 * trigger or a column that is worked out runs as long as its author likes.
 */
async function strangeInSqlite({ all }: Pick<Statements, "all">, own: readonly string[]): Promise<string | null> {
  const expected = await plainObjects(own);
  const found = await all(
    `SELECT type, name, substr(tbl_name, 1, 200) AS tbl_name, substr(sql, 1, 20000) AS sql FROM sqlite_master LIMIT ${MOST_OBJECTS}`,
  );
  const known = new Set(found.map(objectIn));
  const odd = found.find((row) => !expected.all.has(objectIn(row)));
  if (odd !== undefined) return `${String(odd.type).slice(0, 20)} ${JSON.stringify(String(odd.name).slice(0, 60))}`;
  return expected.own.every((each) => known.has(each)) ? null : "a table or an index that is missing";
}

const MOST_OBJECTS = 200;
const objectIn = ({ type, name, tbl_name, sql }: Readonly<Record<string, unknown>>): string =>
  [type, name, tbl_name, String(sql).replace(/\s+/gu, " ")].join("\n");

/** What a new queue holds, ours and the engine's, read from one in memory. */
async function plainObjects(own: readonly string[]): Promise<{ all: ReadonlySet<string>; own: readonly string[] }> {
  const open = await sqliteOpener();
  if (open === null) return { all: new Set(), own: [] };
  const listed = (connection: SqliteConnection): string[] =>
    (connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master").all() as Record<string, unknown>[]).map(
      objectIn,
    );
  const ours = open(":memory:");
  const engine = BackendSqlite.connect(":memory:");
  try {
    for (const statement of own) ours.exec(statement);
    const engines: SqliteConnection = Reflect.get(engine, "db");
    const objects = listed(ours);
    return { all: new Set([...objects, ...listed(engines)]), own: objects };
  } finally {
    ours.close();
    await engine.stop();
  }
}

/** A pipe would be waited for without end, and a folder be told of in words that help nobody. */
function refuseOther(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isSymbolicLink()) return;
  const found = stats.isDirectory() ? "a folder" : "no file";
  throw new QueueError(`Cannot open the queue at ${file}: it is ${found}.`, {
    advice: "Name a file that a study made, or one that is not there yet.",
  });
}

/** The engine makes its tables through a connection of its own, each step of it so that it may be done twice. */
async function makeEngineTables(file: string, { all }: Statements): Promise<void> {
  const [there] = await all("SELECT 1 FROM sqlite_master WHERE name = 'openworkflow_migrations'");
  const [row] = there === undefined ? [] : await all("SELECT MAX(version) AS version FROM openworkflow_migrations");
  if (Number(row?.version ?? -1) >= ENGINE_VERSION) return;
  await BackendSqlite.connect(file).stop();
}

/** The engine on a connection that is ours: its own way opens one that gives up at once where another writes. */
function engineOn(connection: SqliteConnection, namespace: string): BackendSqlite {
  return Reflect.construct(BackendSqlite, [connection, namespace]) as BackendSqlite;
}

/** The same, each call of which waits for its turn. */
function queued<T extends object>(backend: T, alone: <R>(work: () => Promise<R>) => Promise<R>): T {
  return new Proxy(backend, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => alone(async () => Reflect.apply(member, target, args));
    },
  });
}
