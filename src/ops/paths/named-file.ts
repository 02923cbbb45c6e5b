import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { createGuard } from "../../isolation/paths.ts";
import type { Lab } from "../../prompting/lab.ts";
import { placeOf } from "../../store/bases.ts";
import { kindOf } from "../../store/read.ts";
import type { OpContext } from "../op.ts";
import { atHome } from "./at-home.ts";
import { closedPlaces } from "./closed-places.ts";
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
  await refuseClosed(lab, context, written, { path, inside, refuse });
  return { real, path, inside, bytes: found.size };
}

/** Throws, by the rule that closes it, for a file that no session of Design Lab may read. `path` holds no link on the way from outside. */
async function refuseClosed(
  lab: Lab,
  { home, env }: Pick<OpContext, "home" | "env">,
  written: string,
  { path, inside, refuse }: Pick<Named, "path" | "inside"> & Pick<Wanted, "refuse">,
): Promise<void> {
  const root = inside ? lab.worktree : dirname(path);
  const closed = await closedPlaces({ ...lab, home, env }, { experiments: [...lab.bases] });
  const directory = inside ? lab.directory : root;
  const guard = await createGuard({ root, directory, home, closed, project: lab.worktree });
  const place = await guard.argument(inside && !isAbsolute(written) ? written : join(dirname(path), basename(path)));
  if (place.state === "denied") refuse(`${place.reason} (rule "${place.rule}")`);
}
