import { lstat, readdir, realpath, stat } from "node:fs/promises";
import system, { basename, dirname, join, parse, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SIGNS } from "../artifacts/stages/stages.ts";
import { pathInside } from "../text/path-inside.ts";
import { isSecretName } from "../text/secret-name.ts";
import { windowsTrap } from "./windows-name.ts";

/**
 * Where a path leads; `real` holds no symbolic link, and what does not exist yet is kept as its last names. A refusal has
 * the name of its rule beside the reason.
 */
type Access = { state: "allowed"; real: string } | Denied;
type Denied = { state: "denied"; rule: Rule; reason: string };
export type Rule = keyof typeof RULES;

/** What no session of Design Lab reads, and no call hands to one: each rule with the reason that a refusal gives. */
const RULES = {
  experiments: "it leads to the folder where designs and reviews are kept",
  records: "it tells what was decided of this very task",
  memory: "it tells what people decided and learned before",
  personas: "it tells who designs or judges, and by what",
  configuration: "it configures Design Lab, and needs the user's trust",
  host: "it leads to the host's own files",
  secrets: "it holds secrets",
  project: "it leads outside the project",
  links: "it is a link that cannot be followed",
  names: "a path holds no NUL",
} as const;

/** Files and folders that are closed, absolute. */
export type ClosedPlaces = {
  /** Folders that hold experiments. */
  experiments: readonly string[];
  /** Files and folders that tell what was decided of the session's own experiment. */
  records?: readonly string[];
  /** Files that hold what the project remembers of experiments. */
  memory?: readonly string[];
  /** Files and folders that hold personas. */
  personas?: readonly string[];
  /** Files that configure Design Lab for the project. */
  configuration?: readonly string[];
  /** Folders and files that are the host's own. */
  host: readonly string[];
  /** The rule that closes a file by its name, wherever it is, beside the names of secrets. */
  byName?: (path: string) => "personas" | "configuration" | undefined;
};
const KINDS = ["experiments", "records", "memory", "personas", "configuration", "host"] as const;

export type Guard = Awaited<ReturnType<typeof createGuard>>;

type GuardOptions = {
  /** The project: nothing outside it is allowed. */
  root: string;
  /** The folder in the project that relative paths start from. */
  directory: string;
  home: string;
  closed: ClosedPlaces;
  /** The project, where the root is another folder: a hard link to one of its secrets is found there. */
  project?: string;
  /** This system unless given. */
  platform?: NodeJS.Platform;
};

