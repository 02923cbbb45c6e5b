import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { Type } from "@sinclair/typebox";
import { UsageError } from "../errors.ts";
import { pathOf } from "../store/artifacts.ts";
import { readJson } from "../store/read.ts";
import { pathInside } from "../text/path-inside.ts";
import { readFolder } from "./folder.ts";
import { planOf, type ReadPlan } from "./read-plan.ts";

/** What is read here of plan.json: where the tasks of an experiment's plan lie. */
const Where = Type.Object({
  place: Type.Union([
    Type.Object({
      in: Type.Union([Type.Literal("project"), Type.Literal("experiment")]),
      path: Type.String({ minLength: 1, maxLength: 4_096 }),
    }),
    Type.Null(),
  ]),
});

/** The folder of an experiment's tasks, and what a person calls it. */
export type PlanFolder = { dir: string; title: string };

/**
 * Where the tasks of an experiment's plan lie; null where it has none, or none that is approved. Both files may have come with a checkout, so that
 * the folder must really lie in the project or the experiment. Throws UsageError where it does not.
 */
export async function planFolder(experimentDir: string): Promise<PlanFolder | null> {
  const read = await readJson(pathOf(experimentDir, "plan"), Where, { within: experimentDir });
  if (read.state === "missing") return null;
  if (read.state === "unusable") {
    const { problem } = read;
    throw new UsageError("Cannot read where the tasks of the plan lie.", { problems: [problem] });
  }
  if (read.value.place === null) return null;
  const { in: place, path } = read.value.place;
  const root = place === "experiment" ? experimentDir : await projectOf(experimentDir);
  const dir = resolve(root, path);
  const [real, realRoot] = await Promise.all([dir, root].map((each) => realpath(each).catch(() => each)));
  if (isAbsolute(path) || !pathInside(root, dir) || !pathInside(realRoot ?? root, real ?? dir)) {
    throw new UsageError(`Cannot read the tasks of the plan: they must lie in the ${place}, found ${path}.`);
  }
  return { dir, title: path };
}

/** The plan of an experiment as its files are now; null where it has none. Throws UsageError where it cannot be read. */
export async function plannedIn(experimentDir: string): Promise<{ plan: ReadPlan; title: string } | null> {
  const folder = await planFolder(experimentDir);
  return folder === null ? null : { plan: planOf(await readFolder(folder.dir)), title: folder.title };
}

/** The project that an experiment lies in: the repository around what holds the .opencode above it, else what holds that. */
async function projectOf(experimentDir: string): Promise<string> {
  const own = upward(experimentDir).find((folder) => basename(folder) === ".opencode");
  const start = own === undefined ? experimentDir : dirname(own);
  for (const folder of upward(start)) {
    if ((await lstat(join(folder, ".git")).catch(() => null)) !== null) return folder;
  }
  return start;
}

/** A folder and those that hold it, the nearest first. */
function upward(folder: string): string[] {
  return folder === dirname(folder) ? [folder] : [folder, ...upward(dirname(folder))];
}
