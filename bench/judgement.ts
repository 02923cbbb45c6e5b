import { beatsAnyway, CONSTANTS, type Constants, fitScores } from "../src/stats/belief.ts";
import { compact, tellingApart } from "../src/stats/incidence.ts";
import { limitInfluence } from "../src/stats/influence.ts";
import { bestProbabilities, canonicalOrder, rankIntervals, reorder, restore } from "../src/stats/uncertainty.ts";
import { confidenceLevel, toldApart } from "../src/stats/verdict.ts";
import { experimentsOf, type Sample, type World } from "./worlds.ts";

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

/** Some cells of an experiment. */
export type Cells = Pick<Sample, "observations" | "values">;

/** What is believed after these cells: `ids` are the designs, best first, and `belief` is in their order. */
export function believe({ observations, values }: Cells, constants = CONSTANTS) {
  const incidence = limitInfluence(compact(observations), values, constants.spreadLimit);
  const { belief } = fitScores(incidence, values, "adjusted", constants);
  const order = canonicalOrder(belief);
  const ids = order.map((at) => incidence.designIds[at] ?? 0);
  return { incidence, order, ids, belief: reorder(belief, order), opinions: tellingApart(incidence, values).length };
}

/** What a ranking says of the first design of these cells. */
export type Said = Pick<Judgement, "best" | "named" | "apart" | "confidence"> & ReturnType<typeof believe>;

export function saidBy(cells: Cells, constants = CONSTANTS): Said {
  const believed = believe(cells, constants);
  const { incidence, belief, opinions } = believed;
  const { designs } = incidence;
  const best = bestProbabilities(belief)[0] ?? 0;
  const apart = designs > 1 ? beatsAnyway(belief, 0, 1) : 0;
  const named = best >= toldApart(designs) && opinions > 1;
  return { ...believed, best, apart, named, confidence: confidenceLevel({ best, designs, opinions, apart }) };
}

/** Judges so many experiments of a world. Draws are made for the rank intervals alone. */
export function judgementsOf(
  world: World,
  seed: number,
  { runs, draws = 0, constants = CONSTANTS }: { runs: number; draws?: number; constants?: Constants },
): Judgement[] {
  const next = experimentsOf(world, seed);
  return Array.from({ length: runs }, () => {
    const sample = next();
    const { best: truth, quality, lengths } = sample;
    const { incidence, order, ids, belief, best, apart, named, confidence } = saidBy(sample, constants);
    const lengthOf = (place: number) => lengths[ids[place] ?? 0] ?? 0;
    const intervals = draws > 0 ? restore(rankIntervals(belief, draws), order) : null;
    const inside = intervals?.filter(([low, high], at) => {
      const own = quality[incidence.designIds[at] ?? 0] ?? 0;
      const rank = 1 + incidence.designIds.filter((design) => (quality[design] ?? 0) > own).length;
      return low <= rank && rank <= high;
    });
    return {
      best,
      apart,
      lead: (belief.theta[0] ?? 0) - (belief.theta[1] ?? 0),
      longer: lengthOf(0) - lengthOf(1),
      right: ids[0] === truth,
      named,
      confidence,
      covered: inside ? inside.length / incidence.designs : null,
    };
  });
}

/** As a percentage with this many decimals; a dash where there is nothing to count. */
export function percent(part: number, whole: number, digits = 0): string {
  return whole === 0 ? "–" : ((100 * part) / whole).toFixed(digits);
}
