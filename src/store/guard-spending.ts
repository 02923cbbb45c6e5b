import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Static, Type } from "@sinclair/typebox";
import { isAlive } from "./alive.ts";
import { parseLines } from "./ledger.ts";
import { appendPrivate, type Home, projectFile, takePrivate } from "./private.ts";
import { readRegular } from "./read.ts";

/**
 * What one question to the model costs, dollars. `at`: it is reserved since then, milliseconds since 1970, by the process
 * `pid`.
 */
const Spent = Type.Object({
  /** When the user turned the guard on that asked it. */
  since: Type.String(),
  id: Type.String(),
  cost: Type.Number({ minimum: 0 }),
  at: Type.Optional(Type.Number()),
  pid: Type.Optional(Type.Integer({ minimum: 1 })),
});
type Spent = Static<typeof Spent>;

/** Lines that could not be written. They count in this process. */
const unwritten: Spent[] = [];
/** Milliseconds that a question takes at most. Then, or when its process is gone, its reservation counts as spent. */
const MAX_OPEN = 15_000;
const LOOK_EVERY = 100;

type Project = Home & { directory: string };
const fileOf = (project: Project): string => projectFile(project, "guard-spent");

/** The money for one question. */
export type VerifierPurse = {
  /**
   * Reserves the expected cost, dollars, and returns what is spent and reserved before it, in every process. Near the
   * limit it waits for open questions, whose cost may be lower. Infinite when that cannot be read. Never rejects.
   */
  reserve(expected: number): Promise<number>;
  /** Replaces the reservation by the cost, when that is known. Never rejects. */
  settle(cost: number | null): Promise<void>;
};

/**
 * Opens the purse of one question. Reservations are lines that many processes append: each counts what stands before its
 * own line, so two of them never take the same money.
 * @param max Dollars; null for no limit.
 */
export function openVerifierPurse(project: Project, since: string, max: number | null): VerifierPurse {
  const id = randomUUID();
  let reserved: number | null = null;
  const append = (line: Spent): Promise<unknown> =>
    appendPrivate(fileOf(project), `${JSON.stringify(line)}\n`).catch(() => unwritten.push(line));
  return {
    async reserve(expected) {
      reserved = expected;
      await append({ since, id, cost: expected, at: Date.now(), pid: process.pid });
      for (;;) {
        const found = await readQuestions(project, since);
        if (found === null) return Number.POSITIVE_INFINITY;
        const own = found.findIndex((each) => each.id === id);
        const before = own < 0 ? found : found.slice(0, own);
        const open = before.filter(isOpen);
        const paid = found.filter(({ at }) => at === undefined).map(({ cost }) => cost);
        // The price list may be far off: in parallel, each may cost as much as the dearest until now.
        const dearest = open.length === 0 ? 0 : Math.max(0, ...paid);
        const taken = before.reduce((sum, each) => sum + (isOpen(each) ? Math.max(each.cost, dearest) : each.cost), 0);
        const ahead = taken + Math.max(0, dearest - expected);
        const fits = max === null || (paid.length > 0 && ahead + expected <= max);
        if (fits || open.length === 0) return ahead;
        await sleep(LOOK_EVERY);
      }
    },
    async settle(cost) {
      if (reserved !== null) await append({ since, id, cost: cost ?? reserved });
    },
  };
}

const isOpen = ({ at, pid }: Spent): boolean =>
  at !== undefined && Math.abs(Date.now() - at) < MAX_OPEN && pid !== undefined && isAlive(pid);

/**
 * The dollars that the model took since the user turned the guard on, or that are reserved for it, in every process.
 * Infinite when that cannot be read.
 */
export async function readSpent(project: Project, since: string): Promise<number> {
  const found = await readQuestions(project, since);
  return found?.reduce((sum, { cost }) => sum + cost, 0) ?? Number.POSITIVE_INFINITY;
}

/** Forgets all of it. */
export async function forgetSpent(project: Project): Promise<void> {
  await takePrivate(fileOf(project));
}

/** Every question by its last line, in the order of their first lines; null when they cannot be read. */
async function readQuestions(project: Project, since: string): Promise<Spent[] | null> {
  const read = await readRegular(fileOf(project));
  if (read.state === "unusable") return null;
  const lines = [...(read.state === "ok" ? parseLines(read.value, Spent) : []), ...unwritten];
  return [...new Map(lines.flatMap((line) => (line.since === since ? [[line.id, line]] : []))).values()];
}
