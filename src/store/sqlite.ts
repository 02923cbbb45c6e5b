/** A connection whose exclusive transaction is the system's lock on the file until it is closed. */
export type Connection = {
  /** Waits at most `patience` milliseconds for another that holds it. Throws what else goes wrong. */
  take(patience: number): "taken" | "busy";
  close(): void;
};

type Raw = { exec(sql: string): unknown; close(): void };

/** The code of SQLite for a file that another holds. */
const BUSY = 5;

/** Opens a file through the SQLite of whatever this runs in; null where that has none, as Node.js before 22.13. */
export async function openDatabase(path: string): Promise<Connection | null> {
  const open = await sqlite();
  if (open === null) return null;
  const raw = open(path);
  return {
    take(patience) {
      try {
        raw.exec(`PRAGMA busy_timeout = ${patience}`);
        raw.exec("BEGIN EXCLUSIVE");
        return "taken";
      } catch (error) {
        const { code, errcode } = error as { code?: unknown; errcode?: unknown };
        if (code === "SQLITE_BUSY" || errcode === BUSY) return "busy";
        throw error;
      }
    },
    close: () => raw.close(),
  };
}

/** Whether a lock can be taken in this runtime. */
export async function canLock(): Promise<boolean> {
  return (await sqlite()) !== null;
}

async function sqlite(): Promise<((path: string) => Raw) | null> {
  if (process.versions.bun !== undefined) {
    const { Database } = await import("bun:sqlite");
    return (path) => new Database(path, { create: true, readwrite: true });
  }
  // By a name that no bundler looks for: it is there in newer Node.js alone.
  const name = ["node", "sqlite"].join(":");
  const module: { DatabaseSync: new (path: string) => Raw } | null = await import(name).catch(() => null);
  return module && ((path) => new module.DatabaseSync(path));
}
