import { afterEach, expect, test } from "bun:test";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const MODELS = ["acme/1", "acme/2", "acme/3"];
const REFUSAL = { kind: "rate_limited", message: "Too Many Requests", status: 429, retryable: true } as const;

test("a provider that refuses above two at a time loses no cell, and the ledger and the reply say how many it took", async () => {
  let serving = 0;
  lab = await bench({
    models: MODELS.map((id) => ({ id })),
    config: { design_models: MODELS, review_models: MODELS },
    answer: async ({ kind }) => {
      if (kind === "design") return undefined as never;
      if (serving >= 2) return { error: REFUSAL };
      serving++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      serving--;
      return undefined as never;
    },
  });
  const reply = await lab.call("run", { task: "A queue", topic: "queue" });
  expect(reply).toContain("9 reviews and 9 scores made.");
  expect(reply).toMatch(/acme slowed this run down: it took [12] sessions? at a time/u);
  expect(await lab.call("show", { what: "ledger" })).toMatch(/acme is given \d at a time/u);
}, 300_000);

test("a run that nobody slowed down says nothing of it", async () => {
  lab = await bench();
  expect(await lab.call("run", { task: "A queue", topic: "queue" })).not.toContain("slowed");
});
