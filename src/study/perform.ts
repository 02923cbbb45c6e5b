import type { ExitKind } from "../artifacts/exit.ts";
import type { Failure } from "../artifacts/failure.ts";
import type { StudyPanel, StudyStep, StudyTask } from "../artifacts/study.ts";
import { providerOf } from "../config/schema.ts";
import { LabError } from "../errors.ts";
import { unrankedWhy } from "../story/study-work.ts";
import { keepFiles } from "./keep-files.ts";
import { type ExperimentSpent, GivenBack, type Performed, type TakenExperiment } from "./queue.ts";
import { countedIn, experimentIn, ledgerText, type Restored, restoreStored, spentIn } from "./stored-files.ts";
import { type Machine, makeWorkFolder, removeWorkFolder, type WorkFolder } from "./work-folder.ts";

/** One call of the lab in a host that works in a folder. */
export type LabCall = { op: "generate" | "run" | "rank"; args: Record<string, unknown> };
/** What it came to: an error of the lab's is in its facts. */
export type LabCame = { outcome: ExitKind; facts: Readonly<Record<string, unknown>> };

/** What a worker does its experiments with. */
export type Means = {
  machine: Machine;
  /** Makes a call and follows it to its end, which is in order where the signal fires. Throws HostGone where it got lost. */
  call(call: LabCall, at: WorkFolder, panel: string, signal: AbortSignal): Promise<LabCame>;
  tell(news: WorkNews): void;
};

/** What a worker's person hears of one experiment. */
export type WorkNews = { key: string } & (
  | { kind: "began"; files: number }
  | { kind: "step"; step: StudyStep }
  | { kind: "spent"; known: ExperimentSpent }
  | { kind: "damaged"; paths: readonly string[] }
  | { kind: "anew"; why: NonNullable<Restored["refused"]> }
  | { kind: "passed"; path: string }
  | { kind: "lost-host"; why: string }
  | { kind: "ended"; performed: Performed; known: ExperimentSpent; seconds: number }
  | { kind: "given-back" }
);

/** The host that a call was made in is gone; `away`: it may be there all the same, and is not reached. */
export class HostGone extends LabError {
  override name = "HostGone";
  readonly away: boolean;
  constructor(message: string, { away }: { away: boolean }) {
    super(message);
    this.away = away;
  }
}

/** How often a step is begun anew in another host. */
const MOST_TRIES = 3;

/**
 * Does one experiment in a folder of its own, by the lab's own commands: designs, judgement, ranking. What others had of
 * it is laid out before, and what comes of it is stored as it appears. Throws GivenBack where it is another's by now, or
 * the worker leaves.
 */
export async function performExperiment(taken: TakenExperiment, { machine, call, tell }: Means): Promise<Performed> {
  const { bundle, experiment, hash } = taken;
  const { key } = experiment;
  const task = bundle.tasks.find((each) => each.key === experiment.task);
  const panel = bundle.panels.find((each) => each.name === experiment.panel);
  if (task === undefined || panel === undefined)
    throw new LabError(`Cannot do ${key}: the study has no such task or panel.`);
  const began = Date.now();
  const folder = await makeWorkFolder(machine, { hash, bundle, panel, experiment });
  try {
    const restored = await restoreStored(folder, taken);
    const ledger = restored.dir === null ? "" : await ledgerText(restored.dir);
    let known: ExperimentSpent = { cost: experiment.cost, tokens: experiment.tokens, unpriced: experiment.unpriced };
    tell({ key, kind: "began", files: restored.known.size });
    if (restored.damaged.length > 0) tell({ key, kind: "damaged", paths: restored.damaged });
    if (restored.refused !== null) tell({ key, kind: "anew", why: restored.refused });
    if (restored.refused !== null || restored.damaged.length > 0) await taken.anew();
    const keeping = keepFiles(() => experimentIn(folder), { known: restored.known, ledger }, taken, {
      spent(now) {
        known = now;
        tell({ key, kind: "spent", known });
      },
      passed: (path) => tell({ key, kind: "passed", path }),
    });
    const signal = AbortSignal.any([taken.signal, keeping.failed]);
    const work: Work = {
      ...{ task, panel, folder, signal },
      // What a ledger lost is spent all the same.
      lost: Math.max(0, experiment.cost - spentIn(ledger).cost),
      most: bundle.limits.experiment.max_cost,
      allowed: async () => countedIn(ledger) + ((await taken.allowance()) ?? Number.POSITIVE_INFINITY),
      call: (asked) => call(asked, folder, panel.name, signal),
      tell: (why) => tell({ key, kind: "lost-host", why }),
    };
    let performed: Performed;
    try {
      performed = await stepByStep(taken, work, (step) => tell({ key, kind: "step", step }));
    } finally {
      await keeping.end();
    }
    tell({ key, kind: "ended", performed, known, seconds: (Date.now() - began) / 1000 });
    return performed;
  } catch (error) {
    if (error instanceof GivenBack) tell({ key, kind: "given-back" });
    throw error;
  } finally {
    await removeWorkFolder(folder);
  }
}

