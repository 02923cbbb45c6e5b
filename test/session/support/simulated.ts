import { type Failed, unreachable } from "../../../src/session/failure.ts";
import { type Clock, createLimits } from "../../../src/session/limits.ts";
import { pauseAsked, takeTurns } from "../../../src/session/turns.ts";

/** A clock that jumps to whatever is due next, once nothing else is left to do. Milliseconds. */
export function simulatedClock(): Clock & { finish(until: Promise<unknown>): Promise<void> } {
  let time = 0;
  const due = new Map<number, { at: number; run: () => void }>();
  let ids = 0;
  return {
    now: () => time,
    after(ms, run) {
      const id = ids++;
      due.set(id, { at: time + ms, run });
      return () => due.delete(id);
    },
    async finish(until) {
      let done = false;
      until.finally(() => {
        done = true;
      });
      while (!done) {
        await new Promise((resolve) => setImmediate(resolve));
        if (done) return;
        const [next] = [...due].sort(([a, { at: first }], [b, { at: second }]) => first - second || a - b);
        if (!next) throw new Error("Nothing is due, and it has not ended");
        due.delete(next[0]);
        time = Math.max(time, next[1].at);
        next[1].run();
      }
    },
  };
}

/** How a simulated provider treats what it is sent; times in milliseconds. */
export type SimulatedProvider = {
  /** How many it serves at a time; more are refused, or wait where `queues`. */
  capacity(now: number): number;
  queues?: boolean;
  /** How long it works on one request of that question. */
  takes(question: string): number;
  retry_after?: number;
  /** Whether nothing can be reached there. */
  away?(now: number): boolean;
  /** What becomes of every request of that question, whoever else is served. */
  fault?(question: string): Fault | null;
};

/** It is refused; or it never ends; or its connection breaks; or there is none. */
export type Fault = "refused" | "hangs" | "breaks" | "unreached";

export type Outcome = { question: string; state: "ok" | "failed"; kind?: string; at: number };

export type Simulation = {
  outcomes: Outcome[];
  /** Milliseconds until the last one ended. */
  took: number;
  /** The most that the lab had under way. */
  most: number;
  refused: number;
  sent: number;
};

const REFUSAL_TAKES = 50;
const CONNECTING_TAKES = 300;

/** Asks all questions at once of one provider, with the real queue and the real rules, in simulated time. */
export async function simulate(
  questions: readonly string[],
  provider: SimulatedProvider,
  options: { max_parallel?: number; time_limit?: number } = {},
): Promise<Simulation> {
  const { max_parallel = 64, time_limit = 600_000 } = options;
  const clock = simulatedClock();
  const limits = createLimits(max_parallel, null, clock);
  const result: Simulation = { outcomes: [], took: 0, most: 0, refused: 0, sent: 0 };
  let serving = 0;
  let under_way = 0;
  const line: (() => void)[] = [];

  type Ends = Record<"answered" | "refused" | "unreached" | "broken", () => void>;

  /** Calls back when the request is answered, or what else becomes of it; the returned function hangs up. */
  function request(question: string, { answered, refused, unreached, broken }: Ends): () => void {
    result.sent++;
    let hangUp = (): void => undefined;
    const fault = provider.away?.(clock.now()) ? "unreached" : (provider.fault?.(question) ?? null);
    if (fault === "unreached") return clock.after(CONNECTING_TAKES, unreached);
    if (fault === "hangs") return hangUp;
    if (fault === "breaks") return clock.after(REFUSAL_TAKES, broken);
    const serve = (): void => {
      serving++;
      const end = (): void => {
        serving--;
        line.shift()?.();
      };
      const cancel = clock.after(provider.takes(question), () => {
        end();
        answered();
      });
      hangUp = () => {
        cancel();
        end();
      };
    };
    if (fault === null && serving < provider.capacity(clock.now())) serve();
    else if (fault === null && provider.queues) {
      line.push(serve);
      hangUp = () => {
        line.splice(line.indexOf(serve), 1);
      };
    } else {
      result.refused++;
      clock.after(REFUSAL_TAKES, refused);
    }
    return () => hangUp();
  }

  const signal = new AbortController().signal;
  const all = Promise.all(
    questions.map(async (question) => {
      const ended = await takeTurns<true>({
        limits,
        clock,
        provider: "p",
        question,
        time_limit,
        order: 0,
        signal,
        async attempt(place, left) {
          under_way++;
          result.most = Math.max(result.most, under_way);
          const begun = clock.now();
          const outcome = await new Promise<{ done: true } | Failed>((resolve) => {
            const late = clock.after(left, () => {
              hangUp();
              resolve({ kind: "timeout", message: "too late", starved: true });
            });
            const hangUp = request(question, {
              answered() {
                late();
                place.answered({ comparable: true });
                resolve({ done: true });
              },
              refused() {
                late();
                const wait_ms = provider.retry_after ?? 2_000;
                place.refused({ wait: wait_ms, pause: pauseAsked(wait_ms, left) });
                resolve({ kind: "rate_limited", message: "429", refused: { wait_ms } });
              },
              unreached() {
                late();
                const away = unreachable("ECONNREFUSED");
                place.unreached(away);
                resolve(away);
              },
              broken() {
                late();
                place.reached();
                resolve({ kind: "provider_error", message: "reset", transient: true });
              },
            });
          });
          under_way--;
          return { outcome, left: left - (clock.now() - begun) };
        },
      });
      const failed = ended !== null && "kind" in ended ? ended : null;
      result.outcomes.push({
        question,
        state: failed === null ? "ok" : "failed",
        ...(failed && { kind: failed.kind }),
        at: clock.now(),
      });
    }),
  );
  await clock.finish(all);
  result.took = clock.now();
  return result;
}

/** Cells of a matrix as questions: each reviewer once for each design, in turn. */
export function matrix(designs: number, reviewers: number): string[] {
  return Array.from({ length: designs * reviewers }, (_, at) => `reviewer ${at % reviewers}`);
}

export const lost = ({ outcomes }: Simulation): number => outcomes.filter(({ state }) => state === "failed").length;
