import { dirname, join as joinPath, relative, sep } from "node:path";
import type { Use } from "../../artifacts/caller.ts";
import type { ArtifactKind } from "../../artifacts/stages/stages.ts";
import { LabError, UsageError } from "../../errors.ts";
import { briefOf } from "../../experiment/brief.ts";
import { basesOf, freeBases, openFitting } from "../../experiment/open.ts";
import type { Lab } from "../../prompting/lab.ts";
import { loadArtifact } from "../../store/artifacts.ts";
import { isFree, isThere, placeOf } from "../../store/bases.ts";
import { type Begun, openBegun } from "../../store/begun.ts";
import type { Experiment } from "../../store/experiment.ts";
import { type Either, hasTask, holds } from "../../store/open.ts";
import { standsAndNext } from "../../story/brief-stands.ts";
import { mayOutside, OUTSIDE } from "../../story/person-asked.ts";
import { clean } from "../../text/clean.ts";
import { code, join, md } from "../../text/markdown.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { OpContext, Permission } from "../op.ts";
import { type DocumentAsker, permitExperiments } from "./document-place.ts";

type Intent = keyof typeof OUTSIDE;

/** What asking about a folder takes of a call. */
export type FolderAsker = Pick<OpContext, "permit" | "outside"> & DocumentAsker;

/** What of the lab's own is allowed with what is intended in a folder outside the project. */
const USES: Partial<Record<Intent, Use>> = { read: "read", work: "work", keep: "work" };

/** Folders outside the project that one call asks about at most, so that a list in a checkout cannot ask without end. */
const MOST_ASKED = 4;
const TOO_MANY: Permission = { allowed: false, why: `a call asks about ${MOST_ASKED} folders at most` };

/** Throws LabError unless a folder lies in the project or the person allows what is intended there. Makes nothing. */
export async function permitOutside(lab: Lab, context: FolderAsker, folder: string, intent: Intent): Promise<void> {
  if (USES[intent] === "work") await permitExperiments(lab, context, folder);
  const permission = await permitOnce(lab, context, folder, intent);
  if (permission.allowed) return;
  throw new LabError(
    `Cannot ${OUTSIDE[intent]} ${folder}: it lies outside the project, and ${permission.why}. Nothing was made.`,
    {
      advice: `Name a folder in the project, or allow this one when the host asks.${permission.way ? ` ${permission.way}.` : ""}`,
    },
  );
}

/**
 * Throws LabError unless experiments may be made in the call's base folder: a folder of the project, not the project
 * itself; outside of it only where the person allows it, whoever named it. Makes nothing.
 * @param given args.output_dir, when the call names the folder.
 */
export async function checkBase(lab: Lab, context: FolderAsker, given: string | undefined): Promise<void> {
  const { base, homeBase, worktree, directory } = lab;
  const what = given === undefined ? "output.base_dir" : "args.output_dir";
  const advice = `Name a folder of its own with ${what}, such as ".opencode/design-lab".`;
  const refuse = (reason: string, instead = advice): never => {
    throw new LabError(`Cannot keep experiments in ${base}: ${reason}. Nothing was made.`, { advice: instead });
  };
  const [first = ""] = relative(directory, base).split(sep);
  if (given === undefined && first.startsWith("~"))
    refuse(`"${first}" is no folder's name here`, `Write the path of ${what} in full.`);
  const place = await placeOf(base, worktree);
  if (place.holdsProject) refuse("it is the project, or holds it, and designers could then read nothing of it");
  if (place.inGit) refuse("it lies in the repository's .git");
  await permitOutside(lab, context, base, "keep");
  // The configured folder remembers the other one.
  if (homeBase !== base) await permitOutside(lab, context, homeBase, "keep");
}

/**
 * Every folder in which a call looks for experiments: of those outside the project the ones that the person allows.
 * The others are left out, and the reply says so.
 */
export function permitBases(lab: Lab, context: FolderAsker, intent: "read" | "work" = "read"): Promise<string[]> {
  const { said, left } = context.outside;
  return basesOf(lab, async (folder) => {
    // Whether work is allowed there too is asked when that is what the call comes to.
    if ((await isFree(folder, "read", lab)) || !(await isThere(folder))) return true;
    if (left.some(({ path }) => path === folder)) return false;
    const permission = said.size < MOST_ASKED ? await permitOnce(lab, context, folder, intent) : TOO_MANY;
    if (!permission.allowed) left.push({ kind: "outside", path: folder, why: permission.why });
    return permission.allowed;
  });
}

/** The experiment that a call means, to be read; the newest with a task when it says nothing. Throws LabError. */
export async function openToRead(lab: Lab, context: FolderAsker, reference: string | undefined): Promise<Experiment> {
  return requireTask(lab, await find(lab, context, reference, "read", hasTask));
}

/** The same, with a task or without; the newest of all when it says nothing. */
export function openEitherToRead(lab: Lab, context: FolderAsker, reference: string | undefined): Promise<Either> {
  return find(lab, context, reference, "read", () => true);
}

