import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of the repository that a folder lies in, as the host sees it; the folder itself where it lies in none. */
export function worktreeOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return directory;
  }
}
