import { describe, expect, test } from "bun:test";
import { kendallW } from "../../src/stats/reliability.ts";

/** Judges as rows, as the sources print them; ranks become scores by their sign, 1 the best. */
const byJudges = (ranks: readonly (readonly number[])[]) =>
  kendallW((ranks[0] ?? []).map((_, at) => ranks.map((row) => -(row[at] ?? 0))));

describe("kendallW()", () => {
  test("prints Siegel (1956), three rankings of ten with ties: W = .828", () => {
    const w = byJudges([
      [1, 4.5, 2, 4.5, 3, 7.5, 6, 9, 7.5, 10],
      [2.5, 1, 2.5, 4.5, 4.5, 8, 9, 6.5, 10, 6.5],
      [2, 1, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10],
    ]);
    expect(w?.toFixed(3)).toBe("0.828");
  });

  test("prints 0.5396569 for the anxiety ratings with many ties, as DescTools::KendallW(correct = TRUE) does", () => {
    const w = byJudges([
      [3, 3, 3, 4, 5, 5, 2, 3, 5, 2, 2, 6, 1, 5, 2, 2, 1, 2, 4, 3],
      [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
      [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2],
    ]);
    expect(w?.toFixed(7)).toBe("0.5396569");
  });

  test("prints W = 0.0982 for eight judges of eight wines (Quandt's WINETASTER report of 10 April 1995)", () => {
    const w = byJudges([
      [7, 1, 8, 4, 3, 2, 6, 5],
      [8, 1, 5, 4, 6, 7, 3, 2],
      [8, 7, 4, 1, 6, 5, 3, 2],
      [6, 8, 5, 7, 3, 4, 1, 2],
      [3, 1, 2, 6, 8, 4, 5, 7],
      [5, 6, 7, 2, 8, 4, 3, 1],
      [6, 4, 2, 5, 3, 1, 7, 8],
      [5, 1, 4, 6, 3, 7, 8, 2],
    ]);
    expect(w?.toFixed(4)).toBe("0.0982");
  });

  test("prints W = 0.3732 for seven judges of seven wines (Quandt's WINETASTER report of 16 September 2002)", () => {
    const w = byJudges([
      [7, 5, 2, 1, 3, 4, 6],
      [3, 2, 4, 6, 5, 7, 1],
      [6, 1, 2, 4, 5, 3, 7],
      [6, 1, 2, 3, 5, 4, 7],
      [3, 2, 1, 4, 7, 6, 5],
      [2, 1, 4, 5, 7, 6, 3],
      [5, 2, 1, 6, 3, 7, 4],
    ]);
    expect(w?.toFixed(4)).toBe("0.3732");
  });

  test("prints W = 0.1924 for seven judges of eight wines (Quandt's WINETASTER report of 3 April 2001)", () => {
    const w = byJudges([
      [6, 4, 8, 2, 1, 7, 3, 5],
      [4, 2, 8, 5, 3, 7, 1, 6],
      [5, 3, 1, 7, 2, 8, 6, 4],
      [5, 3, 7, 8, 1, 6, 4, 2],
      [3, 2, 4, 1, 5, 8, 7, 6],
      [4, 3, 6, 7, 8, 2, 5, 1],
      [2, 6, 8, 7, 5, 3, 4, 1],
    ]);
    expect(w?.toFixed(4)).toBe("0.1924");
  });

  test("is 1/16 for three competitors and four judges (ProofWiki, Kendall's Coefficient of Concordance, example 1)", () => {
    expect(
      byJudges([
        [1, 3, 2],
        [1, 2, 3],
        [2, 3, 1],
        [3, 1, 2],
      ]),
    ).toBeCloseTo(1 / 16, 12);
  });

  test("is 1 for one order, 0 for opposite orders, null when nothing is ordered", () => {
    expect(
      byJudges([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    ).toBe(1);
    expect(
      byJudges([
        [1, 2, 3],
        [3, 2, 1],
      ]),
    ).toBe(0);
    expect(
      byJudges([
        [1, 1, 1],
        [2, 2, 2],
      ]),
    ).toBeNull();
    expect(byJudges([[1, 2, 3]])).toBeNull();
    expect(byJudges([[1], [2]])).toBeNull();
  });

  test("takes scores that differ by rounding only for ties", () => {
    expect(
      kendallW([
        [0.1 + 0.2, 1],
        [0.3, 1],
        [0.9, 2],
      ]),
    ).toBe(1);
  });
});
