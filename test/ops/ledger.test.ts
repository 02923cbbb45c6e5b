import { afterEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openLedger } from "../../src/store/ledger.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
async function shown(options: BenchOptions, run: object, change?: (dir: string) => Promise<void>): Promise<string> {
  lab = await bench(options);
  await lab.call("run", { task: "A queue", topic: "queue", ...run });
  await change?.(await onlyExperiment(lab.dir));
  return lab.call("show", { what: "ledger", experiment: (await onlyExperiment(lab.dir)).split("/").at(-1) });
}
afterEach(() => lab.dispose());

describe("show {what: ledger} tells", () => {
  test("what is finished, what failed and why, what is left and which call asks for it", async () => {
    const text = await shown(
      { answer: ({ kind, model }) => (kind === "design" && model === "gamma/weak-1" ? "no" : undefined) },
      {},
    );
    expect(text.split("\n")[0]).toStartWith("**Unfinished:** 2 of 3 designs, 6 of 6 reviews, 6 of 6 scores. ");
    expect(text).toContain("### Failed\n\n- design C by gamma/weak-1: **no usable answer**: no valid answer after 3");
    expect(text).toContain("### Left\n\n- design C by gamma/weak-1, and its reviews and scores\n");
    expect(text).toContain("asks for what is left");
    expect(text).toMatch(/\| gamma\/weak-1 +\| +3, 1 failed \| +13,200 tokens, \$0\.03 \|/);
    expect(text).toContain("In all: 9 sessions, 39,600 tokens, $0.09.");
  });

  test("nothing of failures and of what is left when all is there", async () => {
    const text = await shown({}, {});
    expect(text.split("\n")[0]).toStartWith("**Finished:** 3 of 3 designs, 9 of 9 reviews, 9 of 9 scores. ");
    expect(text).not.toContain("### Failed");
    expect(text).not.toContain("### Left");
    expect(text).not.toContain("what is left");
  });

  test("which limit stopped the last run", async () => {
    const text = await shown({}, { limits: { max_cost: 0.05 } });
    expect(text.split("\n")[0]).toContain("The last run was stopped by a limit");
    expect(text).toMatch(/- review and score of \S+ by \S+\n/);
  });

  test("what was begun by a process that is gone", async () => {
    const text = await shown({}, {}, async (dir) => {
      await rm(join(dir, "scores/score-alpha-strong-1-beta-middle-1.json"));
      await openLedger(dir, () => new Date()).append({
        event: "started",
        design_id: "alpha-strong-1",
        reviewer_id: "beta-middle-1",
      });
    });
    expect(text).toContain("- score of A by beta/middle-1, begun: it runs now, or its process is gone\n");
  });
});

test("show {what: ledger} forgets the limit of an earlier call once a later one has done all", async () => {
  const text = await shown(
    { config: { review: { qualitative: { enabled: false } } } },
    { limits: { max_cost: 0.05 } },
    async (dir) => {
      await lab.call("score", { experiment: dir.split("/").at(-1) });
    },
  );
  expect(text.split("\n")[0]).toStartWith("**Finished:** 3 of 3 designs, 9 of 9 scores. The last event was at");
});

test("show {what: ledger} counts what a person stopped as left, not as failed", async () => {
  lab = await bench({
    answer: ({ kind }) => {
      if (kind === "evaluation") lab.controller.abort();
      return undefined;
    },
  });
  await lab.call("run", { task: "A queue", topic: "queue" });
  const text = await lab.call("show", { what: "ledger" });
  expect(text.split("\n")[0]).toMatch(/^\*\*Unfinished:\*\* 3 of 3 designs, 0 of 9 .* stopped by hand/);
  expect(text).toContain("### Left");
  expect(text).not.toMatch(/failed/i);
  expect(text.match(/ stopped by hand\n/g)).toHaveLength(1);
});
