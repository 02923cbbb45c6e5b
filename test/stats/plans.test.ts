import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { furtherOf } from "../../bench/further.ts";
import { gainOf } from "../../bench/plans.ts";
import { PRESETS, SHARES, shareOf } from "../../src/artifacts/preset.ts";

/** Share of panels without a winner that name one when two more reviewers have judged the tied designs. */
const SETTLED = { quick: 0.1, standard: 0.08, thorough: 0.06 };
const plans = Object.entries(PRESETS);

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
  const { open, ways } = furtherOf(PRESETS[name], { seed: 7, experiments });
  const settled = SETTLED[name];
  const found = (ways[2]?.named ?? 0) / open;
  expect(Math.abs(found - settled)).toBeLessThan(3 * Math.sqrt((settled * (1 - settled)) / open));
});

test("a share is that of the largest plan that is no larger, and the page has it", () => {
  expect([shareOf(2, 9), shareOf(3, 3), shareOf(4, 4), shareOf(5, 5), shareOf(9, 9)]).toEqual([
    1, 0.92, 0.81, 0.72, 0.62,
  ]);
  const page = readFileSync(join(import.meta.dir, "../../docs/statistics.md"), "utf8");
  const part = page.slice(page.indexOf("### Asking all and thriftily"));
  for (const [designs, reviewers, share] of SHARES) {
    const [row = ""] = part.slice(part.indexOf(`| ${designs} × ${reviewers} |`)).split("\n", 1);
    expect([row.split("|")[1]?.trim(), Number(row.split("|")[2])]).toEqual([
      `${designs} × ${reviewers}`,
      Math.round(100 * share),
    ]);
  }
});

test("docs/statistics.md has the same figures", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/statistics.md"), "utf8");
  for (const [name, { designs, reviewers, thrifty, gain }] of Object.entries(PRESETS)) {
    const cellsOf = (title: string, start: string) => {
      const part = page.slice(page.indexOf(`### ${title}`));
      const row = part.slice(part.indexOf(`| ${start}`)).split("\n", 4);
      return row.map((line) => line.split("|").map((cell) => cell.trim()));
    };
    const [bought = []] = cellsOf("What a plan buys", `${designs} × ${reviewers} |`);
    expect(Number(bought[thrifty ? 5 : 4])).toBe(gain);
    const [, , two = []] = cellsOf("Where nobody won", `${designs} × ${reviewers}${thrifty ? ", thrifty" : ""}, `);
    expect(Number(two[4])).toBe(Math.round(100 * (SETTLED[name as keyof typeof SETTLED] ?? 0)));
  }
});
