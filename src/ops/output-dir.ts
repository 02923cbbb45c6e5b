import { join, relative, sep } from "node:path";
import type { Lab } from "../asking/lab.ts";
import { LabError } from "../errors.ts";
import { placeOf } from "../store/place.ts";
import type { OpContext } from "./op.ts";

/**
 * Throws LabError unless experiments may be made in the call's base folder: a folder of the project, not the project
 * itself; outside of it only where the configuration says so or the person allows it. Makes nothing.
 * @param given args.output_dir, when the call names the folder.
 */
export async function checkBase(lab: Lab, { permit }: OpContext, given: string | undefined): Promise<void> {
  const { base, worktree, directory } = lab;
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
  if (place.inside || given === undefined) return;
  const permission = await permit({
    permission: "external_directory",
    pattern: join(place.real, "*"),
    question: `Keep experiments in ${base}, outside the project?`,
    details: { filepath: base, parentDir: base },
  });
  if (permission.allowed) return;
  refuse(
    `it lies outside the project, and ${permission.why}`,
    "Name a folder in the project, name this one as output.base_dir in design-lab.json, or allow it when the host asks.",
  );
}
