import { appendFileSync } from "node:fs";
import { openQueue } from "../../src/study/open-queue.ts";
import { GivenBack } from "../../src/study/queue.ts";
import { bytesOf, newPerson } from "./queues.ts";

/**
 * A worker in a process of its own, at the queue argv[2] and its study argv[3], by the name argv[4], so many at a time
 * as argv[5] says, each step of argv[6] milliseconds. What it does it writes to argv[7], a line each: what, key, epoch, step.
 */
const [, , address = "", hash = "", id = "", at_once = "1", milliseconds = "100", log = ""] = process.argv;
const queue = await openQueue(address);
const seat = await queue.join(
  {
    id,
    machine: id,
    account: "team",
    hosts: "none",
    at_once: Number(at_once),
    max_cost: null,
    lacks: [],
  },
  newPerson(),
);
const say = (...words: (string | number)[]): void => appendFileSync(log, `${words.join(" ")}\n`);
say("joined", id);
const why = await seat.work(hash, {
  takes: () => true,
  signal: new AbortController().signal,
  async perform({ experiment: { key, epoch }, step, put, spent, signal }) {
    try {
      for (const name of ["designs", "judgement", "ranking"] as const) {
        await step(name, async () => {
          say("began", key, epoch, name);
          // Looks in again and again, as one who stores each file when it comes.
          for (let part = 0; part < 4; part++) {
            await Bun.sleep(Number(milliseconds) / 4);
            await put(`${name}-${part}.md`, bytesOf(`${key} by ${id} in ${epoch}`));
          }
        });
        say("ended", key, epoch, name);
      }
      await spent({ cost: 0.01, tokens: 10, unpriced: 0 });
      say("performed", key, epoch, "all");
      return { outcome: "done" };
    } catch (error) {
      say(error instanceof GivenBack ? "refused" : signal.aborted ? "told" : `broke:${error}`, key, epoch, "all");
      throw error;
    }
  },
});
say("over", why);
await seat.leave();
await queue.close();
