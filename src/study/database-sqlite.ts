import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { BackendSqlite } from "openworkflow/sqlite";
import pLimit from "p-limit";
import { type SqliteConnection, sqliteOpener } from "../store/sqlite.ts";
import type { Driver, Statements } from "./database.ts";
import { QueueError } from "./database-error.ts";

/** The engine's newest own table: there once all of its tables are. */
const ENGINE_VERSION = 5;
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
  let connection: SqliteConnection | null = null;
  let closed = false;
  const connected = (): SqliteConnection => {
    if (connection !== null) return connection;
    if (closed) throw new QueueError("Cannot use the queue: it was closed.");
    const opened = open(file);
    try {
      opened.exec(`PRAGMA busy_timeout = ${SIT_OUT}`);
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
