import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { furtherOf } from "../../bench/further.ts";
import { gainOf } from "../../bench/plans.ts";
import { PLANS, type PlanFigures } from "../../src/stats/plans.ts";

const plans = Object.entries<PlanFigures>(PLANS);

test.each(plans)("the gain that is told of a %s plan comes out of fewer simulations, within 0.08", (_, plan) => {
  const looked = plan.thrifty ? 60 : 0;
  const { all, thrifty, error } = gainOf(plan, "even designers", { seed: 7, experiments: 1_000, looked });
  expect(error).toBeLessThan(0.04);
  expect(Math.abs((thrifty ?? all) - plan.gain)).toBeLessThan(0.08);
});

test.each([
  ["quick", 250],
  ["standard", 80],
  ["thorough", 50],
] as const)("what is told of a %s plan without a winner comes out of %i, within three errors", (name, experiments) => {
  const { open, ways } = furtherOf(PLANS[name], { seed: 7, experiments });
  const [now, , two] = ways;
  const { named, bestBefore, bestAfter } = PLANS[name].twoMore;
  const close = (found = 0, told: number) =>
    expect(Math.abs(found / open - told)).toBeLessThan(3 * Math.sqrt((told * (1 - told)) / open));
  close(two?.named, named);
  close(now?.best, bestBefore);
  close(two?.best, bestAfter);
});

test("docs/statistics.md has the same figures", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/statistics.md"), "utf8");
  for (const { designs, reviewers, thrifty, gain, twoMore } of Object.values<PlanFigures>(PLANS)) {
    const cellsOf = (title: string, start: string) => {
      const part = page.slice(page.indexOf(`### ${title}`));
      const row = part.slice(part.indexOf(`| ${start}`)).split("\n", 4);
      return row.map((line) => line.split("|").map((cell) => cell.trim()));
    };
    const [bought = []] = cellsOf("What a plan buys", `${designs} × ${reviewers} |`);
    expect(Number(bought[thrifty ? 5 : 4])).toBe(gain);
    const [now = [], , two = []] = cellsOf(
      "Where nobody won",
      `${designs} × ${reviewers}${thrifty ? ", thrifty" : ""}, `,
    );
    const { named, right, bestBefore, bestAfter } = twoMore;
    const inPercent = [named, right, bestAfter, bestBefore].map((share) => Math.round(100 * share));
    expect([...two.slice(4, 7), now[6]].map(Number)).toEqual(inPercent);
  }
});
