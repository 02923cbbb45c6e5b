import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, link, lstat, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { renameOver } from "./files.ts";

export type Home = { home: string; env: Readonly<Record<string, string | undefined>> };

/** The lab's own folder for what is this person's alone, below the host's, which is closed to designers. */
export function stateFolder({ home, env }: Home): string {
  return join(resolve(env.XDG_STATE_HOME || join(home, ".local", "state")), "opencode", "design-lab");
}

/** A file of this person's alone about a project: one for each folder and use. */
export function projectFile({ directory, ...place }: Home & { directory: string }, use: string): string {
  const project = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return join(stateFolder(place), `${project}${use === "" ? "" : `-${use}`}.json`);
}

/**
 * For the person's own eyes: 0600 in a folder that is the person's and 0700, whole or not at all.
 * @param taken What becomes of a file that is there: `new` throws EEXIST and leaves it.
 */
export async function writePrivate(path: string, text: string, taken: "over" | "new" = "over"): Promise<void> {
  await makePrivate(dirname(path));
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    await file.writeFile(text).finally(() => file.close());
    if (taken === "over") return await renameOver(temporary, path);
    await link(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await rm(temporary, { force: true }).catch(() => undefined);
}

/** What a private file holds, which is there once: it is gone when this resolves. Null where there is none. */
export async function takePrivate(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  await rm(path, { force: true }).catch(() => undefined);
  return text;
}

/** The texts of the private files in a folder whose names fit, by name. A folder that is missing has none. */
export async function readPrivates(folder: string, fits: RegExp): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of await readdir(folder).catch(() => []))
    if (fits.test(name)) texts.set(name, await readFile(join(folder, name), "utf8"));
  return texts;
}

/** Appends a line to a file for the person's own eyes, in one write. */
export async function appendPrivate(path: string, line: string): Promise<void> {
  await makePrivate(dirname(path));
  const file = await open(path, APPEND, 0o600);
  await file.writeFile(line).finally(() => file.close());
}

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

async function makePrivate(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const own = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !own) throw new Error(`${folder} is not a folder of this person`);
  await chmod(folder, 0o700);
}
