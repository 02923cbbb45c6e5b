import { expect, test } from "bun:test";
import { compact } from "../../src/stats/incidence.ts";
import { limitInfluence, SPREAD_LIMIT } from "../../src/stats/influence.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { chanceOf } from "../support/chance.ts";
import { expectSameTurned, experiment, judged } from "./support.ts";

/** Two reviewers put d0 first; the third gives 10 to d2 and 4 to the rest. */
const LOUD = [
  [8, 7.5, 4],
  [7, 6.5, 4],
  [6, 6, 10],
];
const firstOf = (ranking: ReturnType<typeof rankDesigns>) =>
  ranking.designs.flatMap(({ design_id, rank }) => (rank === 1 ? design_id : []));

const spreadOf = (own: readonly number[]): number => {
  const middle = own.reduce((sum, each) => sum + each, 0) / own.length;
  return Math.sqrt(own.reduce((sum, each) => sum + (each - middle) ** 2, 0) / (own.length - 1));
};

function influencesOf(table: readonly (readonly number[])[]): number[] {
  const cells = table.flatMap((row, design) =>
    row.map((value, reviewer) => ({ design, reviewer, self: false, value })),
  );
  const { observations } = limitInfluence(
    compact(cells),
    cells.map(({ value }) => value),
  );
  const found = (table[0] ?? []).map(() => 1);
  for (const { reviewer, influence = 1 } of observations) found[reviewer] = influence;
  return found;
}

test("a reviewer that gives 10 to one design and 4 to the rest does not decide the first place", () => {
  expect(firstOf(rankDesigns(experiment(LOUD)))).toEqual(["d0"]);
  expect(firstOf(rankDesigns(experiment(LOUD, { options: { method: "mean" } })))).toEqual(["d2"]);
  const four = [
    [8, 7, 7.5, 4],
    [7.5, 6, 7, 4],
    [6, 6.5, 6, 4],
    [6, 6, 6.5, 10],
  ];
  expect(firstOf(rankDesigns(experiment(four)))).toEqual(["d0"]);
});

test("a reviewer weighs its limit over its spread, the limit 1.15 times the median of reviewers with an opinion", () => {
  expect(SPREAD_LIMIT).toBe(1.15);
  const random = chanceOf(11);
  for (let run = 0; run < 200; run++) {
    const [designs, reviewers] = [random.between(2, 6), random.between(3, 6)];
    const wide = Array.from({ length: reviewers }, () => random.pick([0, 0.5, 1, 1, 3]));
    const table = Array.from({ length: designs }, () => wide.map((each) => 6 + random.normal(0, 1) * each));
    const spreads = wide.map((_, j) => spreadOf(table.map((row) => row[j] ?? 0)));
    const telling = spreads.filter((_, j) => wide[j] !== 0).sort((a, b) => a - b);
    const half = telling.length / 2;
    const middle = ((telling[Math.ceil(half) - 1] ?? 0) + (telling[Math.floor(half)] ?? 0)) / 2;
    const found = influencesOf(table);
    for (const [j, spread] of spreads.entries()) {
      const wanted = telling.length < 3 || spread === 0 ? 1 : Math.min(1, (1.15 * middle) / spread);
      expect(found[j]).toBeCloseTo(wanted, 9);
    }
  }
});

test("the limit asks for three reviewers that tell designs apart", () => {
  expect(influencesOf(LOUD.map(([a = 0, , c = 0]) => [a, c]))).toEqual([1, 1]);
  expect(influencesOf(LOUD.map(([a = 0, , c = 0]) => [a, 5, 5, c]))).toEqual([1, 1, 1, 1]);
});

test("severity and the width of the whole panel change no influence", () => {
  const before = influencesOf(LOUD);
  const moved = influencesOf(LOUD.map((row) => row.map((value, j) => value - j)));
  const narrow = influencesOf(LOUD.map((row) => row.map((value) => 7 + value / 10)));
  for (const [j, influence] of before.entries()) {
    expect(moved[j]).toBeCloseTo(influence, 9);
    expect(narrow[j]).toBeCloseTo(influence, 9);
  }
  expectSameTurned(experiment(LOUD));
});

test("ranking.json names who counts for less and how much, and the average stays the plain mean", () => {
  const { bias, designs } = rankDesigns(experiment(LOUD));
  expect(bias.wide_reviewers).toEqual([{ reviewer_id: "r2", influence: expect.closeTo(1.15 / Math.sqrt(12), 6) }]);
  expect(Object.fromEntries(designs.map(({ design_id, average_score }) => [design_id, average_score]))).toEqual({
    d0: 6.5,
    d1: expect.closeTo(35 / 6, 6),
    d2: expect.closeTo(22 / 3, 6),
  });
  expect(rankDesigns(experiment(LOUD, { options: { method: "mean" } })).bias).not.toHaveProperty("wide_reviewers");
  const even = LOUD.map(([a = 0, b = 0]) => [a, b, a]);
  expect(rankDesigns(experiment(even)).bias).not.toHaveProperty("wide_reviewers");
});

test("a note says who would be first at full weight only where the first place would be another", () => {
  const wide = (table: typeof LOUD) =>
    rankDesigns(experiment(table)).notes.filter(({ kind }) => kind === "wide-reviewers");
  expect(wide(LOUD)).toEqual([{ kind: "wide-reviewers", reviewer_ids: ["r2"], first: ["d2"] }]);
  // At full weight d0 and d1 would share the first place, which d0 has.
  expect(wide(LOUD.map(([a = 0, b = 0], at) => [a, b, [6, 8, 4][at] ?? 0]))).toEqual([]);
  // The same width, and the others' order.
  expect(wide(LOUD.map(([a = 0, b = 0], at) => [a, b, [10, 4, 4][at] ?? 0]))).toEqual([]);
});

test("a loud person is limited as a model is", () => {
  const quiet = LOUD.map(([a = 0, b = 0]) => [a, b]);
  const people = judged(experiment(quiet), { anna: { scores: { d0: 4, d1: 4, d2: 10 } } });
  const { bias, notes, designs } = rankDesigns(people);
  expect(designs[0]?.design_id).toBe("d0");
  expect(bias.wide_reviewers?.map(({ reviewer_id }) => reviewer_id)).toEqual(["person-anna"]);
  expect(notes).toContainEqual({ kind: "wide-reviewers", reviewer_ids: ["person-anna"], first: ["d2"] });
});

test("leaving a reviewer out ranks the rest by the limit of the rest", () => {
  const random = chanceOf(12);
  let changed = 0;
  for (let run = 0; run < 10; run++) {
    const size = random.between(3, 4);
    const liked = random.between(0, size - 1);
    const table = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => (j === 0 ? (i === liked ? 10 : 4) : random.normal(6, 1))),
    );
    const input = experiment(table);
    const { reliability, designs } = rankDesigns(input);
    for (const { reviewer_id: gone } of input.reviewers) {
      const rest = rankDesigns({
        ...input,
        reviewers: input.reviewers.filter(({ reviewer_id }) => reviewer_id !== gone),
        scores: input.scores.filter(({ reviewer_id }) => reviewer_id !== gone),
      });
      const said = reliability.leave_one_out?.changes.find(({ removed }) => removed === gone);
      if (said) changed++;
      expect(said?.winner ?? designs[0]?.design_id).toBe(rest.designs[0]?.design_id);
    }
  }
  expect(changed).toBeGreaterThan(2);
});
