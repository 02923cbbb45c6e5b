import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isObject } from "../text/is-object.ts";
import { pathInside } from "../text/path-inside.ts";
import { parseSource, type Source, type SourceReading } from "./source.ts";

const LARGEST = 1_000_000;
/** One room for every file, which is decoded before the next is read: a megabyte for each call costs more than its files. */
const ROOM = new Uint8Array(LARGEST + 1);

/** What decides where the files lie. Nothing is read from the process itself. */
export type Places = {
  /** The folder OpenCode was started in. */
  directory: string;
  /** The root of the git worktree; "/" where there is none. */
  worktree: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** The user's files, the later over the earlier. */
export const userFiles = (places: Places): string[] => userFolders(places).flatMap(namesIn);

/** The user's folders, the later over the earlier: the XDG folder's (or ~/.config's), then OPENCODE_CONFIG_DIR's. */
export function userFolders({ directory, home, env }: Places): string[] {
  const xdg = env.XDG_CONFIG_HOME;
  // A relative XDG_CONFIG_HOME counts as unset: XDG Base Directory Specification, "Environment variables".
  const folders = [join(xdg && isAbsolute(xdg) ? xdg : join(home, ".config"), "opencode")];
  if (env.OPENCODE_CONFIG_DIR) folders.push(resolve(directory, env.OPENCODE_CONFIG_DIR));
  return [...new Set(folders)];
}

/**
 * The files of a project that belong together, nearest first, from the directory up to the worktree's root: in each folder
 * those of .opencode, then those of .opencode/config. The first of which one is there counts alone.
 */
export function projectFiles(places: Places): string[][] {
  return projectFolders(places).flatMap((folder) => [folder, join(folder, "config")].map(namesIn));
}

/** The folders in which a project may say something, nearest first: .opencode of the directory and of each above it up to the worktree's root. */
export function projectFolders({ directory, worktree }: Places): string[] {
  const folders = [resolve(directory)];
  for (let folder = resolve(directory); within(worktree, folder); ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders.map((folder) => join(folder, ".opencode"));
}

/** The project's files that count, and those in the config folder beside them, which are there and not read. */
export function foundFiles(places: Places): { counting: string[]; passed: string[] } {
  const counting =
    projectFiles(places)
      .find((files) => files.some(isThere))
      ?.filter(isThere) ?? [];
  const [first] = counting;
  return { counting, passed: first === undefined ? [] : namesIn(join(dirname(first), "config")).filter(isThere) };
}

/** A source that names a file of criteria, and the file's path; null where it takes back what an earlier one named. */
type Naming = { by: Source; file: string | null };

/**
 * The file of criteria that counts, which the last source names that says anything of one. What an earlier source names
 * too is the earlier's: the person's own word does not become a checkout's. Null where no source names one.
 */
export function criteriaFileOf(sources: readonly Source[], places: Places): { by: Source; file: string } | null {
  const named = sources.flatMap((by) => namingOf(by, places) ?? []);
  const file = named.at(-1)?.file ?? null;
  const by = named.find((each) => each.file === file)?.by;
  return file === null || by === undefined ? null : { by, file };
}

function namingOf(by: Source, places: Places): Naming | null {
  const { review } = isObject(by.value) ? by.value : {};
  const given = isObject(review) ? review.criteria_file : undefined;
  if (given === null) return { by, file: null };
  return typeof given === "string" && given !== "" ? { by, file: resolve(rootOf(places), given) } : null;
}

/** The root of the worktree; where there is none, the folder OpenCode was started in. */
export function rootOf({ directory, worktree }: Places): string {
  return worktree === "" || dirname(worktree) === worktree ? directory : worktree;
}

/** Where a file lies past every link; the path as it is where that cannot be told. */
export function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Where a path leads past every link, of one that need not exist. */
export function leadsTo(path: string): string {
  const up = dirname(path);
  const real = realPathOf(path);
  return real !== path || up === path || isThere(path) ? real : join(leadsTo(up), basename(path));
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The names in a folder in their order; none where nothing stands there, null where it is no folder or cannot be looked
 * into.
 */
export function entriesOf(folder: string): string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" || !isThere(folder) ? [] : null;
  }
}

/** The first letters of a file, whatever it holds; none of what cannot be read. */
export function startOf(file: string, length: number): string {
  try {
    return new TextDecoder().decode(bytesOf(file, length) ?? new Uint8Array());
  } catch {
    return "";
  }
}

/** Reads a file; null when there is none. Whatever else keeps it from being read is a problem, never silence. */
export function readSource(file: string, parse = parseSource, largest = LARGEST): SourceReading | null {
  try {
    const stats = statOf(file);
    if (!stats) return null;
    if (!stats.isFile()) {
      return unreadable(file, `it must be a file, found ${stats.isDirectory() ? "a folder" : "something else"}`);
    }
    const bytes = bytesOf(file, largest + 1);
    if (bytes === null) return unreadable(file, "it must be a file, found something else");
    if (bytes.length > largest) {
      const size = Math.max(stats.size, bytes.length);
      return unreadable(
        file,
        `it must be at most ${largest < 1e6 ? `${largest / 1e3} kB` : "1 MB"}, found ${sizeText(size)}`,
      );
    }
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { source, problems } = parse(file, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return { source: source && Object.assign(source, { file: { path: realPathOf(file), sha256 } }), problems };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (error instanceof TypeError) return unreadable(file, "it must be UTF-8 text, found other bytes");
    if (code === "EACCES" || code === "EPERM")
      return unreadable(file, `it must be readable, found no permission (${code})`);
    return unreadable(file, `it must be readable, found ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * The first bytes of a plain file, one more than LARGEST at most; null when what is opened is none. A person's file may be a
 * link; wherever it leads, no pipe is waited for and nothing is taken out of a device. They last until the next call.
 */
function bytesOf(file: string, most: number): Uint8Array | null {
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(opened).isFile()) return null;
    let length = 0;
    for (let read = 1; read > 0 && length < most; length += read) {
      read = readSync(opened, ROOM, length, most - length, null);
    }
    return ROOM.subarray(0, length);
  } finally {
    closeSync(opened);
  }
}

function namesIn(folder: string): string[] {
  return [join(folder, "design-lab.json"), join(folder, "design-lab.jsonc")];
}

/** True below the worktree's root; never where the root is the whole disk, which is no project. */
function within(worktree: string, folder: string): boolean {
  const root = resolve(worktree);
  return root !== dirname(root) && folder !== root && pathInside(root, folder);
}

/** A link that leads nowhere is there, and is a mistake; a file under a path that is no folder is not there. */
function statOf(file: string): Stats | null {
  try {
    return statSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOTDIR") return null;
    if (code !== "ENOENT") throw error;
    const link = lstatSync(file, { throwIfNoEntry: false });
    if (link) throw new Error("a link that leads nowhere");
    return null;
  }
}

function unreadable(source: string, text: string): SourceReading {
  return { source: null, problems: [{ source, text, position: null }] };
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
