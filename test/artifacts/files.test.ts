import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { designSha256, rubricSha256 } from "../../src/artifacts/hashes.ts";
import { ARTIFACTS, wantedOf } from "../../src/artifacts/stages/files.ts";
import { EXAMPLES } from "../store/examples.ts";
import { designOf } from "../support/artifacts.ts";

test("designSha256() of a design from before there were connections is what it was, and with them another", () => {
  const { connections: _, ...design } = designOf("maker/swift-9", {});
  const keys =
    "title summary assumptions architecture_overview components data_flow tradeoffs risks open_questions additional_notes";
  const body = keys.split(" ").map((key) => [key, design[key as keyof typeof design] ?? null]);
  const before = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  expect(designSha256(design)).toBe(before);
  expect(designSha256({ ...design, connections: [] })).not.toBe(before);
});

test("rubricSha256() is one for criteria in any order and of any weight, and another for what a scorer reads", () => {
  const anchors = { low: "bad", middle: "fair", high: "good" };
  const clarity = { name: "clarity", description: "Is it clear?", min: 0, max: 10, anchors };
  const risk = { name: "risk", description: "Is it safe?", min: 1, max: 5 };
  const same = rubricSha256([clarity, risk]);
  expect(rubricSha256([{ ...risk, weight: 3 }, clarity])).toBe(same);
  const changes = [
    { name: "clear" },
    { description: "Clear?" },
    { min: 1 },
    { max: 9 },
    { anchors: { ...anchors, low: "poor" } },
    { anchors: { ...anchors, middle: "mean" } },
    { anchors: { ...anchors, high: "great" } },
    { anchors: undefined },
  ].map((change) => rubricSha256([{ ...clarity, ...change } as typeof clarity, risk]));
  expect(new Set([same, ...changes]).size).toBe(9);
  expect(rubricSha256([])).toBe(createHash("sha256").update("[]").digest("hex"));
});

test("wantedOf() wants each design once, and a cell of each reviewer that was asked for that part", () => {
  const plan = {
    designers: ["a", "b"].map((design_id) => ({ design_id, model: `m/${design_id}` })),
    reviewers: [
      { reviewer_id: "r", model: "m/r", parts: ["review"] },
      { reviewer_id: "s", model: "m/s", parts: ["review", "score"] },
    ],
  } as unknown as Parameters<typeof wantedOf>[1];
  const wanted = (kind: Parameters<typeof wantedOf>[0]) =>
    wantedOf(kind, plan).map(({ design_id, reviewer_id }) => `${design_id}/${reviewer_id}`);
  expect(wanted("review")).toEqual(["a/r", "a/s", "b/r", "b/s"]);
  expect(wanted("score")).toEqual(["a/s", "b/s"]);
  expect(wanted("design")).toEqual(["a/", "b/"]);
  expect([wanted("task"), wanted("ranking")]).toEqual([["/"], ["/"]]);
});

test("what stood before is kept of designs and reviews and of scores asked anew, and an answer counts for its own model", () => {
  const { task, design, review, score, ranking } = EXAMPLES;
  const [sample] = score.samples;
  const grown = { ...score, samples: [sample, sample] } as typeof score;
  expect([
    ARTIFACTS.task.keepsOld(task),
    ARTIFACTS.ranking.keepsOld(ranking),
    ARTIFACTS.design.keepsOld(design),
    ARTIFACTS.review.keepsOld(review),
    ARTIFACTS.score.keepsOld(score),
    ARTIFACTS.score.keepsOld(grown),
  ]).toEqual([false, false, true, true, true, false]);
  const other = "x".repeat(100);
  const misfit = {
    against: "plan",
    reason: expect.stringContaining(review.reviewer_model),
    found: `"${"x".repeat(79)}`,
  };
  expect(ARTIFACTS.review.misfit?.(review, task)).toBeNull();
  expect(ARTIFACTS.review.misfit?.({ ...review, reviewer_model: other }, task)).toEqual({
    ...misfit,
    where: "reviewer_model",
  } as never);
  expect(ARTIFACTS.score.misfit?.({ ...score, scorer_model: other }, task)).toMatchObject({ where: "scorer_model" });
  expect(ARTIFACTS.review.misfit?.({ ...review, reviewer_id: "nobody", reviewer_model: other }, task)).toBeNull();
});
