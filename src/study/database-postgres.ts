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
    connection: {
      search_path: OURS,
      application_name: "opencode-designlab",
      // Whoever writes the database may have put a view or a trigger there that never ends.
      statement_timeout: SILENT,
    },
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
      short: (column, most) => `substr(${column}, 1, ${most})`,
      blob: (column, most) => `CASE WHEN octet_length(${column}) <= ${most} THEN ${column} END`,
      strange: strangeInPostgres,
      tooLarge: `SELECT 1 AS n FROM ${ENGINE}.workflow_runs WHERE namespace_id = ? AND octet_length(concat(id, workflow_name, version, status, idempotency_key, config, context, input, output, error, worker_id)) > ${MOST_OF_RUN}
        UNION ALL SELECT 1 FROM ${ENGINE}.step_attempts WHERE namespace_id = ? AND octet_length(concat(id, workflow_run_id, step_name, kind, status, config, context, output, error)) > ${MOST_OF_RUN} LIMIT 1`,
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

/** The most characters of a row of the engine's. */
const MOST_OF_RUN = 100_000;

/**
 * What the two schemas hold that no study makes. Only tables and their indexes are there, and nothing that the server
 * would carry out or work out by itself: no view, rule, trigger, policy, function, inheritance, or column of its own.
 */
async function strangeInPostgres({ all }: Pick<Statements, "all">, own: readonly string[]): Promise<string | null> {
  const tables = own.flatMap(columnsIn);
  const plain = [...tables.map(({ table }) => table), ...own.flatMap(indexIn), ...ENGINE_TABLES];
  const places = `n.nspname IN ('${OURS}', '${ENGINE}')`;
  const odd = await all(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${places} AND (c.relkind NOT IN ('r', 'i') OR c.relrowsecurity OR c.relhasrules OR c.relhassubclass OR c.relispartition OR EXISTS (SELECT 1 FROM pg_inherits h WHERE h.inhrelid = c.oid))
    UNION ALL SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${places} AND c.relkind = 'r' AND c.relname NOT IN (${listOf(plain)})
    UNION ALL SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_index i ON i.indexrelid = c.oid
      WHERE ${places} AND (i.indexprs IS NOT NULL AND c.relname <> 'step_attempts_signal_wait_idx'
        OR n.nspname = '${OURS}' AND NOT i.indisprimary AND c.relname NOT IN (${listOf(plain)}))
    UNION ALL SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${places} AND NOT t.tgisinternal
    UNION ALL SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${places}
    UNION ALL SELECT o.oprname FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace WHERE ${places}
    UNION ALL SELECT k.conname FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE ${places} AND k.contype NOT IN ('p', 'f', 'n')
    UNION ALL SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE ${places} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind = 'r' AND (a.attgenerated <> '' OR a.attidentity <> ''
        OR y.typnamespace <> 'pg_catalog'::regnamespace OR d.oid IS NOT NULL AND pg_get_expr(d.adbin, d.adrelid) <> 'now()')
    LIMIT 1`,
  );
  if (odd[0] !== undefined) return JSON.stringify(String(odd[0].name).slice(0, 60));
  const rows = await all(
    `SELECT c.relname AS place, a.attname AS field, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '${OURS}' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped LIMIT 500`,
  );
  const found = new Set(rows.map(({ place, field, type }) => `${place} ${field} ${type}`));
  const expected = tables.flatMap(({ table, columns }) => columns.map((column) => `${table} ${column}`));
  const same = found.size === expected.length && expected.every((each) => found.has(each));
  return same ? null : "a column that is missing, strange or of another type";
}

const ENGINE_TABLES = ["openworkflow_migrations", "workflow_runs", "step_attempts", "workflow_signals"];
const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");
const indexIn = (statement: string): string[] => /^CREATE INDEX (\w+)/u.exec(statement)?.slice(1, 2) ?? [];

/** The columns of a statement that makes a table, each with its type as the server calls it. */
function columnsIn(statement: string): { table: string; columns: string[] }[] {
  const [, table = "", body = ""] = /^CREATE TABLE (\w+) \(([\s\S]*)\)$/u.exec(statement) ?? [];
  if (table === "") return [];
  const key = body.indexOf("PRIMARY KEY (");
  const columns = (key < 0 ? body : body.slice(0, key)).split(",").flatMap((part) => {
    const [, name, type = ""] = /^\s*(\w+) (DOUBLE PRECISION|\w+)/u.exec(part) ?? [];
    return name === undefined ? [] : [`${name} ${type.toLowerCase()}`];
  });
  return [{ table, columns }];
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
