import type { Observation } from "../src/stats/incidence.ts";
import { randomOf } from "./random.ts";

/** How reviewers and designs of a simulated experiment behave. Points of 0–10; correlation and share from 0 to 1. */
export type World = {
  name: string;
  designs: number;
  reviewers: number;
  /** How many of the reviewers' models wrote one of the designs. */
  authors: number;
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
};

const CALM: World = {
  name: "",
  designs: 6,
  reviewers: 6,
  authors: 0,
  preference: 0,
  preferenceSpread: 0,
  severity: 1,
  noise: 1,
  correlation: 0.2,
  missing: 0,
  hostile: 0,
};

/** No reviewer works against the panel. */
export const BENIGN: readonly World[] = [
  { ...CALM, name: "foreign reviewers, complete" },
  { ...CALM, name: "foreign reviewers, errors uncorrelated", correlation: 0 },
  { ...CALM, name: "foreign reviewers, errors correlated by 0.43", correlation: 0.43 },
  { ...CALM, name: "foreign reviewers, a fifth of the cells missing", missing: 0.2 },
  { ...CALM, name: "every reviewer an author, no self-preference", authors: 6 },
  { ...CALM, name: "every reviewer an author, self-preference 1", authors: 6, preference: 1, preferenceSpread: 0.3 },
  { ...CALM, name: "half of the reviewers authors, no self-preference", authors: 3 },
  { ...CALM, name: "half authors, self-preference 1", authors: 3, preference: 1, preferenceSpread: 0.3 },
  { ...CALM, name: "half authors, self-preference 2", authors: 3, preference: 2, preferenceSpread: 0.6 },
  {
    ...CALM,
    name: "every reviewer an author, self-preference 1 ± 1",
    authors: 6,
    preference: 1,
    preferenceSpread: 1,
  },
  {
    ...CALM,
    name: "half authors, self-preference 1, a fifth missing",
    authors: 3,
    preference: 1,
    preferenceSpread: 0.3,
    missing: 0.2,
  },
  {
    ...CALM,
    name: "three designs, three reviewers, all authors, self-preference 1",
    designs: 3,
    reviewers: 3,
    authors: 3,
    preference: 1,
    preferenceSpread: 0.3,
  },
  {
    ...CALM,
    name: "four designs, three reviewers, two authors, self-preference 1",
    designs: 4,
    reviewers: 3,
    authors: 2,
    preference: 1,
    preferenceSpread: 0.3,
  },
];

/** One reviewer scores good designs low, among everything else. */
export const HOSTILE: readonly World[] = [
  { ...CALM, name: "one hostile reviewer, foreign", hostile: 1 },
  {
    ...CALM,
    name: "one hostile author, half authors, self-preference 1",
    authors: 3,
    preference: 1,
    preferenceSpread: 0.3,
    hostile: 1,
  },
];

export const CALIBRATION: readonly World[] = [0, 0.2, 0.43].flatMap((correlation) => [
  { ...CALM, name: "3 designs, 3 reviewers", designs: 3, reviewers: 3, correlation },
  { ...CALM, name: "5 designs, 3 reviewers", designs: 5, reviewers: 3, correlation },
  { ...CALM, name: "6 designs, 6 reviewers", correlation },
  {
    ...CALM,
    name: "6 designs, 6 reviewers, half authors, self-preference 1",
    authors: 3,
    preference: 1,
    preferenceSpread: 0.3,
    correlation,
  },
  { ...CALM, name: "6 designs, 6 reviewers, a fifth missing", missing: 0.2, correlation },
]);

export type Sample = { best: number; observations: Observation[]; values: number[] };

/** An endless, seeded supply of experiments of one world. Design i is the work of reviewer i's model for i < authors. */
export function experimentsOf(world: World, seed: number): () => Sample {
  const random = randomOf(seed);
  const effects = (size: number, mean: number, deviation: number) =>
    Array.from({ length: size }, () => random.normal(mean, deviation));
  return () => {
    const quality = effects(world.designs, 6, 1);
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
        const seen = reviewer < world.hostile ? 12 - q : q;
        observations.push({ design, reviewer, self });
        values.push(
          seen + (shared[design] ?? 0) + (severity[reviewer] ?? 0) + error + (self ? (preference[reviewer] ?? 0) : 0),
        );
      }
    }
    return { best: quality.indexOf(Math.max(...quality)), observations, values };
  };
}
