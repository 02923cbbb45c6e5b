import type { AvailableModel } from "../artifacts/model.ts";
import { ROLES, type Role } from "../artifacts/stages/stages.ts";
import type { Config } from "../config/schema.ts";

/** What a session took in the end. cost is null when the model's price is unknown. */
type Used = { tokens: number; cost: number | null; input: number; output: number; seconds: number };

/** A session of which nobody knows what it took. */
type Uncounted = { tokens: null; seconds: number };

/**
 * Why nothing more may start, as a sentence: the setting that stands in the way, and how much of it would have been
 * `enough` for the next session; or a reason that is no setting.
 */
export type BudgetRefusal = Exceeded | { limit: null; message: string };
export type Exceeded = { limit: "max_cost" | "max_tokens" | "max_minutes"; enough: number; message: string };

/**
 * Leave to ask, to be settled with what it took, once. What is not known is taken to be what was expected; how much that
 * is comes back.
 */
export type Ticket = { settle(used: Used | Uncounted): Assumed };

/** What limits count beside what is known. */
export type Assumed = { tokens: number; cost: number };

/** Keeps an experiment within its limits: a session starts only when it should not lead past one. */
export type Budget = {
  /** Counts what was spent before, so that a limit holds for the whole experiment. */
  countEarlier(spent: { tokens: number; cost: number }): void;
  /**
   * A ticket, or which limit stands in the way. While other sessions run, it waits for what they really take before
   * it refuses.
   */
  admit(role: Role, model: AvailableModel, expectation: ExpectedUse): Promise<Ticket | BudgetRefusal>;
  /** Does what takes no time of the limit: a person thinks. */
  unhurried<T>(work: () => Promise<T>): Promise<T>;
  /** Lets nothing new start, for a reason that is not a limit: what sessions bring could not be kept. */
  halt(reason: string): void;
  /** Why the run was stopped; null while it was not. */
  stopped(): BudgetRefusal | null;
};

const NOTHING_ASSUMED: Assumed = { tokens: 0, cost: 0 };

/** Room that an expectation learned from this run's own sessions leaves for longer ones. */
const MARGIN = 1.25;
/** How much more than the typical a session takes up while others run and none of its role has been seen. */
const UNSEEN = 2;

/** What the sessions of one role took in all, and what was expected of their input. */
type Seen = { sessions: number; expected: number; input: number; output: number; seconds: number };
/** What an admitted session takes up until it is settled. */
type Reservation = { tokens: number; cost: number };

/**
 * `now` in milliseconds. Minutes count from the first question, so that no dialog in which the person is asked before
 * it takes of them. A limit that is null does not hold.
 */
