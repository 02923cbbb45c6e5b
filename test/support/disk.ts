import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Every file below a folder with its text, by relative path in order. */
export async function snapshot(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(dir.length + 1), await readFile(file, "utf8")])),
  );
}

/** The experiments' folder of a project, and the folder of its only experiment. */
export async function onlyExperiment(project: string, base = ".opencode/design-lab"): Promise<string> {
  const entries = await readdir(join(project, base), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.length !== 1) throw new Error(`One experiment was expected, found ${folders.join(", ") || "none"}`);
  return join(project, base, folders[0] ?? "");
}

export async function readJson<T = Record<string, unknown>>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}
