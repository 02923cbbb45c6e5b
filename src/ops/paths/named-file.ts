import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Places } from "../../config/files.ts";
import { createGuard, type Rule } from "../../isolation/paths.ts";
import type { Lab } from "../../prompting/lab.ts";
import { placeOf } from "../../store/bases.ts";
import { kindOf } from "../../store/read.ts";
import type { OpContext } from "../op.ts";
import { atHome } from "./at-home.ts";
import { listClosedPlaces } from "./closed-places.ts";
import { permitOutside } from "./outside.ts";

/** A file that a call named: where it lies with every link followed, and as it was named. */
type Named = { real: string; path: string; inside: boolean; bytes: number };

type Wanted = {
  /** What is needed, for the refusal: "a text file". */
  what: string;
  /** What is said where the person is asked about a folder outside the project. */
  intent: Parameters<typeof permitOutside>[3];
  /** Rules that do not hold here. */
  except?: readonly Rule[];
  refuse(why: string): never;
};

/** Finds a file that designers could read too, in the project or where the person lets it be read. `refuse` throws. */
export async function findNamedFile(
  lab: Lab,
  context: OpContext,
  written: string,
  { what, intent, except, refuse }: Wanted,
): Promise<Named> {
  if (written.includes("\0")) return refuse("a path holds no NUL");
  const target = resolve(lab.directory, atHome(written, context.home));
  const { real, inside } = await placeOf(target, lab.worktree);
  const path = inside ? target : real;
  const found = await stat(path).catch(() => null);
  if (found === null) return refuse(`needed is ${what}, found nothing at ${path}`);
  if (!found.isFile()) return refuse(`needed is ${what}, found ${kindOf(found)}`);
  if (!inside) await permitOutside(lab, context, dirname(path), intent);
  const name = inside && !isAbsolute(written) ? written : join(dirname(path), basename(path));
  const why = await whyClosed({ ...lab, home: context.home, env: context.env }, name, {
    root: inside ? lab.worktree : dirname(path),
    except,
  });
  if (why !== null) refuse(why);
  return { real, path, inside, bytes: found.size };
}

/**
 * Why no session of Design Lab may read a file or folder, with the rule that says so; null for one that is open.
 * @param at.bases Folders that hold experiments.
 * @param about.root The folder that it must be in: the project, or the folder that the user allowed.
 */
export async function whyClosed(
  at: Places & { bases: Iterable<string> },
  written: string,
  { root, except = [] }: { root: string; except?: readonly Rule[] | undefined },
): Promise<string | null> {
  const { home, worktree } = at;
  const closed = await listClosedPlaces(at, { experiments: [...at.bases] });
  const directory = root === worktree ? at.directory : root;
  const guard = await createGuard({ root, directory, home, closed, project: worktree });
  const place = await guard.argument(written);
  return place.state === "allowed" || except.includes(place.rule) ? null : `${place.reason} (rule "${place.rule}")`;
}
