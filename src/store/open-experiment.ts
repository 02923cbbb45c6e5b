import { basename, resolve } from "node:path";
import { LabError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { typed } from "../text/typed.ts";
import { type Experiment, isMisdated, listExperiments } from "./experiment.ts";

/**
 * The experiment that a person means: an id, a unique prefix of one, or a path of it inside a base folder; the newest
 * that has a possible date when nothing is said or "latest". Throws LabError with the nearest ids otherwise.
 */
export async function openExperiment(
  bases: readonly string[],
  reference: string | undefined,
  options: { directory: string; now: () => Date },
): Promise<Experiment> {
  const { experiments, problems } = await listExperiments(bases, options.now);
  const within = bases.length > 0 ? ` in ${bases.join(", ")}` : "";
  if (reference === undefined || reference === LATEST) {
    const newest = experiments.find(({ task }) => !isMisdated(task, options.now()));
    if (newest) return newest;
    const [misdated] = experiments;
    throw new LabError(
      misdated
        ? `There is no newest experiment${within}: ${experiments.length} of ${experiments.length} are dated in the future.`
        : `There is no experiment yet${within}.`,
      {
        problems,
        advice: misdated
          ? `Name one by its id, such as ${basename(misdated.dir)}.`
          : "To start one, type /design-lab run and after it what is to be designed.",
      },
    );
  }
  const exact = experiments.filter((experiment) => isCalled(experiment, reference, options.directory));
  const found = exact.length > 0 ? exact : experiments.filter(({ dir }) => basename(dir).startsWith(reference));
  const [only] = found;
  if (only && found.length === 1) return only;
  const ids = experiments.map(({ dir }) => basename(dir));
  if (found.length > 1) {
    const names = found.map(({ dir }) => (exact.length > 0 ? dir : basename(dir)));
    throw new LabError(`"${shorten(reference)}" names ${found.length} experiments: ${names.slice(0, 5).join(", ")}.`, {
      advice: "Give the whole id, or the path of its folder.",
    });
  }
  const near = nearest(reference, ids);
  const known =
    near.length > 0
      ? `The nearest: ${near.join(", ")}.`
      : ids.length > 0
        ? `There are: ${ids.slice(0, 5).join(", ")}.`
        : "There is none yet.";
  throw new LabError(`There is no experiment "${shorten(reference)}"${within}. ${known}`, {
    problems,
    advice: `${typed("show")} lists them all.`,
  });
}

/** Whether one of the folders holds an experiment of this whole id, or the path lies in one. */
export async function holds(
  bases: readonly string[],
  reference: string,
  { directory, now }: { directory: string; now: () => Date },
): Promise<boolean> {
  const { experiments } = await listExperiments(bases, now);
  return experiments.some((experiment) => isCalled(experiment, reference, directory));
}

function isCalled({ dir }: Experiment, reference: string, directory: string): boolean {
  return basename(dir) === reference || pathInside(dir, resolve(directory, reference));
}

/** Stands for the newest experiment, where an op would start a new one when none is named. */
const LATEST = "latest";

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 97)}...` : text);
