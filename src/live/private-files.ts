import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Home, projectFile, writePrivate } from "../store/private.ts";
import { readJson } from "../store/read.ts";
import { GO_ON } from "../story/served-page.ts";
import { LIFE } from "./invitations.ts";
import { Kept } from "./keys.ts";

/** Where a project's keys are kept, of its live pages or of others: a file for each folder that the host works in. */
export function keptFile(place: Home & { directory: string }, of: "live" | "judging" = "live"): string {
  return projectFile(place, of === "live" ? "" : of);
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
