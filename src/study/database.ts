import type { Backend } from "openworkflow/internal";
import { UsageError } from "../errors.ts";
import { isPassing, queueError } from "./database-error.ts";

/** What a column holds, and what stands for a "?" of a statement. */
export type Value = string | number | null | Uint8Array;
export type StoredRow = Readonly<Record<string, Value>>;

/** Statements, each in SQL that both databases read; "?" stands for a value. */
export type Statements = {
  all(sql: string, ...values: Value[]): Promise<StoredRow[]>;
  /** Returns how many rows it changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
  /** The engine's own tables, seen through the same connection. */
  engine(namespace: string): Backend;
};

/** What the two say differently. */
export type Dialect = {
  /** The database's clock, milliseconds since 1970. */
  now: string;
  /** Behind a SELECT in a transaction: its rows are this transaction's until it ends. */
  lock: string;
  /** Text that is compared by its bytes. */
  text: string;
  bytes: string;
  /** A column's text, cut to so many characters: anybody may have written a book there. */
  short(column: string, most: number): string;
  /** A column's bytes; null where they are more, or none. */
  blob(column: string, most: number): string;
  /** What the database holds that no study makes, beside what these statements do; null where it holds nothing else. */
  strange(statements: Pick<Statements, "all">, own: readonly string[]): Promise<string | null>;
  /** Asks whether the engine has a row in a namespace that is too large to be read; null where it cannot be. */
  tooLarge: string | null;
};

/** A connection that is opened, as database-sqlite.ts and database-postgres.ts make it: it throws what its driver throws. */
export type Driver = Statements & {
  address: string;
  dialect: Dialect;
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
  /** Does what is one statement or call, and throws where the database keeps silent for too long. */
  bounded<T>(work: () => Promise<T>): Promise<T>;
  /** Makes the engine's own tables and has `work` make ours, while no other does. */
  prepare(work: (statements: Statements) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** A queue's database. What it throws is QueueError, and whatever the caller's own work throws. */
export type StudyDatabase = {
  /** Without a password. */
  readonly address: string;
  readonly dialect: Dialect;
  /** @param doing What is attempted, as "read the study". */
  all(doing: string, sql: string, ...values: Value[]): Promise<StoredRow[]>;
  /** All of it or nothing; `work` may be done again where the database was away for a moment. */
  transaction<T>(doing: string, work: (statements: Statements) => Promise<T>): Promise<T>;
  /** One statement or call of the engine, done again where the database was away for a moment. */
  patiently<T>(doing: string, work: (statements: Statements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Columns, each cut to so many characters, under their own names. */
export const cutColumns = ({ short }: Pick<Dialect, "short">, columns: string, most: number): string =>
  columns
    .split(/,\s*/u)
    .map((column) => `${short(column, most)} AS ${column.replace(/^\w+\./u, "")}`)
    .join(", ");

/** How long a database that is away is waited for, milliseconds. */
const PATIENCE = 60_000;

/** Opens the database at an address: a path, "sqlite:PATH" or "postgres://…". Its tables are made by `prepare` where none are. */
export async function openStudyDatabase(
  address: string,
  prepare: (statements: Statements, dialect: Dialect) => Promise<void>,
  patience = PATIENCE,
): Promise<StudyDatabase> {
  const place = queuePlace(address);
  const driver =
    place.kind === "postgres"
      ? (await import("./database-postgres.ts")).openPostgres(place.url, place.shown)
      : (await import("./database-sqlite.ts")).openSqlite(place.path);
  const opened = await driver;
  const { dialect } = opened;
  const shown = opened.address;
  const waited = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    let waiting = 0;
    for (let wait = 20; ; wait = Math.min(wait * 2, 300)) {
      const begun = performance.now();
      try {
        return await work();
      } catch (error) {
        // A machine that slept has not waited: however long one try seems to have taken, it is one.
        waiting += Math.min(performance.now() - begun, patience / 4) + wait;
        if (!isPassing(error) || waiting > patience) throw queueError(doing, shown, error);
        // Never all at the same moment.
        await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
      }
    }
  };
  try {
    await waited("open", () => opened.prepare((statements) => prepare(statements, dialect)));
  } catch (error) {
    await opened.close();
    throw error;
  }
  return {
    address: shown,
    dialect,
    all: (doing, sql, ...values) => waited(doing, () => opened.bounded(() => opened.all(sql, ...values))),
    transaction: (doing, work) => waited(doing, () => opened.transaction(work)),
    patiently: (doing, work) => waited(doing, () => opened.bounded(() => work(opened))),
    close: () => opened.close(),
  };
}

type Place = { kind: "sqlite"; path: string } | { kind: "postgres"; url: string; shown: string };

/** What an address names. Throws UsageError, in whose words no password stands. */
export function queuePlace(address: string): Place {
  const scheme = /^([a-z][a-z0-9+.-]+):/iu.exec(address)?.[1]?.toLowerCase();
  if (scheme === "sqlite") return { kind: "sqlite", path: pathOf(address.slice("sqlite:".length)) };
  if (scheme === undefined || !address.includes("://")) return { kind: "sqlite", path: pathOf(address) };
  if (scheme !== "postgres" && scheme !== "postgresql")
    throw new UsageError(
      `Cannot open a queue at ${scheme}://…: it is a file, or an address that begins with postgres://.`,
    );
  try {
    return { kind: "postgres", url: address, shown: withoutPassword(address) };
  } catch {
    throw new UsageError(
      "Cannot open the queue: its address cannot be read, needed is postgres://USER:PASSWORD@HOST:PORT/DATABASE.",
      {
        advice: "What stands in a password beside letters and digits is written as %40, %2F and so on.",
      },
    );
  }
}

function pathOf(path: string): string {
  if (path === "" || path.includes("\0")) throw new UsageError("Cannot open a queue without the path of its file.");
  return path;
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.hostname === "") throw new Error("no host");
  url.password = "";
  // Everything behind the question mark may hold one.
  url.search = "";
  return url.href;
}
