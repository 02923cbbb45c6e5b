import { openQueue } from "../../src/study/open-queue.ts";

/** Reads all of a queue at argv[2] as commands do, and the file argv[4] of the study argv[3], in a process of its own. */
const [, , address = "", hash = "", path = ""] = process.argv;
const key = "01-ferry/wide/1";
const queue = await openQueue(address);
const said = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : String(error));
const results: unknown[] = [];
const reads = [
  async () => (await queue.studies()).length,
  async () => (await queue.bundle(hash)) !== null,
  async () => (await queue.standing(hash)).counts,
  async () => (await queue.experiments(hash)).length,
  async () => (await queue.files(hash, key)).length,
  async () => (await queue.read(hash, key, path))?.length ?? null,
];
for (const read of reads) results.push(await read().catch(said));
await queue.close();
console.log(JSON.stringify(results));
