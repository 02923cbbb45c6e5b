import { describe, expect, test } from "bun:test";
import { compact } from "../../src/stats/incidence.ts";
import { intraclassCorrelations, kendallW, krippendorffAlpha } from "../../src/stats/reliability.ts";

function icc(table: readonly (readonly (number | null)[])[]) {
  const filled = table.flatMap((row, design) =>
    row.flatMap((value, reviewer) => (value === null ? [] : [{ design, reviewer, self: false, value }])),
  );
  return intraclassCorrelations(
    compact(filled),
    filled.map(({ value }) => value),
  );
}

/** Shrout and Fleiss (1979), "Intraclass correlations: uses in assessing rater reliability", table 2. */
const SHROUT_FLEISS = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

/** The anxiety ratings of the R packages irr and DescTools: 20 subjects, 3 raters. */
const ANXIETY = transpose([
  [3, 3, 3, 4, 5, 5, 2, 3, 5, 2, 2, 6, 1, 5, 2, 2, 1, 2, 4, 3],
  [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
  [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2],
]);

/** Eight wines by four judges: the data set "icc" of the Python package pingouin, after real-statistics.com. */
const WINES = transpose([
  [1, 1, 3, 6, 6, 7, 8, 9],
  [2, 3, 8, 4, 5, 5, 7, 9],
  [0, 3, 1, 3, 5, 6, 7, 9],
  [1, 2, 4, 3, 6, 2, 9, 8],
]);

describe("intraclassCorrelations()", () => {
  test("prints Shrout and Fleiss (1979), table 4: ICC(2,1) .29, ICC(2,k) .62, ICC(3,k) .91", () => {
    const { icc_2_1, icc_2_k, icc_3_k } = icc(SHROUT_FLEISS);
    expect(icc_2_1?.toFixed(2)).toBe("0.29");
    expect(icc_2_k?.toFixed(2)).toBe("0.62");
    expect(icc_3_k?.toFixed(2)).toBe("0.91");
  });

  test("prints ICC(A,1) = 0.198 for the anxiety ratings, as irr::icc() does", () => {
    expect(icc(ANXIETY).icc_2_1?.toFixed(3)).toBe("0.198");
  });

  test("prints 0.728, 0.914 and 0.915 for eight wines by four judges, as pingouin.intraclass_corr() does", () => {
    const { icc_2_1, icc_2_k, icc_3_k } = icc(WINES);
    expect([icc_2_1, icc_2_k, icc_3_k].map((value) => value?.toFixed(3))).toEqual(["0.728", "0.914", "0.915"]);
  });

  test("gives ICC(3,k) of an incomplete table by the same formula: a missing cell that fits changes little", () => {
    const additive = [1, 4, 6, 9].map((quality) => [-1, 0, 1].map((severity) => quality + severity));
    const holed = additive.map((row, i) => row.map((x, j) => (i === j ? null : x)));
    expect(icc(additive).icc_3_k).toBeCloseTo(1, 12);
    expect(icc(holed).icc_3_k).toBeCloseTo(1, 12);
    expect(icc(holed).icc_2_1).toBeNull();
  });

  test("the least-squares route equals the analysis of variance on Shrout and Fleiss with a spare reviewer", () => {
    // A reviewer with one score adds a severity of its own and nothing else, so the mean squares stay what they were.
    const spare = SHROUT_FLEISS.map((row, i) => [...row, i === 0 ? 3 : null]);
    expect(icc(spare).icc_3_k).toBeCloseTo(icc(SHROUT_FLEISS).icc_3_k ?? 0, 10);
  });

  test("is null where there is no variance or too little of a table", () => {
    const none = { icc_2_1: null, icc_2_k: null, icc_3_k: null };
    expect(
      icc([
        [5, 5],
        [5, 5],
      ]),
    ).toEqual(none);
    expect(
      icc([
        [0.1 + 0.2, 0.3],
        [0.3, 0.3],
      ]),
    ).toEqual(none);
    expect(icc([[5, 7, 3]])).toEqual(none);
    expect(icc([[5], [7]])).toEqual(none);
  });

  test("is negative, not zero, when reviewers contradict each other", () => {
    expect(
      icc([
        [1, 5, 3],
        [5, 1, 3.5],
      ]).icc_3_k,
    ).toBeLessThan(0);
  });
});

function transpose(rows: readonly (readonly number[])[]): number[][] {
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? 0));
}

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

