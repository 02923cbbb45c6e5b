import type { Lab } from "../prompting/lab.ts";
import { expectedBy } from "../prompting/ledger-lines.ts";
import type { Experiment } from "../store/experiment.ts";
import { joinDesigners } from "./panel.ts";

/**
 * Begins a call that goes on with an experiment: the ledger says so, and the named models join its designers. `before`
 * is how many lines the ledger had, so that what this call spends is told apart.
 */
export async function resume(
  lab: Lab,
  experiment: Experiment,
  designers: readonly string[] = [],
): Promise<{ experiment: Experiment; before: number }> {
  const before = await experiment.ledger.read();
  await experiment.ledger.append({ event: "resumed", ...expectedBy(lab) });
  const joined = await joinDesigners(lab, experiment, designers);
  lab.progress.follow(joined.task, before);
  return { experiment: joined, before: before.length };
}
