import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { freeBases } from "../../experiment/open.ts";
import { hostFolders } from "../../isolation/host-folders.ts";
import { createGuard } from "../../isolation/paths.ts";
import type { Lab } from "../../prompting/lab.ts";
import { placeOf } from "../../store/bases.ts";
import { kindOf } from "../../store/read.ts";
import type { OpContext } from "../op.ts";
import { atHome } from "./at-home.ts";
import { permitOutside } from "./outside.ts";

/** A file that a call named: where it lies with every link followed, and as it was named. */
type Named = { real: string; path: string; inside: boolean; bytes: number };

type Wanted = {
  /** What is needed, for the refusal: "a text file". */
  what: string;
  /** What is said where the person is asked about a folder outside the project. */
  intent: Parameters<typeof permitOutside>[3];
  refuse(why: string): never;
};

/** Finds a file that designers could read too, in the project or where the person lets it be read. `refuse` throws. */
export async function findNamedFile(
  lab: Lab,
  context: OpContext,
  written: string,
  { what, intent, refuse }: Wanted,
): Promise<Named> {
  if (written.includes("\0")) return refuse("a path holds no NUL");
  const target = resolve(lab.directory, atHome(written, context.home));
  const { real, inside } = await placeOf(target, lab.worktree);
  const path = inside ? target : real;
  const found = await stat(path).catch(() => null);
  if (found === null) return refuse(`needed is ${what}, found nothing at ${path}`);
  if (!found.isFile()) return refuse(`needed is ${what}, found ${kindOf(found)}`);
  if (!inside) await permitOutside(lab, context, dirname(path), intent);
  const why = await whyClosed(lab, context, written, { path, inside });
  return why === null ? { real, path, inside, bytes: found.size } : refuse(why);
}

/** Why no designer may read it: secrets, experiments, the host's own files. */
async function whyClosed(
  lab: Lab,
  { home, env }: OpContext,
  written: string,
  { path, inside }: Pick<Named, "path" | "inside">,
): Promise<string | null> {
  const root = inside ? lab.worktree : dirname(path);
  const experiments = [lab.base, lab.homeBase, ...(await freeBases(lab, "read"))];
  const closed = { experiments, host: hostFolders({ home, env, temporary: tmpdir() }).own };
  const guard = await createGuard({ root, directory: inside ? lab.directory : root, home, closed });
  const place = await guard.argument(inside && !isAbsolute(written) ? written : join(dirname(path), basename(path)));
  return place.state === "denied" ? place.reason : null;
}
