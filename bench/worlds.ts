import type { Observation } from "../src/stats/incidence.ts";
import { randomOf } from "../src/stats/random.ts";

/** How reviewers and designs of a simulated experiment behave. Points of 0–10; correlation and share from 0 to 1. */
export type World = {
  name: string;
  designs: number;
  reviewers: number;
  /** How many of the reviewers' models wrote one of the designs. */
  authors: number;
  /** Standard deviation of the designs' true quality, or the range it comes from, evenly; 0 makes them equal. */
  quality: number | readonly [least: number, most: number];
  /** What the first design is better by, beside that. */
  ahead: number;
  /** Mean and spread over reviewers of what a reviewer adds to its own design. */
  preference: number;
  preferenceSpread: number;
  severity: number;
  noise: number;
  /** Correlation of the reviewers' errors about one design. */
  correlation: number;
  /** Share of cells that are missing at random. */
  missing: number;
  /** Reviewers who score the better designs lower. */
  hostile: number;
  /** Reviewers who give every design the same score. */
  constant: number;
  /** One of the reviewers gives scores that have nothing to do with the designs, spread as the others' are. */
  bad: boolean;
  /** What each further design is expected to be worse by than the one before it. */
  weaker: number;
  /** The second best design is as good as the best. */
  clones: boolean;
  /** What every reviewer adds for a standard deviation of a design's length. */
  taste: number;
  /** How a reviewer's judgement, around 6, becomes a composite score. */
  scale: Scale;
};

/**
 * `smooth`: as it is. `whole`: the mean of five criteria in whole numbers from 0 to 10, each with an error of its own.
 * `together`: five criteria that are always equal. `squeezed`: whole numbers, 0–10 brought into 7–9. `wide`: everything
 * half as large again, in whole numbers.
 */
type Scale = "smooth" | "whole" | "together" | "squeezed" | "wide";
const SCALES: Readonly<Record<Scale, { middle: number; factor: number; own: number }>> = {
  smooth: { middle: 6, factor: 1, own: 0 },
  whole: { middle: 6, factor: 1, own: 0.5 },
  together: { middle: 6, factor: 1, own: 0 },
  squeezed: { middle: 8, factor: 0.25, own: 0.5 },
  wide: { middle: 5, factor: 1.5, own: 0.5 },
};
const CRITERIA = 5;

/** Three models that design and review each other, as with no configuration. */
export const CALM: World = {
  name: "",
  designs: 3,
  reviewers: 3,
  authors: 0,
  quality: 1,
  ahead: 0,
  preference: 0,
  preferenceSpread: 0,
  severity: 1,
  noise: 1,
  correlation: 0.35,
  missing: 0,
  hostile: 0,
  constant: 0,
  bad: false,
  weaker: 0,
  clones: false,
  taste: 0,
  scale: "smooth",
};

const SIX: World = { ...CALM, designs: 6, reviewers: 6, correlation: 0.2 };
export const LIKED = { preference: 1, preferenceSpread: 0.3 };

