import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { MAX_AMOUNT } from "../artifacts/bounds.ts";
import { LabError } from "../errors.ts";
import { type Home, readPrivates, stateFolder, writePrivate } from "../store/private.ts";
import { patternOf } from "../text/pattern.ts";

/**
 * The limit of one user on one machine for one study, in US dollars. All workers of this user share it, and it counts
 * every run: each worker writes one file of its own into the private state folder, and adds up all of them. No number
 * comes from the queue's database.
 */
export type StudyBudget = {
  /** Whether an experiment of this price may start: "wait" until one of this worker ends, "spent" otherwise. Null: unknown. */
  outlook(price: number | null): Promise<"start" | "wait" | "spent">;
  /** Reserves the price of one experiment. An unknown price reserves all that is left, and only for a worker without others. */
  reserve(price: number | null): Promise<Reservation | "wait" | "spent">;
  /** What all workers paid, and what is reserved on top. */
  used(): Promise<{ paid: number; reserved: number }>;
};

/** The money of one experiment. */
export type Reservation = {
  /** The most that this experiment may cost here in all: what it paid, what it reserved, and what is free. Null: no limit. */
  allowance(): Promise<number | null>;
  /**
   * Notes what it cost here by now.
   * "over": it passed its reservation, and nothing is free. "spent": what is paid passed the limit.
   */
  charge(cost: number): Promise<"within" | "over" | "spent">;
  /** Returns what is reserved and not paid. */
  release(): Promise<void>;
};

const Amount = Type.Number({ minimum: 0, maximum: MAX_AMOUNT });
const BudgetFile = Type.Object(
  { version: Type.Literal(1), paid: Amount, reserved: Amount },
  { additionalProperties: false },
);
type Totals = Pick<Static<typeof BudgetFile>, "paid" | "reserved">;

/** Sums of fractions of a dollar are as exact as that. */
export const ROUNDING = 1e-9;

/**
 * Opens the budget for one worker. @param most The limit of all workers together; null: none.
 *
 * A worker writes its reservation before it adds up all files. So of two workers that reserve at the same time at least
 * one sees the other, and no lock is needed that a kill could leave behind. A killed worker's reservation stays in its
 * file and counts as paid: nobody knows what its sessions cost.
 */
export function openBudget(person: Home, hash: string, most: number | null): StudyBudget {
  const folder = stateFolder(person);
  const files = patternOf(`^study-${hash}-[0-9a-f]{16}\\.json$`, "u");
  const own = `study-${hash}-${randomBytes(8).toString("hex")}.json`;
  const held = new Set<{ paid: number; reserved: number }>();
  /** What experiments paid that are over. */
  let over = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
  const sums = (): Totals => ({
    paid: [...held].reduce((sum, { paid }) => sum + paid, over),
    reserved: [...held].reduce((sum, { paid, reserved }) => sum + Math.max(0, reserved - paid), 0),
  });
  const save = (): Promise<void> =>
    writePrivate(
      join(folder, own),
      `${JSON.stringify({ version: 1, ...sums() } satisfies Static<typeof BudgetFile>)}\n`,
    );
  const others = async (): Promise<Totals> => {
    const all: Totals = { paid: 0, reserved: 0 };
    for (const [name, text] of await readPrivates(folder, files)) {
      if (name === own) continue;
      const { paid, reserved } = totalsIn(text, join(folder, name));
      all.paid += paid;
      all.reserved += reserved;
    }
    return all;
  };
  const used = async (): Promise<Totals> => {
    const [{ paid, reserved }, rest] = [sums(), await others()];
    return { paid: paid + rest.paid, reserved: reserved + rest.reserved };
  };
  const left = async (): Promise<number> => {
    if (most === null) return Number.POSITIVE_INFINITY;
    const { paid, reserved } = await used();
    return most - paid - reserved;
  };
  const fits = (price: number | null, free: number): "start" | "wait" | "spent" => {
    const mayStart = price === null ? held.size === 0 && free > ROUNDING : price <= free + ROUNDING;
    return most === null || mayStart ? "start" : held.size > 0 ? "wait" : "spent";
  };
  return {
    used: () => inTurn(used),
    outlook: (price) => inTurn(async () => fits(priceIn(price), await left())),
    reserve: (asked) =>
      inTurn(async () => {
        const price = priceIn(asked);
        const free = await left();
        const may = fits(price, free);
        if (may !== "start") return may;
        const one = { paid: 0, reserved: price ?? (most === null ? 0 : free) };
        held.add(one);
        await save();
        if ((await left()) < -ROUNDING) {
          held.delete(one);
          await save();
          // The other worker may have taken its own back too.
          return "wait";
        }
        return reservationOf(one);
      }),
  };

  function reservationOf(one: { paid: number; reserved: number }): Reservation {
    return {
      allowance: () =>
        inTurn(async () => {
          const free = await left();
          return Number.isFinite(free) ? Math.max(one.paid, one.reserved) + Math.max(0, free) : null;
        }),
      charge: (cost) =>
        inTurn(async () => {
          if (!Number.isFinite(cost) || cost <= one.paid) return "within";
          one.paid = Math.min(cost, MAX_AMOUNT);
          await save();
          if (most === null) return "within";
          const { paid, reserved } = await used();
          if (paid > most + ROUNDING) return "spent";
          return one.paid > one.reserved + ROUNDING && paid + reserved > most + ROUNDING ? "over" : "within";
        }),
      release: () =>
        inTurn(async () => {
          if (!held.delete(one)) return;
          over += one.paid;
          await save();
        }),
    };
  }
}

/** A price that is none is unknown. */
const priceIn = (price: number | null): number | null =>
  price !== null && Number.isFinite(price) && price >= 0 ? price : null;

function totalsIn(text: string, path: string): Totals {
  try {
    const value: unknown = JSON.parse(text);
    if (Value.Check(BudgetFile, value)) return value;
  } catch {
    // No JSON.
  }
  throw new LabError(`Cannot tell what you spent on the study: ${path} is damaged.`, {
    advice: "Remove it if you know what that worker spent, and lower --max-cost by as much.",
  });
}
