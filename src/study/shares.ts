import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderLoad } from "../artifacts/study.ts";
import { cutColumns, type Dialect, type Statements, type StudyDatabase } from "./database.ts";
import { LOST } from "./limits.ts";
import { GivenBack } from "./queue.ts";
import { type Lease, requireHold } from "./taking.ts";

/** Who asks for a share of which providers. `limits`: what the study's file says of each; `demand`: the most that helps. */
export type ShareAsked = {
  hold: Lease;
  account: string;
  providers: readonly string[];
  limits: Readonly<Record<string, number>>;
  demand: number;
  signal: AbortSignal;
};

/** A refusal halves what a provider gets; each minute after it gives one back. */
const GROWS = 60_000;

/**
 * Waits for a share of all these providers at once, holds it while `work` runs and gives it back. Whoever asked first
 * gets first, and takes all that it asks for in one transaction or nothing: so nobody waits for one who waits for it.
 * Throws GivenBack where the experiment was lost, and where `signal` fires before its turn.
 */
export async function withShare<T>(
  database: StudyDatabase,
  asking: ShareAsked,
  work: (sessions: number | null) => Promise<T>,
): Promise<T> {
  const ticket: Ticket = { id: randomUUID(), asked: null };
  const { id } = ticket;
  const providers = [...new Set(asking.providers)].sort();
  if (providers.length === 0) return work(null);
  try {
    for (;;) {
      if (asking.signal.aborted) throw new GivenBack();
      const given = await askShare(database, ticket, { ...asking, providers });
      if (given !== null) {
        const result = await work(given.sessions);
        await dropShare(database, id, asking);
        return result;
      }
      // A signal ends the wait at once, and is seen above.
      await sleep(200 + Math.random() * 600, undefined, { signal: asking.signal }).catch(() => undefined);
    }
  } catch (error) {
    // What is left there is freed once its worker is lost or its experiment taken anew.
    await dropShare(database, id, asking).catch(() => {});
    throw error;
  }
}

/** What holds a share lives: its worker was heard of lately. */
const LIVING = (now: string): string =>
  `FROM shares s JOIN workers w ON w.id = s.worker WHERE s.provider = ? AND s.account = ? AND w.gone = 0 AND w.seen > ${now} - ${LOST}`;

/** Whose turn it is: by when it was asked, the same for all its providers, and then by id. One order has no circle. */
type Ticket = { id: string; asked: number | null };

function askShare(
  database: StudyDatabase,
  ticket: Ticket,
  { hold, account, providers, limits, demand }: ShareAsked,
): Promise<{ sessions: number | null } | null> {
  const { dialect } = database;
  const { id } = ticket;
  return database.transaction("share a provider", async ({ all, run }) => {
    await requireHold({ all }, dialect.lock, hold);
    const lanes = await lanesOf({ all }, dialect, hold.hash, account);
    const may: number[] = [];
    const [clock] = await all(`SELECT ${dialect.now} AS now`);
    ticket.asked ??= Number(clock?.now);
    let bounded = false;
    let blocked = false;
    for (const provider of providers) {
      const of = [provider, account] as const;
      await run(
        "INSERT INTO providers (provider, account) VALUES (?, ?) ON CONFLICT (provider, account) DO NOTHING",
        ...of,
      );
      const room = await readRoom({ all }, dialect, ...of, limits[provider] ?? null, true);
      await run(
        `INSERT INTO shares (id, provider, account, worker, study, key, sessions, asked) VALUES (?, ?, ?, ?, ?, ?, 0, ?)
          ON CONFLICT (provider, account, id) DO NOTHING`,
        id,
        ...of,
        hold.worker,
        hold.hash,
        hold.key,
        ticket.asked,
      );
      const [first] = await all(
        `SELECT s.id ${LIVING(dialect.now)} AND s.sessions = 0 ORDER BY s.asked, s.id LIMIT 1`,
        ...of,
      );
      if (room.closed || first?.id !== id) blocked = true;
      if (room.limit === null) may.push(demand);
      else {
        bounded = true;
        may.push(Math.min(demand, Math.max(1, Math.floor(room.limit / lanes)), room.limit - room.used));
      }
    }
    const sessions = Math.min(...may);
    if (blocked || sessions < 1) return null;
    await run("UPDATE shares SET sessions = ? WHERE id = ?", sessions, id);
    return { sessions: bounded ? sessions : null };
  });
}

