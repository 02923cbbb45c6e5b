import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { LabError } from "../errors.ts";
import { typedCode } from "../text/typed.ts";
import { refuseLinked, writePlain } from "./files.ts";

/** Names that a project's configuration may have; one of them there already means that there is nothing to begin. */
const NAMES = ["design-lab.json", "design-lab.jsonc", "config/design-lab.json", "config/design-lab.jsonc"];

/** The folder that a project's configuration lies in. */
export const starterFolder = (directory: string): string => join(directory, ".opencode");

/**
 * Throws LabError where a configuration stands already, whatever it is, or where one of the files could not be written
 * as a plain file of the project's own folder.
 */
export async function refuseStarter(directory: string, names: readonly string[]): Promise<void> {
  const folder = starterFolder(directory);
  for (const name of names) await refuseLinked(directory, join(folder, name));
  for (const name of NAMES) {
    if ((await lstat(join(folder, name)).catch(() => null)) === null) continue;
    throw new LabError(`Cannot write a configuration: ${join(folder, name)} is there already; nothing was written.`, {
      advice: `Edit it, or move it away first. ${typedCode("doctor")} says whether it is in order.`,
    });
  }
}

/**
 * Writes files into the project's .opencode folder and returns the first one's path. Throws LabError where
 * `refuseStarter` does, and writes over none of a person's files; what is ours to make anew (the schema) is.
 */
export async function writeStarter(directory: string, files: Readonly<Record<string, string>>): Promise<string> {
  await refuseStarter(directory, Object.keys(files));
  const folder = starterFolder(directory);
  for (const [name, text] of Object.entries(files)) await writePlain(directory, join(folder, name), text);
  return join(folder, Object.keys(files)[0] ?? "");
}
