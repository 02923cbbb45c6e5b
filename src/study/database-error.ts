import { LabError, messageOf } from "../errors.ts";

/** The queue's database could not do what was asked of it: gone, full, of another version, or none at all. */
export class QueueError extends LabError {
  override name = "QueueError";
}

type Coded = { code?: unknown; errno?: unknown; errcode?: unknown };

/** SQLite's own number of an error, in either runtime: its lower byte is the kind. */
function sqliteKind(error: unknown): number | null {
  const { errcode, errno, code } = error as Coded;
  const number = errcode ?? (typeof code === "string" && code.startsWith("SQLITE") ? errno : undefined);
  return typeof number === "number" ? number & 0xff : null;
}

const postgresCode = (error: unknown): string => {
  const { code } = error as Coded;
  return typeof code === "string" ? code : "";
};

/** SQLITE_BUSY and SQLITE_LOCKED: another writes just now. */
const BUSY = new Set([5, 6]);
/** Of the network, of postgres.js, and of a server that begins, ends or has no room for one more. */
const AWAY = /^(?:ECONN|EPIPE$|ETIMEDOUT$|EAI_AGAIN$|ENOENT$|CONNECT|08|57P0|53300$|40001$|40P01$|55P03$)/u;

/** Whether it may go by itself: somebody else writes, or the server is away or begins. */
export function isPassing(error: unknown): boolean {
  if (error instanceof LabError) return false;
  const kind = sqliteKind(error);
  return kind === null ? AWAY.test(postgresCode(error)) : BUSY.has(kind);
}

/** An error of a database, in what was attempted ("open", "read the study"), as one that is written for people; any other as it is. */
export function queueError(doing: string, address: string, error: unknown): unknown {
  if (error instanceof LabError) return error;
  const known = meaning(error);
  if (known === null) return error;
  const attempted = doing === "open" ? "open the queue" : `${doing} in the queue`;
  return new QueueError(`Cannot ${attempted} at ${address}: ${known.found}.`, {
    advice: known.advice,
    cause: error,
  });
}

type Meaning = { found: string; advice: string };

const OF_SQLITE: Readonly<Record<number, Meaning>> = {
  3: { found: "its file may not be written by you", advice: "Take a file in a folder that is yours." },
  5: { found: "another program held its file for a minute", advice: "Wait for it to end, then call again." },
  6: { found: "another program held its file for a minute", advice: "Wait for it to end, then call again." },
  8: { found: "its file or folder cannot be written", advice: "Take a file in a folder that can be written." },
  10: {
    found: "its disk cannot be read or written",
    advice: "See whether the disk is there and has room, then call again.",
  },
  11: { found: "its file is damaged", advice: "Take a copy of it, or begin with a new file; what was pulled stays." },
  13: { found: "its disk is full", advice: "Free some space, then call again: nothing that was stored is lost." },
  14: {
    found: "its file cannot be opened or made",
    advice: "Its folder must be there and writable, and the path must be that of a file.",
  },
  26: { found: "it is no database", advice: "Name a file that a study made, or one that is not there yet." },
};

const OF_POSTGRES: readonly (readonly [RegExp, Meaning])[] = [
  [
    /^28/u,
    {
      found: "the database refused the user or the password",
      advice: "Its password is kept nowhere: set PGPASSWORD, or type it in --queue postgres://USER:PASSWORD@HOST/NAME.",
    },
  ],
  [/^3D000$/u, { found: "there is no such database", advice: "Make it with createdb, or correct --queue." }],
  [
    /^(?:53100|53200|54)/u,
    { found: "its disk is full", advice: "Free some space, then call again: nothing that was stored is lost." },
  ],
  [/^42501$/u, { found: "its user may not do that", advice: "It needs the right to make a schema in the database." }],
  [/^25006$/u, { found: "it can only be read", advice: "Name the server that takes writes." }],
  [/^ENOTFOUND$/u, { found: "there is no such host", advice: "Correct the host of --queue." }],
  [
    AWAY,
    {
      found: "it did not answer for a minute",
      advice: "See whether the server runs, then call again: nothing is lost.",
    },
  ],
];

function meaning(error: unknown): Meaning | null {
  const kind = sqliteKind(error);
  if (kind !== null)
    return (
      OF_SQLITE[kind] ?? { found: `SQLite says "${messageOf(error)}"`, advice: "See whether its file is in order." }
    );
  const code = postgresCode(error);
  const known = OF_POSTGRES.find(([pattern]) => pattern.test(code))?.[1];
  if (known !== undefined) return known;
  // What else the server says of a statement: its class and number, for no words of its own may stand here.
  return /^[0-9A-Z]{5}$/u.test(code)
    ? { found: `the database says ${code}, "${messageOf(error).slice(0, 200)}"`, advice: "See the server's log." }
    : null;
}
