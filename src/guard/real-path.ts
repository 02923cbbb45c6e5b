import { lstat, readlink } from "node:fs/promises";
import { dirname, join, parse, sep } from "node:path";

/** Links that are followed for one path, as most systems do. */
const MAX_LINKS = 40;

/**
 * The path that the system reaches by an absolute path: it follows every link, and each ".." leads up from where the
 * links led. Names that do not exist yet stay, also behind a link to a missing file: a write creates that file.
 */
export async function findRealPath(path: string): Promise<string> {
  const { root } = parse(path);
  const rest = namesOf(path.slice(root.length));
  let at = root;
  for (let links = 0; rest.length > 0; ) {
    const name = rest.shift() ?? "";
    if (name === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const target = links < MAX_LINKS ? await readTarget(next) : null;
    if (target === null) {
      at = next;
      continue;
    }
    links++;
    const start = parse(target).root;
    if (start !== "") at = start;
    rest.unshift(...namesOf(target.slice(start.length)));
  }
  return at;
}

const namesOf = (path: string): string[] =>
  path.split(sep === "/" ? "/" : /[\\/]/u).filter((name) => name !== "" && name !== ".");

/** Where a link leads; null for anything else. */
async function readTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch {
    return null;
  }
}
