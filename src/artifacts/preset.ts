/**
 * Sizes of a run that have a name, the smaller first: how many models design and review where there are that many.
 * `thrifty`: the later reviewers are asked only where they can still change the choice, and `share` is how many of all
 * evaluations simulated runs of that size then asked for.
 */
export const PRESETS = {
  quick: { designs: 3, reviewers: 3, thrifty: false, share: 1 },
  standard: { designs: 4, reviewers: 5, thrifty: true, share: 0.72 },
  thorough: { designs: 6, reviewers: 6, thrifty: true, share: 0.65 },
} as const satisfies Record<string, { designs: number; reviewers: number; thrifty: boolean; share: number }>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];
