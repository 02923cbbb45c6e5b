import { describe, expect, test } from "bun:test";
import { unmarked } from "../../src/story/sentence.ts";
import { findings, weightTurned } from "../../src/story/trust.ts";
import { type Figure, withArticle } from "../../src/text/numbers.ts";
import { experiment, QUALITY } from "../stats/support.ts";
import { tablePrinted } from "../support/table-printed.ts";

/** Tables of which something wrong or empty was said. */
const of = (...given: Parameters<typeof experiment>) => tablePrinted(experiment(...given));

/** What a text has of a pattern, so that a failure prints no more than that. */
const found = (text: string, pattern: RegExp): string[] => text.match(pattern)?.slice(0, 1) ?? [];

const EQUAL = Array.from({ length: 3 }, () => [7, 7, 7]);

describe("of equal scores", () => {
  const own = { authors: { 0: 0, 1: 1, 2: 2 } };

  test("no preference for own designs is found in what rounding leaves", async () => {
    const tables = [
      EQUAL,
      Array.from({ length: 4 }, () => [6.9, 8.3, 7.7, 6.1]),
      Array.from({ length: 3 }, () => [7.1, 7.3, 7.7, 6.7, 0.1]),
    ];
    for (const table of tables) {
      const printed = of(table, own);
      expect(printed.ranking.bias.self_preference?.beyond_chance).toBe(false);
      expect(found(printed.all + (await printed.report()), /Models score their own designs/u)).toEqual([]);
    }
  });

  test("there is no order of ids, no odd reviewer, no hint, no range and no spread", async () => {
    for (const table of [EQUAL, Array.from({ length: 3 }, () => [7, 5, 8, 6, 9, 4])]) {
      const printed = of(table);
      const all = printed.all + (await printed.report());
      expect(
        found(all, /the order is|use the scale as the others|Take the order as a hint|±0(?!\.)|gave every design/u),
      ).toEqual([]);
      expect(found(all, /not by their scores/u)).toEqual([]);
      expect(all).toMatch(/Choose by what they do differently: all score [\d.]+ of 10\./u);
    }
  });

  test("what is equal without a reviewer stands in no order of its own", () => {
    const odd = of([
      [9, 8, 8, 5],
      [9, 8, 8, 5],
      [3, 2, 2, 5],
    ]);
    expect(odd.reply).toContain("Without it the order is A and B, then C, with no winner.");
  });
});

test("no score is printed beyond its scale", async () => {
  const printed = of([
    [null, null, null, 6],
    [null, null, null, 10],
    [8, 8, 7, 7],
    [7, 7, 7, null],
  ]);
  expect(Math.max(...printed.ranking.designs.map(({ adjusted_score }) => adjusted_score ?? 0))).toBeGreaterThan(10);
  const all = printed.all + (await printed.report());
  expect(found(all, /\b(?:10\.(?:0[1-9]|[1-9])|1[1-9]\.\d)/u)).toEqual([]);
  expect(all).toContain("It scores 10.0 of 10");
});

test("a taste of more points than any reviewer has explains no lead", () => {
  const input = experiment([
    [6, 6, 6],
    [9, 9, 9],
    [2, 2, 2],
  ]);
  const taste = (length: number) => {
    const designs = input.designs.map((design, at) => ({ ...design, length: at === 1 ? length : 1000 }));
    return tablePrinted({ ...input, designs });
  };
  expect(taste(1007).ranking.bias.length_break_even).toBeGreaterThan(200);
  expect(taste(1007).all).not.toContain("a taste of");
  expect(taste(2100).all).toContain("a taste of 2.8 points for each doubling of the length would explain the lead");
});

test("a number has the article that it is spoken with", () => {
  const numbers = ["1", "1.8", "7.5", "8", "8.3", "11", "11.5", "18", "80", "85", "110", "118", "180", "800", "8,000"];
  expect(numbers.filter((each) => withArticle(each as Figure).startsWith("an "))).toEqual(
    "8 8.3 11 11.5 18 80 85 800 8,000".split(" "),
  );
  const input = experiment([
    [6, 6, 6],
    [5, 5, 5],
  ]);
  const scores = input.scores.map((score, at) => ({ ...score, overall_score: at === 0 ? 8.3 : 5 }));
  expect(tablePrinted({ ...input, scores }).page).toContain("an 8.3 overall, but its own criteria make 6.");
});

describe("chances", () => {
  test("of a lower rank that are higher are explained", async () => {
    const printed = of([
      [7, 8, null, null],
      [null, null, 10, null],
      [null, 6, 8, 7],
      [6, 6, null, 7],
      [8, null, 10, 9],
    ]);
    const [first, second] = printed.ranking.designs;
    expect(printed.ranking.summary.verdict.kind).toBe("tie");
    expect(second?.p_best ?? 0).toBeGreaterThan(first?.p_best ?? 1);
    const said = /B ranks below E and may more easily be the best \(\d+ % against \d+ %\), for less is known of it\./u;
    for (const text of [printed.reply, printed.page, await printed.report()]) expect(text).toMatch(said);
  });

  test("beside the first's is the next highest, whatever its rank", () => {
    const printed = of([
      [8, 6],
      [8, 7],
      [10, 8],
      [5, 5],
      [8, null],
    ]);
    const { verdict } = printed.ranking.summary;
    expect(verdict.kind).toBe("ahead");
    expect(printed.ranking.designs.slice(1, 3).map(({ design_id }) => design_id)).toEqual(["d1", "d4"]);
    expect(printed.reply).toMatch(/is ahead, but not surely: .* of 69 %, E “Title of d4” with 14 %\./u);
  });
});

