import { Database } from "bun:sqlite";
import { expect, setSystemTime, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { StudyBundle } from "../../src/artifacts/study.ts";
import { LabError } from "../../src/errors.ts";
import { openStudyDatabase, type Value } from "../../src/study/database.ts";
import { bundleHash, fileHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { GivenBack, type StudyQueue, type TakenExperiment } from "../../src/study/queue.ts";
import { makeTables } from "../../src/study/tables.ts";
import { canonicalJson } from "../../src/text/canonical-json.ts";
import { bytesOf, never, onBothDatabases, queueWith, seatAt, studyOf } from "../support/queues.ts";

const done = async () => ({ outcome: "done" }) as const;
const untilAborted = (signal: AbortSignal) =>
  new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener("abort", resolve)));
const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A queue with a study, and a hand in its database. */
async function meddledWith(address: string, bundle: StudyBundle, expected: number | null = null) {
  const { queue, hash } = await queueWith(address, bundle, expected);
  const database = await openStudyDatabase(address, makeTables);
  const change = (sql: string, ...values: Value[]) => database.patiently("change it", ({ run }) => run(sql, ...values));
  const close = async (): Promise<void> => {
    await database.close();
    await queue.close();
  };
  return { queue, hash, change, close };
}

onBothDatabases((place) => {
  test("what a worker lets itself be charged is kept by the worker, whatever the database says of it", async () => {
    const { queue, hash, change, close } = await meddledWith(place.fresh(), studyOf({ tasks: 6 }), 6);
    const seat = await seatAt(queue, { at_once: 1, max_cost: 3 });
    const perform = async ({ spent }: TakenExperiment) => {
      await spent({ cost: 1, tokens: 0, unpriced: 0 });
      await change("UPDATE workers SET spent = 0, most = NULL");
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("money");
    expect((await queue.standing(hash)).counts.done).toBe(3);
    await close();
  });

  test("what a worker has in hand ends once it is charged more than it lets itself be", async () => {
    const { queue, hash, close } = await meddledWith(place.fresh(), studyOf({ tasks: 2 }), 0.2);
    const seat = await seatAt(queue, { max_cost: 3 });
    const perform = async ({ experiment: { key }, spent, signal }: TakenExperiment) => {
      if (key.startsWith("01")) await spent({ cost: 3.5, tokens: 0, unpriced: 0 });
      await untilAborted(signal);
      throw signal.reason;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("money");
    expect((await queue.standing(hash)).counts).toEqual({ waiting: 2, running: 0, done: 0, failed: 0 });
    await close();
  });

  test("an experiment that the study does not have is done by nobody", async () => {
    const { queue, hash, change, close } = await meddledWith(
      place.fresh(),
      studyOf({ tasks: 1, panels: ["narrow", "wide"] }),
    );
    const add = (key: string, panel: string, repeat: number) =>
      change(
        `INSERT INTO experiments (study, key, task, panel, repeat, state, epoch, cost, tokens, unpriced, reserved, weight, seconds, files, bytes)
          VALUES (?, ?, '01-ferry', ?, ?, 'waiting', 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
        hash,
        key,
        panel,
        repeat,
      );
    await add("01-ferry/narrow/2", "narrow", 2);
    await add("../../../../tmp/x", "narrow", 1);
    await change("UPDATE experiments SET panel = 'narrow' WHERE key = '01-ferry/wide/1'");
    const performed: string[] = [];
    const perform = async ({ experiment: { key } }: TakenExperiment) => {
      performed.push(key);
      return { outcome: "done" } as const;
    };
    const seat = await seatAt(queue);
    expect(await seat.work(hash, { takes: (panel) => panel === "narrow", perform, signal: never() })).toBe("over");
    expect(performed).toEqual(["01-ferry/narrow/1"]);
    expect((await queue.standing(hash)).counts).toEqual({ waiting: 0, running: 0, done: 1, failed: 3 });
    await close();
  });

  test("a study whose hash is right and whose panels reach further than a study file lets them is refused", async () => {
    const { queue, change, close } = await meddledWith(place.fresh(), studyOf());
    const [panel] = studyOf().panels;
    const put = async (bundle: StudyBundle) => {
      const hash = bundleHash(bundle);
      await change("UPDATE studies SET hash = ?, bundle = ?", hash, gzipSync(canonicalJson(bundle)));
      return queue.bundle(hash).then(() => "read", message);
    };
    const file = (path: string) =>
      ({ ...studyOf(), panels: [{ ...panel, files: [{ path, text: "" }] }] }) as StudyBundle;
    const config = (fields: object) => ({ ...studyOf(), panels: [{ ...panel, config: fields }] }) as StudyBundle;
    for (const path of [
      "../x",
      ".opencode/plugin/spy.ts",
      "opencode.json",
      ".git/hooks/pre-commit",
      ".opencode/design-lab-personas/../../plugin/a.md",
      ".opencode/design-lab-personas/..\\..\\plugin\\a.md",
    ])
      expect(await put(file(path))).toContain("it holds a file that no panel needs");
    for (const fields of [
      { hooks: { design_isolation: { enabled: false } } },
      { output: { base_dir: "/etc" } },
      { limits: { max_cost: 1_000 } },
      { review: { criteria_file: "/etc/passwd" } },
      { max_parallel: 1 },
      { limits: { max_parallel: -1 } },
    ])
      expect(await put(config(fields))).toContain("its panel wide says what no panel may");
    expect(await put({ ...studyOf(), file: { name: "../study.yaml", text: "" } })).toContain(
      "its file's name is a path",
    );
    const [task] = studyOf().tasks;
    expect(await put({ ...studyOf(), tasks: [task, task] } as StudyBundle)).toContain("stands twice");
    expect(await put({ ...studyOf(), version: 2 } as unknown as StudyBundle)).toContain("another version");
    expect(await put(file(".opencode/design-lab-personas/pragmatist.md"))).toBe("read");
    expect(await put(file(".opencode/skills/study/agents/pragmatist/SKILL.md"))).toBe("read");
    await close();
  });

  test("a bundle with the right hash that is packed or nested to break its reader is refused", async () => {
    const { queue, change, close } = await meddledWith(place.fresh(), studyOf());
    const nested = (depth: number) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
    const spread = Buffer.from(canonicalJson({ ...studyOf(), panels: Array.from({ length: 20_000 }, () => null) }));
    for (const bytes of [nested(1_000), nested(20_000), nested(1_000_000), spread, new Uint8Array(200_000_000)]) {
      const hash = fileHash(bytes);
      await change("UPDATE studies SET hash = ?, bundle = ?", hash, gzipSync(bytes));
      const read = await queue.bundle(hash).then(
        () => new Error("read"),
        (error: unknown) => error,
      );
      expect(read).toBeInstanceOf(LabError);
    }
    await close();
  });

  test("rows that no study has are listed up to what a study may have", async () => {
    const { queue, hash, change, close } = await meddledWith(place.fresh(), studyOf({ tasks: 1 }));
    const rows = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 30000) SELECT";
    const empty = new Uint8Array(1);
    await change(
      `INSERT INTO files (study, key, path, sha256, bytes, body) ${rows} CAST(? AS TEXT), '01-ferry/wide/1', CAST(x AS TEXT), 'x', 1, CAST(? AS ${place.name === "SQLite" ? "BLOB" : "BYTEA"}) FROM c`,
      hash,
      empty,
    );
    expect((await queue.files(hash, "01-ferry/wide/1")).length).toBe(20_001);
    await change(
      `INSERT INTO studies (hash, name, added, bundle, limits, facts, spent, tokens, unpriced) ${rows} 'h' || CAST(x AS TEXT), 'n', 1, CAST(? AS ${place.name === "SQLite" ? "BLOB" : "BYTEA"}), '{}', '{}', 0, 0, 0 FROM c`,
      empty,
    );
    expect((await queue.studies()).length).toBe(1_000);
    await change(
      `INSERT INTO experiments (study, key, task, panel, repeat, state, epoch, cost, tokens, unpriced, reserved, weight, seconds, files, bytes)
        ${rows} CAST(? AS TEXT), 'k' || CAST(x AS TEXT), 't', 'p' || CAST(x AS TEXT), 1, 's' || CAST(x AS TEXT), 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM c`,
      hash,
    );
    expect(Object.keys((await queue.standing(hash)).counts)).toEqual(["waiting", "running", "done", "failed"]);
    await close();
  });

  test("numbers, times and lists that make no sense are told of, and crash nobody", async () => {
    const { queue, hash, change, close } = await meddledWith(place.fresh(), studyOf({ tasks: 3 }), 3);
    const seat = await seatAt(queue, { at_once: 1, max_cost: 1 });
    const other = await seatAt(queue);
    expect(await other.work(hash, { takes: () => false, perform: done, signal: never() })).toBe("over");
    await change("UPDATE studies SET added = 9000000000000000");
    await change("UPDATE experiments SET begun = 9000000000000000, epoch = 2000000000, seconds = -5");
    await change("UPDATE workers SET lacks = 'null', seen = 9000000000000000");
    expect(await queue.studies()).toHaveLength(1);
    expect(await queue.experiments(hash)).toHaveLength(3);
    expect((await queue.standing(hash)).workers[0]?.lacks).toEqual([]);
    await change("UPDATE workers SET lacks = '{', seen = -9000000000000000");
    expect((await queue.standing(hash)).workers[0]?.lacks).toEqual([]);
    await change("UPDATE studies SET spent = -1000000");
    const perform = async ({ spent }: TakenExperiment) => {
      await spent({ cost: 0.9, tokens: 0, unpriced: 0 });
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("money");
    for (const limits of ["{", "null", '{"study":{"max_cost":"much"}}']) {
      await change("UPDATE studies SET limits = ?", limits);
      expect(await queue.standing(hash).catch(message)).toContain("what is stored of it is damaged");
    }
    await close();
  });

  test("what is told of money and of a refusal counts only where it is a number", async () => {
    const { queue, hash, close } = await meddledWith(place.fresh(), studyOf({ tasks: 1, study: { max_cost: 5 } }), 1);
    const seat = await seatAt(queue);
    const perform = async ({ spent, refused }: TakenExperiment) => {
      await spent({ cost: 0.5, tokens: 10, unpriced: 0 });
      await spent({ cost: Number.NaN, tokens: Number.POSITIVE_INFINITY, unpriced: -1 });
      await spent({ cost: -3, tokens: Number.NaN, unpriced: Number.NaN });
      await refused("north", Number.NaN);
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    expect(await queue.standing(hash)).toMatchObject({ money: { spent: 0.5, unpriced: 0 }, tokens: 10 });
    for (const limit of [Number.NaN, -1, Number.POSITIVE_INFINITY])
      expect(await queue.goOn(hash, { max_cost: limit }).catch(message)).toContain("must be a number from 0");
    expect((await queue.standing(hash)).limits.study.max_cost).toBe(5);
    await close();
  });

  test("a reason with letters that no database takes, or as long as a book, is kept all the same", async () => {
    const { queue, hash, close } = await meddledWith(place.fresh(), studyOf({ tasks: 2 }));
    const seat = await seatAt(queue);
    let first = true;
    const perform = async ({ experiment: { key }, step }: TakenExperiment) => {
      if (key.startsWith("02") && first) {
        first = false;
        throw new GivenBack("a\0b");
      }
      if (key.startsWith("02")) return { outcome: "done" } as const;
      await step("designs", async () => {
        throw new Error(`No model\0 answered: ${"x".repeat(1_000_000)}`);
      });
      return { outcome: "done" } as const;
    };
    expect(await seat.work(hash, { takes: () => true, perform, signal: never() })).toBe("over");
    const [failed] = await queue.experiments(hash, { state: "failed" });
    expect(failed?.reason).toStartWith("No model");
    expect(failed?.reason?.length).toBeLessThan(5_000);
    await close();
  });

  test("what a worker gives back whose clock is wrong others take at once", async () => {
    const { queue, hash, close } = await meddledWith(place.fresh(), studyOf({ tasks: 2 }));
    const seat = await seatAt(queue, { at_once: 1 });
    const had: string[] = [];
    const perform = async ({ experiment: { key }, step }: TakenExperiment) => {
      had.push(key);
      if (had.filter((each) => each === key).length > 1) return { outcome: "done" } as const;
      if (key.startsWith("01")) throw new GivenBack();
      await step("designs", async () => {
        throw new GivenBack();
      });
      return { outcome: "done" } as const;
    };
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), 20_000);
    setSystemTime(new Date(Date.now() + 3_600_000));
    try {
      expect(await seat.work(hash, { takes: () => true, perform, signal: late.signal })).toBe("over");
    } finally {
      setSystemTime();
      clearTimeout(timer);
    }
    await close();
  });

  test("for each experiment is kept what one of its panel may cost, so that a study fits into its price and passes no limit", async () => {
    const queue = await openQueue(place.fresh());
    const prices = { cheap: 1, dear: 10 };
    const perform = async ({ experiment: { panel, reserved }, spent }: TakenExperiment) => {
      expect(reserved).toBe(prices[panel as keyof typeof prices]);
      await spent({ cost: reserved, tokens: 0, unpriced: 0 });
      return { outcome: "done" } as const;
    };
    const worked = async (bundle: StudyBundle, max_cost: number | null) => {
      const hash = bundleHash(bundle);
      await queue.add(bundle, 44, prices);
      const seat = await seatAt(queue, { at_once: 8, max_cost });
      const end = await seat.work(hash, { takes: () => true, perform, signal: never() });
      const { counts, money } = await queue.standing(hash);
      return { end, done: counts.done, spent: money.spent };
    };
    const panels = ["cheap", "dear"];
    expect(await worked(studyOf({ name: "whole", tasks: 1, panels }), 11)).toEqual({ end: "over", done: 2, spent: 11 });
    const limited = await worked(studyOf({ name: "limited", tasks: 4, panels, study: { max_cost: 20 } }), null);
    expect(limited.end).toBe("stopped");
    expect(limited.spent).toBeLessThanOrEqual(20);
    await queue.close();
  });
});

test("a worker that does not reach its database for as long as its lease lasts gives up what it has", async () => {
  await onSqlite(async (address, queue, hash) => {
    const seat = await seatAt(queue, { at_once: 1 });
    const held = Promise.withResolvers<void>();
    const other = new Database(address);
    const work = seat.work(hash, {
      takes: () => true,
      signal: never(),
      async perform({ signal }) {
        other.exec("BEGIN EXCLUSIVE");
        held.resolve();
        await untilAborted(signal);
        other.exec("ROLLBACK");
        return { outcome: "done" };
      },
    });
    const ended = work.catch(() => "lost");
    await held.promise;
    const late = Bun.sleep(45_000).then(() => "late");
    const first = await Promise.race([ended, late]);
    if (first === "late") other.exec("ROLLBACK");
    expect(first).not.toBe("late");
    await seat.leave();
    other.close();
  });
}, 120_000);

test("a column that holds something else than bytes is no file, and fills no memory", async () => {
  await onSqlite(async (address, queue, hash) => {
    const other = new Database(address);
    const put = other.prepare("INSERT INTO files (study, key, path, sha256, bytes, body) VALUES (?, ?, ?, ?, 1, ?)");
    const key = "01-ferry/wide/1";
    put.run(hash, key, "number", "", 4_000_000_000);
    put.run(hash, key, "text", "", "not packed");
    put.run(hash, key, "bytes", "", bytesOf("not packed"));
    put.run(hash, key, "packed", "", gzipSync(bytesOf("packed")));
    expect(await queue.read(hash, key, "number")).toEqual(bytesOf(""));
    expect(await queue.read(hash, key, "text")).toEqual(bytesOf(""));
    expect(fileHash((await queue.read(hash, key, "bytes")) ?? bytesOf(""))).toBe(fileHash(bytesOf("not packed")));
    expect(await queue.read(hash, key, "packed")).toEqual(bytesOf("packed"));
    other.exec("UPDATE studies SET bundle = 4000000000");
    expect(await queue.bundle(hash).catch(message)).toContain("is not what its hash says");
    other.close();
  });
});

async function onSqlite(work: (address: string, queue: StudyQueue, hash: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "designlab-hostile-"));
  const address = join(dir, "queue.sqlite");
  const { queue, hash } = await queueWith(address, studyOf({ tasks: 1 }));
  try {
    await work(address, queue, hash);
  } finally {
    await queue.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