/** Looks at the disk as it is now; make a guard for each call and let it go afterwards. */
export async function createGuard({ root, directory, home, closed, ...options }: GuardOptions) {
  const { platform = process.platform, project = root } = options;
  const realRoot = await realpath(root);
  const rootId = idOf(await stat(realRoot, { bigint: true }));
  // One that holds the project would close all of it.
  const isBounded = (folder: string): boolean => !within(folder, project);
  const places = await Promise.all(
    KINDS.map(async (rule) => ({ rule, paths: await everyNameOf((closed[rule] ?? []).filter(isBounded)) })),
  );
  const named = places.flatMap(({ paths }) => paths);
  const byPlace = (path: string): Denied | undefined => {
    const found = places.find(({ paths }) => paths.some((folder) => within(folder, path)));
    return found && denied(found.rule);
  };
  const byName = (path: string): Denied | undefined => {
    const rule = isSecret(path) ? "secrets" : closed.byName?.(path);
    return rule && denied(rule);
  };
  const ids = new Map<string, Denied>();
  for (const folder of named) {
    const found = await ifThere(stat(folder, { bigint: true }));
    if (found && !ids.has(idOf(found))) ids.set(idOf(found), byPlace(folder) ?? denied("experiments"));
  }
  const parents = new Map<string, Promise<Parents>>();
  const answers = new Map<string, Promise<Access>>();
  let links: Promise<ReadonlyMap<string, Denied>> | undefined;

  /** What matters on the way from the disk's root to this existing folder: the project, a closed folder, an experiment. */
  const parentsOf = (folder: string): Promise<Parents> => {
    const known = parents.get(folder);
    if (known) return known;
    const found = (async () => {
      const here = await ifThere(stat(folder, { bigint: true }));
      const id = here ? idOf(here) : "";
      const up = dirname(folder);
      const above: Parents = up === folder ? { root: false, denied: undefined } : await parentsOf(up);
      const closedHere =
        above.denied ?? ids.get(id) ?? ((await isExperiment(folder)) ? denied("experiments") : undefined);
      return { root: above.root || id === rootId, denied: closedHere };
    })();
    parents.set(folder, found);
    return found;
  };

  const look = async (path: string): Promise<Access> => {
    const place = byPlace(path);
    if (place) return place;
    const real = await resolveLinks(path);
    if (real === undefined) return denied("links");
    const closedName = byPlace(real) ?? byName(path) ?? byName(real);
    if (closedName) return closedName;
    const existing = await deepest(real);
    const above = await parentsOf(existing.isFolder ? existing.path : dirname(existing.path));
    if (above.denied) return above.denied;
    if (!above.root) return denied("project");
    const other = existing.isFile ? ids.get(existing.id) : undefined;
    if (other) return other;
    if (existing.isFile && existing.links > 1) {
      links ??= idsOfClosed(named, project, (file) => byPlace(file) ?? byName(file));
      const twin = (await links).get(existing.id);
      if (twin) return twin;
    }
    return { state: "allowed", real };
  };

  const lookOnce = (path: string): Promise<Access> => {
    const answer = answers.get(path) ?? look(path);
    answers.set(path, answer);
    return answer;
  };

  return {
    /** Where the closed folders are, as they are written and with every link followed, whether or not they exist. */
    closed: named as readonly string[],
    /** Those of them that hold experiments. */
    experiments: places.flatMap(({ rule, paths }) => (rule === "experiments" ? paths : [])) as readonly string[],
    /** Resolves an absolute path that the host printed. Answers are remembered for the life of the guard. */
    printed: lookOnce,
    /** Resolves what a model wrote as a path, as the host does (against the folder it works in), and in every other way. */
    async argument(written: string): Promise<Access> {
      if (written.includes("\0")) return denied("names");
      const target = resolve(directory, written);
      const readings = [target, ...otherReadings(written, home).map((reading) => resolve(directory, reading))];
      for (const reading of readings) {
        const trap = platform === "win32" ? windowsTrap(reading) : null;
        if (trap !== null) return { state: "denied", rule: "names", reason: trap };
        if (![root, realRoot].some((folder) => within(folder, reading))) return denied("project");
        const place = await lookOnce(reading);
        if (place.state === "denied") return place;
      }
      return lookOnce(target);
    },
  };
}

/** True when a path is that folder or lies in it, compared as a disk would that folds case and composes accents. */
export function within(folder: string, path: string, paths: typeof system = system): boolean {
  return pathInside(foldPath(folder, paths), foldPath(path, paths), paths);
}

/** The project: the worktree, or the folder itself where the host knows none (it then reports the disk's root). */
export function projectRoot(worktree: string, directory: string): string {
  const known = worktree !== "" && resolve(worktree) !== parse(resolve(worktree)).root;
  return known && within(worktree, directory) ? worktree : directory;
}

type Parents = { root: boolean; denied: Denied | undefined };

/** The folders as they are written and as they are called with every link followed. */
async function everyNameOf(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => resolveLinks(resolve(folder))));
  return [...new Set([...folders.map((folder) => resolve(folder)), ...real.filter((path) => path !== undefined)])];
}

/** An experiment is known by its own files too: copied, moved, or made when another base folder was configured. */
async function isExperiment(folder: string): Promise<boolean> {
  const isThere = async (name: string) => (await ifThere(stat(join(folder, name)))) !== undefined;
  const there = await Promise.all(SIGNS.map(async (names) => (await Promise.all(names.map(isThere))).every(Boolean)));
  return there.some(Boolean);
}

