import { lstat, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { StudyBundle, StudyExperiment, StudyPanel } from "../artifacts/study.ts";
import { type LoadResult, loadConfig } from "../config/load.ts";
import { LabError } from "../errors.ts";
import { isLocked, withLock } from "../store/lock.ts";
import { paths } from "../store/paths.ts";
import type { Home } from "../store/private.ts";
import { worktreeOf } from "../store/worktree.ts";

/** Where one experiment is worked on, and what the person of this machine lets through for a call in it. */
export type WorkFolder = {
  /** The folder that the host works in, and the one of it that holds the experiment. */
  directory: string;
  base: string;
  /** The SHA-256 of what the panel says there, as a call allows it; null where it cannot be read. */
  sha256: string | null;
  /** What a call in it asks, once that is let through. */
  asks: Pick<LoadResult, "config" | "personas">;
};

/** Where experiments lie in it, whatever a panel says. */
const BASE = [".opencode", "design-lab"];
const CONFIG = [".opencode", "design-lab.json"];

/** The places of a machine at which a person's own configuration is read. */
export type Machine = Home & {
  /** Holds a folder for each study. */
  root: string;
  /** Whether the person named it, and what lies around it is for designers to read. */
  named: boolean;
};

/** What a worker's own folder is called below the root of all. */
const OWN = "worker-";
/** How old one is before it may be taken for left: when it is made its lock is not held yet, milliseconds. */
const SETTLED = 10_000;

/**
 * Gives a worker a folder of its own below the root, in which those of its experiments lie: held by a lock of the system's,
 * which ends with its process however that dies, and gone with it. What killed workers left there is taken away.
 */
export async function withOwnRoot<T>(machine: Machine, work: (own: Machine) => Promise<T>): Promise<T> {
  await mkdir(machine.root, { recursive: true, mode: 0o700 });
  const all = await realpath(machine.root);
  await removeLeft(all);
  const root = await mkdtemp(join(all, OWN));
  let began = false;
  const begin = (): Promise<T> => {
    began = true;
    return work({ ...machine, root });
  };
  try {
    return await withLock(root, basename(root), begin).catch((error: unknown) => {
      if (began || !(error instanceof LabError)) throw error;
      // Where there is no lock nobody else takes it for left.
      return begin();
    });
  } finally {
    await removeWorkFolder({ directory: root });
  }
}

/**
 * Takes away what workers that are no more left in a root: nothing reads it, for each experiment goes on from what its
 * queue has. What is held, by its worker or by a host that outlived it, and what has no lock to tell, stays.
 */
async function removeLeft(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const directory = join(root, entry.name);
    if (!entry.isDirectory() || !entry.name.startsWith(OWN)) continue;
    const [made, lock] = await Promise.all(
      [directory, paths.lock(directory)].map((each) => lstat(each).catch(() => null)),
    );
    if (!made || !lock?.isFile() || Date.now() - made.mtimeMs < SETTLED) continue;
    const isFree = await withLock(directory, entry.name, async () => !(await isWorkedIn(directory))).catch(() => false);
    if (isFree) await removeWorkFolder({ directory });
  }
}

