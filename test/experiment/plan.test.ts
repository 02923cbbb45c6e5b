import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addDesigners, addReviewers } from "../../src/experiment/plan.ts";

const modelId = fc
  .tuple(
    fc.constantFrom("a", "a-b", "b", "c/d"),
    fc.constantFrom("x", "x-1", "b", "b-x", "d", "1", "X", "ü", "永続", "..%2f", "-2"),
  )
  .map(([provider, model]) => `${provider}/${model}`);

describe("addDesigners() and addReviewers()", () => {
  test("never give two designs, two reviewers or two cells one name, whatever the models are called", () => {
    fc.assert(
      fc.property(
        fc.array(modelId, { maxLength: 6 }),
        fc.array(modelId, { maxLength: 6 }),
        fc.array(modelId, { maxLength: 3 }),
        (first, judges, later) => {
          const designers = addDesigners({ designers: [], reviewers: [] }, first);
          const reviewers = addReviewers({ designers, reviewers: [] }, judges, "score");
          const all = addDesigners({ designers, reviewers }, later);
          const cells = all.flatMap(({ design_id }) =>
            reviewers.map(({ reviewer_id }) => `${design_id}-${reviewer_id}`),
          );
          expect(new Set(all.map(({ design_id }) => design_id)).size).toBe(first.length + later.length);
          expect(new Set(reviewers.map(({ reviewer_id }) => reviewer_id)).size).toBe(new Set(judges).size);
          expect(new Set(cells).size).toBe(cells.length);
          expect(all.slice(0, designers.length)).toEqual(designers);
          for (const { design_id } of all) expect(design_id).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}-]*$/u);
        },
      ),
    );
  });

  test("give every cell a file's name that a disk takes, however long its two models are called", () => {
    const long = ["a", "b", "b"].map((provider) => `${provider.repeat(100)}/${"永続-model-".repeat(40)}`);
    const designers = addDesigners({ designers: [], reviewers: [] }, long);
    const reviewers = addReviewers({ designers, reviewers: [] }, long, "score");
    for (const { design_id } of designers) {
      for (const { reviewer_id } of reviewers) {
        const written = `review-${design_id}-${reviewer_id}.json.${"0".repeat(36)}.tmp`;
        expect(Buffer.byteLength(written)).toBeLessThanOrEqual(255);
      }
    }
  });

  test("put a reviewer's second part beside its first and keep its id", () => {
    const reviewed = addReviewers({ designers: [], reviewers: [] }, ["a/x"], "review");
    expect(addReviewers({ designers: [], reviewers: reviewed }, ["a/x", "b/y"], "score")).toEqual([
      { kind: "model", reviewer_id: "a-x", model: "a/x", parts: ["review", "score"] },
      { kind: "model", reviewer_id: "b-y", model: "b/y", parts: ["score"] },
    ]);
  });
});
