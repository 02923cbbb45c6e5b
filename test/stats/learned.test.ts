import { describe, expect, test } from "bun:test";
import type { LearnedErrors } from "../../src/artifacts/learned.ts";
import { CONSTANTS } from "../../src/stats/belief.ts";
import { type Learned, learnErrors, learnedOfModels, pairRecords } from "../../src/stats/learned.ts";
import { correlationsOf, weightsBy } from "../../src/stats/learned-panel.ts";
import { randomOf } from "../../src/stats/random.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, judged } from "./support.ts";

/** Experiments of five designs, in which reviewers of one kind share their error. */
function historyOf(
  kindsOf: (nth: number) => readonly string[],
  {
    many = 12,
    share = 0.9,
    blind = -1,
    seed = 1,
  }: { many?: number; share?: number; blind?: number; seed?: number } = {},
) {
  const random = randomOf(seed);
  return Array.from({ length: many }, (_, nth) => {
    const kinds = kindsOf(nth);
    const table = Array.from({ length: 5 }, () => {
      const quality = random.normal(5, 1);
      const errors = new Map([...new Set(kinds)].map((kind) => [kind, random.normal(0, Math.sqrt(share))]));
      return kinds.map((kind, at) => {
        const own = random.normal(0, Math.sqrt(1 - share));
        return at === blind ? random.normal(5, Math.SQRT2) : quality + (errors.get(kind) ?? 0) + own;
      });
    });
    return pairRecords(experiment(table));
  });
}

function between(learned: Learned, one: number, other: number): number | undefined {
  if (learned.is !== "learned") return undefined;
  const models = experiment([[5, 5, 5, 5]]).reviewers.map(({ model }) => model);
  return correlationsOf(models, learned)?.[one]?.[other];
}

const ODD = () => ["a", "a", "a", "b"];