/** How many experiments share an account's providers: what runs, and what could begin at any moment. */
async function lanesOf(
  { all }: Pick<Statements, "all">,
  { now }: Dialect,
  hash: string,
  account: string,
): Promise<number> {
  const living = `w.account = ? AND w.gone = 0 AND w.seen > ${now} - ${LOST}`;
  const [running] = await all(
    `SELECT COUNT(*) AS n FROM workers w JOIN experiments e ON e.worker = w.id WHERE ${living} AND e.state = 'running'`,
    account,
  );
  const [waiting] = await all("SELECT 1 AS n FROM experiments WHERE study = ? AND state = 'waiting' LIMIT 1", hash);
  if (waiting === undefined) return Math.max(1, Number(running?.n));
  const [slots] = await all(`SELECT COALESCE(SUM(w.slots), 0) AS n FROM workers w WHERE ${living}`, account);
  return Math.max(1, Number(running?.n), Number(slots?.n));
}

type ProviderRoom = { limit: number | null; used: number; closed: boolean; until: number | null };

/** What a provider may get from an account now, and what it gets. */
async function readRoom(
  { all }: Pick<Statements, "all">,
  dialect: Dialect,
  provider: string,
  account: string,
  fixed: number | null,
  lock = false,
): Promise<ProviderRoom> {
  const [row] = await all(
    `SELECT learned, taught, closed, ${dialect.now} AS now FROM providers WHERE provider = ? AND account = ?${lock ? dialect.lock : ""}`,
    provider,
    account,
  );
  const [used] = await all(`SELECT COALESCE(SUM(s.sessions), 0) AS n ${LIVING(dialect.now)}`, provider, account);
  const now = Number(row?.now ?? 0);
  const grown =
    row === undefined || row.learned === null
      ? null
      : Number(row.learned) + Math.max(0, Math.floor((now - Number(row.taught)) / GROWS));
  const limits = [fixed, grown].filter((each) => each !== null);
  const until = row === undefined || row.closed === null ? null : Number(row.closed);
  // What lies further ahead than any refusal reaches was written by a clock that has been set right since.
  const closed = until !== null && until > now && until <= now + MOST_SECONDS * 1000;
  return {
    limit: limits.length === 0 ? null : Math.min(...limits),
    used: Number(used?.n),
    closed,
    until: closed ? until : null,
  };
}

function dropShare(database: StudyDatabase, id: string, { account, providers }: ShareAsked): Promise<void> {
  return database.transaction("share a provider", async ({ run }) => {
    for (const provider of [...new Set(providers)].sort())
      await run("DELETE FROM shares WHERE provider = ? AND account = ? AND id = ?", provider, account, id);
  });
}

/**
 * A provider said that these were too many: what it gets from the account is half of what it had, and nothing for so
 * many seconds. What others are refused in that time says nothing new.
 */
export function noteRefused(
  database: StudyDatabase,
  { provider, account, seconds, fixed }: { provider: string; account: string; seconds: number; fixed: number | null },
): Promise<void> {
  const { dialect } = database;
  const wait = Math.round(Math.min(Math.max(0, seconds || 0), MOST_SECONDS) * 1000);
  return database.transaction("hold a provider back", async ({ all, run }) => {
    await run(
      "INSERT INTO providers (provider, account) VALUES (?, ?) ON CONFLICT (provider, account) DO NOTHING",
      provider,
      account,
    );
    const room = await readRoom({ all }, dialect, provider, account, fixed, true);
    const had = Math.min(room.limit ?? room.used, room.used);
    if (!room.closed)
      await run(
        `UPDATE providers SET learned = ?, taught = ${dialect.now} WHERE provider = ? AND account = ?`,
        Math.max(1, Math.floor(had / 2)),
        provider,
        account,
      );
    await run(
      `UPDATE providers SET closed = CASE WHEN closed IS NULL OR closed < ${dialect.now} + ${wait} THEN ${dialect.now} + ${wait} ELSE closed END
        WHERE provider = ? AND account = ?`,
      provider,
      account,
    );
  });
}

/** No provider is left alone for longer by one refusal, seconds. */
const MOST_SECONDS = 3_600;

/** Each provider that these accounts ask, or that the study names. */
export async function providerLoads(
  statements: Pick<Statements, "all">,
  dialect: Dialect,
  accounts: readonly string[],
  limits: Readonly<Record<string, number>>,
): Promise<ProviderLoad[]> {
  const loads: ProviderLoad[] = [];
  for (const account of accounts) {
    const rows = await statements.all(
      `SELECT ${cutColumns(dialect, "provider", 400)} FROM providers WHERE account = ? LIMIT 1000`,
      account,
    );
    const names = new Set([...rows.map(({ provider }) => String(provider)), ...Object.keys(limits)]);
    for (const provider of [...names].sort()) {
      const { limit, used, until } = await readRoom(statements, dialect, provider, account, limits[provider] ?? null);
      loads.push({ provider, account, limit, used, until: until === null ? null : new Date(until).toISOString() });
    }
  }
  return loads;
}