/** No reviewer works against the panel. */
export const BENIGN: readonly World[] = [
  { ...SIX, name: "foreign reviewers, complete" },
  { ...SIX, name: "foreign reviewers, errors uncorrelated", correlation: 0 },
  { ...SIX, name: "foreign reviewers, errors correlated by 0.6", correlation: 0.6 },
  { ...SIX, name: "foreign reviewers, a fifth of the cells missing", missing: 0.2 },
  { ...SIX, name: "foreign reviewers, a quarter missing, severity 2", missing: 0.25, severity: 2 },
  { ...SIX, name: "four by three, foreign, a quarter missing", designs: 4, reviewers: 3, missing: 0.25 },
  {
    ...SIX,
    name: "four by three, foreign, a quarter missing, severity 0.3",
    designs: 4,
    reviewers: 3,
    missing: 0.25,
    severity: 0.3,
  },
  { ...SIX, name: "every reviewer an author, no self-preference", authors: 6 },
  { ...SIX, name: "every reviewer an author, self-preference 1", authors: 6, ...LIKED },
  { ...SIX, name: "every reviewer an author, self-preference 1 ± 1", authors: 6, preference: 1, preferenceSpread: 1 },
  { ...SIX, name: "half of the reviewers authors, no self-preference", authors: 3 },
  { ...SIX, name: "half authors, self-preference 1", authors: 3, ...LIKED },
  { ...SIX, name: "half authors, self-preference 2", authors: 3, preference: 2, preferenceSpread: 0.6 },
  { ...SIX, name: "half authors, self-preference 1, a fifth missing", authors: 3, ...LIKED, missing: 0.2 },
  { ...CALM, name: "three by three, all authors, self-preference 1", authors: 3, ...LIKED },
  {
    ...CALM,
    name: "three by three, all authors, self-preference 1, a quarter missing",
    authors: 3,
    ...LIKED,
    missing: 0.25,
  },
  { ...CALM, name: "three by four, three authors, self-preference 1", reviewers: 4, authors: 3, ...LIKED },
  { ...CALM, name: "four by three, two authors, self-preference 1", designs: 4, authors: 2, ...LIKED },
  { ...CALM, name: "three by three, quality 0.25", quality: 0.25, authors: 3, ...LIKED },
  { ...CALM, name: "three by three, quality 2", quality: 2, authors: 3, ...LIKED },
  { ...CALM, name: "three by three, whole numbers", scale: "whole" },
  { ...CALM, name: "three by three, criteria that move together", scale: "together" },
  { ...CALM, name: "three by three, squeezed into 7–9", scale: "squeezed" },
];

/** One reviewer scores good designs low, or says nothing, among everything else. */
export const ODD: readonly World[] = [
  { ...SIX, name: "one hostile reviewer of six", hostile: 1 },
  { ...SIX, name: "one hostile author of six, self-preference 1", authors: 3, ...LIKED, hostile: 1 },
  { ...CALM, name: "one hostile reviewer of three", hostile: 1 },
  { ...CALM, name: "one constant reviewer of three", constant: 1 },
];

/** Designs of one quality: a winner among them is always wrong. */
export const EQUAL: readonly World[] = [3, 6].flatMap((reviewers) =>
  [2, 3, 8].flatMap((designs) =>
    [0, 0.35, 0.6].map((correlation) => ({
      ...CALM,
      name: `${designs} equal designs, ${reviewers} reviewers, ρ ${correlation}`,
      quality: 0,
      designs,
      reviewers,
      correlation,
    })),
  ),
);

const QUALITIES = [0.25, 0.5, 1, 2];
const CORRELATIONS = [0, 0.35, 0.6];

/** Panels whose P(best) is calibrated; every reviewer wrote a design where there are enough. */
export const SHAPES: readonly { name: string; world: World }[] = [
  { name: "3 × 3", world: { ...CALM, authors: 3, ...LIKED } },
  { name: "5 × 5", world: { ...CALM, designs: 5, reviewers: 5, authors: 5, ...LIKED } },
  { name: "3 × 6", world: { ...CALM, reviewers: 6, authors: 3, ...LIKED } },
  { name: "2 × 2", world: { ...CALM, designs: 2, reviewers: 2 } },
  { name: "3 × 4, foreign", world: { ...CALM, reviewers: 4 } },
  { name: "5 × 4, a quarter missing", world: { ...CALM, designs: 5, reviewers: 4, missing: 0.25 } },
];

/** Qualities from a quarter to twice the errors, with errors from uncorrelated to strongly so, on three scales. */
export const POPULATIONS: Readonly<Record<string, readonly Partial<World>[]>> = {
  mixed: crossed("smooth"),
  narrow: crossed("squeezed"),
  wide: crossed("wide"),
};

function crossed(scale: Scale): Partial<World>[] {
  return CORRELATIONS.map((correlation) => ({ quality: [0.25, 2] as const, correlation, scale }));
}

