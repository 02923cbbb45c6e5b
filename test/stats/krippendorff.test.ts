import { describe, expect, test } from "bun:test";
import { krippendorffAlpha } from "../../src/stats/reliability.ts";

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
