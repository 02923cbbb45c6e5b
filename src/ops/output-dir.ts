import { relative, sep } from "node:path";
import { LabError } from "../errors.ts";
import type { Lab } from "../prompting/lab.ts";
import { placeOf } from "../store/bases.ts";
import type { OpContext } from "./op.ts";
import { askOutside } from "./outside.ts";

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
  await askOutside(lab, context, base, "keep");
  // The configured folder remembers the other one.
  if (homeBase !== base) await askOutside(lab, context, homeBase, "keep");
}
