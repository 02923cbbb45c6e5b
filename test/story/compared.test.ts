import { expect, test } from "bun:test";
import { compareDesigns } from "../../src/stats/compare.ts";
import { comparisonVerdict } from "../../src/story/compared.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";

test("a comparison names the best of a group first, although no reviewer connects another design with it", () => {
  const input = experiment([
    [7, null, null, null],
    [null, 5, 5.1, 5],
    [null, 9, 9.1, 9],
    [null, 2, 2.1, 2],
  ]);
  const ranking = rankingOf(input);
  expect(ranking.summary.verdict.kind).toBe("nobody-compares");
  const found = compareDesigns(input, ["d1", "d2", "d3"], ranking);
  expect(unmarked(comparisonVerdict(found), String)).toStartWith("d2 is probably better than the other 2 (");
});