/** Whether a call is at work on an experiment in a worker's folder. */
async function isWorkedIn(own: string): Promise<boolean> {
  const below = async (folder: string) => (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
  for (const study of await below(own))
    for (const folder of await below(study))
      for (const experiment of await below(join(folder, ...BASE))) if (await isLocked(experiment)) return true;
  return false;
}

/**
 * Makes the folder of one experiment, with nothing in it but its panel. Throws LabError for a panel whose files would lie
 * outside.
 */
export async function makeWorkFolder(
  machine: Machine,
  of: {
    hash: string;
    bundle: Pick<StudyBundle, "limits">;
    panel: StudyPanel;
    experiment: Pick<StudyExperiment, "key" | "epoch">;
  },
): Promise<WorkFolder> {
  const { hash, panel, experiment } = of;
  const study = join(machine.root, hash.slice(0, 8));
  // No name of a task or a panel holds one of these.
  const name = experiment.key.replaceAll("/", "_");
  const directory = join(study, `${name}_${experiment.epoch}`);
  await mkdir(study, { recursive: true, mode: 0o700 });
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, dirname(join(...CONFIG))), { recursive: true, mode: 0o700 });
  if (!machine.named && worktreeOf(directory) !== directory) await makeOwnRepository(directory);
  for (const { path, text } of panel.files) await writeInside(directory, path, Buffer.from(text));
  const config = configOf(directory, panel, of.bundle);
  await writeFile(join(directory, ...CONFIG), `${JSON.stringify(config, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  const sha256 = configuredIn(directory, machine, null).project?.sha256 ?? null;
  return { directory, base: join(directory, ...BASE), sha256, asks: configuredIn(directory, machine, sha256) };
}

/** Removes the folder when its experiment is stored. */
export async function removeWorkFolder({ directory }: Pick<WorkFolder, "directory">): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** What a call in the folder is configured with: as the person lets the panel through, or as it comes with a checkout. */
export function configuredIn(directory: string, { home, env }: Home, said: string | null): LoadResult {
  return loadConfig({ directory, worktree: worktreeOf(directory), home, env, allowed: { kept: null, said } });
}

/** The panel's configuration in this folder: what it costs is the study's to bound, where it lies is the lab's. */
function configOf(
  directory: string,
  { config, files, models }: StudyPanel,
  { limits }: Pick<StudyBundle, "limits">,
): object {
  const of = (name: string) => (config[name] ?? {}) as Record<string, unknown>;
  const review = of("review");
  const { criteria_file: file } = review;
  // It is named from the root of a worktree, which may lie above.
  const moved = typeof file === "string" && files.some(({ path }) => path === file) ? join(directory, file) : file;
  const { $schema: _, ...fields } = config;
  return {
    ...fields,
    ...("review" in config && { review: { ...review, ...(moved !== undefined && { criteria_file: moved }) } }),
    // A person's own fallbacks stay out: these tables are put together, model by model.
    fallback_models: { ...Object.fromEntries(models.map((model) => [model, []])), ...of("fallback_models") },
    limits: { ...of("limits"), ...limits.experiment },
    output: { ...of("output"), base_dir: BASE.join("/"), gitignore: true },
  };
}

/** What a stored path must look like before anything is written there: inside, visible, and the same on every system. */
export function isInsidePath(path: string): boolean {
  const names = path.split("/");
  return path.length <= 500 && names.length <= 12 && names.every((name) => INSIDE.test(name) && !/[. ]$/u.test(name));
}
const INSIDE = /^(?!\.\.?$)[^\\/:*?"<>|\p{Cc}\p{Cf}]{1,200}$/u;

/** Writes a file at a path that others gave, which stays inside. Throws LabError for one that does not. */
export async function writeInside(directory: string, path: string, bytes: Uint8Array): Promise<void> {
  if (isAbsolute(path) || !isInsidePath(path))
    throw new LabError(`Cannot write ${JSON.stringify(path.slice(0, 200))}: a path inside its folder is needed.`);
  const file = join(directory, ...path.split("/"));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
}

/**
 * Makes the folder a repository of its own: in one that somebody else's holds, as that of a person's dot files, designers
 * would be let into all of it.
 */
async function makeOwnRepository(directory: string): Promise<void> {
  const git = join(directory, ".git");
  for (const folder of ["objects", "refs"]) await mkdir(join(git, folder), { recursive: true });
  await writeFile(join(git, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(git, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

/**
 * Where a worker lays its folders out unless one is named: the person's own, beside the lab's state and not in it, for that
 * is closed to designers.
 */
export function workRoot({ home, env }: Home): string {
  return join(resolve(env.XDG_STATE_HOME || join(home, ".local", "state")), "opencode-designlab", "work");
}
