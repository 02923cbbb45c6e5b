import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { judgeMerge } from "../../src/stats/merge.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment } from "./support.ts";

const MERGE = { merge: "d2", parents: ["d0", "d1"] };
const withLengths = (input: RankingInput, ...lengths: number[]): RankingInput => ({
  ...input,
  designs: input.designs.map((design, at) => ({ ...design, length: lengths[at] ?? 1000 })),
});
/** Two parents and a merge that is ahead by so much, as four reviewers see it. */
const ahead = (by: number) =>
  experiment([
    [5, 5.5, 4.5, 5],
    [5, 4.5, 5.5, 5],
    [5 + by, 5.5 + by, 5.5 + by, 5 + by],
  ]);

describe("judgeMerge()", () => {
  test("names a merge that is far ahead and no longer than its parents", () => {
    const found = judgeMerge(withLengths(ahead(3), 800, 1000, 1000), MERGE);
    expect(found).toMatchObject({
      ...MERGE,
      result: "wins",
      reason: null,
      bound: 0.8,
      penalty: 0,
      length: { merge: 1000, longest: 1000, ratio: 1 },
    });
    expect(found.shortened).toEqual(found.plain);
    expect(found.plain).toMatchObject({ leader: "d2", winner: "d2" });
  });

  test("takes half a point off for each doubling over the longest parent", () => {
    const penalty = (...lengths: number[]) => judgeMerge(withLengths(ahead(3), ...lengths), MERGE).penalty;
    expect(penalty(500, 1000, 2000)).toBe(0.5);
    expect(penalty(1000, 500, 4000)).toBe(1);
    expect(penalty(1000, 500, 700)).toBe(0);
    expect(penalty(0, 0, 700)).toBe(0);
  });

  test("says that length could explain a lead that does not outlast it", () => {
    const long = judgeMerge(withLengths(ahead(2), 1000, 1000, 16_000), MERGE);
    expect(long).toMatchObject({ result: "leads, length could explain it", penalty: 2 });
    expect(long.plain?.winner).toBe("d2");
    expect(long.shortened?.winner).toBeNull();
    expect(judgeMerge(withLengths(ahead(2), 1000, 1000, 1000), MERGE).result).toBe("wins");
  });

  test("takes the penalty off the merge's quality and nothing else", () => {
    const shortened = judgeMerge(withLengths(ahead(2), 1000, 1000, 4000), MERGE).shortened;
    const plain = judgeMerge(withLengths(ahead(2), 1000, 1000, 1000), MERGE).plain;
    const of = (standing: typeof plain) => standing?.p_best.find(({ design_id }) => design_id === "d2")?.p ?? 0;
    expect(of(shortened)).toBeLessThan(of(plain));
    expect(of(shortened)).toBeGreaterThan(0.5);
  });

  test("does not call a merge first that another text beats or equals, nor one that leads by a hair the winner", () => {
    expect(judgeMerge(ahead(-1), MERGE).result).toBe("does not lead");
    const level = experiment([
      [5, 6],
      [4, 4],
      [6, 5],
    ]);
    expect(judgeMerge(level, MERGE)).toMatchObject({ result: "does not lead", plain: { leader: null, winner: null } });
    expect(judgeMerge(ahead(0.1), MERGE)).toMatchObject({ result: "leads", plain: { leader: "d2", winner: null } });
  });

  test("names nobody by one reviewer's word", () => {
    const found = judgeMerge(experiment([[2], [3], [9]]), MERGE);
    expect(found).toMatchObject({ result: "leads", plain: { leader: "d2", winner: null } });
  });

  test("gives no result where the round has no order, or nobody scored the merge", () => {
    expect(judgeMerge(experiment([[null], [null], [null]]), MERGE)).toMatchObject({ result: null, reason: "no-score" });
    const unscored = experiment([
      [5, 5],
      [7, 6],
      [null, null],
    ]);
    expect(judgeMerge(unscored, MERGE)).toMatchObject({ result: null, reason: "unscored", bound: 0.85, plain: null });
  });

  test("refuses a merge of fewer than two, of itself, and of what is not in the round", () => {
    const input = ahead(1);
    expect(() => judgeMerge(input, { merge: "d2", parents: ["d0", "d0"] })).toThrow(
      "needs two texts that it was made of, found 1",
    );
    expect(() => judgeMerge(input, { merge: "d2", parents: ["d0", "d2"] })).toThrow("found it among its parents");
    expect(() => judgeMerge(input, { merge: "d2", parents: ["d0", "d9"] })).toThrow(
      "needs d9 in the round, found d0, d1, d2",
    );
  });

  test("says of the round what its ranking says, whatever the order of its lists", () => {
    const score = fc.option(
      fc.integer({ min: 0, max: 20 }).map((half) => half / 2),
      { freq: 6 },
    );
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((m) => fc.array(fc.array(score, { minLength: m, maxLength: m }), { minLength: 3, maxLength: 5 }));
    fc.assert(
      fc.property(rows, (table) => {
        const input = experiment(table);
        const found = judgeMerge(input, MERGE);
        const { designs, summary } = rankDesigns(input);
        if (found.plain === null) return;
        expect(found.plain.winner).toBe(summary.winner);
        for (const { design_id, p } of found.plain.p_best) {
          expect(p).toBeCloseTo(designs.find((each) => each.design_id === design_id)?.p_best ?? -1, 9);
        }
        expect(found.plain.p_best.reduce((sum, { p }) => sum + p, 0)).toBeCloseTo(1, 6);
        const reversed = { ...input, designs: input.designs.toReversed(), scores: input.scores.toReversed() };
        expect(JSON.stringify(judgeMerge(reversed, MERGE))).toBe(JSON.stringify(found));
      }),
      { numRuns: 60, seed: 20 },
    );
  });
});
