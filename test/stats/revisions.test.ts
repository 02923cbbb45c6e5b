import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { revisionBound } from "../../src/stats/paired.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { compareRevisions, type RevisionVerdict } from "../../src/stats/revisions.ts";
import { experiment, QUALITY } from "./support.ts";

const PAIR = { parent: "d0", child: "d1" };
const one = (input: RankingInput, pair = PAIR): RevisionVerdict => {
  const [found] = compareRevisions(input, [pair]);
  if (!found) throw new Error("no verdict");
  return found;
};
const withLengths = (input: RankingInput, ...lengths: number[]): RankingInput => ({
  ...input,
  designs: input.designs.map((design, at) => ({ ...design, length: lengths[at] ?? 0 })),
});
const score = fc.integer({ min: 0, max: 20 }).map((half) => half / 2);
const round = <T>(cell: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 5 }))
    .chain(([n, m]) => fc.array(fc.array(cell, { minLength: m, maxLength: m }), { minLength: n, maxLength: n }));
const RUNS = { numRuns: 80, seed: 20 };

/** Student's distribution function for 6 degrees of freedom, in closed form. */
function studentSix(t: number): number {
  const x = t / Math.sqrt(t * t + 6);
  const rest = 1 - x * x;
  return 0.5 + (x / 2) * (1 + rest / 2 + (3 * rest ** 2) / 8);
}

