import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { stateFolder, writePrivate } from "../store/private.ts";
import { GO_ON } from "../story/served-page.ts";
import { LIFE } from "./invitations.ts";
import type { Invited } from "./own-server.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Surroundings = { home: string; env: Environment };

/** Why no browser can be opened here; null where one can. Over SSH it would open on the other machine. */
export function noBrowser(env: Environment, platform: NodeJS.Platform): "ssh" | "told-not-to" | "no-display" | null {
  if (env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT) return "ssh";
  if (env.BROWSER === "none" || env.CI) return "told-not-to";
  if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return "no-display";
  return null;
}

/** How long a browser may take until its page has come, milliseconds: one that runs, and one that is not started yet. */
export const PAGE_PATIENCE = { warm: 5_000, cold: 30_000 };

/**
 * Opens the page in the person's browser. Every user of the machine can read command lines, so that the browser is
 * given a private file that leads there. `not-come`: one was started and has not asked for the page yet.
 */
export async function showPage(
  { address, used }: Invited,
  place: Surroundings,
  patience = PAGE_PATIENCE.warm,
): Promise<"shown" | "not-come" | "not-started" | "no-file"> {
  const file = await writeRedirect(await readableFolder(place), address);
  if (file === null) return "no-file";
  const remove = () => rm(file, { force: true }).catch(() => undefined);
  void used.then(remove);
  if (!(await openInBrowser(file))) {
    await remove();
    return "not-started";
  }
  const tired = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience));
  return (await Promise.race([used, tired])) ? "shown" : "not-come";
}

/** Opens a file in the person's browser. False when that cannot be begun. */
export async function openInBrowser(file: string): Promise<boolean> {
  const { default: open } = await import("open");
  try {
    const opened = await open(file);
    // A command that is not there is told by an event, which nobody else listens to.
    return await new Promise<boolean>((resolve) => {
      opened.once("error", () => resolve(false));
      opened.once("spawn", () => resolve(true));
      if (opened.pid !== undefined) resolve(true);
    });
  } catch {
    return false;
  }
}

/** A browser out of a snap reads no hidden folder of the home, but the folder of its own data. */
async function readableFolder({ home, env }: Surroundings): Promise<string> {
  const usual = stateFolder({ home, env });
  if (process.platform !== "linux" || !(await isThere(join(home, "snap")))) return usual;
  const asked = promisify(execFile)("xdg-mime", ["query", "default", "text/html"], { env, timeout: 2_000 });
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  // The system calls a snap's application by the snap's name and its own: firefox_firefox.desktop.
  const snap = /^([a-z0-9-]+)_[^/\s]+\.desktop\s*$/u.exec(stdout)?.[1];
  const own = join(home, "snap", snap ?? "", "common");
  return snap !== undefined && (await isThere(own)) ? join(own, "design-lab") : usual;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
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
<body><p><a href="${address}">${GO_ON}</a></p></body>
</html>
`;
}
