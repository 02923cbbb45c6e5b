import { PRESETS, type PresetName } from "../artifacts/preset.ts";

/** What a plan is expected to bring, found by simulation. */
export type PlanFigures = {
  designs: number;
  reviewers: number;
  /** Whether reviewers are held back and then asked for the likely designs alone. */
  thrifty: boolean;
  /** Standard deviations of designs by which the first design is better than the mean one, where designers are even. */
  gain: number;
  /** Where nobody won, after two further reviewers that designed nothing have judged the tied designs: */
  twoMore: {
    /** the share of such panels that then name a winner, */
    named: number;
    /** the share of those winners that are the best, */
    right: number;
    /** and the share of such panels whose first design is the best, before and then. */
    bestBefore: number;
    bestAfter: number;
  };
};

/**
 * Of `npm run bench -- stats`, seed 20261 (bench/plans.ts and bench/further.ts): designs differ by as much as reviewers
 * err, whose errors correlate by 0.35; as many reviewers as can be wrote a design and prefer it by a point. The gain has
 * a standard error of 0.01, a share one of 0.01, but for `right`, 0.04.
 */
export const PLANS = {
  quick: {
    ...PRESETS.quick,
    gain: 0.67,
    twoMore: { named: 0.1, right: 0.9, bestBefore: 0.63, bestAfter: 0.67 },
  },
  standard: {
    ...PRESETS.standard,
    gain: 0.83,
    twoMore: { named: 0.08, right: 0.85, bestBefore: 0.57, bestAfter: 0.6 },
  },
  thorough: {
    ...PRESETS.thorough,
    gain: 1.03,
    twoMore: { named: 0.06, right: 0.82, bestBefore: 0.55, bestAfter: 0.56 },
  },
} as const satisfies Readonly<Record<PresetName, PlanFigures>>;
