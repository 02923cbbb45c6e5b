import { afterEach, describe, expect, test } from "bun:test";
import { basename } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

/** Two designs and one reviewer that is to score each three times; its first further sample fails. */
async function oneSampleMissing(): Promise<string> {
  let scores = 0;
  lab = await bench({
    config: {
      design_models: ["alpha/strong-1", "beta/middle-1"],
      review_models: ["gamma/weak-1"],
      review: { quantitative: { samples: 3 } },
    },
    answer: ({ kind }) =>
      kind === "score" && ++scores === 1
        ? { error: { kind: null, message: "no", status: 401, retryable: false } }
        : undefined,
  });
  await lab.call("run", { task: "A queue", topic: "queue" });
  return basename(await onlyExperiment(lab.dir));
}

describe("with samples that are missing", () => {
  test("every view gives the same counts", async () => {
    const experiment = await oneSampleMissing();
    const ledger = await lab.call("show", { experiment, what: "ledger" });
    expect(ledger.split("\n")[0]).toStartWith(
      "**Unfinished:** 2 of 2 designs, 2 of 2 reviews, 1 of 2 scores, 4 of 6 samples of scores. ",
    );
    expect(ledger).toMatch(/### Left\n\n- score of \S+ by gamma\/weak-1\n/);
    const account = await lab.call("show", { experiment });
    expect(account).toContain("- 2 of 2 designs, 2 of 2 reviews, 1 of 2 scores, 4 of 6 samples of scores");
    expect(account).toContain('designlab({op: "run", args: {experiment: ');
    expect(await lab.call("show")).toContain("2 of 2 designs, 2 of 2 reviews, 1 of 2 scores");
  });

  test("the same task starts no second experiment", async () => {
    const experiment = await oneSampleMissing();
    const before = lab.host.prompts.length;
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply).toContain(
      `${experiment}, is unfinished: 1 of 2 scores are missing, 2 of 6 samples of scores are missing`,
    );
    expect(lab.host.prompts).toHaveLength(before);
  });

  test("a dry run counts the sessions that the run then takes", async () => {
    const experiment = await oneSampleMissing();
    expect(await lab.call("run", { experiment, dry_run: true })).toContain("2 sessions, about ");
    const before = lab.host.prompts.length;
    await lab.call("run", { experiment });
    expect(lab.host.prompts).toHaveLength(before + 2);
    expect(await lab.call("run", { experiment, dry_run: true })).toContain("nothing is left to ask");
  });
});

test("the forecast of a new run counts every sample", async () => {
  lab = await bench({
    config: {
      design_models: ["alpha/strong-1", "beta/middle-1"],
      review_models: ["gamma/weak-1"],
      review: { quantitative: { samples: 3 } },
    },
  });
  const forecast = await lab.call("run", { task: "A queue", topic: "queue", dry_run: true });
  expect(forecast).toContain("8 sessions, about ");
  await lab.call("run", { task: "A queue", topic: "queue" });
  expect(lab.host.prompts).toHaveLength(8);
});
