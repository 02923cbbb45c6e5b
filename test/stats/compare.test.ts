import { describe, expect, test } from "bun:test";
import { changesBetween, compareDesigns, disagreements } from "../../src/stats/compare.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { experiment, QUALITY } from "./support.ts";

const criteria = [QUALITY, { name: "cost", description: "Cheap?", min: 1, max: 5, weight: 0 }];
const input = experiment(
  [
    [
      { quality: 9, cost: 4 },
      { quality: 8, cost: 1 },
      { quality: 7, cost: 3 },
    ],
    [{ quality: 6, cost: 4 }, { quality: 7, cost: 5 }, null],
    [{ quality: 3, cost: 2 }, null, null],
    [null, null, null],
  ],
  { criteria },
);

describe("compareDesigns()", () => {
  test("gives the ranking's own probability that one beats the other", () => {
    const { pairs } = compareDesigns(input, ["d1", "d0"]);
    const { pairwise } = rankDesigns(input);
    expect(pairs).toHaveLength(1);
    expect(pairwise).toContainEqual(pairs[0] ?? { better: "", worse: "", probability: 0 });
  });

  test("gives the difference on each criterion and its spread over the reviewers who scored both", () => {
    const { designs, differences } = compareDesigns(input, ["d0", "d1"]);
    expect(designs).toEqual(["d0", "d1"]);
    expect(differences).toEqual([
      {
        better: "d0",
        worse: "d1",
        criterion: "quality",
        min: 0,
        max: 10,
        difference: 2,
        spread: expect.closeTo(Math.SQRT2, 9),
        reviewers: 2,
      },
      {
        better: "d0",
        worse: "d1",
        criterion: "cost",
        min: 1,
        max: 5,
        difference: -2,
        spread: expect.closeTo(2 * Math.SQRT2, 9),
        reviewers: 2,
      },
    ]);
  });

  test("has no spread with one shared reviewer, and names designs that nobody scored", () => {
    const { differences, unscored, pairs } = compareDesigns(input, ["d1", "d2", "d3", "unknown"]);
    expect(differences[0]).toMatchObject({ difference: 3, spread: null, reviewers: 1 });
    expect(unscored).toEqual(["d3"]);
    expect(pairs).toHaveLength(1);
  });

  test("shows where the reviewers disagree most, as a share of the criterion's scale", () => {
    const [widest, second] = compareDesigns(input, ["d0", "d1"]).disagreements;
    expect(widest).toEqual({
      design_id: "d0",
      criterion: "cost",
      range: 0.75,
      lowest: { reviewer_id: "r1", score: 1 },
      highest: { reviewer_id: "r0", score: 4 },
    });
    expect(second).toMatchObject({ design_id: "d1", criterion: "cost", range: 0.25 });
  });

  test("says why no pair is surer than probably: one reviewer, two of them, two designs", () => {
    const doubt = (rows: Parameters<typeof experiment>[0]) => compareDesigns(experiment(rows), ["d0", "d1"]).doubt;
    expect(doubt([[9], [5], [2]])).toBe("one-reviewer");
    expect(
      doubt([
        [9, 8],
        [5, 4],
        [2, 1],
      ]),
    ).toBe("few-reviewers");
    expect(
      doubt([
        [9, 8, 9],
        [5, 4, 4],
      ]),
    ).toBe("few-designs");
    expect(
      doubt([
        [9, 8, 9],
        [5, 4, 4],
        [2, 1, 2],
      ]),
    ).toBeNull();
    expect(
      doubt([
        [7, 6],
        [6.8, 6.1],
      ]),
    ).toBeNull();
  });

  test("is empty, not wrong, where nothing was scored", () => {
    const empty = compareDesigns(experiment([[null], [null]]), ["d0", "d1"]);
    expect(empty).toEqual({
      designs: [],
      positions: [],
      unscored: ["d0", "d1"],
      doubt: null,
      told_apart: 0.85,
      pairs: [],
      differences: [],
      disagreements: [],
    });
  });

  test("says where each design stands in the whole ranking", () => {
    const { positions } = compareDesigns(input, ["d1", "d2"]);
    expect(positions.map(({ rank }) => rank)).toEqual([2, 3]);
    const { designs } = rankDesigns(input);
    expect(positions.map(({ score }) => score)).toEqual([
      designs[1]?.adjusted_score ?? null,
      designs[2]?.adjusted_score ?? null,
    ]);
  });

  test("with all weights zero the designs are scored and unranked, and the reviewers still disagree", () => {
    const none = { ...input, criteria: criteria.map((criterion) => ({ ...criterion, weight: 0 })) };
    const { designs, unscored, pairs, positions, disagreements } = compareDesigns(none, ["d1", "d0", "d3"]);
    expect({ designs, unscored, pairs }).toEqual({ designs: ["d0", "d1"], unscored: ["d3"], pairs: [] });
    expect(positions).toEqual([
      { rank: null, score: null },
      { rank: null, score: null },
    ]);
    expect(disagreements.length).toBeGreaterThan(0);
  });
});