test("a reviewer that tells no designs apart is no opinion, in the report as in a comparison", async () => {
  const printed = of([
    [9, 8.6, 5],
    [8.8, 8.9, null],
    [3, 3.2, null],
    [2.8, 3, null],
  ]);
  expect(printed.ranking.summary).toMatchObject({ scoring_reviewers: 3, opinions: 2 });
  expect(printed.ranking.pairwise.some(({ probability }) => probability > 0.95)).toBe(true);
  expect(printed.compare(["d0", "d3"])).toContain("(P over 80 %)");
  for (const text of [printed.page, await printed.report()])
    expect(found(text, /over 95 %\)|is better than/u)).toEqual([]);
});

describe("designs in groups that share no reviewer", () => {
  const printed = of([
    [8, 7, 8, null, null, null],
    [3, 3, 2.5, null, null, null],
    [null, null, null, 7, 7.5, 7],
    [null, null, null, 4, 5, 4.2],
  ]);

  test("have no order between the groups, in words", async () => {
    expect(printed.ranking.designs.map(({ rank }) => rank)).toEqual([null, null, null, null]);
    const said =
      "**No order:** no reviewer scored designs of two of these groups, so nothing says which group is better: A “Title of d0” and B “Title of d1”; C “Title of d2” and D “Title of d3”.";
    expect(printed.reply).toContain(said);
    expect(printed.page).toContain(said);
    expect(await printed.report()).toContain("No order: no reviewer scored designs of two of these groups");
    expect(printed.compare(["d0", "d2"])).toContain("**Nobody compares these designs:**");
    expect(printed.compare(["d0", "d1", "d2"])).toContain(
      "**Nobody compares all of these designs:** no reviewer scored designs of two of these groups: A “Title of d0” and B “Title of d1”; C “Title of d2”.",
    );
  });

  test("are told apart within a group, never surely", () => {
    expect(printed.compare(["d0", "d1"])).toContain("is probably better than B “Title of d1”** (P over 80 %).");
    expect(printed.page).toContain("C is probably better than D (P over 80 %).");
    expect(found(printed.all, /over 95|is better than/u)).toEqual([]);
  });

  test("have no confidence either", async () => {
    const nobody = of([
      [8, null],
      [null, 6],
    ]);
    for (const each of [printed, nobody]) {
      for (const text of [each.reply, each.page, await each.report()])
        expect(found(text, /Confidence: \w/u)).toEqual([]);
    }
  });
});

describe("the weight that takes the first place away", () => {
  test("is one at which the ranking has that design first, also where scores are missing", () => {
    const criteria = ["a", "b"].map((name) => ({ ...QUALITY, name }));
    const table = [
      [
        { a: 5, b: 7 },
        { a: 5, b: 8 },
        { a: 5, b: 9 },
      ],
      [{ a: 6, b: 4 }, null, { a: 6, b: 6 }],
      [
        { a: 5, b: 4 },
        { a: 7, b: 4 },
        { a: 6, b: 5 },
      ],
    ];
    const { robustness } = of(table, { criteria }).ranking;
    if (robustness === null) throw new Error("unreachable");
    const { criterion, weight, factor, new_winner } = robustness;
    const first = (share: number) => {
      const changed = criteria.map((each) => (each.name === criterion ? { ...each, weight: weight * share } : each));
      return of(table, { criteria: changed }).ranking.designs[0]?.design_id;
    };
    const past = (factor ?? 2) > 1 ? 1.0001 : 0.9999;
    expect(first(past)).toBe(new_winner);
    expect(first(2 - past)).not.toBe(new_winner);
  });

  test("says where a design stands that is not the next", () => {
    const robustness = { criterion: "cost", factor: 0.47, weight: 0.47, new_winner: "C" };
    const ranked = (ids: string) => [...ids].map((design_id, at) => ({ design_id, rank: at + 1 }));
    const said = (ids: string) => unmarked(weightTurned(robustness, ranked(ids)) ?? [], String);
    expect(said("ABC")).toBe("Lowering the weight of cost by more than 53 % puts C first, which ranks 3 now");
    expect(said("ACB")).toBe("Lowering the weight of cost by more than 53 % puts C first");
  });
});

test("what would be 0 when rounded is not said as a number", () => {
  const { ranking } = of([
    [7.01, 7.02],
    [7, 7],
    [6.99, 7],
  ]);
  const bias = { ...ranking.bias, self_preference: { beta: 0.03, standard_error: 0.01, beyond_chance: true } };
  const said = (of: typeof ranking) => findings(of).flatMap((each) => each.said.map((one) => unmarked(one, String)));
  expect(said({ ...ranking, bias })).toContain("By less than 0.1 points.");
  expect(said(ranking)).toContain(
    "Reviewers differ by less than ±0.1 points on a design (a standard deviation), once severity is taken out.",
  );
  const reviewer_consistency = { r0: { cells: 2, standard_deviation: 0 } };
  expect(said({ ...ranking, reliability: { ...ranking.reliability, reviewer_consistency } })).toContain(
    "Asked again about one design, no reviewer differs from itself by as much as 0.1 points.",
  );
});
