import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { StudyExperiment } from "../../src/artifacts/study.ts";
import { LabError } from "../../src/errors.ts";
import { openStudyDatabase } from "../../src/study/database.ts";
import { bundleHash, fileHash, manifestOf } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { GivenBack, type TakenExperiment } from "../../src/study/queue.ts";
import { makeTables } from "../../src/study/tables.ts";
import { bytesOf, never, onBothDatabases, queueWith, seatAt, studyOf } from "../support/queues.ts";

const done = async () => ({ outcome: "done" }) as const;
const states = (experiments: readonly StudyExperiment[]) => experiments.map(({ key, state }) => `${key} ${state}`);

onBothDatabases((place) => {
  test("a study is added once, with an experiment for each task, panel and repeat, and its hash is computed when it is read", async () => {
    const bundle = studyOf({ tasks: 2, panels: ["narrow", "wide"], repeats: 2 });
    const queue = await openQueue(place.fresh());
    expect(await Promise.all([queue.add(bundle, 8), queue.add(bundle, 8)])).toContain("added");
    expect(await queue.add(bundle, 8)).toBe("there");
    const hash = bundleHash(bundle);
    expect((await queue.studies()).map(({ hash, name }) => ({ hash, name }))).toEqual([{ hash, name: "example" }]);
    expect(await queue.bundle(hash)).toEqual(bundle);
    expect(await queue.bundle("0".repeat(64))).toBeNull();
    const all = await queue.experiments(hash);
    expect(all.map(({ key }) => key)).toEqual(
      ["01-ferry", "02-ferry"].flatMap((task) =>
        ["narrow", "wide"].flatMap((panel) => [1, 2].map((at) => `${task}/${panel}/${at}`)),
      ),
    );
    expect(await queue.experiments(hash, { after: "01-ferry/wide/1", most: 2 })).toEqual(all.slice(3, 5));
    const standing = await queue.standing(hash);
    expect(standing).toMatchObject({
      state: "running",
      counts: { waiting: 8, running: 0, done: 0, failed: 0 },
      money: { spent: 0, reserved: 0, expected: 8 },
      time: { begun: null, elapsed: 0, left: null },
    });
    await queue.close();
  });

  test("of those who open a new queue at once each gets the same tables", async () => {
    const address = place.fresh();
    const queues = await Promise.all(Array.from({ length: 6 }, () => openQueue(address)));
    const bundle = studyOf();
    await Promise.all(queues.map((queue) => queue.add(bundle, null)));
    for (const queue of queues) expect(await queue.studies()).toHaveLength(1);
    await Promise.all(queues.map((queue) => queue.close()));
  });

  test("a study that somebody changed in the database is refused by its hash", async () => {
    const address = place.fresh();
    const bundle = studyOf();
    const { queue, hash } = await queueWith(address, bundle);
    const database = await openStudyDatabase(address, makeTables);
    const change = (body: Uint8Array) =>
      database.patiently("change it", ({ run }) => run("UPDATE studies SET bundle = ? WHERE hash = ?", body, hash));
    for (const body of [gzipSync(JSON.stringify({ ...bundle, repeats: 7 })), gzipSync("[]"), bytesOf("{")]) {
      await change(body);
      const refused = await queue.bundle(hash).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(LabError);
      expect((refused as LabError).message).toContain("is not what its hash says");
      const seat = await seatAt(queue);
      expect(seat.work(hash, { takes: () => true, perform: done, signal: never() })).rejects.toThrow("its hash");
    }
    await database.close();
    await queue.close();
  });

  test("what an experiment leaves is stored by file, and its manifest is the hash over them", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 1 }));
    const seat = await seatAt(queue);
    const seen: string[] = [];
    const ended = await seat.work(hash, {
      takes: () => true,
      signal: never(),
      async perform(taken) {
        await taken.step("designs", async () => {
          seen.push((await queue.experiments(hash))[0]?.step ?? "none");
          await taken.put("designs/a.md", bytesOf("first"));
          await taken.put("designs/a.md", bytesOf("second"));
          await taken.put("gone.md", bytesOf("soon"));
          await taken.put("gone.md", null);
          await taken.put("empty", bytesOf(""));
        });
        expect((await taken.files()).map(({ path }) => path)).toEqual(["designs/a.md", "empty"]);
        expect(await taken.read("designs/a.md")).toEqual(bytesOf("second"));
        expect(await taken.read("gone.md")).toBeNull();
        await taken.spent({ cost: 0.25, tokens: 1_000, unpriced: 1 });
        await taken.spent({ cost: 0.5, tokens: 2_000, unpriced: 1 });
        return { outcome: "done" };
      },
    });
    expect(ended).toBe("over");
    expect(seen).toEqual(["designs"]);
    const [key = ""] = (await queue.experiments(hash)).map((each) => each.key);
    const files = await queue.files(hash, key);
    expect(files).toEqual([
      { path: "designs/a.md", sha256: fileHash(bytesOf("second")), bytes: 6 },
      { path: "empty", sha256: fileHash(bytesOf("")), bytes: 0 },
    ]);
    expect((await queue.experiments(hash))[0]).toMatchObject({
      state: "done",
      step: null,
      epoch: 1,
      cost: 0.5,
      tokens: 2_000,
      unpriced: 1,
      reserved: 0,
      files: 2,
      bytes: 6,
      manifest: manifestOf(files),
    });
    expect(await queue.standing(hash)).toMatchObject({
      state: "over",
      why: null,
      counts: { done: 1 },
      money: { spent: 0.5, reserved: 0, unpriced: 1 },
      tokens: 2_000,
    });
    await seat.leave();
    expect((await queue.standing(hash)).workers).toMatchObject([{ state: "left", spent: 0.5 }]);
    await queue.close();
  });

  test("what fails says why and what to do, and is asked anew alone", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 4 }));
    const seat = await seatAt(queue);
    let broken = true;
    const performed: string[] = [];
    const perform = async ({ experiment: { key }, step }: TakenExperiment) => {
      performed.push(key);
      if (broken && key.startsWith("02")) throw new LabError("No model answered.", { advice: "See its key." });
      if (broken && key.startsWith("03"))
        await step("designs", async () => {
          throw new LabError("A step broke.");
        });
      if (broken && key.startsWith("04"))
        return { outcome: "failed", reason: "Too few designs.", advice: null } as const;
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect((await queue.experiments(hash, { state: "failed" })).map(({ reason, advice }) => [reason, advice])).toEqual([
      ["No model answered.", "See its key."],
      ["A step broke.", null],
      ["Too few designs.", null],
    ]);
    expect((await queue.standing(hash)).counts).toEqual({ waiting: 0, running: 0, done: 1, failed: 3 });
    broken = false;
    performed.length = 0;
    expect(await queue.again(hash, ["02-ferry/wide/1", "01-ferry/wide/1", "none"])).toEqual(["02-ferry/wide/1"]);
    expect((await queue.standing(hash)).state).toBe("running");
    expect(await queue.again(hash, null)).toEqual(["03-ferry/wide/1", "04-ferry/wide/1"]);
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect(performed.sort()).toEqual(["02-ferry/wide/1", "03-ferry/wide/1", "04-ferry/wide/1"]);
    expect(await queue.experiments(hash, { state: "failed" })).toEqual([]);
    await queue.close();
  });

  test("a study that is stopped gives all back, and goes on with what was stored and no step done twice", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 3 }));
    const seat = await seatAt(queue, { at_once: 3 });
    const steps: string[] = [];
    let waits = true;
    const perform = async ({ experiment: { key }, step, put, read, signal }: TakenExperiment) => {
      await step("designs", async () => {
        steps.push(`${key} designs`);
        await put("designs.md", bytesOf(key));
      });
      if (waits) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw new Error("It was told to end");
      }
      expect(await read("designs.md")).toEqual(bytesOf(key));
      await step("judgement", async () => {
        steps.push(`${key} judgement`);
      });
      return { outcome: "done" } as const;
    };
    const working = seat.work(hash, { takes: () => true, perform, signal: never() });
    while (steps.length < 3) await Bun.sleep(20);
    await queue.stop(hash);
    expect(await working).toBe("stopped");
    expect(await queue.standing(hash)).toMatchObject({ state: "stopped", why: "person", counts: { waiting: 3 } });
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("stopped");
    await queue.goOn(hash);
    waits = false;
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect(states(await queue.experiments(hash))).toEqual(["01", "02", "03"].map((at) => `${at}-ferry/wide/1 done`));
    expect(steps).toHaveLength(6);
    expect(new Set(steps).size).toBe(6);
    expect((await queue.experiments(hash)).map(({ epoch }) => epoch)).toEqual([2, 2, 2]);
    await queue.close();
  });

  test("a worker takes only panels that it can, and what it gives back others take", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 2, panels: ["narrow", "wide"] }));
    const narrow = await seatAt(queue);
    const had: string[] = [];
    const perform = async ({ experiment: { key } }: TakenExperiment) => {
      had.push(key);
      if (had.filter((each) => each === key).length === 1) throw new GivenBack("Its model is away.");
      return { outcome: "done" } as const;
    };
    expect(await narrow.work(hash, { takes: (panel) => panel === "narrow", perform, signal: never() })).toBe("over");
    expect(had.every((key) => key.includes("/narrow/"))).toBe(true);
    expect(await narrow.work(hash, { takes: () => false, perform, signal: never() })).toBe("over");
    expect((await queue.standing(hash)).counts).toEqual({ waiting: 2, running: 0, done: 2, failed: 0 });
    const left = new AbortController();
    const wide = await seatAt(queue);
    const working = wide.work(hash, {
      takes: () => true,
      signal: left.signal,
      perform: async ({ signal, put }) => {
        await put("a", bytesOf("a"));
        left.abort();
        await new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener("abort", resolve)));
        // A line that was drawn because it was told to end is no failure.
        return { outcome: "failed", reason: "stopped", advice: null };
      },
    });
    expect(await working).toBe("left");
    await wide.leave();
    expect((await queue.standing(hash)).counts).toEqual({ waiting: 2, running: 0, done: 2, failed: 0 });
    await queue.close();
  });

  test("a step that is done is not done again, but where what it stored is gone: then by whoever has it next, too", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 1 }));
    const seat = await seatAt(queue);
    const steps: string[] = [];
    let times = 0;
    const ended = await seat.work(hash, {
      takes: () => true,
      signal: never(),
      async perform(taken) {
        times++;
        if (times === 3) await taken.anew();
        for (const name of ["designs", "judgement", "ranking"] as const) {
          if (name === "ranking" && times < 5) throw new GivenBack();
          await taken.step(name, async () => void steps.push(`${times} ${name}`));
          if (times === 3) throw new GivenBack();
        }
        return { outcome: "done" };
      },
    });
    expect([ended, times]).toEqual(["over", 5]);
    expect(steps).toEqual(["1 designs", "1 judgement", "3 designs", "4 designs", "4 judgement", "5 ranking"]);
    expect((await queue.experiments(hash))[0]).toMatchObject({ state: "done", epoch: 5 });
    await queue.close();
  });

  test("who has lost an experiment can write nothing to it", async () => {
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, studyOf({ tasks: 1 }));
    const database = await openStudyDatabase(address, makeTables);
    const seat = await seatAt(queue);
    const refused: unknown[] = [];
    let times = 0;
    const ended = await seat.work(hash, {
      takes: () => true,
      signal: never(),
      async perform(taken) {
        if (++times > 1) return { outcome: "done" };
        await taken.put("mine.md", bytesOf("before"));
        await taken.spent({ cost: 1, tokens: 1, unpriced: 0 });
        // As if others had taken it over meanwhile.
        await database.patiently("take it", ({ run }) => run("UPDATE experiments SET epoch = epoch + 1"));
        for (const write of [
          () => taken.put("mine.md", bytesOf("after")),
          () => taken.put("mine.md", null),
          () => taken.spent({ cost: 9, tokens: 9, unpriced: 9 }),
          () => taken.step("judgement", async () => {}),
          () => taken.anew(),
          () => taken.share(["north"], async () => {}),
        ])
          refused.push(await write().catch((error: unknown) => error));
        expect(taken.signal.aborted).toBe(true);
        await database.patiently("give it back", ({ run }) =>
          run("UPDATE experiments SET state = 'waiting', worker = NULL"),
        );
        return { outcome: "done" };
      },
    });
    expect(ended).toBe("over");
    expect(refused.map((error) => error instanceof GivenBack)).toEqual([true, true, true, true, true, true]);
    expect(times).toBe(2);
    const [only] = await queue.experiments(hash);
    expect(only).toMatchObject({ state: "done", epoch: 3, cost: 1, tokens: 1 });
    expect(await queue.read(hash, only?.key ?? "", "mine.md")).toEqual(bytesOf("before"));
    await database.close();
    await queue.close();
  });
});
