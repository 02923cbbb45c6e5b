import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LabError, messageOf } from "../errors.ts";
import { typed } from "../text/typed.ts";

/** Names that a project's configuration may have; one of them there already means that there is nothing to begin. */
const NAMES = ["design-lab.json", "design-lab.jsonc"];

/**
 * Writes files into the project's .opencode folder and returns the first one's path. Throws LabError where a
 * configuration stands already, and writes over none of a person's files; what is ours to make anew (the schema) is.
 */
export async function writeStarter(directory: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(directory, ".opencode");
  for (const name of NAMES) {
    const there = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (there) {
      throw new LabError(`Cannot write a configuration: ${join(folder, name)} is there already; nothing was written.`, {
        advice: `Edit it, or move it away first. ${typed("doctor")} says whether it is in order.`,
      });
    }
  }
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text, { flag: NAMES.includes(name) ? "wx" : "w" });
    }
  } catch (error) {
    throw new LabError(`Cannot write into ${folder}: ${messageOf(error)}`, {
      advice: "Mend its permissions, or write the configuration by hand: docs/configuration.md lists every field.",
      cause: error,
    });
  }
  return join(folder, Object.keys(files)[0] ?? "");
}
