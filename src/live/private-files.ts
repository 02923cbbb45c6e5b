import { createHash, randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readJson } from "../store/read.ts";
import { renameOver } from "../store/rename.ts";
import { LIFE } from "./invitations.ts";
import { Kept } from "./keys.ts";

type Home = { home: string; env: Readonly<Record<string, string | undefined>> };

/** The lab's own folder for what is this person's alone, below the host's, which is closed to designers. */
export function stateFolder({ home, env }: Home): string {
  return join(resolve(env.XDG_STATE_HOME || join(home, ".local", "state")), "opencode", "design-lab");
}

/** Where a project's keys are kept, of its live pages or of others: a file for each folder that the host works in. */
export function keptFile(
  { directory, ...place }: Home & { directory: string },
  of: "live" | "judging" = "live",
): string {
  const project = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return join(stateFolder(place), `${project}${of === "live" ? "" : `-${of}`}.json`);
}

/** The keys that were kept; null where there are none that can be used, whatever the reason. */
export async function readKept(file: string): Promise<Kept | null> {
  const read = await readJson(file, Kept);
  return read.state === "ok" ? read.value : null;
}

/** Keeps the keys; where that is not possible the page works for as long as its server does. */
export async function writeKept(file: string, kept: Kept): Promise<void> {
  await writePrivate(file, `${JSON.stringify(kept)}\n`).catch(() => undefined);
}

/**
 * Writes a file that leads a browser to an address, so that a command line holds the file's path and not the address.
 * Removes what killed processes left of such. Returns its path; null where nothing private can be written.
 */
export async function writeRedirect(folder: string, address: string): Promise<string | null> {
  const file = join(folder, `open-${randomBytes(8).toString("hex")}.html`);
  try {
    await writePrivate(file, redirectTo(address));
  } catch {
    return null;
  }
  for (const name of await readdir(folder).catch(() => [])) {
    const old = join(folder, name);
    if (!/^open-[0-9a-f]{16}\.html$/u.test(name)) continue;
    const written = await stat(old).catch(() => null);
    if (written && Date.now() - written.mtimeMs > LIFE) await rm(old, { force: true }).catch(() => undefined);
  }
  return file;
}

/** For the person's own eyes: 0600 in a folder that is the person's and 0700, whole or not at all. */
async function writePrivate(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const own = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !own) throw new Error(`${folder} is not a folder of this person`);
  await chmod(folder, 0o700);
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    await file.writeFile(text).finally(() => file.close());
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The address is the server's own: letters, digits and marks that mean nothing in HTML. */
function redirectTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Design lab</title>
</head>
<body><p><a href="${address}">Go on to the page of the design lab</a></p></body>
</html>
`;
}
