import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fullExperiment } from "../../bench/speed.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, judged, type Said } from "./support.ts";

const RUNS = { numRuns: 60, seed: 25 };
const IDS = ["d0", "d1", "d2", "d3"];
const id = fc.constantFrom(...IDS);
const score = fc.option(
  fc.integer({ min: 0, max: 20 }).map((half) => half / 2),
  { freq: 4 },
);
const table = fc
  .integer({ min: 0, max: 4 })
  .chain((width) => fc.array(fc.array(score, { minLength: width, maxLength: width }), { minLength: 4, maxLength: 4 }));
/** Any way to say something, also half of it, twice and against oneself. */
const said: fc.Arbitrary<Said> = fc.record({
  scores: fc.dictionary(id, fc.integer({ min: 0, max: 10 })),
  order: fc
    .uniqueArray(id)
    .chain((ids) =>
      fc
        .array(fc.integer({ min: 0, max: 3 }), { minLength: ids.length, maxLength: ids.length })
        .map((groups) =>
          [0, 1, 2, 3].map((at) => ids.filter((_, nth) => groups[nth] === at)).filter((group) => group.length > 0),
        ),
    ),
  known: fc.uniqueArray(id),
  pairs: fc.array(
    fc.tuple(id, fc.constantFrom(">", "="), id).map((parts) => parts.join(" ")),
    { maxLength: 6 },
  ),
  weight: fc.constantFrom(0.1, 1, 2, 10),
});
/** Three designs of which it says the same, beside one that its author ordered. */
const SHARED: Said = { order: [["d1", "d0", "d3", "d2"]], known: ["d0"], weight: 0.1 };
const people = fc.record({ anna: said, ben: said });
const options = fc.record({
  method: fc.constantFrom("adjusted" as const, "mean" as const),
  exclude_self_reviews: fc.boolean(),
});

const withAll = (cells: readonly (readonly (number | null)[])[], who: Readonly<Record<string, Said>>, change = {}) =>
  judged(experiment(cells, { authors: { 0: 0 }, options: change }), who);

describe("rankDesigns() with people", () => {
  test("has no number that is not one, a score that agrees with the rank, and probabilities that sum to 1", () => {
    fc.assert(
      fc.property(table, people, options, (cells, who, change) => {
        const numbers = rankDesigns(withAll(cells, who, change));
        expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
        expect(JSON.stringify(numbers)).not.toMatch(/NaN|Infinity|undefined/);
        const ranked = numbers.designs.filter(({ rank }) => rank !== null);
        if (ranked.length === 0) return;
        expect(ranked.reduce((sum, { p_best }) => sum + (p_best ?? 0), 0)).toBeCloseTo(1, 6);
        const own = ranked.map(
          (each) => (numbers.method === "adjusted" ? each.adjusted_score : each.average_score) ?? -99,
        );
        expect(own.every((value, at) => at === 0 || value <= (own[at - 1] ?? 99) + 1e-8)).toBe(true);
      }),
      { ...RUNS, numRuns: 150 },
    );
  });

  test("is the same in whatever order reviewers, designs and words come", () => {
    fc.assert(
      fc.property(table, people, options, (cells, who, change) => {
        const input = withAll(cells, who, change);
        const turned: RankingInput = {
          ...input,
          designs: input.designs.toReversed(),
          reviewers: input.reviewers.toReversed(),
          scores: input.scores.toReversed(),
          orders: (input.orders ?? []).toReversed().map((each) => {
            return { ...each, order: each.order.map((group) => group.toReversed()), known: each.known.toReversed() };
          }),
          pairs: (input.pairs ?? []).toReversed().map((each) => ({ ...each, first: each.second, second: each.first })),
        };
        expect(JSON.stringify(rankDesigns(turned))).toBe(JSON.stringify(rankDesigns(input)));
      }),
      RUNS,
    );
  });

  test("permutes what it says with the designs' names", () => {
    const renamed = (text: string) => text.replaceAll(/d(\d)/g, (_, at) => `d${3 - Number(at)}`);
    fc.assert(
      fc.property(table, people, (cells, who) => {
        const forward = rankDesigns(judged(experiment(cells), who)).designs;
        const turned = JSON.parse(renamed(JSON.stringify(who))) as Record<string, Said>;
        for (const design of rankDesigns(judged(experiment(cells.toReversed()), turned)).designs) {
          const twin = forward.find(({ design_id }) => design_id === renamed(design.design_id));
          expect([design.rank, design.reviewers]).toEqual([twin?.rank ?? null, twin?.reviewers ?? 0]);
          expect(design.adjusted_score ?? -99).toBeCloseTo(twin?.adjusted_score ?? -99, 7);
          expect(design.p_best ?? -99).toBeCloseTo(twin?.p_best ?? -99, 6);
        }
      }),
      { ...RUNS, examples: [[[[], [], [], []], { anna: { scores: { d0: 0 }, weight: 0.1 }, ben: SHARED }]] },
    );
  });

  test("keeps what was scored of known designs out where self-reviews are left out, whatever they are", () => {
    fc.assert(
      fc.property(table, said, fc.integer({ min: 0, max: 10 }), (cells, own, other) => {
        const { scores = {}, known = [] } = own;
        const changed = Object.fromEntries(
          Object.entries(scores).map(([design, given]) => [design, known.includes(design) ? other : given]),
        );
        const of = (given: Said["scores"] & object) =>
          JSON.stringify(
            rankDesigns(withAll(cells, { anna: { ...own, scores: given } }, { exclude_self_reviews: true })),
          );
        expect(of(changed)).toBe(of(scores));
      }),
      RUNS,
    );
  });

  test("keeps the ranks of models that a person repeats", () => {
    const rows = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(rows, (row) => {
        const models = experiment(row.map((half) => [half / 2, half / 2, half / 2]));
        const scores = Object.fromEntries(row.map((half, at) => [`d${at}`, half / 2]));
        const ranksOf = (input: RankingInput) =>
          rankDesigns(input).designs.map(({ design_id, rank }) => [design_id, rank]);
        if (new Set(row).size < 2) return;
        expect(ranksOf(judged(models, { anna: { scores } }))).toEqual(ranksOf(models));
      }),
      RUNS,
    );
  });

  test("ranks 200 designs with an order of all, scores of some and six answers", () => {
    const input = { ...fullExperiment(200, 6, 3, 2000), reviews: [] };
    const ids = input.designs.map(({ design_id }) => design_id);
    const who: Record<string, Said> = {
      anna: { order: ids.toReversed().map((each) => [each]), known: ids.slice(0, 3) },
      ben: {
        scores: Object.fromEntries(
          ids.slice(0, 20).map((each) => [each, { "criterion 0": 5, "criterion 1": 6, "criterion 2": 9 }]),
        ),
      },
      cleo: { pairs: [0, 2, 4, 6, 8, 10].map((at) => `${ids[at]} > ${ids[at + 1]}`) },
      dora: { order: [ids] },
    };
    const { designs, people: found } = rankDesigns(judged(input, who));
    expect(designs.every(({ rank }) => rank !== null)).toBe(true);
    expect(designs.reduce((sum, { p_best }) => sum + (p_best ?? 0), 0)).toBeCloseTo(1, 6);
    expect(found?.counted.map(({ scores, ordered, pairs }) => [scores, ordered, pairs])).toEqual([
      [0, 200, 0],
      [20, 0, 0],
      [0, 0, 6],
      [0, 200, 0],
    ]);
    expect(found?.parted.designs.length).toBeLessThanOrEqual(10);
  }, 300_000);
});