type Work = {
  task: StudyTask;
  panel: StudyPanel;
  folder: WorkFolder;
  signal: AbortSignal;
  lost: number;
  most: number | null;
  /** What this worker's own money lets the experiment cost by its ledger, earlier workers' part included. */
  allowed(): Promise<number>;
  call(call: LabCall): Promise<LabCame>;
  tell(lostHost: string): void;
};

async function stepByStep(
  taken: Pick<TakenExperiment, "step" | "share">,
  work: Work,
  tell: (step: StudyStep) => void,
): Promise<Performed> {
  const providers = [...new Set(work.panel.models.map(providerOf))].sort();
  const asking = (step: StudyStep, op: "generate" | "run") =>
    taken.step(step, () =>
      taken.share(providers, async (sessions) => {
        tell(step);
        await doing(work, op, async () => ({
          ...(await aboutOf(work)),
          limits: await limitsOf(work, sessions),
        }));
      }),
    );
  try {
    await asking("designs", "generate");
    await asking("judgement", "run");
    await taken.step("ranking", async () => {
      tell("ranking");
      const dir = await experimentIn(work.folder);
      await doing(work, "rank", async () => ({ experiment: dir ?? "" }));
    });
    return { outcome: "done" };
  } catch (error) {
    if (error instanceof StepFailed) return { outcome: "failed", reason: error.message, advice: error.advice };
    throw error;
  }
}

/** A step that came to nothing, in the lab's own words. */
class StepFailed extends Error {
  readonly advice: string | null;
  constructor(reason: string, advice: string | null) {
    super(reason);
    this.advice = advice;
  }
}

/** Makes a call, again in another host where one is gone: what it is about is looked up each time, for a part may be there. */
async function doing(work: Work, op: LabCall["op"], args: () => Promise<Record<string, unknown>>): Promise<void> {
  for (let tries = 1; ; tries++) {
    throwIfLeft(work.signal);
    try {
      const came = await work.call({ op, args: await args() });
      throwIfLeft(work.signal);
      return requireDone(op, came);
    } catch (error) {
      throwIfLeft(work.signal);
      if (!(error instanceof HostGone)) throw error;
      // What no network reaches is no fault of the experiment; one that ends its host each time may be.
      if (tries === MOST_TRIES) throw error.away ? new GivenBack(error.message) : error;
      work.tell(error.message);
    }
  }
}

/** Throws why the experiment is not gone on with here: it is another's, the worker leaves, or nothing can be stored. */
function throwIfLeft(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw signal.reason instanceof LabError || signal.reason instanceof GivenBack ? signal.reason : new GivenBack();
}

/** What a call that asks models is about: the experiment that is there, or the task. */
async function aboutOf({ folder, task }: Pick<Work, "folder" | "task">): Promise<Record<string, unknown>> {
  const experiment = await experimentIn(folder);
  if (experiment !== null) return { experiment };
  const { key: topic, assertions } = task;
  return { ...taskArgs(task), topic, ...(assertions.length > 0 && { assertions }) };
}

/** A task with its lists, as a call takes it. */
export const taskArgs = ({ task, requirements, constraints, non_functional_requirements }: StudyTask) => ({
  ...{ task, requirements, constraints, non_functional_requirements },
});

/** What a call may take: as many sessions at a time as are shared out, and what is left of its money. */
async function limitsOf(
  { panel, lost, most, allowed }: Work,
  sessions: number | null,
): Promise<Record<string, number>> {
  const { max_parallel_per_provider: own = null } = (panel.config.limits ?? {}) as {
    max_parallel_per_provider?: number | null;
  };
  const at_a_time = Math.min(sessions ?? Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY);
  const max_cost = Math.max(0, Math.min((most ?? Number.POSITIVE_INFINITY) - lost, await allowed()));
  return {
    ...(Number.isFinite(at_a_time) && { max_parallel_per_provider: at_a_time }),
    ...(max_cost < (most ?? Number.POSITIVE_INFINITY) && { max_cost }),
  };
}

/** Throws StepFailed for a call that came to nothing, and GivenBack for one that was stopped. */
function requireDone(op: LabCall["op"], { outcome, facts }: LabCame): void {
  // Whoever stopped it, an unloaded plugin or a host that heard nothing of its worker: what there is goes on elsewhere.
  if (outcome === "stopped") throw new GivenBack();
  const error = facts.error as { message?: unknown; advice?: unknown } | undefined;
  if (error !== undefined) {
    const advice = typeof error.advice === "string" && error.advice !== "" ? error.advice : null;
    throw new StepFailed(String(error.message), advice);
  }
  // Designs that are missing are asked once more with the judgement.
  if (outcome !== "unranked" || op === "generate") return;
  const { reason, advice } = unrankedWhy({
    stopped: typeof facts.stopped === "string" ? facts.stopped : null,
    failures: (Array.isArray(facts.failures) ? facts.failures : []) as Failure[],
  });
  throw new StepFailed(reason, advice);
}