/** The newest experiment that began as an idea, with a task by now or without. */
export async function newestBrief(lab: Lab, context: FolderAsker): Promise<Begun> {
  const fits = ({ idea: { idea, from } }: Begun): boolean => idea !== "" || from.length > 0;
  return openBegun(await permitBases(lab, context), undefined, { ...lab, what: "brief", fits });
}

/**
 * The experiment that a call means, to be worked on. One outside the project, such as a checkout's list of bases may
 * name, is worked on only where the person allows it. Throws LabError.
 */
export async function openToWrite(lab: Lab, context: FolderAsker, reference: string | undefined): Promise<Experiment> {
  return requireTask(lab, await permitFound(lab, context, await find(lab, context, reference, "work", hasTask)));
}

/**
 * An experiment of which one of these is there, to be read or worked on: the newest when the call says nothing, or null
 * where there is none. Throws LabError.
 */
export async function openWith(
  lab: Lab,
  context: FolderAsker,
  reference: string | undefined,
  { kinds, intent }: { kinds: readonly ArtifactKind[]; intent: "read" | "work" },
): Promise<Experiment | null> {
  let newest = false;
  const has = async (found: Either) => {
    if (!hasTask(found)) return false;
    const reads = await Promise.all(kinds.map((kind) => loadArtifact(found.dir, kind)));
    newest = reads.some(({ state }) => state !== "missing");
    return newest;
  };
  const found = await find(lab, context, reference, intent, has).catch((error: unknown) => {
    if (reference === undefined && !newest && error instanceof LabError) return null;
    throw error;
  });
  if (found === null) return null;
  return requireTask(lab, intent === "work" ? await permitFound(lab, context, found) : found);
}

/**
 * The same for what can begin as well: the newest with a task or an approved brief when the call says nothing. Throws
 * LabError where a brief that is not approved is newer: what is older would be paid for in its place.
 */
export async function openEitherToWrite(lab: Lab, context: FolderAsker, reference: string): Promise<Either> {
  const canRun = async (found: Either) => {
    if (hasTask(found)) return true;
    const brief = await briefOf(found, lab.now);
    if (brief.state === "questions" || brief.state === "approved") return brief.state === "approved";
    throw new UsageError(`The newest, ${brief.id}, is a brief that is not approved yet. Nothing was asked.`, {
      advice: join(
        [
          drawn(standsAndNext(brief)),
          md`To go on with another, type ${code("/design-lab resume")} and after it its id.`,
        ],
        " ",
      ),
      problems: brief.problems,
    });
  };
  return permitFound(lab, context, await find(lab, context, reference, "work", canRun));
}

/**
 * What can be planned: the newest with a task or an approved brief when the call says "latest"; briefs that wait for their
 * person are passed over.
 */
export async function openPlannable(lab: Lab, context: FolderAsker, reference: string): Promise<Either> {
  const fits = async (found: Either) => hasTask(found) || (await briefOf(found, lab.now)).state === "approved";
  return permitFound(lab, context, await find(lab, context, reference, "work", fits));
}

async function permitFound(lab: Lab, context: FolderAsker, found: Either): Promise<Either> {
  await permitOutside(lab, context, dirname(found.dir), "work");
  return found;
}

/** Throws LabError, with how its brief stands, for what has no task yet. */
async function requireTask({ now }: Lab, found: Either): Promise<Experiment> {
  if (hasTask(found)) return found;
  const brief = await briefOf(found, now);
  throw new UsageError(`${brief.id} has ${brief.state === "questions" ? "questions" : "a brief"} and no designs yet.`, {
    advice: drawn(standsAndNext(brief)),
    problems: brief.problems,
  });
}

/** Nobody is asked about other folders where a whole id or a path names what may be read without asking. */
async function find(
  lab: Lab,
  context: FolderAsker,
  reference: string | undefined,
  intent: "read" | "work",
  fits: (found: Either) => boolean | Promise<boolean>,
): Promise<Either> {
  const free = await freeBases(lab, "read");
  const known = reference !== undefined && (await holds(free, reference, lab));
  return openFitting(lab, known ? free : await permitBases(lab, context, intent), reference, fits);
}

/** Asks about one folder once in a call. */
async function permitOnce(lab: Lab, context: FolderAsker, folder: string, intent: Intent): Promise<Permission> {
  const { permit, outside } = context;
  const { real, inside } = await placeOf(folder, lab.worktree);
  if (inside) return { allowed: true };
  const use = USES[intent] ?? null;
  const key = `${use ?? intent} ${real}`;
  const before = outside.said.get(key);
  if (before) return before;
  const permission = await permit({
    permission: "external_directory",
    pattern: joinPath(real, "*"),
    question: clean(mayOutside(intent, folder, real)).text,
    details: { filepath: folder, parentDir: real },
  });
  outside.said.set(key, permission);
  if (permission.allowed && use !== null) {
    const uses: Use[] = use === "work" ? ["read", "work"] : ["read"];
    lab.allowed.set(real, new Set([...(lab.allowed.get(real) ?? []), ...uses]));
  }
  return permission;
}
