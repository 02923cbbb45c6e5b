import { dirname } from "node:path";
import type { Use } from "../artifacts/caller.ts";
import type { Status } from "../artifacts/status.ts";
import type { Seated } from "../artifacts/task.ts";
import { LabError, StoppedError } from "../errors.ts";
import type { Lab } from "../prompting/lab.ts";
import { expectedBy } from "../prompting/progress.ts";
import { isFree, readBases } from "../store/bases.ts";
import { type Experiment, isMisdated, listExperiments } from "../store/experiment.ts";
import { withFolderLock } from "../store/lock.ts";
import { type Either, openEither, openExperiment } from "../store/open.ts";
import { rememberBegun } from "../store/project-stands.ts";
import { folderAround } from "../store/rounds.ts";
import { clean } from "../text/clean.ts";
import { callCode, typedCode } from "../text/typed.ts";
import { copiesMissing } from "./controls.ts";
import { type Entering, joinEntrants } from "./entrants.ts";
import { joinDesigners, withTask } from "./panel.ts";
import { countedOf } from "./spent.ts";
import { type View, viewOf } from "./view.ts";

/**
 * The folders in which this lab looks for experiments, the one of this call first: of those that it knows the ones
 * that `admits` lets in. A list of further ones counts only where its own folder is let in.
 */
export async function basesOf(
  { base, homeBase }: Pick<Lab, "base" | "homeBase">,
  admits: (folder: string) => Promise<boolean>,
): Promise<string[]> {
  const bases = (await admits(base)) ? [base] : [];
  if (!(homeBase === base ? bases.length > 0 : await admits(homeBase))) return bases;
  const [, ...remembered] = await readBases(homeBase);
  const admitted = [homeBase];
  for (const folder of remembered) if (folder !== base && (await admits(folder))) admitted.push(folder);
  return [...new Set([...bases, ...admitted])];
}

/** Those of its folders that may be used without asking anybody. */
export function freeBases(lab: Lab, use: Use): Promise<string[]> {
  return basesOf(lab, (folder) => isFree(folder, use, lab));
}

/**
 * What of these folders a call means, with a task or without; the newest that `fits` when it says nothing. Throws
 * LabError.
 */
export async function openFitting(
  lab: Lab,
  bases: readonly string[],
  reference: string | undefined,
  fits: (found: Either) => boolean | Promise<boolean>,
): Promise<Either> {
  const { directory, now, person, budget } = lab;
  const found = await openEither(bases, reference, { directory, now, person, fits });
  budget.countEarlier(countedOf(await found.ledger.read()));
  return found;
}

/**
 * The newest experiment of this very task when its plan is not fulfilled, and where it stands; else null. Nobody is
 * asked about a folder for this alone.
 */
export async function findUnfinished(
  lab: Lab,
  task: string,
): Promise<{ id: string; status: Status; copies: number } | null> {
  const { experiments } = await listExperiments(await freeBases(lab, "read"), lab.now);
  const text = clean(task).text;
  const newest = experiments.find((each) => each.task.task === text && !isMisdated(each.task, lab.now()));
  if (!newest) return null;
  const view = await viewOf(newest);
  const [{ status }, copies] = [view, copiesMissing(view)];
  return status.pending.length + copies > 0 ? { id: newest.task.experiment_id, status, copies } : null;
}

/** Throws LabError when the person stopped the call, with the call that goes on; the ledger says so too. */
export async function throwIfStopped({ signal }: Lab, { task: { experiment_id }, ledger }: Experiment): Promise<void> {
  if (!signal.aborted) return;
  await ledger.append({ event: "aborted" });
  throw new StoppedError(`The run was stopped. What was finished is on disk, in the experiment ${experiment_id}.`, {
    advice: `Go on with it: ${typedCode("resume", experiment_id)} (${callCode("run", { experiment: experiment_id })})`,
  });
}

/** An experiment as its files stand now, or a round of one. Throws LabError where it is gone. */
export async function viewAgain(
  lab: Pick<Lab, "directory" | "now" | "person">,
  experiment: Pick<Experiment, "dir" | "task">,
): Promise<View> {
  const around = folderAround(experiment);
  const whole = await viewOf(await openExperiment([dirname(around)], around, lab));
  const round = whole.rounds.find(({ experiment: { dir } }) => dir === experiment.dir);
  if (around === experiment.dir || round !== undefined) return round ?? whole;
  throw new LabError(`Cannot read ${experiment.dir}: that round of better designs is gone.`);
}

/** Works on an experiment while nobody else does, as `withFolderLock`; its plan is read again once that is sure. */
export function withExperimentLock<T>(
  lab: Lab,
  { dir }: Experiment,
  work: (experiment: Experiment) => Promise<T>,
): Promise<T> {
  return withFolderLock(lab, dir, async () => work(await openExperiment([dirname(dir)], dir, lab)));
}

/**
 * Begins a call that goes on with an experiment: the ledger says so, the named models join its designers, documents its
 * designs, and from then on it is thrifty or has planted copies, or no longer. `before` is how many lines the ledger had,
 * so that what this call spends is told apart.
 */
export async function resume(
  lab: Lab,
  experiment: Experiment,
  {
    designers = [],
    thrifty = experiment.task.thrifty ?? false,
    control = experiment.task.control ?? false,
    entering = [],
  }: {
    designers?: readonly Seated[] | undefined;
    thrifty?: boolean | undefined;
    control?: boolean | undefined;
    entering?: readonly Entering[];
  } = {},
): Promise<{ experiment: Experiment; before: number }> {
  const before = await experiment.ledger.read();
  await rememberBegun(lab, experiment);
  await experiment.ledger.append({ event: "resumed", ...expectedBy(lab.progress.expected()) });
  const { task } = experiment;
  const isSame = thrifty === (task.thrifty ?? false) && control === (task.control ?? false);
  const said = {
    ...(thrifty !== (task.thrifty ?? false) && { thrifty }),
    ...(control !== (task.control ?? false) && { control }),
  };
  const planned = isSame ? experiment : await withTask(experiment, { ...task, ...said });
  const joined = await joinEntrants(lab, await joinDesigners(lab, planned, designers), entering);
  lab.progress.follow(joined.task, before);
  return { experiment: joined, before: before.length };
}
