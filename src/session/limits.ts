import PQueue from "p-queue";

/** The lab's one queue: a place overall and a place at the provider are needed before a model is asked. */
export type Limits = {
  /** Runs `work` when there is a place. Work that was aborted meanwhile is still called: it returns at once by itself. */
  run<T>(provider: string, work: () => Promise<T>): Promise<T>;
  /** Sets how many may run at once, overall and for each provider; takes effect for what has not started. */
  resize(total: number, perProvider: number): void;
};

/** A place at the provider is taken first, so a slow provider never holds overall places that others could use. */
export function createLimits(total: number, perProvider: number): Limits {
  const overall = new PQueue({ concurrency: total });
  const providers = new Map<string, PQueue>();
  let each = perProvider;

  function queueOf(provider: string): PQueue {
    let queue = providers.get(provider);
    if (!queue) {
      queue = new PQueue({ concurrency: each });
      providers.set(provider, queue);
    }
    return queue;
  }

  return {
    run(provider, work) {
      return queueOf(provider).add(() => overall.add(work));
    },
    resize(newTotal, newPerProvider) {
      each = newPerProvider;
      overall.concurrency = newTotal;
      for (const queue of providers.values()) queue.concurrency = newPerProvider;
    },
  };
}