/** The settings of the verdicts' table. */
export const VERDICTS: readonly World[] = [
  ...QUALITIES.flatMap((quality) =>
    CORRELATIONS.map((correlation) => ({
      ...CALM,
      name: `quality ${quality}, ρ ${correlation}`,
      authors: 3,
      ...LIKED,
      quality,
      correlation,
    })),
  ),
  { ...CALM, name: "two points ahead, squeezed into 7–9", quality: 0, ahead: 2, scale: "squeezed" },
  { ...CALM, name: "quality 2, squeezed into 7–9", quality: 2, scale: "squeezed" },
  { ...CALM, name: "quality 1, whole numbers", scale: "whole" },
  { ...CALM, name: "quality 1, criteria that move together", scale: "together" },
  { ...CALM, name: "quality 1, a quarter missing", missing: 0.25 },
  { ...CALM, name: "quality 1, foreign reviewers only" },
  { ...CALM, name: "quality 1, two designs", designs: 2 },
  { ...CALM, name: "quality 1, eight designs, six reviewers", designs: 8, reviewers: 6 },
  { ...CALM, name: "one hostile reviewer of three", hostile: 1 },
  { ...CALM, name: "one constant reviewer of three", constant: 1 },
];

export type Sample = {
  best: number;
  /** Of each design, in points of 0–10. */
  quality: number[];
  /** Of each design, in standard deviations; empty where no reviewer minds. */
  lengths: number[];
  /** What all reviewers get wrong of each, in points. */
  shared: number[];
  observations: Observation[];
  values: number[];
};

/** An endless, seeded supply of experiments of one world. Design i is the work of reviewer i's model for i < authors. */
export function experimentsOf(world: World, seed: number): () => Sample {
  const random = randomOf(seed);
  const effects = (size: number, mean: number, deviation: number) =>
    Array.from({ length: size }, () => random.normal(mean, deviation));
  const experiment = (): Sample => {
    const [least, most] = typeof world.quality === "number" ? [world.quality, world.quality] : world.quality;
    const apart = least + (most - least) * random.uniform();
    const quality = effects(world.designs, 6, apart).map((each, at) => each - world.weaker * at);
    quality[0] = (quality[0] ?? 0) + world.ahead;
    if (world.clones) {
      const [best = 0, next = 0] = [...quality.keys()].sort((a, b) => (quality[b] ?? 0) - (quality[a] ?? 0));
      quality[next] = quality[best] ?? 0;
    }
    const bad = world.bad ? Math.floor(random.uniform() * world.reviewers) : null;
    const lengths = world.taste === 0 ? [] : effects(world.designs, 0, 1);
    const shared = effects(world.designs, 0, Math.sqrt(world.correlation) * world.noise);
    const severity = effects(world.reviewers, 0, world.severity);
    const preference = effects(world.reviewers, world.preference, world.preferenceSpread);
    const observations: Observation[] = [];
    const values: number[] = [];
    for (const [design, q] of quality.entries()) {
      for (let reviewer = 0; reviewer < world.reviewers; reviewer++) {
        const error = random.normal(0, Math.sqrt(1 - world.correlation) * world.noise);
        const missing = random.uniform() < world.missing;
        if (missing) continue;
        const self = design === reviewer && reviewer < world.authors;
        const seen = (reviewer < world.hostile ? 12 - q : q) + world.taste * (lengths[design] ?? 0);
        const meant =
          seen + (shared[design] ?? 0) + (severity[reviewer] ?? 0) + error + (self ? (preference[reviewer] ?? 0) : 0);
        const judged =
          reviewer === bad ? random.normal(6 + (severity[reviewer] ?? 0), Math.hypot(apart, world.noise)) : meant;
        const constant = reviewer >= world.reviewers - world.constant;
        observations.push({ design, reviewer, self });
        values.push(constant ? 7 : scored(judged, world.scale, random));
      }
    }
    if (observations.length === 0) return experiment();
    return { best: quality.indexOf(Math.max(...quality)), quality, lengths, shared, observations, values };
  };
  return experiment;
}

function scored(judged: number, scale: Scale, random: ReturnType<typeof randomOf>): number {
  if (scale === "smooth") return judged;
  const { middle, factor, own } = SCALES[scale];
  const centre = middle + factor * (judged - 6);
  if (scale === "together") return whole(centre);
  let sum = 0;
  for (let criterion = 0; criterion < CRITERIA; criterion++) sum += whole(centre + random.normal(0, own * factor));
  return sum / CRITERIA;
}

function whole(score: number): number {
  return Math.min(10, Math.max(0, Math.round(score)));
}
