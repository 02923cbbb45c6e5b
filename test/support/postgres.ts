import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HOMES = "/usr/lib/postgresql";
const USER = "postgres";
const PASSWORD = "correct-horse";

/**
 * The folder with the programs of the newest Postgres server below `homes`, null if there is none. A machine that has
 * only the client has such a folder too, so the folder must hold `initdb`.
 */
export function findPostgres(homes: string): string | null {
  try {
    const newestFirst = readdirSync(homes).sort((a, b) => Number(b) - Number(a));
    return (
      newestFirst.map((version) => join(homes, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null
    );
  } catch {
    return null;
  }
}

/** What Postgres may not be run as. */
const isRoot = process.getuid?.() === 0;

function idOf(what: "-u" | "-g"): number | null {
  const { status, stdout } = spawnSync("id", [what, USER], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : null;
}

/** Why no Postgres can be had here, for the line of a test that is left out; null where one can. */
export const noPostgres: string | null =
  findPostgres(HOMES) === null
    ? `there is no Postgres server in ${HOMES}`
    : isRoot && idOf("-u") === null
      ? `there is no user ${USER} to run Postgres as`
      : null;

export type PrivatePostgres = {
  /** An address of a database that is new and empty. */
  fresh(): string;
  /** Its own user, with a password that is wrong or right. */
  address(database: string, password?: string): string;
  restart(): void;
  stop(): void;
};

/** Starts a server of our own, in a temporary folder. It ends with `stop`, and with this process however that ends. */
export async function startPostgres(): Promise<PrivatePostgres> {
  const bin = findPostgres(HOMES);
  if (bin === null || noPostgres !== null) throw new Error(noPostgres ?? "no Postgres");
  const dir = mkdtempSync(join(tmpdir(), "designlab-postgres-"));
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  const word = join(dir, "password");
  writeFileSync(word, PASSWORD);
  chmodSync(word, 0o644);
  if (isRoot && uid !== null && gid !== null) chownSync(dir, uid, gid);
  const as = isRoot ? ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"] : [];
  const run = (program: string, ...args: string[]): string => {
    const [command = "", ...rest] = [...as, join(bin, program), ...args];
    const { status, stdout, stderr, error } = spawnSync(command, rest, {
      encoding: "utf8",
      cwd: dir,
      env: { ...process.env, LC_ALL: "C", PGPASSWORD: PASSWORD },
      stdio: ["ignore", program === "pg_ctl" ? "ignore" : "pipe", program === "pg_ctl" ? "ignore" : "pipe"],
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${error ?? ""}${stderr ?? ""}`);
    return stdout ?? "";
  };
  const data = join(dir, "data");
  run(
    "initdb",
    "-D",
    data,
    "-U",
    USER,
    "-A",
    "scram-sha-256",
    `--pwfile=${word}`,
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  );
  const port = await freePort();
  const options = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  // Whoever holds the other end of its input may be killed: then it ends the server and takes the folder away.
  const guard = spawn(
    "sh",
    ["-c", `cat >/dev/null; ${[...as, join(bin, "pg_ctl")].join(" ")} -D ${data} -m immediate stop; rm -rf ${dir}`],
    { stdio: ["pipe", "ignore", "ignore"], detached: true, cwd: "/" },
  );
  guard.unref();
  (guard.stdin as unknown as { unref?(): void }).unref?.();
  const over = Promise.withResolvers<void>();
  guard.on("exit", () => over.resolve());
  run("pg_ctl", "-D", data, "-w", "-o", options, "-l", join(dir, "log"), "start");
  let made = 0;
  const address = (database: string, password = PASSWORD): string =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  return {
    address,
    fresh() {
      const name = `queue_${++made}`;
      run("createdb", "-h", "127.0.0.1", "-p", String(port), "-U", USER, name);
      return address(name);
    },
    restart: () => {
      run("pg_ctl", "-D", data, "-w", "-m", "fast", "-o", options, "-l", join(dir, "log"), "restart");
    },
    stop() {
      guard.stdin?.end();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const at = server.address();
      server.close(() => (typeof at === "object" && at !== null ? resolve(at.port) : reject(new Error("no port"))));
    });
  });
}
