import { randomUUID } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LabError, messageOf } from "../errors.ts";
import { amount, oneDecimal } from "../text/numbers.ts";
import { isThere } from "./bases.ts";
import { TEMPORARY } from "./files.ts";

const MB = 1_000_000;
/** Bytes that are written to try it out, at most. */
const MAX_TRIED = 16 * MB;

/** Bytes that are free for this user where a folder lies; null where the system does not say. */
type FreeSpace = (folder: string) => Promise<number | null>;

/**
 * Throws LabError where a folder, which may still have to be made, has no room for so many bytes. Asks the system, which
 * knows nothing of a quota, and then writes as much into a folder that is there and takes it away again.
 */
export async function refuseFull(folder: string, bytes: number, freeIn: FreeSpace = freeSpace): Promise<void> {
  const there = await nearest(folder);
  const free = await freeIn(there);
  if (free !== null && free < bytes) throw refusal(folder, bytes, `${megabytes(free)} free`);
  const why = there === folder ? await tryOut(folder, Math.min(bytes, MAX_TRIED)) : null;
  if (why !== null) throw refusal(folder, bytes, `no room for them (${why})`);
}

function refusal(folder: string, bytes: number, found: string): LabError {
  return new LabError(
    `Cannot keep what would come in ${folder}: about ${megabytes(bytes)} are needed, found ${found}. Nothing was asked.`,
    { advice: "Free some space, then call again; or set output.base_dir to a folder on another disk." },
  );
}

/** Why so many bytes cannot be kept; null where they can, or where it is for another reason than room. */
async function tryOut(folder: string, bytes: number): Promise<string | null> {
  const path = join(folder, `.room.${randomUUID()}${TEMPORARY}`);
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(Buffer.alloc(bytes, "."));
      await file.sync();
    } finally {
      await file.close();
    }
    return null;
  } catch (error) {
    return NO_ROOM.has((error as NodeJS.ErrnoException).code ?? "") ? messageOf(error) : null;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

async function freeSpace(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  // Some network disks tell nothing but zeros.
  return disk === null || disk.blocks === 0 ? null : disk.bavail * disk.bsize;
}

/** The folder, else the nearest above it that is there. */
async function nearest(folder: string): Promise<string> {
  const up = dirname(folder);
  return up === folder || (await isThere(folder)) ? folder : nearest(up);
}

const megabytes = (bytes: number): string =>
  `${bytes < 10 * MB ? oneDecimal(bytes / MB) : amount(Math.round(bytes / MB))} MB`;
