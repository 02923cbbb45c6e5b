import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { weightTurned } from "../../src/story/trust.ts";
import { experiment, QUALITY } from "../stats/support.ts";

const NAMES = ["clarity", "cost", "speed"];
const score = fc.integer({ min: 1, max: 10 });
const cell = fc.record({ clarity: score, cost: score, speed: score });
const table = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }))
  .chain(([n, m]) => fc.array(fc.array(cell, { minLength: m, maxLength: m }), { minLength: n, maxLength: n }));
const weights = fc.array(fc.constantFrom(0.5, 1, 1.5, 3, 0), { minLength: 3, maxLength: 3 });
type Robustness = NonNullable<Ranking["robustness"]>;

/** Of how much of the present weight, or for one of 0 of which weight, and on which side of it, a sentence speaks. */
function boundIn(said: string): { over: boolean; factor?: number; weight?: number } {
  const number = Number(/more than ([\d.]+)/u.exec(said)?.[1]);
  if (said.startsWith("More than doubling")) return { over: true, factor: 2 };
  if (said.startsWith("More than halving")) return { over: false, factor: 0.5 };
  if (said.startsWith("Raising")) return { over: true, factor: 1 + number / 100 };
  if (said.startsWith("Lowering")) return { over: false, factor: 1 - number / 100 };
  if (said.startsWith("Multiplying")) return { over: true, factor: number };
  return said.startsWith("Giving") ? { over: true, weight: number } : { over: false, factor: 0.001 };
}

test("past the weight that the sentence names, on the side that it says, another design leads; on the other side none does", () => {
  let [above, below, from0] = [0, 0, 0];
  fc.assert(
    fc.property(table, weights, (rows, given) => {
      const criteriaOf = (changed: Partial<Record<string, number>>) =>
        NAMES.map((name, at) => ({ ...QUALITY, name, weight: changed[name] ?? given[at] ?? 1 }));
      const rank = (changed: Partial<Record<string, number>>) =>
        rankDesigns(experiment(rows, { criteria: criteriaOf(changed), options: { draws: 1, method: "mean" } }));
      if (given.every((weight) => weight === 0)) return;
      const { robustness, designs } = rank({});
      const said = robustness && unmarked(weightTurned(robustness as Robustness, []) ?? [], String);
      if (!robustness || !said) return;
      const { over, factor, weight } = boundIn(said);
      const { criterion, new_winner } = robustness;
      const present = given[NAMES.indexOf(criterion)] ?? 1;
      const bound = weight ?? present * (factor ?? 1);
      if (weight !== undefined) from0++;
      else if (over) above++;
      else below++;
      expect(said).toEndWith(` puts ${new_winner} first`);
      expect(said).toContain(` ${criterion} `);
      // Just past what the ranking holds, for farther off a third may lead; what is said is rounded away from it.
      const past = robustness.weight * (over ? 1 + 1e-6 : 1 - 1e-6);
      expect(rank({ [criterion]: past }).designs[0]?.design_id).toBe(new_winner);
      const before = robustness.weight * (over ? 1 - 1e-6 : 1 + 1e-6);
      expect(rank({ [criterion]: before }).designs[0]?.design_id).toBe(designs[0]?.design_id);
      const farther = (bound - robustness.weight) * (over ? 1 : -1);
      expect(farther).toBeGreaterThanOrEqual(-1e-6);
      expect(farther).toBeLessThanOrEqual(0.11 * Math.max(present, 1));
    }),
    { numRuns: 120, seed: 34 },
  );
  expect(Math.min(above, below, from0)).toBeGreaterThan(3);
});