const denied = (rule: Rule): Denied => ({ state: "denied", rule, reason: RULES[rule] });

const isSecret = (path: string): boolean => isSecretName(basename(foldPath(path)));

/** What else a model may mean by a path, or hope that some layer below makes of it. */
function otherReadings(written: string, home: string): string[] {
  const readings: string[] = [];
  const trimmed = written.trim().replace(/^(["'`])(.*)\1$/, "$2");
  readings.push(trimmed, trimmed.replaceAll("\\", "/"), trimmed.normalize("NFKC"));
  if (trimmed.startsWith("~")) readings.push(trimmed.replace(/^~[^/\\]*/, home));
  for (const read of [decodeURIComponent, /^file:/i.test(trimmed) ? fileURLToPath : String]) {
    try {
      readings.push(read(trimmed));
    } catch {
      // Not an encoded path or not a local address: no other reading.
    }
  }
  return readings.filter((reading) => reading !== written && !reading.includes("\0"));
}

function foldPath(path: string, paths: typeof system = system): string {
  return paths
    .resolve(path)
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replace(/(?<=[^./\\])[. ]{1,255}(?=[/\\]|$)/g, "");
}

/** Follows every link; the part that does not exist stays. Undefined for a link that leads nowhere. */
async function resolveLinks(path: string): Promise<string | undefined> {
  const found = await ifThere(realpath(path));
  if (found !== undefined) return found;
  if ((await ifThere(lstat(path)))?.isSymbolicLink()) return undefined;
  const up = dirname(path);
  if (up === path) return path;
  const real = await resolveLinks(up);
  return real === undefined ? undefined : join(real, basename(path));
}

/** What stands at a path, or at the nearest of its parents that exists; `isFile` is then false. */
async function deepest(
  path: string,
): Promise<{ path: string; isFolder: boolean; isFile: boolean; links: number; id: string }> {
  const found = await ifThere(stat(path, { bigint: true }));
  if (!found && dirname(path) === path) throw new Error(`${path} is not there`);
  if (!found) return { ...(await deepest(dirname(path))), isFile: false };
  const isFolder = found.isDirectory();
  return { path, isFolder, isFile: !isFolder, links: Number(found.nlink), id: idOf(found) };
}

/** Closed files that have another name somewhere, by device and inode: all below the folders, and those of the project that a name closes. */
async function idsOfClosed(
  folders: readonly string[],
  project: string,
  closedBy: (file: string) => Denied | undefined,
): Promise<ReadonlyMap<string, Denied>> {
  const ids = new Map<string, Denied>();
  const add = async (file: string, rule: Denied) => {
    const found = await ifThere(lstat(file, { bigint: true }));
    if (found && found.nlink > 1n) ids.set(idOf(found), rule);
  };
  for (const folder of folders) {
    const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
    const files = entries.filter((entry) => !entry.isDirectory());
    await Promise.all(
      files.map(({ parentPath, name }) =>
        add(join(parentPath, name), closedBy(join(parentPath, name)) ?? denied("experiments")),
      ),
    );
  }
  for (const open = [project]; ; ) {
    const folder = open.pop();
    if (folder === undefined) return ids;
    // A folder that this user cannot look into holds nothing of this user's.
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !NOBODYS.has(entry.name)) open.push(path);
      const rule = entry.isFile() ? closedBy(path) : undefined;
      if (rule) await add(path, rule);
    }
  }
}

/** Folders that hold nothing that a user wrote, and very many files. */
const NOBODYS: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** As whole numbers: those of some disks are past what a number keeps apart. */
const idOf = ({ dev, ino }: { dev: bigint; ino: bigint }): string => `${dev}:${ino}`;

/** What a look at the disk finds; undefined where nothing stands. All else is thrown: the caller then refuses. */
function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error: { code?: string }) => {
    if (!["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(error.code ?? "")) throw error;
    return undefined;
  });
}
