import { expect, test } from "bun:test";
import fc from "fast-check";
import { openStudyDatabase } from "../../src/study/database.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { GivenBack, type TakenExperiment } from "../../src/study/queue.ts";
import { makeTables } from "../../src/study/tables.ts";
import { never, onBothDatabases, queueWith, seatAt, studyOf } from "../support/queues.ts";

onBothDatabases((place) => {
  test("what all workers of an account have of a provider is never more than its limit, and none waits for ever", async () => {
    const limited = fc.record({ east: fc.integer({ min: 1, max: 6 }), north: fc.integer({ min: 1, max: 6 }) });
    const asked = fc.array(fc.constantFrom(["north"], ["east"], ["east", "north"], ["north", "west", "east"]), {
      minLength: 10,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(
        limited,
        asked,
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
        async (limits: Record<string, number>, providers, seats) => {
          const address = place.fresh();
          const { queue, hash } = await queueWith(address, studyOf({ tasks: 10, providers: limits }));
          const used: Record<string, number> = { east: 0, north: 0, west: 0 };
          const most = { ...used };
          const perform = async ({ experiment: { key }, share, step }: TakenExperiment) => {
            const of = providers[Number(key.slice(0, 2)) - 1] ?? [];
            await step("judgement", () =>
              share(of, async (sessions) => {
                expect(sessions).not.toBeNull();
                for (const each of of) {
                  used[each] = (used[each] ?? 0) + (sessions ?? 0);
                  most[each] = Math.max(most[each] ?? 0, used[each]);
                }
                await Bun.sleep(5);
                for (const each of of) used[each] = (used[each] ?? 0) - (sessions ?? 0);
              }),
            );
            return { outcome: "done" } as const;
          };
          const queues = await Promise.all(seats.map(() => openQueue(address)));
          await Promise.all(
            queues.map(async (each, at) => {
              const seat = await seatAt(each, { at_once: seats[at] ?? 1 });
              expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
              await seat.leave();
            }),
          );
          const standing = await queue.standing(hash);
          await Promise.all([queue, ...queues].map((each) => each.close()));
          expect(standing.counts.done).toBe(10);
          for (const [provider, limit] of Object.entries(limits)) expect(most[provider]).toBeLessThanOrEqual(limit);
          for (const each of standing.providers) expect(each.used).toBe(0);
        },
      ),
      { numRuns: place.name === "SQLite" ? 8 : 2, endOnFailure: true },
    );
  }, 280_000);

  test("of those who ask for the same two providers in the same moment one is first at both", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 8, providers: { east: 1, north: 1 } }));
    const seat = await seatAt(queue, { at_once: 8 });
    let [under, most] = [0, 0];
    const perform = async ({ share }: TakenExperiment) => {
      const once = () =>
        share(["north", "east"], async () => {
          most = Math.max(most, ++under);
          await Bun.sleep(1);
          under--;
        });
      // Several at once of one experiment too: they ask one after the other within a millisecond.
      await Promise.all([once(), once(), once()]);
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect(most).toBe(1);
    expect((await queue.standing(hash)).counts.done).toBe(8);
    await seat.leave();
    await queue.close();
  });

  test("a refusal halves what a provider gets, for all, and holds everybody back", async () => {
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, studyOf({ tasks: 2, providers: { north: 8 } }));
    const seat = await seatAt(queue, { at_once: 1 });
    const given: (number | null)[] = [];
    const times: number[] = [];
    const perform = async ({ share, refused }: TakenExperiment) => {
      await share(["north"], async (sessions) => {
        given.push(sessions);
        times.push(performance.now());
        if (given.length > 1) return;
        await refused("north", 2);
        // What others are refused in the same moment says nothing new.
        await refused("north", 1);
      });
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    // Six is the most that three designs by two reviewers can use.
    expect(given).toEqual([6, 3]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_900);
    const [load] = (await queue.standing(hash)).providers;
    expect(load).toMatchObject({ provider: "north", account: "team", limit: 3, used: 0, until: null });
    // One more with each minute.
    const database = await openStudyDatabase(address, makeTables);
    await database.patiently("turn the clock", ({ run }) => run("UPDATE providers SET taught = taught - 130000"));
    expect((await queue.standing(hash)).providers[0]?.limit).toBe(5);
    await database.patiently("turn the clock", ({ run }) => run("UPDATE providers SET taught = taught - 6000000"));
    expect((await queue.standing(hash)).providers[0]?.limit).toBe(8);
    await database.close();
    await queue.close();
  });

  test("without a limit a provider is asked by all, until it refuses", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 2 }));
    const seat = await seatAt(queue, { at_once: 1 });
    const given: (number | null)[] = [];
    const perform = async ({ share, refused }: TakenExperiment) => {
      await share(["north"], async (sessions) => {
        given.push(sessions);
        if (given.length === 1) await refused("north", 0);
      });
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect(given).toEqual([null, 3]);
    await queue.close();
  });

  test("who waits for a share gives way to a stop, and other accounts are none of its concern", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 3, providers: { north: 1 } }));
    const [ours, theirs] = await Promise.all([seatAt(queue), seatAt(queue, { account: "other" })]);
    let [holds, waits] = [0, 0];
    const perform = async ({ share, signal }: TakenExperiment) => {
      waits++;
      try {
        await share(["north"], async () => {
          holds++;
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        });
        throw new Error("told to end");
      } catch (error) {
        if (error instanceof GivenBack) waits--;
        throw error;
      }
    };
    const given = { takes: () => true, perform, signal: never() };
    const working = Promise.all([ours.work(hash, given), theirs.work(hash, { ...given })]);
    while (holds < 2 || waits < 3) await Bun.sleep(20);
    expect(holds).toBe(2);
    await queue.stop(hash);
    expect(await working).toEqual(["stopped", "stopped"]);
    expect(waits).toBe(2);
    const standing = await queue.standing(hash);
    expect(standing.counts.waiting).toBe(3);
    expect(standing.providers.map(({ account, used }) => [account, used])).toEqual([
      ["other", 0],
      ["team", 0],
    ]);
    await queue.close();
  });
});
