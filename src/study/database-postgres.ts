import { BackendPostgres } from "openworkflow/postgres";
import pLimit from "p-limit";
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
  const options = {
    // A server has room for a hundred connections or so, and many workers come.
    max: 4,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { search_path: OURS, application_name: "opencode-designlab" },
    transform: { column: { from: postgres.toCamel } },
    // Counts, sums and times: all of them below 2^53.
    types: { bigint: { to: 20, from: [20, 1700], parse: Number, serialize: String } },
  };
  const connect = (): Sql => postgres(url, options) as Sql;
  let sql = connect();
  // Transactions have connections of their own, and never more at a time than those: else postgres.js may send others'
  // work into one. Each ends with its connection, wherever it was.
  let own = connect();
  const inTurn = pLimit(options.max);
  const calm = calmWrites();
  const statementsOn = (on: () => Sql): Statements => ({
    all: async (text, ...values) => [
      ...((await on().unsafe(numbered(text), asked(values), PREPARED)) as unknown as StoredRow[]),
    ],
    run: async (text, ...values) => (await on().unsafe(numbered(text), asked(values), PREPARED)).count,
    engine: (namespace) =>
      BackendPostgres.fromPool(on() as unknown as Parameters<typeof BackendPostgres.fromPool>[0], {
        namespaceId: namespace,
        schema: ENGINE,
      }),
  });
  const transaction = <T>(work: (statements: Statements) => Promise<T>): Promise<T> =>
    inTurn(() =>
      watched((seen) =>
        own.begin((one) =>
          work(
            noted(
              statementsOn(() => one as unknown as Sql),
              seen,
            ),
          ),
        ),
      ),
    ) as Promise<T>;
  return {
    ...statementsOn(() => sql),
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
    bounded: (work) => watched(work),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), own.end({ timeout: 5 })]);
      calm();
    },
  };

  /**
   * Does what must hear from the database now and then, or is taken for lost: a connection that ends at the wrong moment
   * leaves what waited for it waiting for ever. All connections are made anew then; the server undoes what hung on them.
   */
  function watched<T>(work: (seen: () => void) => Promise<T>): Promise<T> {
    const begunOn = own;
    let last = performance.now();
    let give: (error: Error) => void = () => undefined;
    const silent = new Promise<never>((_, reject) => {
      give = reject;
    });
    const clock = setInterval(() => {
      if (performance.now() - last < SILENT) return;
      // Others that waited on the same connections may have made them anew.
      if (own === begunOn) {
        const before = [sql, own];
        [sql, own] = [connect(), connect()];
        for (const each of before) void each.end({ timeout: 0 }).catch(() => undefined);
      }
      give(Object.assign(new Error("the database was silent"), { code: "CONNECTION_SILENT" }));
    }, LOOK_EVERY);
    const seen = (): void => {
      last = performance.now();
    };
    return Promise.race([work(seen), silent]).finally(() => clearInterval(clock));
  }
}

/** How long a statement may take, and how often it is looked, milliseconds. */
const SILENT = 20_000;
const LOOK_EVERY = 1_000;

/** The same statements, of which each is told when it was answered. */
const noted = ({ all, run, engine }: Statements, seen: () => void): Statements => ({
  all: (...asks) => all(...asks).finally(seen),
  run: (...asks) => run(...asks).finally(seen),
  engine,
});

/**
 * A connection that has just ended is written to once more by postgres.js, behind the back of whoever asked, which would
 * end the process; what was asked fails, or is found silent. Returns what takes the care away again.
 */
function calmWrites(): () => void {
  const care = (error: unknown): void => {
    if (error instanceof TypeError && /\bnextWrite\b/u.test(error.stack ?? "")) return;
    throw error;
  };
  process.on("uncaughtException", care);
  return () => process.off("uncaughtException", care);
}

const PREPARED = { prepare: true } as const;

/** "?" as this database counts it; no statement of ours has one in a text. */
function numbered(text: string): string {
  let at = 0;
  return text.replace(/\?/gu, () => `$${++at}`);
}

const asked = (values: readonly Value[]): (string | number | null | Buffer)[] =>
  values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
