import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import * as faults from "../../rehearsal/faults.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { FailureKind } from "../../src/artifacts/failure.ts";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

/** Designers whose provider says that the prompt is too long, each in other words, or that only reason. */
const FAILING: Record<string, [reply: Reply, kind: FailureKind, words: string]> = {
  "overflow/m": [faults.contextOverflow, "context_overflow", "context too long: "],
  "prompt-exceeds/m": [faults.requestError(400, "Prompt exceeds max length"), "context_overflow", "context too long: "],
  "too-large/m": [faults.requestError(413, "Payload Too Large"), "context_overflow", "context too long: "],
  "model-length/m": [
    faults.requestError(400, "The decoder prompt (length 17772) is longer than the maximum model length of 16384."),
    "context_overflow",
    "context too long: ",
  ],
  "only-reasoning/m": [faults.onlyReasoning, "invalid_output", "only reasoning, no answer"],
  "empty/m": [faults.empty, "invalid_output", "the answer was empty"],
};

let lab: Rehearsal;
let ledger: LedgerLine[] = [];
let dir = "";

beforeAll(async () => {
  lab = await rehearse({
    models: [...Object.keys(FAILING), "thinks/a", "good/a"].map((id) => ({ id })),
    script: ({ model }) => (model === "thinks/a" ? faults.thinkingAloud : FAILING[model]?.[0]),
    lab: {
      confirm_above: null,
      design_models: [...Object.keys(FAILING), "thinks/a", "good/a"],
      review_models: ["thinks/a", "good/a"],
    },
  });
  await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  dir = await onlyExperiment(lab.project.directory);
  ledger = parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "");
}, 300_000);
afterAll(() => lab[Symbol.asyncDispose]());

for (const [model, [, kind, words]] of Object.entries(FAILING)) {
  test(`${model} fails as ${kind} and says "${words}"`, () => {
    const [line, ...others] = ledger.filter((each) => each.model === model && each.event === "failed");
    expect(others).toEqual([]);
    expect(line?.kind).toBe(kind);
    expect(line?.message).toContain(words);
  });
}

test("a designer and reviewer whose texts begin with a draft in their thinking is asked once for each", async () => {
  const design = await readJson<{ title: string }>(join(dir, "designs/design-thinks-a.json"));
  expect(design.title).not.toBe("A first draft");
  expect(ledger.filter(({ model, event }) => model === "thinks/a" && event === "repair")).toEqual([]);
  expect(ledger.filter(({ model, event }) => model === "thinks/a" && event === "failed")).toEqual([]);
});