describe("compareRevisions()", () => {
  test("computes the formula by hand: s₀ within its clamps", () => {
    // d = .5, 1, .5; V = (.125 + .5 + .125)/3 = .25, s₀² = .175, s_d² = (1/6 + 4·.175)/6
    const found = one(
      experiment([
        [5, 5, 5],
        [5.5, 6, 5.5],
      ]),
    );
    const variance = (1 / 6 + 4 * 0.175) / 6;
    expect(found.difference).toBeCloseTo(2 / 3, 9);
    expect(found.deviation).toBeCloseTo(Math.sqrt(variance), 9);
    expect(found.freedom).toBe(6);
    expect(found.p_better).toBeCloseTo(studentSix(2 / 3 / Math.sqrt(variance * (1 / 3 + 0.45 / 0.55))), 9);
    expect(found.reviewers).toEqual(["r0", "r1", "r2"]);
    expect(found).toMatchObject({ ...PAIR, verdict: "better", reason: null, bound: 0.85 });
  });

  test("computes the formula by hand: s₀ at its upper clamp", () => {
    const found = one(
      experiment([
        [5, 6, 4],
        [6, 8, 7],
      ]),
    );
    expect(found.deviation).toBeCloseTo(1, 9);
    expect(found.p_better).toBeCloseTo(studentSix(2 / Math.sqrt(1 / 3 + 0.45 / 0.55)), 9);
  });

  test("takes s₀ from all texts of the round, not from the pair", () => {
    const pair = [
      [5, 5, 5],
      [5.5, 6, 5.5],
    ];
    const among = one(experiment([...pair, [9, 1, 9]]));
    expect(among.deviation).toBeCloseTo(Math.sqrt((1 / 6 + 4) / 6), 9);
    expect(among.p_better).toBeLessThan(one(experiment(pair)).p_better ?? 0);
  });

  test("raises the bound with the revisions of a round", () => {
    expect([1, 2, 3, 4, 5, 8].map(revisionBound)).toEqual([0.85, 0.9, 0.9, 0.95, 0.95, 0.95]);
    const table = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? [5, 6, 4] : [6, 8, 7]));
    const pairs = [0, 1, 2, 3].map((at) => ({ parent: `d${2 * at}`, child: `d${2 * at + 1}` }));
    const verdicts = (count: number) =>
      compareRevisions(experiment(table), pairs.slice(0, count)).map((each) => each.verdict);
    expect(verdicts(1)).toEqual(["better"]);
    expect(verdicts(3)).toEqual(["better", "better", "better"]);
    expect(verdicts(4)).toEqual(["not better", "not better", "not better", "not better"]);
  });

  test("says worse by the same bound: parent and child exchanged mirror the verdict", () => {
    const table = [
      [5, 6, 4],
      [6, 8, 7],
    ];
    const worse = one(experiment(table), { parent: "d1", child: "d0" });
    expect(worse.verdict).toBe("worse");
    fc.assert(
      fc.property(round(fc.option(score, { freq: 5 })), (cells) => {
        const input = experiment(cells);
        const [there, back] = [one(input), one(input, { parent: "d1", child: "d0" })];
        expect(there.reviewers).toEqual(back.reviewers);
        const mirrored = { better: "worse", worse: "better", "not better": "not better" } as const;
        expect(back.verdict).toBe(there.verdict && mirrored[there.verdict]);
        if (there.p_better !== null) expect(back.p_better).toBeCloseTo(1 - there.p_better, 9);
      }),
      RUNS,
    );
  });

  test("a child that scores as its parent word for word is not better, whatever else is in the round", () => {
    fc.assert(
      fc.property(round(score), (cells) => {
        const [parent = [], , ...others] = cells;
        fc.pre(parent.length > 1);
        const found = one(experiment([parent, parent, ...others]));
        expect(found).toMatchObject({ verdict: "not better", difference: 0, length_break_even: null });
        expect(found.p_better).toBeCloseTo(0.5, 7);
      }),
      RUNS,
    );
  });

  test("is the same where a constant is added to one reviewer", () => {
    const table = [
      [5, 6, 4],
      [6, 6.5, 4.5],
      [9, 3, 4],
    ];
    const moved = table.map(([first = 0, ...rest]) => [first + 3, ...rest]);
    expect(one(experiment(moved))).toEqual(one(experiment(table)));
  });

  test("gives the same bytes whatever the order of texts, reviewers and scores, and only finite numbers", () => {
    fc.assert(
      fc.property(round(fc.option(score, { freq: 4 })), (cells) => {
        const input = experiment(cells);
        const reversed = {
          ...input,
          designs: input.designs.toReversed(),
          reviewers: input.reviewers.toReversed(),
          scores: input.scores.toReversed(),
        };
        const bytes = JSON.stringify(compareRevisions(input, [PAIR]));
        expect(JSON.stringify(compareRevisions(reversed, [PAIR]))).toBe(bytes);
        const found = one(input);
        expect(found.verdict === null).toBe(found.reason !== null);
        expect(found.verdict === null).toBe(found.reviewers.length < 2);
        for (const number of [found.difference, found.deviation, found.p_better]) {
          if (number !== null) expect(Number.isFinite(number)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test("counts only reviewers who scored both", () => {
    const both = one(
      experiment([
        [5, 6],
        [6, 8],
      ]),
    );
    const some = one(
      experiment([
        [5, 6, 0, null],
        [6, 8, null, 10],
      ]),
    );
    expect(some).toEqual(both);
  });

  test("gives no verdict for fewer than two of them, and says why", () => {
    const alone = one(
      experiment([
        [5, 6, null],
        [9, null, 9],
      ]),
    );
    expect(alone).toMatchObject({
      verdict: null,
      reason: "one-reviewer",
      reviewers: ["r0"],
      difference: 4,
      p_better: null,
    });
    expect(alone.criteria).toMatchObject([{ difference: 4, p_better: null, told: null, reviewers: 1 }]);
    const nobody = one(
      experiment([
        [5, null],
        [null, 9],
      ]),
    );
    expect(nobody).toMatchObject({ verdict: null, reason: "nobody-scored-both", reviewers: [], difference: null });
    expect(one(experiment([[null], [null]])).verdict).toBeNull();
  });

  test("gives no verdict where no criterion weighs, and still tells of the criteria", () => {
    const found = one(
      experiment(
        [
          [5, 6, 4],
          [6, 8, 7],
        ],
        { criteria: [{ ...QUALITY, weight: 0 }] },
      ),
    );
    expect(found).toMatchObject({ verdict: null, reason: "no-weight", difference: null });
    expect(found.criteria).toMatchObject([{ criterion: "quality", difference: 2, told: "better" }]);
  });

  test("puts the criterion of the widest difference first, as a share of its scale, and bounds each for as many looks", () => {
    const criteria = [
      { ...QUALITY, name: "ten" },
      { ...QUALITY, name: "hundred", max: 100 },
    ];
    const cell = (ten: number, hundred: number) => ({ ten, hundred });
    const found = one(
      experiment(
        [
          [cell(5, 50), cell(6, 60), cell(4, 40)],
          [cell(5, 60), cell(7, 80), cell(5, 70)],
        ],
        { criteria },
      ),
    );
    expect(found.criteria.map(({ criterion }) => criterion)).toEqual(["hundred", "ten"]);
    expect(found.criteria.map(({ difference }) => difference)).toEqual([20, 0.6666666667]);
    expect(found.criteria[0]).toMatchObject({ min: 0, max: 100, reviewers: 3, told: "better" });
    // P = .944 holds for one look and two at .85, not for three.
    const same = (count: number) => {
      const own = Array.from({ length: count }, (_, at) => ({ ...QUALITY, name: `c${at}` }));
      const given = (value: number) => Object.fromEntries(own.map(({ name }) => [name, value]));
      const table = [[5, 6, 4].map(given), [6, 8, 7].map(given)];
      return one(experiment(table, { criteria: own })).criteria.map(({ told }) => told);
    };
    expect(same(1)).toEqual(["better"]);
    expect(same(2)).toEqual(["better", "better"]);
    expect(same(3)).toEqual([null, null, null]);
  });

  test("says which taste for length would explain the difference, only of a child that is ahead and longer", () => {
    const ahead = experiment([
      [5, 6, 4],
      [6, 8, 7],
    ]);
    expect(one(withLengths(ahead, 1000, 2000)).length_break_even).toBe(2);
    expect(one(withLengths(ahead, 1000, 4000))).toMatchObject({
      length_break_even: 1,
      length: { parent: 1000, child: 4000, ratio: 4 },
    });
    expect(one(withLengths(ahead, 1000, 1000)).length_break_even).toBeNull();
    expect(one(withLengths(ahead, 1000, 900)).length_break_even).toBeNull();
    expect(one(withLengths(ahead, 0, 900))).toMatchObject({ length_break_even: null, length: { ratio: null } });
    expect(one(withLengths(ahead, 2000, 1000), { parent: "d1", child: "d0" }).length_break_even).toBeNull();
  });

  test("counts rows of one model once, and leaves out what self-reviews are told to", () => {
    const input = experiment([
      [5, 6, 4],
      [6, 8, 7],
    ]);
    const twins = {
      ...input,
      reviewers: input.reviewers.map((row, at) => (at === 2 ? { ...row, model: "vendor1/judge" } : row)),
    };
    expect(one(twins).reviewers).toEqual(["r0", "r1"]);
    expect(one(twins).difference).toBe((1 + 2.5) / 2);
    const own = experiment(
      [
        [5, 6, 4],
        [6, 8, 7],
      ],
      { authors: { 1: 0 }, options: { exclude_self_reviews: true } },
    );
    expect(one(own).reviewers).toEqual(["r1", "r2"]);
  });

  test("refuses a text that is not in the round, and one that is its own parent", () => {
    const input = experiment([[5], [6]]);
    expect(() => one(input, { parent: "d0", child: "d7" })).toThrow(
      "Cannot compare revision d7 with d0: needs both in the round, found d0, d1",
    );
    expect(() => one(input, { parent: "d0", child: "d0" })).toThrow("needs two texts, found one");
  });
});
