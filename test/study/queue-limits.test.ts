import { expect, test } from "bun:test";
import fc from "fast-check";
import { openStudyDatabase, type StudyDatabase } from "../../src/study/database.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import type { TakenExperiment } from "../../src/study/queue.ts";
import { takeSeat } from "../../src/study/seat.ts";
import { makeTables } from "../../src/study/tables.ts";
import { never, newPerson, onBothDatabases, queueWith, seatAt, studyOf } from "../support/queues.ts";
import { settled } from "../support/settled.ts";

const spends =
  (cost: (key: string) => number) =>
  async ({ experiment: { key }, spent }: TakenExperiment) => {
    const all = cost(key);
    await spent({ cost: all / 2, tokens: 10, unpriced: 0 });
    await spent({ cost: all, tokens: 20, unpriced: 0 });
    return { outcome: "done" } as const;
  };

onBothDatabases((place) => {
  const half = { cost: 0.5, tokens: 20, unpriced: 0 };
  test.each([
    ["a study's dollars", { experiment: { max_cost: half.cost }, study: { max_cost: 1 } }, null, "stopped" as const],
    ["its tokens", { experiment: { max_tokens: half.tokens }, study: { max_tokens: 40 } }, null, "stopped" as const],
    ["a worker's own bound", { experiment: { max_cost: half.cost } }, 1, "money" as const],
  ])("what two that run may still spend lets no third begin: of %s", async (_, limits, max_cost, end) => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 3, ...limits }));
    const seat = await seatAt(queue, { at_once: 3, max_cost });
    let [begun, looks, since] = [0, 0, 0];
    const takes = (): boolean => ++looks > 0;
    const perform = async ({ spent }: TakenExperiment) => {
      since = looks;
      if (++begun <= 2) await settled(() => begun > 2 || (begun === 2 && looks > since + 2));
      await spent(half);
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes, perform, signal: never() })).toBe(end);
    expect(begun).toBe(2);
    const { counts, workers } = await queue.standing(hash);
    expect(counts).toMatchObject({ done: 2, waiting: 1 });
    expect(workers.map(({ spent }) => spent)).toEqual([1]);
    await queue.close();
  });

  test.each<[string, Parameters<typeof studyOf>[0], number | null]>([
    ["the study's money", { experiment: { max_cost: 0.5 }, study: { max_cost: 1.65 } }, null],
    ["its tokens", { experiment: { max_tokens: 20 }, study: { max_tokens: 66 } }, null],
    ["the worker's own money", { experiment: { max_cost: 0.5 } }, 1.65],
    ["money where nobody knows a price", { study: { max_cost: 1.65 } }, null],
  ])(
    "what is left of time counts as many at once as %s lets run, whatever places workers have",
    async (_, limits, max_cost) => {
      const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 6, ...limits }));
      const seat = await seatAt(queue, { at_once: 3, max_cost });
      const held = Promise.withResolvers<void>();
      let ended = 0;
      const leave = new AbortController();
      const end = seat.work(hash, {
        takes: () => true,
        signal: leave.signal,
        async perform({ spent }) {
          if (++ended > 2) await held.promise;
          else {
            await Bun.sleep(200);
            await spent({ cost: 0.45, tokens: 18, unpriced: 0 });
          }
          return { outcome: "done" };
        },
      });
      await settled(async () => {
        const { counts } = await queue.standing(hash);
        return counts.done === 2 && counts.running === 1;
      });
      const all = await queue.experiments(hash);
      const mean = all.reduce((sum, { state, seconds }) => sum + (state === "done" ? seconds : 0), 0) / 2;
      const { time, kept } = await queue.standing(hash);
      expect(time).toMatchObject({ at_once: 1, bounded: true });
      expect(time.left).toBeGreaterThan(3 * mean - 0.01);
      const { max_cost: each = null, max_tokens: tokens = null } = limits?.experiment ?? {};
      expect(kept).toEqual({ money: [{ panel: "wide", each }], tokens });
      leave.abort();
      held.resolve();
      await end;
      await seat.leave();
      await queue.close();
    },
  );

  test("what ends while it is looked for more leaves nothing that money could stand in the way of", async () => {
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, studyOf({ tasks: 1, experiment: { max_cost: half.cost } }));
    const database = await openStudyDatabase(address, makeTables);
    const looked = Promise.withResolvers<void>();
    let begun = false;
    // Between the look at what is unfinished and the look at who holds money the last one ends.
    const slow: StudyDatabase = {
      ...database,
      patiently: (doing, work) =>
        database.patiently(doing, (statements) => {
          const all: typeof statements.all = async (sql, ...values) => {
            const rows = await statements.all(sql, ...values);
            if (!begun || rows.length === 0 || !sql.startsWith("SELECT CAST")) return rows;
            looked.resolve();
            while ((await queue.standing(hash)).state !== "over") await Bun.sleep(5);
            return rows;
          };
          return work({ ...statements, all });
        }),
    };
    const worker = { id: "slow", machine: "desk", account: "team", hosts: "OpenCode", at_once: 2, max_cost: half.cost };
    const seat = await takeSeat(slow, { ...worker, lacks: [] }, newPerson(), (of) => queue.bundle(of));
    const perform = async ({ spent }: TakenExperiment) => {
      begun = true;
      await looked.promise;
      await spent(half);
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    await seat.leave();
    await Promise.all([queue.close(), database.close()]);
  });

  test("what experiments cost and who works on them, a study's limit is never passed while each keeps to its own", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          limit: fc.integer({ min: 0, max: 900 }),
          price: fc.integer({ min: 50, max: 200 }),
          costs: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 12, maxLength: 12 }),
          seats: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
          own: fc.option(fc.integer({ min: 0, max: 500 })),
        }),
        async ({ limit, price, costs, seats, own }) => {
          const address = place.fresh();
          const bundle = studyOf({
            tasks: 12,
            experiment: { max_cost: price / 100 },
            study: { max_cost: limit / 100 },
          });
          const { queue, hash } = await queueWith(address, bundle);
          const queues = await Promise.all(seats.map(() => openQueue(address)));
          const perform = spends((key) => ((costs[Number(key.slice(0, 2)) - 1] ?? 0) / 100) * (price / 100));
          const ends = await Promise.all(
            queues.map(async (each, at) => {
              const max_cost = at === 0 && own !== null ? own / 100 : null;
              const seat = await seatAt(each, { at_once: seats[at] ?? 1, max_cost });
              const why = await seat.work(hash, { takes: () => true, perform, signal: never() });
              await seat.leave();
              return why;
            }),
          );
          const standing = await queue.standing(hash);
          const all = await queue.experiments(hash);
          await Promise.all([queue, ...queues].map((each) => each.close()));
          expect(standing.money.spent).toBeLessThanOrEqual(limit / 100 + 1e-6);
          expect(standing.money.spent).toBeCloseTo(
            all.reduce((sum, { cost }) => sum + cost, 0),
            6,
          );
          expect(standing.money.reserved).toBe(0);
          for (const { spent, max_cost } of standing.workers)
            if (max_cost !== null) expect(spent).toBeLessThanOrEqual(max_cost + 1e-6);
          // It ended because all is done, or because one more would not have fitted.
          if (standing.state === "stopped") {
            expect(standing.why).toBe("max_cost");
            expect(standing.money.spent + price / 100).toBeGreaterThan(limit / 100);
          } else if (standing.state === "running") expect(new Set(ends)).toEqual(new Set(["money"]));
          else expect(standing.counts.done).toBe(12);
        },
      ),
      { numRuns: place.name === "SQLite" ? 12 : 3 },
    );
  }, 280_000);

  test("where the money lets one begin at a time, panels take turns: what ends early has some of each", async () => {
    const limits = { experiment: { max_cost: 0.5 }, study: { max_cost: 0.7 } };
    const { queue, hash } = await queueWith(
      place.fresh(),
      studyOf({ tasks: 4, panels: ["narrow", "wide"], ...limits }),
    );
    const seat = await seatAt(queue, { at_once: 1 });
    const begun: string[] = [];
    const perform = async ({ experiment: { panel }, spent }: TakenExperiment) => {
      begun.push(panel);
      await Bun.sleep(begun.length * 20);
      await spent({ cost: 0.1, tokens: 1, unpriced: 0 });
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("stopped");
    expect([begun.length, new Set(begun).size]).toEqual([3, 2]);
    await queue.close();
  });

  test("one whose price nobody knows has all that is left, and so the limit is passed by one at most", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 6, study: { max_cost: 1 } }));
    const seat = await seatAt(queue, { at_once: 3 });
    let [under, most] = [0, 0];
    const perform = async (taken: TakenExperiment) => {
      most = Math.max(most, ++under);
      const performed = await spends(() => 0.4)(taken);
      under--;
      return performed;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("stopped");
    expect(most).toBe(1);
    const standing = await queue.standing(hash);
    expect(standing).toMatchObject({ state: "stopped", why: "max_cost" });
    expect(standing.money.spent).toBeLessThanOrEqual(1.4);
    await queue.goOn(hash, { max_cost: null });
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect((await queue.standing(hash)).money.spent).toBeCloseTo(2.4, 9);
    expect((await queue.standing(hash)).limits.study.max_cost).toBeNull();
    await queue.close();
  });

  test("by a forecast each is kept its part of it, and a limit is raised for what waits", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 4, study: { max_cost: 1 } }), 2);
    const seat = await seatAt(queue, { at_once: 4 });
    const kept: number[] = [];
    const perform = async (taken: TakenExperiment) => {
      kept.push(taken.experiment.reserved);
      return spends(() => 0.5)(taken);
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("stopped");
    expect(kept).toEqual([0.5, 0.5]);
    await queue.goOn(hash, { max_cost: 1.6 });
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("stopped");
    expect(kept).toEqual([0.5, 0.5, 0.5]);
    await queue.goOn(hash, { max_cost: 2 });
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    await queue.close();
  });

  test("tokens and hours are limits of the whole too", async () => {
    const address = place.fresh();
    const { queue, hash } = await queueWith(
      address,
      studyOf({ tasks: 5, experiment: { max_tokens: 20 }, study: { max_tokens: 50, max_hours: 2 } }),
    );
    const seat = await seatAt(queue, { at_once: 1 });
    const work = () => seat.work(hash, { takes: () => true, perform: spends(() => 0), signal: never() });
    expect(await work()).toBe("stopped");
    expect(await queue.standing(hash)).toMatchObject({
      why: "max_tokens",
      tokens: 40,
      counts: { done: 2, waiting: 3 },
    });
    await queue.goOn(hash, { max_tokens: null });
    const database = await openStudyDatabase(address, makeTables);
    const began = (hours: number) =>
      database.patiently("turn the clock", ({ run }) => run("UPDATE studies SET begun = begun - ?", hours * 3_600_000));
    await began(3);
    expect(await work()).toBe("stopped");
    expect(await queue.standing(hash)).toMatchObject({ why: "max_hours", counts: { done: 2, waiting: 3 } });
    await queue.goOn(hash, { max_hours: 4 });
    expect(await work()).toBe("over");
    await database.close();
    await queue.close();
  });

  test("what runs is stopped when the whole has passed a limit", async () => {
    const { queue, hash } = await queueWith(
      place.fresh(),
      studyOf({ tasks: 2, experiment: { max_cost: 0.5 }, study: { max_cost: 1 } }),
    );
    const seat = await seatAt(queue, { at_once: 2 });
    const perform = async ({ experiment: { key }, spent, signal }: TakenExperiment) => {
      await spent({ cost: key.startsWith("01") ? 1.1 : 0.1, tokens: 0, unpriced: 0 });
      await new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener("abort", resolve)));
      throw signal.reason;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("stopped");
    expect(await queue.standing(hash)).toMatchObject({ why: "max_cost", counts: { waiting: 2, running: 0 } });
    await queue.close();
  });
});
