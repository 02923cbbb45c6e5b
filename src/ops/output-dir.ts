import { join, relative, sep } from "node:path";
import type { Lab } from "../asking/lab.ts";
import { LabError } from "../errors.ts";
import { open } from "../experiment/open.ts";
import type { Experiment } from "../store/experiment.ts";
import { placeOf } from "../store/place.ts";
import type { OpContext } from "./op.ts";

/**
 * Throws LabError unless experiments may be made in the call's base folder: a folder of the project, not the project
 * itself; outside of it only where the person allows it, whoever named it. Makes nothing.
 * @param given args.output_dir, when the call names the folder.
 */
export async function checkBase(lab: Lab, context: OpContext, given: string | undefined): Promise<void> {
  const { base, homeBase, worktree, directory } = lab;
  const what = given === undefined ? "output.base_dir" : "args.output_dir";
  const refuse = (reason: string, advice: string): never => {
    throw new LabError(`Cannot keep experiments in ${base}: ${reason}. Nothing was made.`, { advice });
  };
  const own = `Name a folder of its own with ${what}, such as ".opencode/design-lab".`;
  const [first = ""] = relative(directory, base).split(sep);
  if (first.startsWith("~")) refuse(`"${first}" is no folder's name here`, `Write the path of ${what} in full.`);
  const place = await placeOf(base, worktree);
  if (place.holdsProject) refuse("it is the project, or holds it, and designers could then read nothing of it", own);
  if (place.inGit) refuse("it lies in the repository's .git", own);
  await askOutside(lab, context, base, "keep experiments in");
  // The configured folder remembers the other one.
  if (homeBase !== base) await askOutside(lab, context, homeBase, "keep experiments in");
}

/**
 * The experiment that a call means, to be worked on. One outside the project, such as a checkout's list of bases may
 * name, is worked on only where the person allows it. Throws LabError.
 */
export async function openToWrite(lab: Lab, context: OpContext, reference: string | undefined): Promise<Experiment> {
  const experiment = await open(lab, reference);
  await askOutside(lab, context, experiment.dir, "work in");
  return experiment;
}

async function askOutside(
  lab: Lab,
  { permit }: OpContext,
  folder: string,
  intent: "keep experiments in" | "work in",
): Promise<void> {
  const { real, inside } = await placeOf(folder, lab.worktree);
  if (inside) return;
  const permission = await permit({
    permission: "external_directory",
    pattern: join(real, "*"),
    question: `May designlab ${intent} ${folder}, outside the project?`,
    details: { filepath: folder, parentDir: folder },
  });
  if (permission.allowed) return;
  throw new LabError(
    `Cannot ${intent} ${folder}: it lies outside the project, and ${permission.why}. Nothing was made.`,
    {
      advice: `Name a folder in the project, or allow this one when the host asks.${permission.way ? ` ${permission.way}.` : ""}`,
    },
  );
}
