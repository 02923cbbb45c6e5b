import { randomUUID } from "node:crypto";
import { lstat, open, readdir, realpath, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { Type } from "@sinclair/typebox";
import type { Allowed, Use } from "../artifacts/caller.ts";
import { LabError, messageOf } from "../errors.ts";
import { amount, oneDecimal } from "../text/numbers.ts";
import { pathInside } from "../text/path-inside.ts";
import { jsonOf, keepAside, refuseLinked, TEMPORARY, writePlain } from "./files.ts";
import { kindOf, readJson } from "./read.ts";

const Bases = Type.Object({ version: Type.Literal(1), bases: Type.Array(Type.String({ minLength: 1 })) });

const listPath = (base: string): string => join(base, "bases.json");

/**
 * Every folder that holds experiments: the configured base, and those that a run was once told to write to. They are
 * remembered in the base, so that a later op finds such an experiment and no designer reads it. The list may have come
 * with a checkout: outside the project it is asked for first (ops/outside.ts).
 */
export async function readBases(base: string): Promise<string[]> {
  const list = await readJson(listPath(base), Bases);
  return [...new Set([base, ...(list.state === "ok" ? list.value.bases.filter(isAbsolute) : [])])];
}

/**
 * Remembers `other` (absolute) as one more base in `base`, which is there; nothing is written when it is known. A file
 * of that name that is no such list is somebody's: a copy of it is kept.
 */
export async function rememberBase(base: string, other: string): Promise<void> {
  const resolved = await realpath(other).catch(() => other);
  const bases = await readBases(base);
  if (bases.includes(resolved) || bases.includes(other)) return;
  const path = listPath(base);
  await refuseLinked(base, path);
  if ((await readJson(path, Bases)).state === "unusable") await keepAside(path);
  await writePlain(base, path, jsonOf(path, Bases, { version: 1, bases: [...bases.slice(1), resolved] }));
}

/**
 * Every folder in which experiments of this project may lie: the bases known from each folder between the one OpenCode
 * works in and the worktree's root, where it may have been started another time.
 */
export async function basesUpward(directory: string, worktree: string, baseDirs: readonly string[]): Promise<string[]> {
  const bases: string[] = [];
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    for (const base of baseDirs) bases.push(...(await readBases(resolve(folder, base))));
    if (folder === resolve(worktree) || folder === dirname(folder)) return [...new Set(bases)];
  }
}

/** How a folder that may not exist yet lies to the project, every link on the way followed. */
type BasePlace = {
  real: string;
  /** The folder lies in the project. */
  inside: boolean;
  /** The folder is the project or holds it. */
  holdsProject: boolean;
  /** The folder lies in the repository's own .git. */
  inGit: boolean;
};

export async function placeOf(folder: string, worktree: string): Promise<BasePlace> {
  const [real, root] = await Promise.all([realOf(resolve(folder)), realOf(resolve(worktree))]);
  const inside = pathInside(root, real);
  return {
    real,
    inside,
    holdsProject: pathInside(real, root),
    inGit:
      inside &&
      relative(root, real)
        .split(sep)
        .some((name) => name.toLowerCase() === ".git"),
  };
}

/** What decides whose folder one outside the project is. */
export type Trust = {
  worktree: string;
  /** The base folder outside the project that the person's own configuration names; null for none. */
  ownBase: string | null;
  allowed: Allowed;
};

/**
 * Whether nobody has to be asked before a folder is used: it lies in the project, or the person allowed it. To read,
 * it is enough that the person's own configuration names it.
 */
export async function isFree(folder: string, use: Use, { worktree, ownBase, allowed }: Trust): Promise<boolean> {
  const { real, inside } = await placeOf(folder, worktree);
  if (inside || allowed.get(real)?.has(use)) return true;
  return use === "read" && resolve(folder) === ownBase;
}

/**
 * Throws LabError when something in an experiment is neither a file nor a folder: writing to a link would write
 * elsewhere, a pipe would wait for ever, and the plugin never makes either.
 */
export async function refuseIrregular(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (!odd) return;
  throw new LabError(`Cannot work in ${dir}: ${join(odd.parentPath, odd.name)} is ${kindOf(odd)}, needed is a file.`, {
    advice: "The plugin makes no such thing: look where it came from, and remove it or put a copy in its place.",
  });
}

/** Whether a folder is there, or a link to one. */
export async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Follows links; what does not exist yet is kept as it is written. A link that leads nowhere counts as outside. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const up = dirname(path);
    if (up === path || (await lstat(path).catch(() => null))?.isSymbolicLink()) return up === path ? path : sep;
    return join(await realOf(up), basename(path));
  }
}

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
