import { relative, resolve, sep } from "node:path";
import { UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { placeOf } from "../../store/bases.ts";
import { findHiddenFolder } from "../../store/hidden-folders.ts";
import { isAllowedIn, type Kind, rememberFolder } from "../../store/places.ts";
import { hiddenIn, mayWriteHidden } from "../../story/hidden-folders.ts";
import { hiddenPart } from "../../text/hidden-part.ts";
import type { OpContext } from "../op.ts";
import { asPerson } from "../person/as-person.ts";

/** What asking about a hidden folder takes of a call; without `typed` it is an agent's. */
export type DocumentAsker = Pick<OpContext, "permit"> & Partial<Pick<OpContext, "typed" | "voice">>;

type Wanted = {
  /** What the user may have allowed there before; null for what is never remembered. */
  kinds: readonly [Kind, ...Kind[]] | null;
  /** Asks the user who typed the call; else only an agent's call is refused, before anything else is asked. */
  ask: boolean;
};

/**
 * Holds every document to one rule: hosts read commands and agents in hidden folders, so an agent's call writes nothing
 * there, and a user who types such a folder is asked. Every op that writes a document calls this with its folder. True where
 * the user said yes just now. Throws LabError.
 */
export async function permitDocuments(
  lab: Project,
  asker: DocumentAsker,
  folder: string,
  { kinds, ask }: Wanted,
): Promise<boolean> {
  const found = await findUnallowed(lab, folder, kinds);
  if (found === null) return false;
  const { hidden, path, project } = found;
  const { permit, typed = null, voice = "agent" } = asker;
  if (typed === null)
    throw new UsageError(`Cannot write into ${folder}: ${hiddenIn(hidden)}. Nothing was written.`, {
      advice: "Name a folder of the project in which no name begins with a dot, or ask the user to type the command.",
    });
  if (!ask) return false;
  await asPerson(
    { permit, typed: null, voice },
    {
      pattern: `${path}/*`,
      question: mayWriteHidden(path, hidden),
      not: "Nothing was written",
      advice: "Name a folder of the project in which no name begins with a dot.",
      details: { folder: resolve(lab.worktree, path) },
    },
  );
  if (kinds !== null) await rememberFolder(project, kinds[0], path);
  return true;
}

/** Why a call may not write there, where that is no error of the call; null where it may, or its user is asked. */
export async function whyNoDocuments(
  lab: Project,
  { typed = null }: DocumentAsker,
  folder: string,
  kinds: Wanted["kinds"],
): Promise<string | null> {
  const found = typed === null ? await findUnallowed(lab, folder, kinds) : null;
  return found && hiddenIn(found.hidden);
}

type Project = Pick<Lab, "worktree" | "person">;

/** The hidden folder that a folder is in, unless the user allowed that folder before. */
async function findUnallowed(lab: Project, folder: string, kinds: Wanted["kinds"]) {
  const { worktree } = lab;
  const hidden = await findHiddenFolder(folder, worktree);
  if (hidden === null) return null;
  const [{ real }, root] = await Promise.all([placeOf(folder, worktree), placeOf(worktree, worktree)]);
  const path = relative(root.real, real).split(sep).join("/");
  const project = { ...lab.person, worktree };
  return kinds !== null && (await isAllowedIn(project, kinds, path)) ? null : { hidden, path, project };
}

/** The same for a folder of experiments: one that the user's own or trusted configuration names may be hidden. */
export async function permitExperiments(lab: Lab, asker: DocumentAsker, folder: string): Promise<void> {
  const { homeBase, directory, worktree } = lab;
  const written = relative(resolve(worktree), homeBase).split(sep).join("/");
  const isNamed = hiddenPart(written) !== null && resolve(directory, folder) === homeBase;
  if (!isNamed) await permitDocuments(lab, asker, folder, { kinds: ["experiments"], ask: true });
}