describe("learnErrors()", () => {
  test("says nothing of fewer than three experiments, nor of panels of two", () => {
    expect(learnErrors([])).toEqual({ is: "too-few", experiments: 0 });
    expect(learnErrors(historyOf(ODD, { many: 2 }))).toEqual({ is: "too-few", experiments: 2 });
    const two = Array.from({ length: 9 }, (_, nth) =>
      pairRecords(
        experiment([
          [1, nth],
          [5, 4],
          [9, 3],
        ]),
      ),
    );
    expect(learnErrors(two)).toEqual({ is: "too-few", experiments: 0 });
  });

  test("finds who errs together and who errs apart", () => {
    const learned = learnErrors(historyOf(ODD));
    for (const [one, other] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(between(learned, one, other)).toBeGreaterThan(0.6);
    for (const one of [0, 1, 2]) expect(between(learned, one, 3)).toBeLessThan(0.35);
    expect(learned.experiments).toBe(12);
  });

  test("ends at 0.2 and 0.8, however clear a history is", () => {
    const learned = learnErrors(historyOf(ODD, { many: 100, share: 1 }));
    const all = learned.is === "learned" ? learned.pairs.map(({ correlation }) => correlation) : [];
    expect(Math.max(...all)).toBe(0.8);
    expect(Math.min(...all)).toBe(0.2);
  });

  test("is nearer to the constant with fewer experiments", () => {
    const [few = 0, many = 0] = [4, 40].map((size) => between(learnErrors(historyOf(ODD, { many: size })), 0, 1) ?? 0);
    expect(few).toBeGreaterThan(CONSTANTS.correlation);
    expect(many).toBeGreaterThan(few);
  });

  test.each([
    ["the later half says the opposite of the earlier", (nth: number) => nth < 10],
    ["every other experiment does", (nth: number) => nth % 2 === 0],
  ])("is contradictory where %s", (_, isFirst) => {
    const turned = historyOf((nth) => (isFirst(nth) ? ["a", "a", "b", "b"] : ["a", "b", "a", "b"]), { many: 20 });
    expect(learnErrors(turned)).toEqual({ is: "contradictory", experiments: 20 });
  });

  test("takes a reviewer that sees nothing for no independent one", () => {
    const learned = learnErrors(historyOf(() => ["a", "a", "a", "b"], { many: 30, share: 0.45, blind: 3 }));
    for (const one of [0, 1, 2]) expect(between(learned, one, 3) ?? CONSTANTS.correlation).toBe(CONSTANTS.correlation);
  });

  test("does not depend on the order of pairs", () => {
    const history = historyOf(ODD);
    const sorted = (learned: Learned) =>
      learned.is === "learned" ? learned.pairs.toSorted((a, b) => (a.one + a.other < b.one + b.other ? -1 : 1)) : [];
    expect(sorted(learnErrors(history.map((records) => records.toReversed())))).toEqual(sorted(learnErrors(history)));
  });
});

describe("learnedOfModels()", () => {
  const learned: Learned = {
    is: "learned",
    experiments: 9,
    pairs: [{ one: "anthropic/claude-1", other: "openai/gpt-1", correlation: 0.3 }],
    kinds: { same: 0.7, other: 0.4 },
  };

  test("takes the value of its kind for a pair that never judged together", () => {
    const found = learnedOfModels(["openai/gpt-1", "anthropic/claude-2", "anthropic/claude-1"], learned);
    expect(found?.pairs.map(({ one, other, correlation }) => `${one} ${other} ${correlation}`)).toEqual([
      "anthropic/claude-1 anthropic/claude-2 0.7",
      "anthropic/claude-1 openai/gpt-1 0.3",
      "anthropic/claude-2 openai/gpt-1 0.4",
    ]);
  });

  test("is nothing of a history that is too short or contradictory, and where all is the constant", () => {
    const models = ["x/1", "y/1"];
    expect(learnedOfModels(models, { is: "too-few", experiments: 2 })).toBeNull();
    expect(learnedOfModels(models, { is: "contradictory", experiments: 20 })).toBeNull();
    expect(learnedOfModels(models, { ...learned, kinds: { same: 0.45, other: 0.45 } })).toBeNull();
  });
});

describe("pairRecords()", () => {
  const table = [
    [1, 2, 4],
    [3, 3, 9],
    [8, 9, 5],
  ];

  test("leaves out people, a model's own design and what does not count", () => {
    const input = experiment(table, { authors: { 0: 0 } });
    const [models] = [input.reviewers.map(({ model }) => model)];
    const all = pairRecords(judged(input, { anna: { scores: { d0: 1, d1: 2, d2: 3 } } }));
    expect(all.map(({ one, other, freedom }) => [one, other, freedom])).toEqual([
      [models[0], models[1], 1],
      [models[0], models[2], 1],
      [models[1], models[2], 2],
    ] as never);
    expect(pairRecords(input, ({ reviewer_id }) => reviewer_id !== "r2")).toHaveLength(1);
    expect(pairRecords(input, () => false)).toEqual([]);
  });
});

const LEARNED: LearnedErrors = {
  experiments: 12,
  pairs: [
    { one: "m/r0", other: "m/r1", correlation: 0.8 },
    { one: "m/r0", other: "m/r2", correlation: 0.2 },
    { one: "m/r1", other: "m/r2", correlation: 0.2 },
  ],
};

describe("rankDesigns() with what was learned", () => {
  const table = [
    [8, 8, 5],
    [5, 6, 8],
    [3, 2, 4],
  ];
  const models = experiment(table).reviewers.map(({ model }) => model);
  const named = (learned: LearnedErrors): LearnedErrors => ({
    ...learned,
    pairs: learned.pairs.map(({ one, other, correlation }) => ({
      one: models[Number(one.at(-1))] ?? "",
      other: models[Number(other.at(-1))] ?? "",
      correlation,
    })),
  });
  const rank = (learned?: LearnedErrors, method: "adjusted" | "mean" = "adjusted") =>
    rankDesigns(experiment(table, { options: { method, ...(learned && { learned }) } }));

  test("gives who errs with another less weight, and says so in assumptions", () => {
    const { designs, assumptions } = rank(named(LEARNED));
    const { r0 = 0, r1 = 0, r2 = 0 } = assumptions.learned?.weights ?? {};
    expect(r0).toBeCloseTo(r1, 9);
    expect(r0).toBeLessThan(1);
    expect(r2).toBeGreaterThan(1);
    expect(r0 + r1 + r2).toBeCloseTo(3, 4);
    const [before, after] = [rank().designs, designs].map(
      (all) => all.find(({ design_id }) => design_id === "d1")?.adjusted_score ?? 0,
    );
    expect(after).toBeGreaterThan(before as number);
  });

  test("gives the same bytes from the values that it stored", () => {
    const first = rank(named(LEARNED));
    expect(JSON.stringify(rank(first.assumptions.learned))).toBe(JSON.stringify(first));
  });

  test("has the same numbers without history, for other models, and where all errors correlate by the constant", () => {
    const plain = rank();
    expect(plain.assumptions).not.toHaveProperty("learned");
    const strangers = rank(LEARNED);
    expect(JSON.stringify(strangers.designs)).toBe(JSON.stringify(plain.designs));
    const even = rank(named({ ...LEARNED, pairs: LEARNED.pairs.map((pair) => ({ ...pair, correlation: 0.45 })) }));
    for (const [at, { p_best, adjusted_score }] of even.designs.entries()) {
      expect(p_best).toBeCloseTo(plain.designs[at]?.p_best ?? 0, 4);
      expect(adjusted_score).toBeCloseTo(plain.designs[at]?.adjusted_score ?? 0, 4);
    }
  });

  test("leaves the plain mean as it is", () => {
    expect(JSON.stringify(rank(named(LEARNED), "mean"))).toBe(JSON.stringify(rank(undefined, "mean")));
  });

  test("is less sure of reviewers that all err together", () => {
    const alike = named({ ...LEARNED, pairs: LEARNED.pairs.map((pair) => ({ ...pair, correlation: 0.8 })) });
    const apart = named({ ...LEARNED, pairs: LEARNED.pairs.map((pair) => ({ ...pair, correlation: 0.2 })) });
    const sure = (learned: LearnedErrors) => Math.max(...rank(learned).designs.map(({ p_best }) => p_best ?? 0));
    expect(sure(alike)).toBeLessThan(sure(apart));
  });
});

describe("weightsBy()", () => {
  test("is even where all correlate alike, and never below 0", () => {
    expect(
      weightsBy([
        [1, 0.45],
        [0.45, 1],
      ]),
    ).toEqual([1, 1]);
    const odd = weightsBy([
      [1, 0.8, 0.8],
      [0.8, 1, 0.2],
      [0.8, 0.2, 1],
    ]);
    expect(Math.min(...odd)).toBeGreaterThan(0);
  });
});