const _ = null;
/** Observers as rows, as the sources print them. */
const byObservers = (rows: readonly (readonly (number | null)[])[]) =>
  krippendorffAlpha((rows[0] ?? []).map((__, at) => rows.flatMap((row) => row[at] ?? [])));

describe("krippendorffAlpha()", () => {
  test("prints Krippendorff (2011), four observers, twelve units, missing data: interval alpha = .849", () => {
    const alpha = byObservers([
      [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
      [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
    ]);
    expect(alpha?.toFixed(3)).toBe("0.849");
  });

  test("prints Krippendorff (2011), two observers, binary data: alpha = .095, the same for every metric", () => {
    const alpha = byObservers([
      [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
      [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
    ]);
    expect(alpha?.toFixed(3)).toBe("0.095");
  });

  test("prints Hayes and Krippendorff (2007), five observers, forty articles, missing data: interval alpha = .757", () => {
    const articles =
      `112.2 1101. 2333. .00.0 000.0 000.0 102.1 1.20. 222.2 2111. .100. 0000. 1222. 33223 111.1 111.1 212.2
      1233. 1101. 000.0 0011. 00.00 2333. 0000. 12.22 0111. 00010 1212. 1122. 112.2 110.0 2121. 22.22 3222. 222.2 223.2
      222.2 22.12 2222. 111.1`.split(/\s+/);
    expect(articles).toHaveLength(40);
    const alpha = krippendorffAlpha(articles.map((given) => [...given].filter((x) => x !== ".").map(Number)));
    expect(alpha?.toFixed(3)).toBe("0.757");
  });

  test("prints the computational example of Wikipedia, three coders, fifteen units: interval alpha = 0.811", () => {
    const alpha = byObservers([
      [_, _, _, _, _, 3, 4, 1, 2, 1, 1, 3, 3, _, 3],
      [1, _, 2, 1, 3, 3, 4, 3, _, _, _, _, _, _, _],
      [_, _, 2, 1, 3, 4, 4, _, 2, 1, 1, 3, 3, _, 4],
    ]);
    expect(alpha?.toFixed(3)).toBe("0.811");
  });

  test("equals the definition over pairs of values", () => {
    const units = [[1, 2.5, 4], [3, 3.5], [9, 7, 8, 6], [5]];
    const paired = units.filter((unit) => unit.length > 1);
    const values = paired.flat();
    const pairs = (list: readonly number[]) => list.flatMap((x, i) => list.map((y, j) => (i === j ? 0 : (x - y) ** 2)));
    const total = (list: readonly number[]) => pairs(list).reduce((sum, x) => sum + x, 0);
    const observed = paired.reduce((sum, unit) => sum + total(unit) / (unit.length - 1), 0) / values.length;
    const expected = total(values) / (values.length * (values.length - 1));
    expect(krippendorffAlpha(units)).toBeCloseTo(1 - observed / expected, 12);
  });

  test("is 1 for full agreement, null where nothing varies or nothing can be paired", () => {
    expect(
      krippendorffAlpha([
        [1, 1],
        [4, 4],
      ]),
    ).toBe(1);
    expect(
      krippendorffAlpha([
        [3, 3],
        [3, 3],
      ]),
    ).toBeNull();
    expect(krippendorffAlpha([[0.3, 0.1 + 0.2]])).toBeNull();
    expect(krippendorffAlpha([[1], [2]])).toBeNull();
    expect(krippendorffAlpha([])).toBeNull();
  });
});
