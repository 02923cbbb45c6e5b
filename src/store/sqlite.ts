/** A connection to a file through SQLite, as both runtimes have it: Bun's own and that of Node.js 22.13 and newer. */
export type SqliteConnection = {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: unknown[]): unknown[];
    get(...values: unknown[]): unknown;
    run(...values: unknown[]): { changes: number | bigint };
    /** Bun's alone: Node.js lets go of all when the connection closes. */
    finalize?(): void;
  };
  close(): void;
};

/** How a file is opened through the SQLite of whatever this runs in; null where that has none, as Node.js before 22.13. */
export async function sqliteOpener(): Promise<((path: string) => SqliteConnection) | null> {
  if (process.versions.bun !== undefined) {
    const { Database } = await import("bun:sqlite");
    return (path) => new Database(path, { create: true, readwrite: true }) as unknown as SqliteConnection;
  }
  // By a name that no bundler looks for: it is there in newer Node.js alone.
  const name = ["node", "sqlite"].join(":");
  const module: { DatabaseSync: new (path: string) => SqliteConnection } | null = await import(name).catch(() => null);
  return module && ((path) => new module.DatabaseSync(path));
}
