/** Sizes of a run that have a name, the smaller first: how many models design and review where there are that many. */
type Preset = {
  designs: number;
  reviewers: number;
  /** Later reviewers are asked only where they can still change the choice. */
  thrifty: boolean;
  /** Standard deviations of designs by which the chosen design is better than the mean one, where designers are even. */
  gain: number;
};

/**
 * The gain is of `npm run bench -- stats`, seed 20261 (bench/plans.ts): designs differ by as
 * much as reviewers err, whose errors correlate by 0.35; as many reviewers as can be wrote a design and prefer it by a
 * point. It has a standard error of 0.01.
 */
export const PRESETS = {
  quick: { designs: 3, reviewers: 3, thrifty: false, gain: 0.67 },
  standard: { designs: 4, reviewers: 5, thrifty: true, gain: 0.83 },
  thorough: { designs: 6, reviewers: 6, thrifty: true, gain: 1.03 },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

/** What is paid for what thrift spares, said wherever thrift is offered. The figures are of the same simulations. */
export const THRIFT_COSTS =
  "in simulations a winner is named in 19 of 100 runs instead of 22, and is the best design in 88.7 instead of 89.5 % of these";

/** Shares of all evaluations that thrifty plans of so many designs and reviewers asked for in the same simulations. */
export const SHARES: readonly (readonly [designs: number, reviewers: number, share: number])[] = [
  [3, 3, 0.92],
  [3, 4, 0.81],
  [4, 5, 0.72],
  [5, 6, 0.66],
  [6, 6, 0.64],
  [8, 6, 0.62],
];

/** The share that a thrifty plan should ask for: of the largest simulated one that is no larger; 1 where none is. */
export function shareOf(designs: number, reviewers: number): number {
  const fitting = SHARES.filter(([d, r]) => d <= designs && r <= reviewers);
  return Math.min(1, ...fitting.map(([, , share]) => share));
}
