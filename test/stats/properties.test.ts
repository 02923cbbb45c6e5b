import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fullExperiment } from "../../bench/speed.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { expectSameTurned, experiment, QUALITY } from "./support.ts";

const score = fc.integer({ min: 0, max: 20 }).map((half) => half / 2);
const panel = <T>(cell: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    .chain(([n, m]) => fc.array(fc.array(cell, { minLength: m, maxLength: m }), { minLength: n, maxLength: n }));
const complete = panel(score);
const holed = panel(fc.option(score, { freq: 4 }));
const authors = fc.dictionary(fc.constantFrom("0", "1", "2"), fc.integer({ min: 0, max: 2 }), { maxKeys: 3 });
const RUNS = { numRuns: 60, seed: 20 };

const ranksOf = (input: RankingInput) =>
  Object.fromEntries(rankDesigns(input).designs.map(({ design_id, rank }) => [design_id, rank]));

describe("rankDesigns()", () => {
  test("keeps the ranks of a complete panel when a constant is added to one reviewer", () => {
    fc.assert(
      fc.property(complete, authors, fc.double({ min: -3, max: 3, noNaN: true }), (table, own, shift) => {
        const moved = table.map((row) => row.map((x, j) => (j === 0 ? x + shift : x)));
        expect(ranksOf(experiment(moved, { authors: own }))).toEqual(ranksOf(experiment(table, { authors: own })));
      }),
      RUNS,
    );
  });

  test("keeps the ranks when a criterion is rescaled with its bounds", () => {
    const scale = fc.record({ by: fc.constantFrom(0.1, 3, 100), to: fc.constantFrom(-7, 0, 0.3) });
    fc.assert(
      fc.property(holed, scale, (table, { by, to }) => {
        const stretched = table.map((row) => row.map((x) => (x === null ? null : x * by + to)));
        const criteria = [{ ...QUALITY, min: to, max: 10 * by + to }];
        expect(ranksOf(experiment(stretched, { criteria }))).toEqual(ranksOf(experiment(table)));
      }),
      RUNS,
    );
  });

  test("gives the same bytes whatever the order of designs, reviewers, scores and reviews", () => {
    fc.assert(
      fc.property(holed, authors, (table, own) => {
        const input = experiment(table, { authors: own });
        expectSameTurned(input);
      }),
      RUNS,
    );
  });

  test("permutes ranks and scores with the designs' names", () => {
    fc.assert(
      fc.property(holed, (table) => {
        const forward = rankDesigns(experiment(table)).designs;
        const last = table.length - 1;
        for (const design of rankDesigns(experiment(table.toReversed())).designs) {
          const twin = forward.find(({ design_id }) => design_id === `d${last - Number(design.design_id.slice(1))}`);
          expect([design.rank, design.agreement, design.reviewers]).toEqual([
            twin?.rank ?? null,
            twin?.agreement ?? null,
            twin?.reviewers ?? 0,
          ]);
          expect(design.adjusted_score ?? -99).toBeCloseTo(twin?.adjusted_score ?? -99, 8);
        }
      }),
      RUNS,
    );
  });

  test("gives the same bytes for any self score when self-reviews are excluded", () => {
    fc.assert(
      fc.property(holed, authors, score, (table, own, other) => {
        const options = { exclude_self_reviews: true };
        const changed = table.map((row, i) => row.map((x, j) => (own[i] === j && x !== null ? other : x)));
        const before = rankDesigns(experiment(table, { authors: own, options }));
        expect(JSON.stringify(rankDesigns(experiment(changed, { authors: own, options })))).toBe(
          JSON.stringify(before),
        );
      }),
      RUNS,
    );
  });

  test("recovers self-preference exactly from noiseless data", () => {
    const effects = (size: number) =>
      fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: size, maxLength: size });
    fc.assert(
      fc.property(effects(4), effects(3), fc.double({ min: -1, max: 1, noNaN: true }), (quality, severity, beta) => {
        const table = quality.map((q, i) => severity.map((r, j) => 5 + q + r + (i === j ? beta : 0)));
        const { bias } = rankDesigns(experiment(table, { authors: { 0: 0, 1: 1, 2: 2 } }));
        expect(bias.self_preference?.beta).toBeCloseTo(beta, 8);
      }),
      RUNS,
    );
  });

  test("has P(best) that sum to 1 and a verdict that no number of draws and no name of a design changes", () => {
    fc.assert(
      fc.property(holed, authors, fc.integer({ min: 2000, max: 3000 }), (table, own, draws) => {
        const input = experiment(table, { authors: own });
        const first = rankDesigns(input);
        const sum = first.designs.reduce((total, { p_best }) => total + (p_best ?? 0), 0);
        expect(sum).toBeCloseTo(first.designs.some(({ rank }) => rank !== null) ? 1 : 0, 9);

        const renamed = (id: string) => `z${9 - Number(id.slice(1))}`;
        const other = rankDesigns({
          ...input,
          designs: input.designs.map((design) => ({ ...design, design_id: renamed(design.design_id) })),
          scores: input.scores.map((score) => ({ ...score, design_id: renamed(score.design_id) })),
          options: { ...input.options, draws },
        });
        expect(other.summary.winner).toBe(first.summary.winner && renamed(first.summary.winner));
        expect(other.summary.confidence).toBe(first.summary.confidence);
        const pOf = (id: string) => other.designs.find(({ design_id }) => design_id === id)?.p_best;
        for (const { design_id, p_best, rank } of first.designs) {
          if (rank !== null) expect(pOf(renamed(design_id))).toBeCloseTo(p_best ?? -1, 6);
        }
      }),
      {
        ...RUNS,
        // Two designs that nothing tells apart, each scored by another reviewer.
        examples: [
          [
            [
              [null, null],
              [0, 0],
              [0, null],
              [null, 0],
              [null, 0],
            ],
            {},
            2000,
          ],
        ],
      },
    );
  });

  test("orders a complete panel without self-reviews exactly as the plain mean does where nobody is limited", () => {
    fc.assert(
      fc.property(complete, (table) => {
        fc.pre(rankDesigns(experiment(table)).bias.wide_reviewers === undefined);
        expect(ranksOf(experiment(table))).toEqual(ranksOf(experiment(table, { options: { method: "mean" } })));
      }),
      RUNS,
    );
  });

  test("writes only finite numbers, ordered ranks and a winner outside every tie, whatever is missing", () => {
    fc.assert(
      fc.property(holed, authors, fc.constantFrom("adjusted", "mean"), (table, own, method) => {
        const numbers = rankDesigns(experiment(table, { authors: own, options: { method } }));
        expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
        const ranks = numbers.designs.flatMap(({ rank }) => rank ?? []);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        const { winner, tie_groups } = numbers.summary;
        if (winner !== null) expect(tie_groups.flat()).not.toContain(winner);
        for (const { rank_interval } of numbers.designs) {
          if (rank_interval) expect(rank_interval[0]).toBeLessThanOrEqual(rank_interval[1]);
        }
      }),
      RUNS,
    );
  });

  test("gives the same bytes whatever an excluded self score says, also stated overall, samples and nonsense", () => {
    const anything = fc.record({
      quality: fc.oneof(score, fc.constantFrom(Number.NaN, -1e9, Number.POSITIVE_INFINITY)),
      overall: fc.oneof(score, fc.constant(Number.NaN)),
      samples: fc.array(score, { maxLength: 3 }),
      complete: fc.boolean(),
    });
    fc.assert(
      fc.property(holed, authors, anything, (table, own, change) => {
        const input = experiment(table, { authors: own, options: { exclude_self_reviews: true } });
        const reviews = input.scores.map(({ design_id, reviewer_id }) => ({
          design_id,
          reviewer_id,
          strengths: ["Clear retry policy for failed jobs"],
          weaknesses: [],
        }));
        const authorOf = new Map(input.designs.map((design) => [design.design_id, design.generating_model]));
        const scores = input.scores.map((cell) =>
          authorOf.get(cell.design_id) === cell.scorer_model
            ? {
                ...cell,
                scores: change.complete ? { quality: change.quality } : {},
                overall_score: change.overall,
                samples: change.samples.map((quality) => ({ quality })),
              }
            : cell,
        );
        expect(JSON.stringify(rankDesigns({ ...input, scores, reviews }))).toBe(
          JSON.stringify(rankDesigns({ ...input, reviews })),
        );
      }),
      RUNS,
    );
  });

  test("survives JSON: no null where a number was, for criteria of any scale and weight with any cells missing", () => {
    const rubric = fc.array(
      fc.record({
        min: fc.constantFrom(-100, 0, 0.5, 1),
        span: fc.constantFrom(0.001, 1, 4, 10, 1e6),
        weight: fc.constantFrom(0, 1e-9, 0.3, 1, 1000),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const cell = fc.option(fc.array(fc.constantFrom(0, 0.1, 1 / 3, 0.5, 0.999999, 1), { minLength: 4, maxLength: 4 }), {
      freq: 3,
    });
    const methods = fc.constantFrom("adjusted" as const, "mean" as const);
    fc.assert(
      fc.property(panel(cell), rubric, authors, methods, fc.boolean(), (table, scales, own, method, without) => {
        const criteria = scales.map(({ min, span, weight }, at) => ({
          ...QUALITY,
          name: `c${at}`,
          min,
          max: min + span,
          weight,
        }));
        const scored = table.map((row) =>
          row.map((shares) =>
            shares === null
              ? null
              : Object.fromEntries(
                  criteria.map(({ name, min, max }, at) => [name, min + (shares[at] ?? 0) * (max - min)]),
                ),
          ),
        );
        const options = { method, exclude_self_reviews: without };
        const numbers = rankDesigns(experiment(scored, { criteria, authors: own, options }));
        expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
        expect(JSON.stringify(numbers)).not.toMatch(/NaN|Infinity|undefined/);
        for (const { average_score, p_best, rank } of numbers.designs) {
          if (rank === null) continue;
          expect(average_score).toBeGreaterThanOrEqual(0);
          expect(average_score).toBeLessThanOrEqual(10);
          expect(p_best).not.toBeNull();
        }
      }),
      { ...RUNS, numRuns: 150 },
    );
  });

  test("ranks 200 designs by 50 reviewers on 10 criteria, each design once", () => {
    const input = { ...fullExperiment(200, 50, 10, 2000), reviews: [] };
    const { designs, summary, pairwise } = rankDesigns(input);
    expect(new Set(designs.map(({ design_id }) => design_id)).size).toBe(200);
    expect(designs.reduce((sum, { p_best }) => sum + (p_best ?? 0), 0)).toBeCloseTo(1, 6);
    expect(summary.scored_cells).toBe(10_000);
    expect(pairwise).toHaveLength((200 * 199) / 2);
  }, 300_000);
});