describe("changesBetween()", () => {
  test("names who came and who went, and compares no criterion that has another scale", () => {
    const ranking = rankingOf(
      experiment([
        [8, 9],
        [5, 6],
      ]),
    );
    const [first, second] = ranking.designs;
    if (!first || !second) throw new Error("two designs were made");
    const only = (design: typeof first, max = 10) => ({
      ranking: { designs: [design] },
      criteria: [{ ...QUALITY, max }],
      plan: [design.design_id],
    });
    expect(changesBetween(only(first), only(second))).toMatchObject([
      { model: second.generating_model, before: null, move: null, criterion: null },
      { model: first.generating_model, after: null, move: null, criterion: null },
    ]);
    const both = (one: typeof first, two: typeof first, max = 10) => ({
      ranking: { designs: [one, two] },
      criteria: [{ ...QUALITY, max }],
      plan: ["d0", "d1"],
    });
    const before = both(first, second);
    const [swapped, other] = [
      { ...first, rank: 2, score_breakdown: second.score_breakdown },
      { ...second, rank: 1, score_breakdown: first.score_breakdown },
    ];
    expect(changesBetween(before, both(other, swapped))).toMatchObject([
      { before: { design_id: "d1", among: 2 }, after: { among: 1 }, move: "rose", criterion: { name: QUALITY.name } },
      { before: { design_id: "d0", among: 1 }, after: { among: 2 }, move: "fell", criterion: { name: QUALITY.name } },
    ]);
    expect(changesBetween(before, both(other, swapped, 20)).map(({ criterion }) => criterion)).toEqual([null, null]);
  });

  const three = rankingOf(
    experiment([
      [9, 9.1, 8.9],
      [6, 6.1, 5.9],
      [3, 3.1, 2.9],
    ]),
  );
  const plan = ["d0", "d1", "d2"];
  const of = (designs: typeof three.designs, ids = plan) => ({ ranking: { designs }, criteria: [QUALITY], plan: ids });

  test("calls nobody risen for whom only others left, nor gives a criterion that goes the other way", () => {
    const [, ...rest] = three.designs;
    const worse = rest.map((design, at) => ({
      ...design,
      rank: at + 1,
      score_breakdown: { [QUALITY.name]: { average: 1 - at / 2, variance: 0 } },
    })) as unknown as typeof three.designs;
    expect(changesBetween(of(three.designs), of(worse))).toMatchObject([
      { before: { rank: 2, among: 1 }, after: { rank: 1, among: 1 }, move: "stays", criterion: null },
      { before: { rank: 3, among: 2 }, after: { rank: 2, among: 2 }, move: "stays", criterion: null },
      { before: { rank: 1, among: 1 }, after: null, move: null },
    ]);
    const turned = worse.toReversed().map((design, at) => ({ ...design, rank: at + 1 }));
    const [rose, fell] = changesBetween(of(three.designs), of(turned));
    expect(rose).toMatchObject({ move: "rose", criterion: null });
    expect(fell).toMatchObject({ move: "fell", criterion: { name: QUALITY.name, after: 1 } });
  });

  test("matches several designs of one model in the order of their plans, each once", () => {
    const twins = three.designs.map((design) => ({ ...design, generating_model: "one/model" }));
    const ids = ["d2", "d0", "d1"];
    const changes = changesBetween(of(twins), of(twins.slice(0, 2), ["d1", "d0"]));
    const pairs = changes.map(({ before, after }) => [before?.design_id, after?.design_id]);
    expect(pairs).toEqual([
      ["d1", "d0"],
      ["d0", "d1"],
      ["d2", undefined],
    ]);
    const first = changesBetween(of(twins, ids), of(twins.slice(0, 1)));
    expect(first.map(({ before, after }) => [before?.design_id, after?.design_id])).toContainEqual(["d2", "d0"]);
  });
});

const given = (design_id: string, reviewer_id: string, quality: number, cost?: number) => ({
  design_id,
  reviewer_id,
  scorer_model: `model/${reviewer_id.charAt(0)}`,
  scores: cost === undefined ? { quality } : { quality, cost },
});

test("disagreements() gives the lowest and the highest score of each design on each criterion, the widest share first", () => {
  const scores = [given("a", "m", 9, 2), given("a", "n", 5, 4), given("b", "m", 7, 3), given("b", "n", 7, 4)];
  const found = disagreements(["a", "b"], scores, criteria);
  expect(found.map(({ design_id, criterion, range }) => [design_id, criterion, range])).toEqual([
    ["a", "cost", 0.5],
    ["a", "quality", 0.4],
    ["b", "cost", 0.25],
  ]);
  expect(found.map(({ lowest, highest }) => lowest.reviewer_id + highest.reviewer_id)).toEqual(["mn", "nm", "mn"]);
});

test("disagreements() are of two models: rows of one model are one mind", () => {
  const scores = [given("a", "m1", 9), given("a", "m2", 2), given("a", "n1", 6)];
  const [found] = disagreements(["a"], scores, criteria);
  expect([found?.lowest.reviewer_id, found?.highest.reviewer_id, found?.range]).toEqual(["m2", "n1", 0.4]);
  expect(disagreements(["a"], scores.slice(0, 2), criteria)).toEqual([]);
});

test("disagreements() keeps the order of designs where they are as wide, and passes over what was not scored", () => {
  const scores = [
    given("b", "m", 1),
    given("b", "n", 3),
    given("a", "m", 4),
    given("a", "n", 6, 1),
    given("c", "m", 0),
  ];
  const order = (designs: readonly string[]) => disagreements(designs, scores, criteria).map((each) => each.design_id);
  expect(order(["a", "b", "c"])).toEqual(["a", "b"]);
  expect(order(["b", "a"])).toEqual(["b", "a"]);
  expect(order(["c"])).toEqual([]);
});
