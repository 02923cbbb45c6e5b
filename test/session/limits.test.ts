import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createLimits, type Limits, type Slot } from "../../src/session/limits.ts";
import { type Fault, lost, matrix, simulate, simulatedClock } from "./support/simulated.ts";

const SECOND = 1_000;
const MINUTE = 60_000;

describe("a provider that takes everything", () => {
  test("is given the whole matrix at once", async () => {
    const run = await simulate(matrix(8, 8), { capacity: () => 1_000, takes: () => 30 * SECOND });
    expect(run).toMatchObject({ took: 30 * SECOND, most: 64, sent: 64 });
  });

  test("is never given more than max_parallel", async () => {
    const run = await simulate(matrix(8, 8), { capacity: () => 1_000, takes: () => 30 * SECOND }, { max_parallel: 10 });
    expect(run).toMatchObject({ took: 7 * 30 * SECOND, most: 10 });
  });

  test("is not slowed down because its models take between one and four minutes", async () => {
    const minutes = (question: string) => 1 + (Number(question.replace(/\D/gu, "")) % 4);
    const run = await simulate(matrix(8, 8), { capacity: () => 1_000, takes: (of) => minutes(of) * MINUTE });
    expect(run).toMatchObject({ took: 4 * MINUTE, most: 64 });
  });
});

describe("a provider with a hard cap", () => {
  test("of 6 loses no cell and takes at most 1.3 times what 6 at once allow", async () => {
    for (const side of [3, 8, 20]) {
      const run = await simulate(matrix(side, side), { capacity: () => 6, takes: () => 20 * SECOND });
      expect(lost(run)).toBe(0);
      expect(run.took).toBeLessThanOrEqual(1.3 * Math.ceil(side ** 2 / 6) * 20 * SECOND);
    }
  });

  test("of any height loses no cell and is used well", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 5, max: 60 }),
        async (cap, side, seconds) => {
          const run = await simulate(matrix(side, side), { capacity: () => cap, takes: () => seconds * SECOND });
          expect(lost(run)).toBe(0);
          const best = Math.ceil(side ** 2 / cap) * seconds * SECOND;
          expect(run.took).toBeLessThanOrEqual(1.5 * best + 10 * SECOND);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("is asked for nothing of a model before the time that it named", async () => {
    const run = await simulate(matrix(1, 2), { capacity: () => 1, takes: () => 5 * SECOND, retry_after: 40 * SECOND });
    expect(lost(run)).toBe(0);
    expect(run).toMatchObject({ sent: 3, refused: 1 });
    expect(run.took).toBeGreaterThanOrEqual(45 * SECOND);
  });
});

test("a refused question is not asked again before the host would", async () => {
  const run = await simulate(matrix(1, 2), { capacity: () => 1, takes: () => SECOND, retry_after: 2 * SECOND });
  expect(run.took).toBeGreaterThanOrEqual(3 * SECOND);
});

describe("a provider whose cap moves", () => {
  test("down and up again loses no cell and is followed both ways", async () => {
    const cap = (now: number): number => (now < 2 * MINUTE ? 20 : now < 6 * MINUTE ? 3 : 20);
    const run = await simulate(matrix(20, 20), { capacity: cap, takes: () => 20 * SECOND });
    expect(lost(run)).toBe(0);
    // 20 at a time for two minutes, then 12 waves of 3, then 20 at a time.
    const best = 2 * MINUTE + 4 * MINUTE + Math.ceil((400 - 120 - 36) / 20) * 20 * SECOND;
    expect(run.took).toBeLessThanOrEqual(1.3 * best);
  });

  test("to nothing for a minute loses no cell", async () => {
    const cap = (now: number): number => (now > 30 * SECOND && now < 80 * SECOND ? 0 : 10);
    const run = await simulate(matrix(8, 8), { capacity: cap, takes: () => 20 * SECOND });
    expect(lost(run)).toBe(0);
  });
});

describe("a dead provider", () => {
  test("is given up after about a minute, with few requests and the provider's reason", async () => {
    const run = await simulate(matrix(20, 20), { capacity: () => 0, takes: () => SECOND });
    expect(lost(run)).toBe(400);
    expect(new Set(run.outcomes.map(({ kind }) => kind))).toEqual(new Set(["rate_limited"]));
    expect(run.took).toBeLessThan(3 * MINUTE);
    expect(run.sent).toBeLessThanOrEqual(64 + 6);
  });

  test("that dies on the way keeps what it answered and ends the rest", async () => {
    const cap = (now: number): number => (now < 50 * SECOND ? 5 : 0);
    const run = await simulate(matrix(6, 6), { capacity: cap, takes: () => 20 * SECOND });
    expect(lost(run)).toBe(36 - 15);
    expect(run.took).toBeLessThan(4 * MINUTE);
  });
});

