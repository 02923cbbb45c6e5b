import type { Lab } from "../asking/lab.ts";
import { LabError } from "../errors.ts";
import { attentionOf } from "../experiment/attention.ts";
import { spentOf } from "../experiment/spent.ts";
import { rank } from "../phases/rank.ts";
import { outcomeReply } from "../report/outcome-text.ts";
import type { Failure } from "../schemas/failure.ts";
import type { Ranking } from "../schemas/ranking.ts";
import { loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";

/** What an op that asked models did, for its reply. */
export type Work = { did: string; failures: Failure[]; notes: string[]; next: string[] };

/**
 * Does work on an experiment and replies with what came of it, what it cost and, when `ranking` is wanted and
 * possible, the new ranking. A ranking that is not possible is said in the reply: the work stands all the same.
 */
export async function reply(
  lab: Lab,
  experiment: Experiment,
  work: () => Promise<Work>,
  options: { ranking: boolean },
): Promise<string> {
  const before = (await experiment.ledger.read()).length;
  return replySince(lab, experiment, before, await work(), options);
}

/** As `reply`, for work already done since the ledger had `before` lines. */
export async function replySince(
  lab: Lab,
  experiment: Experiment,
  before: number,
  { did, failures, notes, next }: Work,
  options: { ranking: boolean },
): Promise<string> {
  const { ranking, reason } = options.ranking ? await tryRank(lab, experiment) : { ranking: null, reason: null };
  const ledger = await experiment.ledger.read();
  const lines = ledger.slice(before);
  const { experiment_id } = experiment.task;
  const problem = experiment.ledger.problem();
  const told =
    problem === null ? notes : [`${problem}. What it would have said is lost; the artifacts are not.`, ...notes];
  const stopped = lab.budget.stopped();
  const outcome = {
    experiment_id,
    dir: experiment.dir,
    did,
    spent: spentOf(lines),
    stopped,
    failures: failures.filter(({ kind }) => kind !== "budget"),
    notes: told,
    attention: attentionOf(experiment.task, await loadArtifacts(experiment), ledger),
    next: stopped === null ? next : [raiseLimit(experiment_id, stopped), ...next],
  };
  return outcomeReply(outcome, ranking, reason);
}

function raiseLimit(id: string, stopped: string): string {
  const limit = /max_\w+/u.exec(stopped)?.[0] ?? "max_cost";
  return `\`designlab({op: "run", args: {experiment: "${id}", limits: {${limit}: …}}})\` goes on with a higher limit; nothing that is done is asked again`;
}

async function tryRank(lab: Lab, experiment: Experiment): Promise<{ ranking: Ranking | null; reason: string | null }> {
  try {
    return { ranking: await rank(lab, experiment), reason: null };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { ranking: null, reason: [error.message, error.advice].filter((part) => part !== "").join(" ") };
  }
}
