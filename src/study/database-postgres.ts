import { BackendPostgres } from "openworkflow/postgres";
import postgres from "postgres";
import type { Driver, Statements, StoredRow, Value } from "./database.ts";

/** Our tables, and the engine's, each in a schema that nothing else has. */
const OURS = "designlab";
const ENGINE = "designlab_engine";
/** Whoever makes the tables holds this lock of the database: any number that nobody else takes. */
const MAKING = 1_936_028_793;

type Sql = postgres.Sql<{ bigint: number }>;

/** Opens a queue in a database of Postgres. @param shown Its address without a password. */
export async function openPostgres(url: string, shown: string): Promise<Driver> {
  const sql = postgres(url, {
    // A server has room for a hundred connections or so, and many workers come.
    max: 4,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { search_path: OURS, application_name: "opencode-designlab" },
    transform: { column: { from: postgres.toCamel } },
    // Counts, sums and times: all of them below 2^53.
    types: { bigint: { to: 20, from: [20, 1700], parse: Number, serialize: String } },
  }) as Sql;
  const statementsOn = (on: Sql): Statements => ({
    all: async (text, ...values) => [
      ...((await on.unsafe(numbered(text), asked(values), PREPARED)) as unknown as StoredRow[]),
    ],
    run: async (text, ...values) => (await on.unsafe(numbered(text), asked(values), PREPARED)).count,
    engine: (namespace) =>
      BackendPostgres.fromPool(on as unknown as Parameters<typeof BackendPostgres.fromPool>[0], {
        namespaceId: namespace,
        schema: ENGINE,
      }),
  });
  const transaction = async <T>(work: (statements: Statements) => Promise<T>): Promise<T> => {
    // Reserved before it begins: where the pool is full, postgres.js may send others' work into a transaction of its own.
    const one = await sql.reserve();
    let broken = false;
    try {
      await one.unsafe("BEGIN");
      const result = await work(statementsOn(one as unknown as Sql));
      await one.unsafe("COMMIT");
      return result;
    } catch (error) {
      broken = isBroken(error);
      if (!broken)
        await one.unsafe("ROLLBACK").catch(() => {
          broken = true;
        });
      throw error;
    } finally {
      // A connection that ended has left the pool already.
      if (!broken) one.release();
    }
  };
  return {
    ...statementsOn(sql),
    address: shown,
    dialect: {
      now: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
      lock: " FOR UPDATE",
      text: 'TEXT COLLATE "C"',
      bytes: "BYTEA",
    },
    transaction,
    prepare: (work) =>
      transaction(async (statements) => {
        await statements.run("SELECT pg_advisory_xact_lock(?)", MAKING);
        await statements.run(`CREATE SCHEMA IF NOT EXISTS ${OURS}`);
        const [there] = await statements.all(
          "SELECT 1 AS n FROM information_schema.tables WHERE table_schema = ? AND table_name = 'workflow_signals'",
          ENGINE,
        );
        // Through a connection of the engine's own, while ours keeps others from it.
        if (there === undefined) await (await BackendPostgres.connect(url, { schema: ENGINE })).stop();
        await work(statements);
      }),
    close: () => sql.end({ timeout: 5 }),
  };
}

const PREPARED = { prepare: true } as const;

/** "?" as this database counts it; no statement of ours has one in a text. */
function numbered(text: string): string {
  let at = 0;
  return text.replace(/\?/gu, () => `$${++at}`);
}

const asked = (values: readonly Value[]): (string | number | null | Buffer)[] =>
  values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));

/** Whether the connection itself is gone, as the engine tells it too. */
function isBroken(error: unknown): boolean {
  const { errno, severity, code } = error as { errno?: unknown; severity?: unknown; code?: unknown };
  return (
    errno !== undefined ||
    severity === "FATAL" ||
    severity === "PANIC" ||
    (typeof code === "string" && /^CONNECTION/u.test(code))
  );
}