describe("a provider that cannot be reached", () => {
  test("and never was is given up within seconds for all that wait, with one more request than went out at once", async () => {
    for (const max_parallel of [3, 64]) {
      const options = { max_parallel };
      const run = await simulate(matrix(8, 8), { capacity: () => 64, takes: () => SECOND, away: () => true }, options);
      expect(lost(run)).toBe(64);
      expect(new Set(run.outcomes.map(({ kind }) => kind))).toEqual(new Set(["unreachable"]));
      expect(run.took).toBeLessThanOrEqual(3 * SECOND);
      expect(run.sent).toBeLessThanOrEqual(max_parallel + 1);
    }
  });

  test("for a quarter of a minute after it answered loses no cell", async () => {
    const away = (now: number) => now > 10 * SECOND && now < 25 * SECOND;
    const run = await simulate(
      matrix(8, 8),
      { capacity: () => 64, takes: () => 8 * SECOND, away },
      { max_parallel: 8 },
    );
    expect(lost(run)).toBe(0);
    // Eight waves of 8 s, and the time that it was away, of which the last wait may be as long again.
    expect(run.took).toBeLessThanOrEqual(8 * 8 * SECOND + 2 * 15 * SECOND);
  });

  test("any more after it answered is given up 20 s later, and what was answered stays", async () => {
    const away = (now: number) => now > 10 * SECOND;
    const run = await simulate(
      matrix(8, 8),
      { capacity: () => 64, takes: () => 8 * SECOND, away },
      { max_parallel: 8 },
    );
    expect(lost(run)).toBe(64 - 2 * 8);
    // What went out last at 8 s is answered at 16 s, and then nothing more comes.
    expect(run.took).toBeLessThanOrEqual(16 * SECOND + 22 * SECOND);
  });

  test("for one model, while others are answered, costs that model's cells alone and not for long", async () => {
    const takes = (question: string) => (question === "reviewer 0" ? Number.POSITIVE_INFINITY : SECOND);
    const provider = { capacity: () => 64, takes, fault: (question: string) => only(question, "reviewer 0") };
    const run = await simulate(matrix(4, 4), provider);
    expect(lost(run)).toBe(4);
    expect(run.took).toBeLessThanOrEqual(30 * SECOND);
  });
});

const only = (question: string, failing: string): Fault | null => (question === failing ? "unreached" : null);

test("questions that a provider refuses, drops or never answers end within three times their time limit", async () => {
  const kinds: (Fault | null)[] = ["refused", "hangs", "breaks", null];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 20, maxLength: 20 }), async (faults) => {
      const fault = (question: string) => faults[Number(question)] ?? null;
      const questions = faults.map((_, at) => String(at));
      const run = await simulate(
        questions,
        { capacity: () => 64, takes: () => 3 * SECOND, fault },
        { time_limit: 12_000 },
      );
      expect(lost(run)).toBe(faults.filter((each) => each !== null).length);
      expect(run.took).toBeLessThanOrEqual(3 * 12 * SECOND);
    }),
    { numRuns: 200, examples: [[Array.from({ length: 20 }, (_, at) => (at < 4 ? "hangs" : "refused"))]] },
  );
});

describe("a server that only queues", () => {
  for (const [capacity, seconds, most] of [
    [1, 60, 1.1],
    [2, 60, 1.1],
    [1, 20, 1.1],
    // Some are hung up on while they are worked on.
    [4, 150, 1.3],
  ] as const) {
    test(`and works on ${capacity} at a time for ${seconds} s loses no cell to the time limit`, async () => {
      const run = await simulate(matrix(6, 6), {
        capacity: () => capacity,
        queues: true,
        takes: () => seconds * SECOND,
      });
      expect(lost(run)).toBe(0);
      expect(run.took).toBeLessThanOrEqual(most * Math.ceil(36 / capacity) * seconds * SECOND);
    });
  }
});

describe("createLimits()", () => {
  const { signal } = new AbortController();
  const taken = async (place: ReturnType<Limits["place"]>): Promise<Slot> => {
    const got = await place;
    if (typeof got === "string" || "dead" in got) throw new Error(`A place is needed, found ${JSON.stringify(got)}`);
    return got;
  };
  const wanted = (provider: string) => {
    return { provider, question: provider, time_limit: MINUTE, left: MINUTE, order: 0, signal };
  };

  test("lets others pass a provider that has no room", async () => {
    const limits = createLimits(3, 2, simulatedClock());
    const order: string[] = [];
    for (const [at, name] of ["a", "a", "a", "b"].entries()) {
      void limits.place(wanted(name)).then(() => order.push(`${name}${at}`));
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(["a0", "a1", "b3"]);
  });

  test("gives a place back once, however often it is left", async () => {
    const limits = createLimits(1, null, simulatedClock());
    const first = await taken(limits.place(wanted("a")));
    const order: number[] = [];
    void limits.place(wanted("a")).then(() => order.push(1));
    void limits.place(wanted("a")).then(() => order.push(2));
    first.leave();
    first.leave();
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([1]);
  });

  test("lets one that comes back go before those that came later", async () => {
    const limits = createLimits(1, null, simulatedClock());
    const first = await taken(limits.place(wanted("a")));
    const order: string[] = [];
    void limits.place(wanted("a")).then(() => order.push("later"));
    void limits.place({ ...wanted("a"), again: first }).then(() => order.push("again"));
    first.leave();
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(["again"]);
  });

  test("gives no place to one that is stopped while it waits, nor the place that it would have had", async () => {
    const limits = createLimits(1, null, simulatedClock());
    const first = await taken(limits.place(wanted("a")));
    const controller = new AbortController();
    const stopped = limits.place({ ...wanted("a"), signal: controller.signal });
    const other = limits.place(wanted("a"));
    controller.abort();
    expect(await stopped).toBe("stopped");
    first.leave();
    await taken(other);
  });

  test("serves the smallest order first among those that wait, whenever they came", async () => {
    const limits = createLimits(1, null, simulatedClock());
    let place = await taken(limits.place(wanted("a")));
    const served: number[] = [];
    const asked = [3, 1, 2].map((order) =>
      limits.place({ ...wanted("a"), order }).then((got) => {
        served.push(order);
        if (typeof got !== "string" && "leave" in got) place = got;
      }),
    );
    for (let turn = 0; turn < 3; turn++) {
      place.leave();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(asked);
    expect(served).toEqual([1, 2, 3]);
  });
});
