import { describe, expect, test } from "bun:test";
import { compact } from "../../src/stats/panel.ts";
import { intraclassCorrelations } from "../../src/stats/reliability.ts";

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
