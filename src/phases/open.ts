import { dirname } from "node:path";
import { AbortedError } from "../errors.ts";
import { spentOf } from "../report/spent.ts";
import { knownBases } from "../store/bases.ts";
import { type Experiment, openExperiment } from "../store/experiment.ts";
import { withLock } from "../store/lock.ts";
import type { Lab } from "./lab.ts";

/** Every folder in which this lab finds experiments, the one of this call first. */
export async function basesOf({ base, homeBase }: Pick<Lab, "base" | "homeBase">): Promise<string[]> {
  return [...new Set([base, ...(await knownBases(homeBase))])];
}

/** The experiment that a call means; the newest when it says nothing. Throws LabError. */
export async function open(lab: Lab, reference: string | undefined): Promise<Experiment> {
  const experiment = await openExperiment(await basesOf(lab), reference, lab);
  lab.budget.countEarlier(spentOf(await experiment.ledger.read()));
  return experiment;
}

/** Throws AbortedError when the person stopped the call, with the call that goes on. */
export function throwIfStopped({ signal }: Lab, { task: { experiment_id } }: Experiment): void {
  if (!signal.aborted) return;
  throw new AbortedError(`The run was stopped. What was finished is on disk, in the experiment ${experiment_id}.`, {
    advice: `Go on with it: designlab({op: "run", args: {experiment: "${experiment_id}"}})`,
  });
}

/**
 * Works on an experiment while nobody else does; its plan is read again once that is sure. Throws LabError at once
 * when another call or process is at work on it.
 */
export async function alone<T>(
  lab: Lab,
  { dir, task }: Experiment,
  work: (experiment: Experiment) => Promise<T>,
): Promise<T> {
  return withLock(dir, task.experiment_id, async () => work(await openExperiment([dirname(dir)], dir, lab)));
}
