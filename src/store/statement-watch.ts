import { Worker } from "node:worker_threads";

/** The longest that one statement of a database file may take, seconds. An honest one takes less than one. */
export const LONGEST_STATEMENT = 20;

/** Does what SQLite does in this thread, which nothing else can interrupt. */
export type StatementWatch = <T>(work: () => T) => T;

let watching: Promise<StatementWatch> | null = null;

/**
 * Ends this process when one statement takes too long: a hostile database file can have one that never ends, and then no
 * signal and no timer is heard in this thread. So another thread watches it. Behind a process that lent this runtime
 * and is gone, a statement ends within two seconds.
 */
export function watchStatements(): Promise<StatementWatch> {
  watching ??= startWatch();
  return watching;
}

async function startWatch(): Promise<StatementWatch> {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(WATCH, { eval: true, workerData: { shared, most: LONGEST_STATEMENT } });
  await new Promise((resolve, reject) => {
    thread.once("online", resolve);
    thread.once("error", reject);
  });
  thread.unref();
  let count = 0;
  let depth = 0;
  return (work) => {
    if (depth++ === 0) {
      count = count >= 2 ** 30 ? 1 : count + 1;
      Atomics.store(shared, 0, count);
    }
    try {
      return work();
    } finally {
      if (--depth === 0) Atomics.store(shared, 0, 0);
    }
  };
}

/** Counts its own looks and no clock: a machine that slept has not waited. */
const WATCH = `
const { workerData: { shared, most } } = require("node:worker_threads");
const parent = process.ppid;
let [seen, looks] = [0, 0];
setInterval(() => {
  const now = Atomics.load(shared, 0);
  looks = now !== 0 && now === seen ? looks + 1 : 0;
  seen = now;
  const late = looks >= most * 4;
  if (!late && !(looks >= 8 && process.ppid !== parent)) return;
  if (late) require("node:fs").writeSync(2, "Cannot use the queue: one statement took longer than " + most + " s. Its file is damaged or hostile: use another one.\\n");
  process.kill(process.pid, "SIGKILL");
}, 250);
`;
