import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import { fitRanking } from "../../src/stats/fit.ts";
import { type PanelReviewer, preparePanel, type RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { uncertaintyOf } from "../../src/stats/uncertainty.ts";
import { expectSameTurned, experiment, judged, QUALITY } from "./support.ts";

const CLARITY: Criterion = { name: "clarity", description: "", min: 0, max: 10 };
const THREATS: Criterion = { name: "threats", description: "", min: 1, max: 5, weight: 2 };
const SHARED = [QUALITY, CLARITY];
const RUNS = { numRuns: 60, seed: 20 };

const score = fc.integer({ min: 0, max: 20 }).map((half) => half / 2);
const cell = fc.record({ quality: score, clarity: score });
const tableOf = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 5 }))
    .chain(([n, m]) => fc.array(fc.array(arbitrary, { minLength: m, maxLength: m }), { minLength: n, maxLength: n }));
const complete = tableOf(cell);
const holed = tableOf(fc.option(cell, { freq: 4 }));
const own = fc.array(
  fc.integer({ min: 2, max: 10 }).map((half) => half / 2),
  { minLength: 5, maxLength: 5 },
);

/** The same panel, whose reviewer r0 plays "security" and scores the threats of each design beside. */
function guarded(input: RankingInput, threats: readonly number[], of: readonly string[] = ["r0"]): RankingInput {
  const plays = (id: string) => of.includes(id);
  return {
    ...input,
    criteria: [...input.criteria, THREATS],
    reviewers: input.reviewers.map((row): PanelReviewer => {
      if (row.kind === "human" || !plays(row.reviewer_id)) return row;
      return { ...row, persona: "security", criteria: ["threats"] };
    }),
    scores: input.scores.map((each) => {
      const at = Number(each.design_id.slice(1));
      return plays(each.reviewer_id) ? { ...each, scores: { ...each.scores, threats: threats[at] ?? 1 } } : each;
    }),
  };
}

/** The same panel with another row of r0's model. */
function doubled(input: RankingInput, change: (scores: Readonly<Record<string, number>>) => Record<string, number>) {
  const first = input.reviewers.find(({ reviewer_id }) => reviewer_id === "r0");
  const again = input.scores.filter(({ reviewer_id }) => reviewer_id === "r0");
  return {
    ...input,
    reviewers: [...input.reviewers, { ...first, reviewer_id: "r0-2" } as PanelReviewer],
    scores: [...input.scores, ...again.map((each) => ({ ...each, reviewer_id: "r0-2", scores: change(each.scores) }))],
  };
}

const bestOf = (input: RankingInput) =>
  Object.fromEntries(rankDesigns(input).designs.map(({ design_id, p_best }) => [design_id, p_best]));
const scoresOf = (input: RankingInput) =>
  Object.fromEntries(rankDesigns(input).designs.map(({ design_id, adjusted_score }) => [design_id, adjusted_score]));
const fit = (input: RankingInput) => fitRanking(preparePanel(input), input.options);

