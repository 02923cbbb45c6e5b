import { basename } from "node:path";
import { LabError, UsageError } from "../errors.ts";
import { typedCode } from "../text/typed.ts";
import { type Begun, listBegun } from "./begun.ts";
import { type Experiment, folded, isCalled, isMisdated, isNewest, listExperiments, meant } from "./experiment.ts";
import type { Home } from "./private.ts";

/** An experiment with its plan, or one that began with questions and has no task yet. */
export type Either = Experiment | Begun;

export const hasTask = (found: Either): found is Experiment => "task" in found;

/** When and under which id it was begun, and what it is about. */
export const aboutOf = (found: Either): { experiment_id: string; topic: string; created_at: string } =>
  hasTask(found) ? found.task : found.idea;

type Where = { directory: string; now: () => Date; person?: Home };

/**
 * What a person means by an id, a unique prefix of one, or a path of it inside a base folder; when nothing is said or
 * "latest" the newest that has a possible date and that `fits` lets in. Throws LabError with the nearest ids otherwise.
 */
export async function openEither(
  bases: readonly string[],
  reference: string | undefined,
  { directory, now, person, fits }: Where & { fits(found: Either): boolean | Promise<boolean> },
): Promise<Either> {
  const { all, problems } = await listEither(bases, now, person);
  const within = bases.length > 0 ? ` in ${bases.join(", ")}` : "";
  if (!isNewest(reference)) return meant(all, reference, { directory, within, problems });
  const dated = all.filter((each) => !isMisdated(aboutOf(each), now()));
  for (const each of dated) if (await fits(each)) return each;
  const [newest] = dated;
  if (newest && !hasTask(newest)) {
    const id = basename(newest.dir);
    throw new UsageError(`There is no experiment with designs yet${within}: what is there began with questions.`, {
      problems,
      advice: `${typedCode("show", id)} says how the newest stands and what to type next.`,
    });
  }
  const [misdated] = all;
  throw new LabError(
    misdated
      ? `There is no newest experiment${within}: ${all.length} of ${all.length} are dated in the future.`
      : `There is no experiment yet${within}.`,
    {
      problems,
      advice: misdated
        ? `Name one by its id, such as ${basename(misdated.dir)}.`
        : "To start one, type `/design-lab run` and after it what is to be designed.",
    },
  );
}

/** Every experiment, with a task or without, newest first and those without a possible date last. */
export async function listEither(
  bases: readonly string[],
  now: () => Date,
  person?: Home,
): Promise<{ all: Either[]; problems: Awaited<ReturnType<typeof listBegun>>["problems"] }> {
  const [planned, asked] = await Promise.all([listExperiments(bases, now, person), listBegun(bases, now, person)]);
  const begun = asked.begun.filter((each) => !each.hasTask);
  const problems = [...planned.problems, ...asked.problems];
  if (begun.length === 0) return { all: planned.experiments, problems };
  const made = (each: Either): number => {
    const about = aboutOf(each);
    return isMisdated(about, now()) ? 0 : Date.parse(about.created_at);
  };
  const all = [...planned.experiments, ...begun].sort((a, b) => made(b) - made(a) || (b.dir < a.dir ? -1 : 1));
  return { all, problems };
}

/** The experiment with its plan that a person means; the newest that has one when nothing is said. Throws LabError. */
export async function openExperiment(
  bases: readonly string[],
  reference: string | undefined,
  where: Where,
): Promise<Experiment> {
  const found = await openEither(bases, reference, { ...where, fits: hasTask });
  if (hasTask(found)) return found;
  throw new UsageError(`${basename(found.dir)} began with questions and has no task yet.`);
}

/** Whether one of the folders holds an experiment of this whole id, or the path lies in one. */
export async function holds(bases: readonly string[], reference: string, { directory, now }: Where): Promise<boolean> {
  const { all } = await listEither(bases, now);
  return all.some((each) => isCalled(each, reference, directory, folded));
}
