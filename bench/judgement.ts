import { beatsAnyway, CONSTANTS, type Constants, fitScores } from "../src/stats/belief.ts";
import { compact, opinionsOf } from "../src/stats/panel.ts";
import { bestProbabilities, canonicalOrder, rankIntervals, reorder, restore } from "../src/stats/uncertainty.ts";
import { confidenceLevel, toldApart } from "../src/stats/verdict.ts";
import { experimentsOf, type World } from "./worlds.ts";

/** What a ranking says of one simulated experiment, and whether it is so. */
export type Judgement = {
  /** P(best) of the first design. */
  best: number;
  right: boolean;
  named: boolean;
  /** P that the first is better than the second, whatever distance designs are expected to have. */
  apart: number;
  /** Of the first before the second: its points, and its length in standard deviations. */
  lead: number;
  longer: number;
  confidence: "high" | "medium" | "low";
  /** Share of the designs whose true rank lies in its rank interval; null where it is not asked for. */
  covered: number | null;
};

/** Judges so many experiments of a world. Draws are made for the rank intervals alone. */
export function judgementsOf(
  world: World,
  seed: number,
  { runs, draws = 0, constants = CONSTANTS }: { runs: number; draws?: number; constants?: Constants },
): Judgement[] {
  const next = experimentsOf(world, seed);
  return Array.from({ length: runs }, () => {
    const { observations, values, best: truth, quality, lengths } = next();
    const incidence = compact(observations);
    const { belief } = fitScores(incidence, values, "adjusted", constants);
    const order = canonicalOrder(belief);
    const ordered = reorder(belief, order);
    const best = bestProbabilities(ordered)[0] ?? 0;
    const apart = incidence.designs > 1 ? beatsAnyway(ordered, 0, 1) : 0;
    const opinions = opinionsOf(incidence, values);
    const lengthOf = (place: number) => lengths[incidence.designIds[order[place] ?? 0] ?? 0] ?? 0;
    const intervals = draws > 0 ? restore(rankIntervals(ordered, draws), order) : null;
    const inside = intervals?.filter(([low, high], at) => {
      const own = quality[incidence.designIds[at] ?? 0] ?? 0;
      const rank = 1 + incidence.designIds.filter((design) => (quality[design] ?? 0) > own).length;
      return low <= rank && rank <= high;
    });
    return {
      best,
      apart,
      lead: (ordered.theta[0] ?? 0) - (ordered.theta[1] ?? 0),
      longer: lengthOf(0) - lengthOf(1),
      right: incidence.designIds[order[0] ?? 0] === truth,
      named: best >= toldApart(incidence.designs) && opinions > 1,
      confidence: confidenceLevel({ best, designs: incidence.designs, opinions, apart }),
      covered: inside ? inside.length / incidence.designs : null,
    };
  });
}

/** As a percentage with this many decimals; a dash where there is nothing to count. */
export function percent(part: number, whole: number, digits = 0): string {
  return whole === 0 ? "–" : ((100 * part) / whole).toFixed(digits);
}
