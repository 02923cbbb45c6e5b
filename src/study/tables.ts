import type { Dialect, Statements } from "./database.ts";
import { QueueError } from "./database-error.ts";

/** Counts up with every change of the tables. */
const VERSION = 1;

/**
 * Makes the tables where none are, in the caller's transaction. Times are milliseconds since 1970 by the database's
 * clock. Throws QueueError for those of another version, and for a database of something else.
 */
export async function makeTables({ all, run }: Statements, dialect: Dialect): Promise<void> {
  const tables = await all(
    dialect.lock === ""
      ? "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') LIMIT 200"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() LIMIT 200",
  );
  const named = new Set(tables.map(({ name }) => String(name)));
  const own = schema(dialect);
  if (!named.has("study_version")) {
    if (named.size > 0)
      throw new QueueError("Cannot open the queue: the database is of something else, and nothing was changed in it.", {
        advice: "Name a file that a study made, or one that is not there yet.",
      });
    for (const statement of own) await run(statement);
    await run("INSERT INTO study_version (version) VALUES (?)", VERSION);
    return;
  }
  // Before anything is read of it: what is called a table may be a view that never ends.
  const strange = await dialect.strange({ all }, own);
  if (strange !== null)
    throw new QueueError(`Cannot open the queue: it holds ${strange}, which no study makes.`, {
      advice:
        "Nothing in it was used. It may be of another version of opencode-designlab; else use another queue, and find out who can write to this one.",
    });
  const [row] = await all("SELECT version FROM study_version LIMIT 1");
  const version = Number(row?.version);
  if (version === VERSION) return;
  throw new QueueError(
    `Cannot open the queue: its tables are of version ${row === undefined ? "none" : version}, and this lab knows version ${VERSION}.`,
    {
      advice:
        version > VERSION
          ? "Update opencode-designlab here, or run the study with the version that made the queue."
          : "Finish the study with the version of opencode-designlab that made the queue.",
    },
  );
}

/**
 * What a study holds lies in `studies` once; what changes with each experiment, in `experiments`. `spent`, `tokens` and
 * `unpriced` of a study are sums that are kept, for 100,000 rows are not added up at each beginning.
 */
function schema({ text, bytes }: Dialect): string[] {
  return [
    "CREATE TABLE study_version (version INTEGER NOT NULL)",
    `CREATE TABLE studies (
      hash ${text} PRIMARY KEY, name TEXT NOT NULL, added BIGINT NOT NULL, bundle ${bytes} NOT NULL,
      limits TEXT NOT NULL, facts TEXT NOT NULL, expected DOUBLE PRECISION, price DOUBLE PRECISION, heavy DOUBLE PRECISION,
      spent DOUBLE PRECISION NOT NULL, tokens DOUBLE PRECISION NOT NULL, unpriced BIGINT NOT NULL,
      stopped TEXT, begun BIGINT, ended BIGINT)`,
    `CREATE TABLE experiments (
      study ${text} NOT NULL, key ${text} NOT NULL, task TEXT NOT NULL, panel ${text} NOT NULL, repeat INTEGER NOT NULL,
      state TEXT NOT NULL, step TEXT, epoch INTEGER NOT NULL, worker ${text}, reason TEXT, advice TEXT,
      cost DOUBLE PRECISION NOT NULL, tokens DOUBLE PRECISION NOT NULL, unpriced BIGINT NOT NULL,
      reserved DOUBLE PRECISION NOT NULL, weight DOUBLE PRECISION NOT NULL,
      begun BIGINT, taken BIGINT, ended BIGINT, seconds DOUBLE PRECISION NOT NULL,
      files INTEGER NOT NULL, bytes BIGINT NOT NULL, manifest TEXT, run ${text},
      PRIMARY KEY (study, key))`,
    "CREATE INDEX experiments_state ON experiments (study, state, panel, seconds)",
    "CREATE INDEX experiments_paged ON experiments (study, state, key)",
    "CREATE INDEX experiments_new ON experiments (study, panel, key) WHERE state = 'waiting' AND run IS NULL",
    "CREATE INDEX experiments_handed ON experiments (study, panel) WHERE state = 'waiting' AND run IS NOT NULL",
    "CREATE INDEX experiments_held ON experiments (worker) WHERE state = 'running'",
    `CREATE TABLE files (
      study ${text} NOT NULL, key ${text} NOT NULL, path ${text} NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL,
      body ${bytes} NOT NULL, PRIMARY KEY (study, key, path))`,
    `CREATE TABLE workers (
      id ${text} PRIMARY KEY, machine TEXT NOT NULL, account ${text} NOT NULL, hosts TEXT NOT NULL, slots INTEGER NOT NULL,
      most DOUBLE PRECISION, spent DOUBLE PRECISION NOT NULL, gone INTEGER NOT NULL, seen BIGINT NOT NULL,
      lacks TEXT NOT NULL)`,
    `CREATE TABLE seats (study ${text} NOT NULL, worker ${text} NOT NULL, PRIMARY KEY (study, worker))`,
    `CREATE TABLE providers (
      provider ${text} NOT NULL, account ${text} NOT NULL, learned INTEGER, taught BIGINT, closed BIGINT,
      PRIMARY KEY (provider, account))`,
    `CREATE TABLE shares (
      id ${text} NOT NULL, provider ${text} NOT NULL, account ${text} NOT NULL, worker ${text} NOT NULL,
      study ${text} NOT NULL, key ${text} NOT NULL, sessions INTEGER NOT NULL, asked BIGINT NOT NULL,
      PRIMARY KEY (provider, account, id))`,
    "CREATE INDEX shares_of ON shares (study, key)",
    "CREATE INDEX shares_by ON shares (worker)",
    `CREATE TABLE events (study ${text} NOT NULL, at BIGINT NOT NULL, text TEXT NOT NULL)`,
    "CREATE INDEX events_of ON events (study, at)",
  ];
}