export function createBudget(limits: Config["limits"], now: () => number): Budget {
  let begun: number | null = null;
  /** Milliseconds that count for no limit. */
  let idle = 0;
  const spent = { tokens: 0, cost: 0 };
  const running = new Set<Reservation>();
  const seen = new Map<Role, Seen>();
  /** What sessions cost and what their tokens should have cost by the price list: tiers and fees make the difference. */
  const priced = { real: 0, listed: 0 };
  let waiting: (() => void)[] = [];
  let stopped: BudgetRefusal | null = null;

  /** The session's expectation, with what this run's own sessions of the role took in place of the typical. */
  function learned(role: Role, expectation: ExpectedUse): ExpectedUse {
    const known = seen.get(role);
    if (!known) return expectation;
    const mean = (sum: number): number => (sum / known.sessions) * MARGIN;
    // Tokens for a character are learned too: they are more in other scripts, and where a project is read.
    const input = Math.max(1, (known.input / Math.max(1, known.expected)) * MARGIN) * expectation.input;
    return { input, output: mean(known.output), seconds: mean(known.seconds) };
  }

  function reservationFor(model: AvailableModel, { input, output }: ExpectedUse, caution: number): Reservation {
    const dearer = priced.listed > 0 ? Math.max(1, priced.real / priced.listed) : 1;
    const cost = (costOf(model, { input, output }) ?? 0) * dearer;
    return { tokens: (input + output) * caution, cost: cost * caution };
  }

  function exceededLimit(cost: number, tokens: number, seconds: number): Exceeded | null {
    const reserved = (kind: keyof Reservation): number => [...running].reduce((sum, each) => sum + each[kind], 0);
    const minutes = Math.max(0, now() - (begun ?? now()) - idle) / 60_000;
    const wanted: [Exceeded["limit"], enough: number, why: string][] = [
      [
        "max_cost",
        spent.cost + cost + reserved("cost"),
        `$${spent.cost.toFixed(4)} are spent, it may cost $${cost.toFixed(4)}`,
      ],
      [
        "max_tokens",
        spent.tokens + tokens + reserved("tokens"),
        `${spent.tokens} are spent, it may take ${Math.round(tokens)}`,
      ],
      [
        "max_minutes",
        minutes + seconds / 60,
        `${minutes.toFixed(1)} have passed, it may take ${(seconds / 60).toFixed(1)}`,
      ],
    ];
    for (const [limit, enough, why] of wanted) {
      const most = limits[limit];
      if (most === null || enough <= most) continue;
      const said = `${limit === "max_cost" ? "$" : ""}${most}`;
      return { limit, enough, message: `the next session could pass ${limit} of ${said}: ${why}` };
    }
    return null;
  }

  return {
    countEarlier(earlier) {
      spent.tokens += earlier.tokens;
      spent.cost += earlier.cost;
    },
    async admit(role, model, expectation) {
      begun ??= now();
      for (;;) {
        if (stopped !== null) return stopped;
        const likely = learned(role, expectation);
        const place = reservationFor(model, likely, seen.has(role) ? 1 : UNSEEN);
        const alone = running.size === 0 ? reservationFor(model, likely, 1) : place;
        const reason = exceededLimit(alone.cost, alone.tokens, likely.seconds);
        if (reason === null) {
          running.add(place);
          return { settle: (used) => settle(role, model, expectation, place, used) };
        }
        if (running.size === 0) {
          stopped = reason;
          return reason;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async unhurried(work) {
      const since = now();
      try {
        return await work();
      } finally {
        if (begun !== null) idle += now() - Math.max(since, begun);
      }
    },
    halt(reason) {
      stopped ??= { limit: null, message: reason };
      wakeAll();
    },
    stopped: () => stopped,
  };

  function settle(
    role: Role,
    model: AvailableModel,
    expectation: ExpectedUse,
    place: Reservation,
    used: Used | Uncounted,
  ): Assumed {
    if (!running.delete(place)) return NOTHING_ASSUMED;
    const assumed = assumedOf(role, model, expectation, used);
    spent.tokens += (used.tokens ?? 0) + assumed.tokens;
    spent.cost += (used.tokens === null ? 0 : (used.cost ?? 0)) + assumed.cost;
    if (used.tokens !== null) learn(role, model, expectation, used);
    wakeAll();
    return assumed;
  }

  /** What nobody counted as it was expected; a cost alone by the price list. */
  function assumedOf(role: Role, model: AvailableModel, expectation: ExpectedUse, used: Used | Uncounted): Assumed {
    if (used.tokens === null) return reservationFor(model, learned(role, expectation), 1);
    return used.cost === null ? { tokens: 0, cost: costOf(model, used) ?? 0 } : NOTHING_ASSUMED;
  }

  function learn(role: Role, model: AvailableModel, expectation: ExpectedUse, used: Used): void {
    priced.real += used.cost ?? 0;
    priced.listed += used.cost === null ? 0 : (costOf(model, used) ?? 0);
    if (used.output === 0) return;
    const known = seen.get(role) ?? { sessions: 0, expected: 0, input: 0, output: 0, seconds: 0 };
    seen.set(role, {
      sessions: known.sessions + 1,
      expected: known.expected + expectation.input,
      input: known.input + used.input,
      output: known.output + used.output,
      seconds: known.seconds + used.seconds,
    });
  }

  function wakeAll(): void {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }
}

/** What one session is expected to take: tokens and seconds. */
export type ExpectedUse = { input: number; output: number; seconds: number };

/** Characters of a token: English prose and JSON. */
const CHARACTERS = 4;

/** Expectation for a prompt of that many characters, system prompt included. */
export function expected(role: Role, characters: number): ExpectedUse {
  const { turns, output, seconds } = ROLES[role].typical;
  return { input: Math.ceil(characters / CHARACTERS) * turns, output, seconds };
}

/**
 * Tokens of context that a session without tools needs: both prompts and the answer, as `expected` counts them for a task
 * of twelve requirements, the default criteria and a design of usual length, rounded up to a thousand.
 */
export const NEEDED_CONTEXT = { designer: 8_000, evaluator: 11_000 } as const satisfies Partial<Record<Role, number>>;

/**
 * Bytes that what comes may take, rather more than less: a design as JSON, as a page and in the report; an evaluation as
 * two files, their ledger lines and in the report; the results themselves.
 */
const KEPT = { design: 256_000, evaluation: 64_000, results: 2_000_000 } as const;
/** What one of them was sent and answered, repairs included, as a file and as a page. */
const KEPT_EXCHANGE = 256_000;

/** Bytes that must be free for so many designs and evaluations, with what is sent and comes back where that is kept. */
export function bytesFor({ designs, evaluations, exchanges }: Planned): number {
  const sessions = exchanges ? designs + evaluations : 0;
  return KEPT.results + designs * KEPT.design + evaluations * KEPT.evaluation + sessions * KEPT_EXCHANGE;
}
type Planned = { designs: number; evaluations: number; exchanges: boolean };

/** US dollars for these tokens; null when the model's price is unknown. */
export function costOf({ price }: AvailableModel, { input, output }: { input: number; output: number }): number | null {
  return price === null ? null : (input * price.input + output * price.output) / 1_000_000;
}
