import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf, never, queueWith, seatAt, studyOf } from "../support/queues.ts";

// This test states a limit. If it fails, docs/security.md promises less than the code does.
test("whoever writes to the queue can hand in an answer that no model gave", async () => {
  const dir = mkdtempSync(join(tmpdir(), "designlab-forged-"));
  try {
    const { queue, hash } = await queueWith(join(dir, "queue.sqlite"), studyOf({ tasks: 1 }));
    const seat = await seatAt(queue);
    await seat.work(hash, {
      takes: () => true,
      signal: never(),
      async perform(taken) {
        await taken.put("designs/design-made-up.json", bytesOf('{"title": "No model wrote this"}'));
        return { outcome: "done" };
      },
    });
    expect((await queue.standing(hash)).counts.done).toBe(1);
    expect((await queue.experiments(hash))[0]).toMatchObject({ state: "done", files: 1, cost: 0 });
    await queue.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
