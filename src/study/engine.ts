import { Worker } from "openworkflow";
import type { Backend } from "openworkflow/internal";
import type { Statements, StudyDatabase } from "./database.ts";
import { QueueError } from "./database-error.ts";

/**
 * The one file that knows openworkflow. An experiment is one of its runs, which keeps which steps are done; who may take
 * it, and that it is there once, our own tables say: an idempotency key of the engine is forgotten after a day.
 */
const WORKFLOW = "experiment";

/** What goes back waits so long before somebody takes it again, longer each time; it may go back for ever. */
const AGAIN = { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "15s", maximumAttempts: 0 } as const;

/** How long a run waits that was begun so often, milliseconds. */
const waitAfter = (attempts: number): number => Math.min(15_000, 500 * 2 ** Math.min(Math.max(0, attempts - 1), 10));

/** A run of the engine in a worker's hands. */
export type EngineRun = {
  id: string;
  key: string;
  /** Fires once the engine gave the run to another. */
  lost: AbortSignal;
  /** Does a step once for the run, whoever has it. Throws what `work` throws; QueueError; or that the run is another's. */
  step(name: string, work: () => Promise<void>): Promise<void>;
};

/** Makes a run for an experiment, in the caller's transaction. Returns its id. */
export async function enqueueRun(statements: Statements, namespace: string, key: string): Promise<string> {
  const run = await statements.engine(namespace).createWorkflowRun({
    workflowName: WORKFLOW,
    version: null,
    idempotencyKey: null,
    config: {},
    context: null,
    input: { key },
    parentStepAttemptNamespaceId: null,
    parentStepAttemptId: null,
    availableAt: null,
    deadlineAt: null,
  });
  return run.id;
}

/** Whether the engine has given a run up or forgotten it, so that nobody gets it any more. */
export async function isRunOver(database: StudyDatabase, namespace: string, id: string): Promise<boolean> {
  const run = await database.patiently("look after an experiment", ({ engine }) =>
    engine(namespace).getWorkflowRun({ workflowRunId: id }),
  );
  return run === null || !["pending", "running", "sleeping"].includes(run.status);
}

/**
 * Takes a run of a namespace and has `work` do it. Resolves as soon as one is taken, with what resolves at its end; null
 * where none waits. A `work` that returns ends the run, one that throws gives it back.
 */
export async function claimRun(
  database: StudyDatabase,
  namespace: string,
  work: (run: EngineRun) => Promise<void>,
): Promise<{ ended: Promise<void> } | null> {
  await refuseTooLarge(database, namespace);
  const lost = new AbortController();
  const backend = hardened(database, namespace, () => lost.abort());
  const over = new Promise<void>((resolve) => {
    backend.over = resolve;
  });
  const worker = new Worker({
    backend: backend.engine,
    concurrency: 1,
    workflows: [
      {
        spec: { name: WORKFLOW, retryPolicy: AGAIN },
        fn: async ({ input, step, run }) => {
          await work({
            id: run.id,
            key: String((input as { key?: unknown } | null)?.key),
            lost: lost.signal,
            step: (name, doing) => doStep(name, doing, (wrapped) => step.run({ name, retryPolicy: AGAIN }, wrapped)),
          });
          return null;
        },
      },
    ],
  });
  if ((await worker.tick()) === 0) return null;
  // The engine looks each 100 ms whether its run is over; what it writes last tells it at once.
  return { ended: Promise.race([over, worker.stop()]) };
}

/** Throws QueueError where the engine would read what no study stores: its rows come whole into this process. */
async function refuseTooLarge(database: StudyDatabase, namespace: string): Promise<void> {
  const { tooLarge } = database.dialect;
  if (tooLarge === null) return;
  const [row] = await database.all("look for experiments", tooLarge, namespace, namespace);
  if (row === undefined) return;
  throw new QueueError("Cannot use the queue: a row of its engine is larger than any that a study makes.", {
    advice: "Nothing of it was read. Use another queue, and find out who can write to this one.",
  });
}

/** The engine wraps what a step throws, and whoever wrote the step waits for what it threw. */
async function doStep(
  name: string,
  work: () => Promise<void>,
  run: (work: () => Promise<null>) => Promise<unknown>,
): Promise<void> {
  let thrown: { error: unknown } | null = null;
  try {
    await run(async () => {
      try {
        await work();
        return null;
      } catch (error) {
        thrown = { error };
        throw error;
      }
    });
  } catch (error) {
    const own = thrown as { error: unknown } | null;
    if (own !== null) throw own.error;
    const cause = (error as { originalError?: unknown }).originalError ?? error;
    if (cause instanceof QueueError) throw cause;
    throw new Error(`The step ${name} is no longer this worker's`, { cause: error });
  }
}

/**
 * The engine's tables, for one run: asked again where the database is away for a moment; what it would print to the
 * terminal never comes to be. A lease that is lost is told; an end that cannot be written is left to whoever takes the
 * run after its lease, for our own tables say what is done.
 */
function hardened(
  database: StudyDatabase,
  namespace: string,
  onLost: () => void,
): { engine: Backend; over: () => void } {
  const call = (name: keyof Backend, args: unknown[]): Promise<unknown> =>
    database.patiently("go on with the study", async ({ engine }) => {
      const backend = engine(namespace);
      return Reflect.apply(backend[name], backend, args);
    });
  // The engine reckons by its own process's clock when a run may be taken again; what counts is the database's.
  const putOff = async (run: { workflowRunId: string; workerId: string }, wait: number): Promise<unknown> =>
    database.patiently("go on with the study", async ({ all, engine }) => {
      const [clock] = await all(`SELECT ${database.dialect.now} AS now`);
      return engine(namespace).rescheduleWorkflowRunAfterFailedStepAttempt({
        workflowRunId: run.workflowRunId,
        workerId: run.workerId,
        error: { message: "It was given back" },
        availableAt: new Date(Number(clock?.now) + wait),
      });
    });
  const end = (name: keyof Backend, args: unknown[]): Promise<unknown> => {
    if (name === "failWorkflowRun") {
      const [run] = args as Parameters<Backend["failWorkflowRun"]>;
      if (run.retryPolicy.maximumAttempts === AGAIN.maximumAttempts) return putOff(run, waitAfter(run.attempts ?? 1));
    }
    if (name === "rescheduleWorkflowRunAfterFailedStepAttempt") {
      const [run] = args as Parameters<Backend["rescheduleWorkflowRunAfterFailedStepAttempt"]>;
      return putOff(run, Math.max(0, run.availableAt.getTime() - Date.now()));
    }
    return call(name, args);
  };
  const self = {
    over: () => {},
    engine: new Proxy({} as Backend, {
      get(_, name: keyof Backend) {
        if (name === "extendWorkflowRunLease")
          return async (...args: unknown[]) => {
            try {
              return await call(name, args);
            } catch (error) {
              if (!(error instanceof QueueError)) onLost();
              return STANDS;
            }
          };
        if (ENDS.has(name))
          return async (...args: unknown[]) => {
            try {
              return await end(name, args);
            } catch {
              return STANDS;
            } finally {
              self.over();
            }
          };
        return (...args: unknown[]) => call(name, args);
      },
    }),
  };
  return self;
}

const ENDS: ReadonlySet<string> = new Set([
  "completeWorkflowRun",
  "failWorkflowRun",
  "rescheduleWorkflowRunAfterFailedStepAttempt",
  "sleepWorkflowRun",
]);

/** What the engine looks at of an answer that nobody waits for. */
const STANDS = { status: "pending" };