describe("a ranking with a persona's criteria", () => {
  test("is today's, to the last byte, where every reviewer has them", () => {
    fc.assert(
      fc.property(holed, own, (table, threats) => {
        const all = experiment(table, { criteria: SHARED }).reviewers.map(({ reviewer_id }) => reviewer_id);
        const input = guarded(experiment(table, { criteria: SHARED }), threats, all);
        const plain = {
          ...input,
          reviewers: input.reviewers.map(({ reviewer_id, model }) => ({ reviewer_id, model })),
        };
        const { personas, ...numbers } = rankDesigns(input);
        expect(JSON.stringify(numbers)).toBe(JSON.stringify(rankDesigns(plain)));
        expect(personas?.criteria_of_one).toEqual([]);
      }),
      RUNS,
    );
  });

  test("gives the same bytes whatever the order of designs, reviewers and scores", () => {
    fc.assert(
      fc.property(holed, own, fc.boolean(), (table, threats, twice) => {
        const one = guarded(experiment(table, { criteria: SHARED }), threats);
        const input = twice ? doubled(one, (scores) => ({ ...scores, quality: 5 })) : one;
        expectSameTurned(input);
      }),
      RUNS,
    );
  });

  test("keeps score differences when a constant is added to all that one reviewer gives on what all score", () => {
    fc.assert(
      fc.property(complete, own, fc.double({ min: -3, max: 3, noNaN: true }), (table, threats, shift) => {
        const moved = table.map((row) =>
          row.map((x, j) => (j === 0 ? { quality: x.quality + shift, clarity: x.clarity + shift } : x)),
        );
        const [before, after] = [table, moved].map((each) =>
          fit(guarded(experiment(each, { criteria: SHARED }), threats)),
        );
        const apart = (theta: readonly number[] = []) => theta.map((value) => value - (theta[0] ?? 0));
        for (const [at, gap] of apart(before?.fit.theta).entries()) {
          expect(apart(after?.fit.theta)[at]).toBeCloseTo(gap, 8);
        }
      }),
      RUNS,
    );
  });

  test("has chances that sum to 1", () => {
    fc.assert(
      fc.property(holed, own, (table, threats) => {
        const best = Object.values(bestOf(guarded(experiment(table, { criteria: SHARED }), threats)));
        const known = best.filter((p) => p !== null);
        if (known.length > 0) expect(known.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
      }),
      RUNS,
    );
  });

  test("forms quality over criteria, each by those who score it", () => {
    const table = [
      [
        { quality: 6, clarity: 4 },
        { quality: 8, clarity: 6 },
      ],
      [
        { quality: 4, clarity: 4 },
        { quality: 6, clarity: 6 },
      ],
    ];
    const found = scoresOf(guarded(experiment(table, { criteria: SHARED }), [2, 5]));
    // d0: (7 + 5 + 2 · 2.5) / 4, d1: (5 + 5 + 2 · 10) / 4.
    expect(found).toEqual({ d0: 4.25, d1: 7.5 });
  });

  test("is never sure of what one reviewer alone scores, however the panel agrees", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 5 }), own, (qualities, threats) => {
        const table = qualities.map((quality) => [0, 1, 2, 3].map(() => ({ quality, clarity: quality })));
        const mixed = fit(guarded(experiment(table, { criteria: SHARED }), threats));
        if (!mixed) throw new Error("Cannot look at what is believed: needs a fit");
        const { spread, variance } = mixed.belief;
        const apart = variance * (spread.get(0, 0) + spread.get(1, 1) - 2 * spread.get(0, 1));
        // Half of the weight rests on one reviewer, which errs by the least that is expected of one score: 4·s₀²/(df + 4).
        const least = (4 * 0.25 ** 2) / (3 * (qualities.length - 1) + 4);
        expect(apart).toBeGreaterThan(0.5 ** 2 * 2 * least);
        expect(uncertaintyOf(mixed.belief, 2000).best.every(Number.isFinite)).toBe(true);
      }),
      RUNS,
    );
  });

  test("leaves a criterion out that a ranked design has no score of, its weight too, and says which", () => {
    const table = [5, 6, 8].map((quality) => [0, 1, 2].map((j) => ({ quality: quality + j / 3, clarity: 5 })));
    const whole = guarded(experiment(table, { criteria: SHARED }), [1, 5, 1]);
    const lacking = {
      ...whole,
      scores: whole.scores.filter(({ design_id, reviewer_id }) => !(design_id === "d1" && reviewer_id === "r0")),
    };
    const ranking = rankDesigns(lacking);
    expect(ranking.personas?.left_out).toEqual([{ criterion: "threats", designs: ["d1"] }]);
    expect(ranking.notes).toContainEqual({ kind: "criterion-left-out", criterion: "threats", design_ids: ["d1"] });
    expect(ranking.designs.map(({ design_id }) => design_id)).toEqual(["d2", "d1", "d0"]);
    expect(ranking.personas?.criteria_of_one).toEqual([]);
    expect(rankDesigns(whole).personas?.criteria_of_one).toEqual([
      { criterion: "threats", reviewer_id: "r0", persona: "security" },
    ]);
  });

  test("says where it would end without a persona, as a panel without it ends", () => {
    fc.assert(
      fc.property(holed, own, (table, threats) => {
        const without = rankDesigns(guarded(experiment(table, { criteria: SHARED }), threats)).personas?.without ?? [];
        const rest = experiment(
          table.map((row) => row.map((x, j) => (j === 0 ? null : x))),
          { criteria: SHARED },
        );
        const alone = rankDesigns({
          ...rest,
          reviewers: rest.reviewers.filter(({ reviewer_id }) => reviewer_id !== "r0"),
        });
        expect(without).toMatchObject([
          {
            persona: "security",
            reviewer_ids: ["r0"],
            verdict: alone.summary.verdict,
            first_place: alone.summary.first_place,
          },
        ]);
      }),
      RUNS,
    );
  });

  test("takes a criterion out with the only reviewer that scores it", () => {
    const table = [8, 7, 6].map((quality) => [0, 1, 2, 3].map((j) => ({ quality, clarity: quality + (j % 2) / 10 })));
    const { reliability, summary } = rankDesigns(guarded(experiment(table, { criteria: SHARED }), [1, 1, 5]));
    expect(summary.first_place[0]).toBe("d2");
    expect(reliability.leave_one_out).toMatchObject({ panels: 4, changes: [{ removed: "r0", winner: "d0" }] });
  });

  test("names the weight of a persona's criterion that changes the first place", () => {
    const table = [8, 7, 6].map((quality) => [0, 1, 2, 3].map(() => ({ quality, clarity: quality })));
    const { robustness } = rankDesigns(guarded(experiment(table, { criteria: SHARED }), [1, 1, 5]));
    // 2 · 2 = w · 10: from a weight of .4 down d0 leads.
    expect(robustness).toMatchObject({ criterion: "threats", new_winner: "d0" });
    expect(robustness?.weight).toBeCloseTo(0.4, 8);
  });

  test("counts a persona's score for its own model's design as a self-review", () => {
    const table = [5, 6].map((quality) => [0, 1, 2].map((j) => ({ quality: quality + j / 3, clarity: 5 })));
    const input = guarded(
      experiment(table, { criteria: SHARED, authors: { 0: 0 }, options: { exclude_self_reviews: true } }),
      [1, 5],
    );
    const { summary, personas } = rankDesigns(input);
    expect(summary.excluded_self_scores).toBe(1);
    expect(personas?.left_out).toEqual([{ criterion: "threats", designs: ["d0"] }]);
  });

  test("asks people for what all score alone", () => {
    const table = [5, 6, 8].map((quality) => [0, 1, 2].map((j) => ({ quality: quality + j / 3, clarity: 5 })));
    const input = judged(guarded(experiment(table, { criteria: SHARED }), [1, 5, 1]), {
      anna: {
        scores: { d0: { quality: 9, clarity: 5 }, d1: { quality: 5, clarity: 5 }, d2: { quality: 4, clarity: 5 } },
      },
    });
    const { summary, people } = rankDesigns(input);
    expect(summary.scored_cells).toBe(12);
    expect(people?.counted).toMatchObject([{ reviewer_id: "person-anna", scores: 3 }]);
  });

  test("holds a score invalid as a whole that lacks a criterion of its own rubric", () => {
    const input = guarded(
      experiment(
        [
          [
            { quality: 5, clarity: 5 },
            { quality: 5, clarity: 5 },
          ],
        ],
        { criteria: SHARED },
      ),
      [Number.NaN],
    );
    expect(rankDesigns(input).summary).toMatchObject({ scored_cells: 1, expected_cells: 2 });
  });
});

