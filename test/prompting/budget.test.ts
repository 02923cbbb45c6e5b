import { describe, expect, test } from "bun:test";
import { type BudgetRefusal, bytesFor, createBudget, type Ticket } from "../../src/prompting/budget.ts";
import { available } from "../support/scripted-host.ts";

const MODEL = available("p/m", { price: { input: 0, output: 1_000_000 } });
const none = {
  max_cost: null,
  max_tokens: null,
  max_minutes: null,
  max_parallel: 8,
  max_parallel_per_provider: 4,
  cell_timeout: 600,
};
/** A session of so many dollars, tokens and seconds: one output token costs one dollar. */
const of = (dollars: number, seconds = 1) => ({ input: 0, output: dollars, seconds });
const used = (dollars: number, seconds = 1) => ({ tokens: dollars, cost: dollars, input: 0, output: dollars, seconds });
const ticket = (answer: Ticket | BudgetRefusal): Ticket => {
  if ("message" in answer) throw new Error(answer.message);
  return answer;
};
const refusal = (answer: Ticket | BudgetRefusal): string => {
  if ("message" in answer) return answer.message;
  throw new Error("a ticket was given");
};

describe("createBudget()", () => {
  test("admits everything without a limit", async () => {
    const budget = createBudget(none, () => 0);
    for (let session = 0; session < 50; session++)
      expect(ticket(await budget.admit("designer", MODEL, of(1e9)))).toHaveProperty("settle");
    expect(budget.stopped()).toBeNull();
  });

  test("refuses at once what cannot fit, says which limit, and refuses everything after that", async () => {
    const budget = createBudget({ ...none, max_cost: 5 }, () => 0);
    expect(refusal(await budget.admit("designer", MODEL, of(6)))).toContain("could pass max_cost of $5");
    expect(refusal(await budget.admit("designer", MODEL, of(1)))).toContain("max_cost");
    expect(budget.stopped()?.limit).toBe("max_cost");
  });

  test("makes a session that does not fit beside the running ones wait for what they really take", async () => {
    const budget = createBudget({ ...none, max_cost: 5 }, () => 0);
    const first = ticket(await budget.admit("designer", MODEL, of(4)));
    let second: Ticket | BudgetRefusal | null = null;
    const waiting = budget.admit("designer", MODEL, of(4)).then((answer) => {
      second = answer;
    });
    await Bun.sleep(0);
    expect(second).toBeNull();
    first.settle(used(1));
    await waiting;
    expect(ticket(second as unknown as Ticket)).toHaveProperty("settle");
  });

  test("counts no minute in which a person thinks, before or after the first session", async () => {
    let now = 0;
    const budget = createBudget({ ...none, max_minutes: 2 }, () => now);
    const think = () =>
      budget.unhurried(async () => {
        now += 600_000;
      });
    await think();
    ticket(await budget.admit("asker", MODEL, of(1, 30))).settle(used(1));
    now += 60_000;
    await think();
    await budget.unhurried(() => Promise.reject(new Error("gone"))).catch(() => undefined);
    ticket(await budget.admit("asker", MODEL, of(1, 30))).settle(used(1));
    now += 60_000;
    expect(refusal(await budget.admit("asker", MODEL, of(1, 30)))).toContain("max_minutes of 2: 2.0 have passed");
  });

  test("counts what all running sessions may still take", async () => {
    const budget = createBudget({ ...none, max_cost: 10 }, () => 0);
    ticket(await budget.admit("designer", MODEL, of(2))).settle(used(2));
    // $2 are spent, and each further one may cost $2.50.
    const running = [];
    for (let each = 0; each < 3; each++) running.push(ticket(await budget.admit("designer", MODEL, of(2))));
    let fourth: Ticket | BudgetRefusal | null = null;
    const waiting = budget.admit("designer", MODEL, of(2)).then((answer) => {
      fourth = answer;
    });
    await Bun.sleep(0);
    expect(fourth).toBeNull();
    running[0]?.settle(used(0));
    await waiting;
    expect(ticket(fourth as unknown as Ticket)).toHaveProperty("settle");
  });

  test("learns from its own sessions, with a margin", async () => {
    const budget = createBudget({ ...none, max_cost: 10 }, () => 0);
    ticket(await budget.admit("evaluator", MODEL, of(2))).settle(used(4));
    ticket(await budget.admit("evaluator", MODEL, of(2))).settle(used(4));
    expect(refusal(await budget.admit("evaluator", MODEL, of(2)))).toContain("it may cost $5.0000");
  });

  test("keeps twice the room for a role it has not seen while others run, and learns tokens for a character", async () => {
    const budget = createBudget({ ...none, max_tokens: 95 }, () => 0);
    const ten = { input: 10, output: 10, seconds: 1 };
    const first = ticket(await budget.admit("evaluator", MODEL, ten));
    const second = ticket(await budget.admit("evaluator", MODEL, ten));
    let third: Ticket | BudgetRefusal | null = null;
    const waiting = budget.admit("evaluator", MODEL, ten).then((answer) => {
      third = answer;
    });
    await Bun.sleep(0);
    expect(third).toBeNull();
    first.settle({ tokens: 30, input: 20, output: 10, cost: null, seconds: 1 });
    second.settle({ tokens: 30, input: 20, output: 10, cost: null, seconds: 1 });
    await waiting;
    // 60 are spent; twice the input was taken, so that the next should take 25 + 12.5.
    expect(refusal(third as unknown as BudgetRefusal)).toContain("60 are spent, it may take 38");
  });

  test("counts what was spent before", async () => {
    const budget = createBudget({ ...none, max_tokens: 100 }, () => 0);
    budget.countEarlier({ tokens: 99, cost: 0 });
    expect(refusal(await budget.admit("designer", MODEL, of(2)))).toContain("max_tokens of 100: 99 are spent");
  });

  test("starts nothing that should end after max_minutes", async () => {
    let now = 0;
    const budget = createBudget({ ...none, max_minutes: 2 }, () => now);
    ticket(await budget.admit("designer", MODEL, of(1, 100))).settle(used(1, 100));
    now = 60_000;
    expect(refusal(await budget.admit("designer", MODEL, of(1, 100)))).toContain("max_minutes of 2: 1.0 have passed");
  });

  test("counts no minute before the first question, while the person may be asked", async () => {
    let now = 0;
    const budget = createBudget({ ...none, max_minutes: 2 }, () => now);
    now = 3_600_000;
    ticket(await budget.admit("designer", MODEL, of(1, 100)));
  });

  test("counts nothing against max_cost for a model without a price", async () => {
    const budget = createBudget({ ...none, max_cost: 1 }, () => 0);
    const free = available("p/m", { price: null });
    const session = ticket(await budget.admit("designer", free, of(1e6)));
    session.settle({ ...used(1e6), cost: null });
    expect(ticket(await budget.admit("designer", free, of(1e6)))).toHaveProperty("settle");
  });

  test("counts what was expected of a session of which nobody knows what it took, and learns nothing of it", async () => {
    const budget = createBudget({ ...none, max_cost: 90 }, () => 0);
    const first = ticket(await budget.admit("designer", MODEL, of(30)));
    expect(first.settle({ tokens: null, seconds: 1 })).toEqual({ tokens: 30, cost: 30 });
    const second = ticket(await budget.admit("designer", MODEL, of(30)));
    expect(second.settle({ ...used(30), cost: null })).toEqual({ tokens: 0, cost: 30 });
    expect(refusal(await budget.admit("designer", MODEL, of(41)))).toContain("$60.0000 are spent");
  });

  test("says how much of a limit would have been enough, and what counts towards it", async () => {
    const refused = async (limits: object, expectation: ReturnType<typeof of>, earlier = { tokens: 0, cost: 0 }) => {
      const budget = createBudget({ ...none, ...limits }, () => 0);
      budget.countEarlier(earlier);
      return budget.admit("designer", MODEL, expectation);
    };
    expect(await refused({ max_cost: 5 }, of(4), { tokens: 9, cost: 2.5 })).toEqual({
      limit: "max_cost",
      enough: 6.5,
      message: "the next session could pass max_cost of $5: $2.5000 are spent, it may cost $4.0000",
    });
    expect(await refused({ max_tokens: 12 }, { input: 1.4, output: 4, seconds: 1 }, { tokens: 9, cost: 2 })).toEqual({
      limit: "max_tokens",
      enough: 14.4,
      message: "the next session could pass max_tokens of 12: 9 are spent, it may take 5",
    });
    expect(await refused({ max_minutes: 2 }, of(1, 150))).toEqual({
      limit: "max_minutes",
      enough: 2.5,
      message: "the next session could pass max_minutes of 2: 0.0 have passed, it may take 2.5",
    });
  });

  test("admits what fills a limit to the last of it", async () => {
    for (const [limits, expectation] of [
      [{ max_cost: 5 }, of(5)],
      [{ max_tokens: 5 }, of(5)],
      [{ max_minutes: 2 }, of(1, 120)],
    ] as const)
      ticket(await createBudget({ ...none, ...limits }, () => 0).admit("designer", MODEL, expectation));
  });

  test("takes sessions to be as much dearer than the price list as they were, and never cheaper", async () => {
    const asked = async (real: number) => {
      const budget = createBudget({ ...none, max_cost: 100 }, () => 0);
      ticket(await budget.admit("evaluator", MODEL, of(2))).settle({ ...used(2), cost: real });
      // One whose cost nobody told says nothing of it.
      ticket(await budget.admit("evaluator", MODEL, of(0))).settle({ ...used(2), cost: null });
      return refusal(await budget.admit("designer", MODEL, of(100)));
    };
    expect(await asked(4)).toContain("$6.0000 are spent, it may cost $200.0000");
    expect(await asked(1)).toContain("$3.0000 are spent, it may cost $100.0000");
  });

  test("learns how long a role takes, and keeps what a session without an answer took out of it", async () => {
    const budget = createBudget({ ...none, max_minutes: 1 }, () => 0);
    ticket(await budget.admit("evaluator", MODEL, of(1, 20))).settle(used(1, 40));
    ticket(await budget.admit("evaluator", MODEL, of(1, 20))).settle(used(0, 900));
    ticket(await budget.admit("evaluator", MODEL, of(1, 20))).settle(used(1, 60));
    expect(refusal(await budget.admit("evaluator", MODEL, of(1, 20)))).toContain("it may take 1.0");
    const other = createBudget({ ...none, max_minutes: 1 }, () => 0);
    ticket(await other.admit("evaluator", MODEL, of(1, 20))).settle(used(1, 40));
    ticket(await other.admit("designer", MODEL, of(1, 60)));
  });

  test("a session counts whatever it took of tokens, also without a cost", async () => {
    const budget = createBudget({ ...none, max_tokens: 20 }, () => 0);
    ticket(await budget.admit("designer", MODEL, of(3))).settle({ ...used(5), tokens: 11, cost: null });
    expect(refusal(await budget.admit("topic", MODEL, of(10)))).toContain("11 are spent, it may take 10");
  });

  test("lets nothing start once it is halted, wakes who waits, and keeps the first reason", async () => {
    const budget = createBudget({ ...none, max_cost: 5 }, () => 0);
    const running = ticket(await budget.admit("designer", MODEL, of(4)));
    const waiting = budget.admit("designer", MODEL, of(4));
    budget.halt("the disk is full");
    budget.halt("another");
    expect(await waiting).toEqual({ limit: null, message: "the disk is full" });
    expect(budget.stopped()).toEqual({ limit: null, message: "the disk is full" });
    expect(running.settle(used(1))).toEqual({ tokens: 0, cost: 0 });
    expect(refusal(await budget.admit("topic", MODEL, of(0)))).toBe("the disk is full");
  });

  test("a ticket counts once however often it is settled", async () => {
    const budget = createBudget({ ...none, max_tokens: 10 }, () => 0);
    const session = ticket(await budget.admit("designer", MODEL, of(4)));
    session.settle(used(4));
    session.settle(used(4));
    expect(ticket(await budget.admit("designer", MODEL, of(4)))).toHaveProperty("settle");
  });
});

test("bytesFor() adds up what comes for each design and evaluation, and the results", () => {
  const of = (designs: number, evaluations: number, exchanges = false) => bytesFor({ designs, evaluations, exchanges });
  expect(of(0, 0)).toBe(2_000_000);
  expect(of(2, 0) - of(0, 0)).toBe(512_000);
  expect(of(0, 3) - of(0, 0)).toBe(192_000);
  expect(of(2, 3, true) - of(2, 3)).toBe(5 * 256_000);
});
