import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStudyDatabase } from "../src/study/database.ts";
import { bundleHash } from "../src/study/manifest.ts";
import { openQueue } from "../src/study/open-queue.ts";
import type { TakenExperiment } from "../src/study/queue.ts";
import { makeTables } from "../src/study/tables.ts";
import { noPostgres, startPostgres } from "../test/support/postgres.ts";
import { bytesOf, newPerson, studyOf } from "../test/support/queues.ts";

const [TASKS, REPEATS] = [250, 4];
const AT_ONCE = 8;
/** How many are done when it is looked how the queue grows. */
const MARKS = [500, 1_000, 2_000];
/** What an experiment leaves here: so many files of so many characters, which pack as prose does. */
const [FILES, CHARACTERS] = [12, 4_000];

/** 2,000 experiments of models that answer at once, without a host: what the queue itself takes. */
export async function benchStudy(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "designlab-bench-"));
  try {
    const file = join(dir, "queue.sqlite");
    await benchQueue("SQLite", file, async () => statSync(file).size);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  if (noPostgres !== null) {
    console.log(`Left out: Postgres, for ${noPostgres}.`);
    return;
  }
  const server = await startPostgres();
  try {
    const address = server.fresh();
    await benchQueue("Postgres", address, async () => {
      const database = await openStudyDatabase(address, makeTables);
      const [row] = await database.all("measure", "SELECT pg_database_size(current_database()) AS size");
      await database.close();
      return Number(row?.size);
    });
  } finally {
    server.stop();
  }
}

async function benchQueue(name: string, address: string, size: () => Promise<number>): Promise<void> {
  const bundle = studyOf({ tasks: TASKS, panels: ["narrow", "wide"], repeats: REPEATS, experiment: { max_cost: 1 } });
  const hash = bundleHash(bundle);
  const queue = await openQueue(address);
  const adding = await secondsOf(() => queue.add(bundle, null));
  console.log(`${name}: ${TASKS * REPEATS * 2} experiments added in ${adding.toFixed(2)} s`);
  console.log("| done | seconds | each s | memory MB | standing ms | experiments ms | database MB |\n|-|-|-|-|-|-|-|");
  const seat = await queue.join(
    {
      id: "bench",
      machine: "here",
      account: "team",
      hosts: "none",
      at_once: AT_ONCE,
      max_cost: null,
      lacks: [],
    },
    newPerson(),
  );
  const words = bytesOf(
    Array.from({ length: CHARACTERS / 8 }, (_, at) => `word ${at % 97} `)
      .join("")
      .slice(0, CHARACTERS),
  );
  const begun = performance.now();
  let done = 0;
  let looked = 0;
  const marks = [...MARKS];
  const look = async (): Promise<void> => {
    const from = performance.now();
    const standing = await secondsOf(() => queue.standing(hash));
    const listed = await secondsOf(() => queue.experiments(hash));
    const seconds = (from - begun - looked) / 1000;
    const row = [
      done,
      seconds.toFixed(1),
      (done / seconds).toFixed(1),
      (process.memoryUsage.rss() / 2 ** 20).toFixed(0),
      (standing * 1000).toFixed(1),
      (listed * 1000).toFixed(1),
      ((await size()) / 2 ** 20).toFixed(1),
    ];
    console.log(`| ${row.join(" | ")} |`);
    looked += performance.now() - from;
  };
  await seat.work(hash, {
    takes: () => true,
    signal: new AbortController().signal,
    async perform({ step, put, spent }: TakenExperiment) {
      for (const [at, name] of (["designs", "judgement", "ranking"] as const).entries())
        await step(name, async () => {
          for (let file = 0; file < FILES / 3; file++) await put(`${name}/${at}-${file}.md`, words);
        });
      await spent({ cost: 0.01, tokens: 100, unpriced: 0 });
      if (++done === marks[0]) {
        marks.shift();
        await look();
      }
      return { outcome: "done" };
    },
  });
  await seat.leave();
  await queue.close();
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
