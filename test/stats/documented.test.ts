import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CONSTANTS, PRIOR_FREEDOM } from "../../src/stats/belief.ts";
import { SELF_WEIGHT } from "../../src/stats/incidence.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { toldApart } from "../../src/stats/verdict.ts";
import { experiment } from "./support.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/statistics.md"), "utf8");

test("docs/statistics.md states the constants that the code uses", () => {
  const { correlation, priorShare, priorLeast, priorGreatest } = CONSTANTS;
  for (const stated of [
    `self-reviews at weight ${SELF_WEIGHT}`,
    `ρ = ${correlation}`,
    `s₀² = ${priorShare} of the pooled variance of each reviewer's own scores, within ${priorLeast}² and ${priorGreatest}²`,
    `s² = (RSS + ${PRIOR_FREEDOM}·s₀²)/(df + ${PRIOR_FREEDOM})`,
    `A *winner* is named from ${100 * toldApart(3)} % on (with two designs from ${100 * toldApart(2)} %)`,
  ]) {
    expect(page).toContain(stated);
  }
});

test("docs/statistics.md explains every number of a ranking's reliability and bias", () => {
  const { reliability, bias } = rankDesigns(
    experiment([
      [8, 7, 9],
      [5, 6, 4],
      [3, 3, 2],
    ]),
  );
  const named = [...Object.keys(reliability), ...Object.keys(bias)].filter((name) => !name.endsWith("_beyond_chance"));
  expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