describe("two rows of one model", () => {
  test("are one reviewer with the mean of both", () => {
    fc.assert(
      fc.property(complete, fc.double({ min: -2, max: 2, noNaN: true }), (table, shift) => {
        const twice = doubled(experiment(table, { criteria: SHARED }), ({ quality = 0, clarity = 0 }) => {
          return { quality: quality + 2 * shift, clarity };
        });
        const mean = table.map((row) => row.map((x, j) => (j === 0 ? { ...x, quality: x.quality + shift } : x)));
        const { personas, notes, ...merged } = rankDesigns(twice);
        const { notes: _, ...once } = rankDesigns(experiment(mean, { criteria: SHARED }));
        expect(merged.summary).toEqual(once.summary);
        expect(merged.designs.map(({ design_id, rank }) => [design_id, rank])).toEqual(
          once.designs.map(({ design_id, rank }) => [design_id, rank]),
        );
        expect(personas?.minds).toEqual([{ model: "vendor0/judge", reviewer_ids: ["r0", "r0-2"] }]);
        expect(notes).toContainEqual({ kind: "one-mind", model: "vendor0/judge", reviewer_ids: ["r0", "r0-2"] });
      }),
      RUNS,
    );
  });

  test("make no opinion of their own: one mind is one reviewer", () => {
    const twice = doubled(experiment([[8], [4]]), (scores) => ({ ...scores }));
    expect(rankDesigns(twice).summary).toMatchObject({
      opinions: 1,
      total_reviewers: 1,
      scored_cells: 2,
      verdict: { kind: "one-opinion" },
    });
  });

  test("keep what all score where the persona's own row failed", () => {
    const table = [5, 6].map((quality) => [0, 1].map((j) => ({ quality: quality + j / 3, clarity: 5 })));
    const both = doubled(experiment(table, { criteria: SHARED }), (scores) => ({ ...scores }));
    const input = guarded(both, [1, 5], ["r0-2"]);
    const failed = {
      ...input,
      scores: input.scores.filter(({ design_id, reviewer_id }) => !(design_id === "d0" && reviewer_id === "r0-2")),
    };
    const { designs, personas } = rankDesigns(failed);
    expect(designs.map(({ reviewers }) => reviewers)).toEqual([2, 2]);
    expect(personas?.left_out).toEqual([{ criterion: "threats", designs: ["d0"] }]);
  });
});
